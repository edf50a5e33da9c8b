/// What menus of file managers say.
extension Message {
    /// - Parameter action: its word (`FileAction`); here and below.
    package static func actionTitle(action: String) -> Message { Message(action) }
    package static func actionComment(action: String) -> Message { Message(action) }
}
