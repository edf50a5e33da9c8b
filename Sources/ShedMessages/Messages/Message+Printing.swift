/// What LibreOffice makes or reads, and what stands in its way.
extension Message {
    package static func officeIsNeeded(format: String) -> Message { Message(format) }
    package static func officeIsMissing(path: String) -> Message { Message(path) }
    package static func officeTookTooLong(path: String) -> Message { Message(path) }
    package static func officeFailed(path: String, reason: String) -> Message { Message(path, reason) }
}
