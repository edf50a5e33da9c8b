/// What `conflicts` and `resolve` say.
extension Message {
    // MARK: Listing

    package static func conflictCopyOf(path: String, maker: String) -> Message { Message(path, maker) }
    package static func conflictCopyOfGone(path: String, maker: String) -> Message { Message(path, maker) }
    /// - Parameter path: of a file elsewhere that has the name of what is not there.
    package static func conflictCopyElsewhere(path: String) -> Message { Message(path) }
    package static func conflictCopyOfNothing(maker: String) -> Message { Message(maker) }
    package static func conflictSides(state: String, copy: String, original: String) -> Message { Message(state, copy, original) }
    package static func conflictCopiesTitle(count: Int) -> Message { Message(count) }
    package static func twoIDsTitle(count: Int) -> Message { Message(count) }
    package static func twoPlacesTitle(count: Int) -> Message { Message(count) }
    package static func detailsTitle(count: Int) -> Message { Message(count) }
    package static func twoFoldersTitle(count: Int) -> Message { Message(count) }
    package static func twoIDsOf(path: String, older: String, younger: String) -> Message { Message(path, older, younger) }
    /// - Parameter isThis: whether it was this device, which then is not named.
    package static func twoPlacesOf(path: String, other: String, isThis: Bool, device: String, time: String) -> Message { Message(path, other, isThis, device, time) }
    /// Where nothing of that ID stands.
    package static func placeIsEmpty(id: String) -> Message { Message(id) }
    package static func detailOf(subject: String, field: Message, kept: String, lost: String, isThis: Bool, device: String, time: String) -> Message { Message(subject, field, kept, lost, isThis, device, time) }
    package static func twoFoldersOf(role: String, path: String, others: Message) -> Message { Message(role, path, others) }
    package static func detailField(field: String, name: String) -> Message { Message(field, name) }
    package static func oldPlacesTitle(count: Int) -> Message { Message(count) }
    /// - Parameter moved: where the file is that moved with its folder.
    package static func oldPlaceOf(path: String, moved: String) -> Message { Message(path, moved) }
    package static var compareFiles: Message { Message() }
    package static func editsTitle(count: Int) -> Message { Message(count) }
    /// Of a file at an old place. - Parameter moved: where the file is that was moved.
    package static func editOf(moved: String) -> Message { Message(moved) }
    package static var noConflicts: Message { Message() }
    package static var resolveConflictsBy: Message { Message() }
    /// For copies of what is not there.
    package static var resolveGoneBy: Message { Message() }
    package static var settleDetailsBy: Message { Message() }
    package static var settlePlacesBy: Message { Message() }
    package static var moreConflictsThere: Message { Message() }
    /// Of those that are too old to be told.
    package static func earlierConflicts(count: Int) -> Message { Message(count) }

    // MARK: Elsewhere

    /// What changed, where a conflict copy has come.
    package static func isConflictCopy(change: Message) -> Message { Message(change) }
    /// A notification's.
    package static func conflictCopiesCame(project: String, count: Int) -> Message { Message(project, count) }
    package static var conflictsListsThem: Message { Message() }
    package static func conflictCopiesThere(count: Int) -> Message { Message(count) }

    // MARK: Resolving

    package static func gaveConflictCopy(path: String, original: String) -> Message { Message(path, original) }
    package static func stillHasMarks(path: String) -> Message { Message(path) }
    /// - Parameter process: the number of one that has the file open to write to it.
    package static func writingBesideWriter(program: String, process: Int, path: String) -> Message { Message(program, process, path) }
    package static func writingOverOpenFile(path: String, lock: String) -> Message { Message(path, lock) }

    package static func tookConflictCopy(path: String, copy: String) -> Message { Message(path, copy) }
    /// - Parameter other: what stands where the file was before it was moved.
    package static func tookEditAtOldPlace(path: String, other: String) -> Message { Message(path, other) }
    package static func holdsConflictCopy(isDryRun: Bool, path: String, copy: String) -> Message { Message(isDryRun, path, copy) }
    package static func mergedInto(path: String, copy: String) -> Message { Message(path, copy) }
    package static func wasMerged(isDryRun: Bool, path: String, copy: String, base: String) -> Message { Message(isDryRun, path, copy, base) }
    package static func hasMarks(isDryRun: Bool, path: String, count: Int) -> Message { Message(isDryRun, path, count) }
    package static var resolveWhenEdited: Message { Message() }
    package static func keptApart(isDryRun: Bool, path: String, other: String) -> Message { Message(isDryRun, path, other) }

    // MARK: Why not

    package static var sayHowToResolve: Message { Message() }
    package static var resolveOneWay: Message { Message() }
    package static var onlyWithMerge: Message { Message() }
    package static func nothingConflicts(path: String) -> Message { Message(path) }
    package static var conflictsLists: Message { Message() }
    /// ``severalCopies(path:count:)``, of files at the places where one was before.
    package static func severalEdits(path: String, count: Int) -> Message { Message(path, count) }
    package static func severalCopies(path: String, count: Int) -> Message { Message(path, count) }
    package static func nameTheCopy(example: String) -> Message { Message(example) }
    package static func originalIsGone(path: String) -> Message { Message(path) }
    package static var keepThisOrBoth: Message { Message() }
    package static func conflictLiesAside(path: String, folder: String) -> Message { Message(path, folder) }
    package static var takeItOutFirst: Message { Message() }
    package static func conflictOfFolders(path: String) -> Message { Message(path) }
    package static var compareFolders: Message { Message() }
    package static func holdsWhatIsMade(path: String) -> Message { Message(path) }
    package static var keepBothInstead: Message { Message() }
    package static var mergeNeedsGit: Message { Message() }
    package static func cannotBeMerged(path: String) -> Message { Message(path) }
    package static var compareAndKeep: Message { Message() }
    /// For documents of offices, which no line-by-line merge can put together.
    package static var mergeInOffice: Message { Message() }
    /// - Parameter git: `none` where there is no repository, `foreign` where that is another user's, `silent` where git did not answer; else it was asked.
    package static func noMergeBase(path: String, git: String) -> Message { Message(path, git) }
    package static var nameBaseOrKeep: Message { Message() }
    package static func mergeConflicts(path: String, count: Int, base: String) -> Message { Message(path, count, base) }
    package static var writeMarks: Message { Message() }
}
