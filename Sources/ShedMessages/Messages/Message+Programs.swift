/// What is said of links that programs have moved out of the folder that shed keeps.
extension Message {
    /// - Parameters:
    ///   - target: the path of the text that the link leads to.
    ///   - view: the folder that has such links.
    ///   - command: moves the text.
    package static func onlyALink(target: String, view: String, command: String) -> Message { Message(target, view, command) }
}
