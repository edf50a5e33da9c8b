/// What `status`, `sync` and `watch` say for people.
extension Message {
    // MARK: Headings

    package static var changes: Message { Message() }
    package static var wouldBeRefused: Message { Message() }
    package static var reports: Message { Message() }
    package static var likelySame: Message { Message() }
    package static var sidecarNotWhole: Message { Message() }
    package static var rejectedItems: Message { Message() }
    package static var missingItems: Message { Message() }

    // MARK: Lines

    /// - Parameter kind: `added`, `removed`, `moved` or `modified`.
    package static func changeWord(kind: String) -> Message { Message(kind) }
    /// - Parameter purpose: `reject`, `putBack` or `takeBack`.
    package static func moveWord(purpose: String, isDone: Bool) -> Message { Message(purpose, isDone) }
    /// What is said of something.
    package static func about(subject: String, text: Message) -> Message { Message(subject, text) }
    package static func likely(former: String, likeness: Int) -> Message { Message(former, likeness) }
    package static func likelyUnlooked(former: String) -> Message { Message(former) }
    package static func joinLikely(message: Message, command: String) -> Message { Message(message, command) }
    package static func rejectedItem(path: String, rule: String, origin: String, time: String) -> Message { Message(path, rule, origin, time) }
    package static func missingItem(path: String, id: String, since: Message, movedOut: Message) -> Message { Message(path, id, since, movedOut) }
    package static var neverSeenHere: Message { Message() }
    /// - Parameter count: how many IDs.
    package static func neverSeenThere(count: Int) -> Message { Message(count) }
    package static func since(time: String) -> Message { Message(time) }
    package static func movedOutTo(place: String) -> Message { Message(place) }
    /// - Parameter path: where that is now which stood here.
    package static func leftBehind(path: String) -> Message { Message(path) }
    package static func removedLately(what: Message, count: Int) -> Message { Message(what, count) }
    package static func polledParts(count: Int, path: String, reason: String) -> Message { Message(count, path, reason) }
    package static func drift(count: Int) -> Message { Message(count) }
    package static var clean: Message { Message() }
    package static func watchedBy(process: Int) -> Message { Message(process) }
    package static var notWatched: Message { Message() }
    /// - Parameter here: where the project is, as a word of a command.
    package static func willBeCopy(path: String, here: String) -> Message { Message(path, here) }
    package static func becameCopy(path: String) -> Message { Message(path) }
    package static var hasOwnIDsAgain: Message { Message() }
    /// - Parameters:
    ///   - more: at so many more places.
    ///   - here: where the project is, as a word of a command.
    package static func alsoAt(path: String, more: Int, here: String) -> Message { Message(path, more, here) }

    /// That somebody staged a change in this machine's name.
    package static var foreignChange: Message { Message() }
    /// That a change was left in the middle.
    package static var leftChange: Message { Message() }

    // MARK: A sync

    package static var nothingChanged: Message { Message() }
    package static var nothingElseWouldChange: Message { Message() }
    package static func movedPerhapsUnsaved(folder: String, reason: Message) -> Message { Message(folder, reason) }
    package static func couldNotBeMoved(path: String, reason: Message) -> Message { Message(path, reason) }
    package static func wentOnWithout(missing: String) -> Message { Message(missing) }
    package static func furtherOnes(count: Int) -> Message { Message(count) }
    package static var noBatchLost: Message { Message() }
    package static func gaveUpBatch(isDryRun: Bool, batch: String) -> Message { Message(isDryRun, batch) }
    package static func batchStandsInGit(batch: String, commit: String) -> Message { Message(batch, commit) }
    package static func bringBatchBack(command: String) -> Message { Message(command) }
    package static func leftOfBatch(path: String) -> Message { Message(path) }
    package static var nothingLeftOfAdoption: Message { Message() }
    package static func wouldConvert(path: String) -> Message { Message(path) }

    // MARK: A watch

    package static func watching(root: String) -> Message { Message(root) }
    package static func watchedNoMore(root: String) -> Message { Message(root) }
    package static var watchReady: Message { Message() }
    /// - Parameter known: so many projects are known, none of which is there.
    package static func nothingToWatch(known: Int) -> Message { Message(known) }
    package static var watchStopped: Message { Message() }

    // MARK: Notifications

    package static func refusedItems(project: String, count: Int) -> Message { Message(project, count) }
    package static func putBackItems(project: String, count: Int) -> Message { Message(project, count) }
    /// Behind what is shown of much.
    package static func moreShown(count: Int) -> Message { Message(count) }
    package static func statusListsMore(count: Int) -> Message { Message(count) }
    package static func heldItems(project: String, count: Int) -> Message { Message(project, count) }
    package static var putBackButton: Message { Message() }
    package static func allowButton(folder: String) -> Message { Message(folder) }
    package static var openButton: Message { Message() }
    package static func statusListsThem(remedy: Message) -> Message { Message(remedy) }
    /// The daemon leaves a project alone (quarantine).
    package static func leftAlone(project: String) -> Message { Message(project) }
    package static func trustTakesItUpAgain(folder: String) -> Message { Message(folder) }
}
