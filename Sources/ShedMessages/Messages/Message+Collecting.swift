/// What is said of files that have a place in another folder besides their own.
extension Message {
    package static func takenOut(isDryRun: Bool, path: String, folder: String) -> Message { Message(isDryRun, path, folder) }
    package static func logLinked(path: Message, folder: String) -> Message { Message(path, folder) }
    package static func logUnlinked(path: Message, folder: String) -> Message { Message(path, folder) }
    package static func collected(isDryRun: Bool, path: String, folder: String) -> Message { Message(isDryRun, path, folder) }
    package static func collectedAlready(path: String, folder: String) -> Message { Message(path, folder) }
    package static func isNotCollected(path: String, folder: String) -> Message { Message(path, folder) }

    // MARK: Why it was not done

    package static func noCollections(kind: String) -> Message { Message(kind) }
    package static var collectionsAreOf: Message { Message() }
    package static func isNoCollection(path: String) -> Message { Message(path) }
    package static func nameCollection(folder: String) -> Message { Message(folder) }
    package static func isNoPiece(path: String) -> Message { Message(path) }
    package static var piecesAreIn: Message { Message() }
    package static func tooManyCollected(folder: String, most: Int) -> Message { Message(folder, most) }
    package static func linksCameBack(folder: String) -> Message { Message(folder) }
    package static var sayWhichCollection: Message { Message() }
}
