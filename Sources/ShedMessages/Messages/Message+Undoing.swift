/// What `undo` says.
extension Message {
    // MARK: Taken back

    package static func movedBack(isDryRun: Bool, from: String, to: String) -> Message { Message(isDryRun, from, to) }
    package static func removedFolder(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func madeFolderAgain(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func putBackContent(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    /// A clause.
    package static func alsoStaysAt(path: String) -> Message { Message(path) }
    package static func putBackFacts(isDryRun: Bool, path: Message, what: Message) -> Message { Message(isDryRun, path, what) }
    /// - Parameter sort: `group`, `tag` or `variable`.
    package static func namedLabel(sort: String, name: String) -> Message { Message(sort, name) }
    /// What `restore` says of a folder.
    package static func cameWithoutRole(isDryRun: Bool, path: String, role: String) -> Message { Message(isDryRun, path, role) }
    package static func putBackTemplate(isDryRun: Bool) -> Message { Message(isDryRun) }
    /// In place of a path.
    package static var projectsTemplate: Message { Message() }
    package static func furtherThings(count: Int) -> Message { Message(count) }
    package static func nothingLeftToUndo(number: Int) -> Message { Message(number) }
    package static var undoDoesItAgain: Message { Message() }

    // MARK: Left, and why

    package static func leftAsItIs(path: Message, why: Message) -> Message { Message(path, why) }
    package static func leftFacts(path: Message, what: Message, why: Message) -> Message { Message(path, what, why) }
    package static func needsNothing(path: Message, why: Message) -> Message { Message(path, why) }
    package static func undoTakesRest(number: Int) -> Message { Message(number) }
    package static func moreLeftAsTheyAre(count: Int) -> Message { Message(count) }
    package static var itIsGone: Message { Message() }
    package static func itIsNowAt(path: String) -> Message { Message(path) }
    package static func placeIsTaken(path: String) -> Message { Message(path) }
    package static func alikeIsThere(path: String, name: String) -> Message { Message(path, name) }
    package static func alikeUnlessMoved(path: String, name: String, command: String) -> Message { Message(path, name, command) }
    package static var formerFolderGone: Message { Message() }
    package static var changedSince: Message { Message() }
    package static var changedSinceMade: Message { Message() }
    package static var anotherSince: Message { Message() }
    package static var factsChangedSince: Message { Message() }
    package static var othersInFolder: Message { Message() }
    package static var formerInRejected: Message { Message() }
    package static var contentNotKept: Message { Message() }
    package static func notMovedTo(path: String) -> Message { Message(path) }
    package static func contentLost(reason: Message) -> Message { Message(reason) }
    package static var isBackAlready: Message { Message() }
    package static var isGoneAlready: Message { Message() }
    package static var isSoAlready: Message { Message() }
    package static func cannotBeRead(reason: Message) -> Message { Message(reason) }

    // MARK: What was done

    /// - Parameter count: of things, of which one is named; here and below.
    package static func didMove(count: Int, from: String, to: String) -> Message { Message(count, from, to) }
    package static func didRename(count: Int, from: String, to: String) -> Message { Message(count, from, to) }
    package static func didMake(count: Int, path: String) -> Message { Message(count, path) }
    package static func didRewrite(count: Int, path: String) -> Message { Message(count, path) }
    package static var didChangeTemplate: Message { Message() }
    /// - Parameters:
    ///   - path: in whose place something was put.
    ///   - to: where what stood there went.
    package static func didPutAside(count: Int, path: String, to: String) -> Message { Message(count, path, to) }
    package static func didRewriteParts(count: Int, path: String, what: Message) -> Message { Message(count, path, what) }
    package static func didAllow(path: Message, what: Message) -> Message { Message(path, what) }
    package static func didExcept(count: Int, isOne: Bool, path: Message) -> Message { Message(count, isOne, path) }
    package static func thingsDone(count: Int, path: Message) -> Message { Message(count, path) }
    package static func didRemoveFolder(path: String) -> Message { Message(path) }
    package static func didChange(count: Int, path: Message, what: Message) -> Message { Message(count, path, what) }
    /// - Parameter sort: `tags`, `values`, `labels`, `accepts`, `guests`, `exceptions`, `details`, `givenUp` or another.
    package static func changedSort(sort: String) -> Message { Message(sort) }
    package static var andMoreWasDone: Message { Message() }
    package static var didNothing: Message { Message() }
    package static func deletedForGood(count: Int, path: String) -> Message { Message(count, path) }
    package static func joinedForGood(path: String, id: String) -> Message { Message(path, id) }
    package static func carrierSetUp(carrier: String, isRemoved: Bool) -> Message { Message(carrier, isRemoved) }
    package static func projectRenamed(old: String, new: String) -> Message { Message(old, new) }
    package static var gaveUpLostBatches: Message { Message() }
    package static var tookUpLeft: Message { Message() }
    package static var didTooMuch: Message { Message() }
    package static var putBackOwn: Message { Message() }
    package static func foldersTooDeep(most: Int) -> Message { Message(most) }
    package static var moveWhereItBelongs: Message { Message() }
    package static var removedUnneeded: Message { Message() }

    // MARK: What is said of it

    package static func interruptedTakingBack(number: Int) -> Message { Message(number) }
    package static func mayBeTakingBack(number: Int) -> Message { Message(number) }
    package static func tookBackNumber(number: Int) -> Message { Message(number) }
    package static func resumedAt(time: String) -> Message { Message(time) }
    package static func tookBackPart(number: Int) -> Message { Message(number) }
    package static func takenBackInPart(number: Int) -> Message { Message(number) }
    package static var nothingWasLeft: Message { Message() }
    package static func takenBackBy(number: Int) -> Message { Message(number) }
    package static var cannotBeTakenBack: Message { Message() }
    /// One clause after the other.
    package static func clauses(first: Message, second: Message) -> Message { Message(first, second) }
    package static var nothingDoneHere: Message { Message() }

    // MARK: The question

    package static func takingBack(who: Message, time: String, number: Int, what: Message) -> Message { Message(who, time, number, what) }
    package static var theDaemon: Message { Message() }
    package static var anotherUser: Message { Message() }
    package static func yourLastVerb(number: Int, verb: String) -> Message { Message(number, verb) }

    // MARK: Errors

    package static func noSuchNumber(number: Int) -> Message { Message(number) }
    package static var undoListsAll: Message { Message() }
    package static func cannotTakeBack(number: Int, verb: String, why: Message) -> Message { Message(number, verb, why) }
    package static var undoListsPossible: Message { Message() }
    package static func takenBackAlready(number: Int, other: Int) -> Message { Message(number, other) }
    package static func undoNumberAgain(number: Int) -> Message { Message(number) }
    package static var nothingToTakeBack: Message { Message() }
    package static var othersTakeTheirsBack: Message { Message() }
    package static func cannotBeWrittenDown(reason: Message) -> Message { Message(reason) }
    package static var makeStateWritable: Message { Message() }
}
