/// What is said of links in views and collections that people changed by hand, and of deeds that concern several of them.
extension Message {
    /// - Parameters:
    ///   - number: of the undo journal.
    ///   - verb: the verb's name, safe to show.
    package static func tookBackInterrupted(number: Int, verb: String) -> Message { Message(number, verb) }
    /// - Parameters:
    ///   - number: of the undo journal.
    ///   - reason: a clause without a full stop.
    package static func notTakenBackYet(number: Int, reason: Message) -> Message { Message(number, reason) }
    /// - Parameter number: of the undo journal.
    package static func deedWaits(number: Int) -> Message { Message(number) }
    /// A clause beside an entry of the undo journal.
    package static var deedWasInterrupted: Message { Message() }
    /// - Parameters:
    ///   - path: where something stood that was refused.
    ///   - place: where it is now.
    package static func putByInterrupted(path: String, place: String) -> Message { Message(path, place) }
    /// - Parameters:
    ///   - path: where something stood in whose place something else was saved.
    ///   - place: where it was put.
    package static func putBeside(path: String, place: String) -> Message { Message(path, place) }
    /// - Parameter count: of files that were written over.
    package static func undoLacksRoom(count: Int) -> Message { Message(count) }
    package static var linksSetRight: Message { Message() }

    // MARK: Lines of status

    /// - Parameters:
    ///   - number: of the undo journal.
    ///   - verb: the verb's name, safe to show.
    package static func deedIsHalfDone(number: Int, verb: String) -> Message { Message(number, verb) }
    /// That links which a move broke are still to be mended by themselves.
    package static var linksAreOwed: Message { Message() }

    package static func willBeCollected(path: String, folder: String) -> Message { Message(path, folder) }
    package static func willBeTakenOut(path: String, folder: String) -> Message { Message(path, folder) }
    package static func linksWillComeBack(folder: String) -> Message { Message(folder) }
    package static func linksWillBeMended(folder: String, count: Int) -> Message { Message(folder, count) }
    /// - Parameters:
    ///   - file: what stands in place of the link.
    ///   - path: what the link leads to.
    package static func fileWillBeSaved(file: String, path: String) -> Message { Message(file, path) }
}
