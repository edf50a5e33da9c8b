/// What is said of the pictures that file managers show of folders.
extension Message {
    package static var iconsStand: Message { Message() }
    package static var iconsAreGone: Message { Message() }
    package static var iconsAreOn: Message { Message() }
    package static var iconsAreOff: Message { Message() }
    /// - Parameter picture: its name.
    package static func iconOfFolder(path: String, picture: String) -> Message { Message(path, picture) }
    package static func iconIsMissing(path: String, picture: String) -> Message { Message(path, picture) }
    package static var iconsWithoutMetadata: Message { Message() }
    /// Why a file stays as it is.
    package static var iconIsAnother: Message { Message() }
}
