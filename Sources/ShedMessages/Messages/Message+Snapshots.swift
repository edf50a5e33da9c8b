/// What `snapshot`, `versions`, `diff` and `restore --version` say.
extension Message {
    // MARK: Taking and deleting

    package static func snapshotTaken(isDryRun: Bool, files: Message, number: Int, hasName: Bool, name: String) -> Message { Message(isDryRun, files, number, hasName, name) }
    package static func snapshotLeftOut(path: String, reason: Message) -> Message { Message(path, reason) }
    package static func snapshotLeftOutMore(count: Int) -> Message { Message(count) }
    package static func snapshotDeleted(isDryRun: Bool, number: Int) -> Message { Message(isDryRun, number) }
    package static func snapshotDamaged(number: Int) -> Message { Message(number) }
    package static func snapshotsFreed(size: String) -> Message { Message(size) }
    package static func snapshotsTake(size: String) -> Message { Message(size) }
    package static var snapshotIsDaily: Message { Message() }
    package static var noSnapshotsYet: Message { Message() }
    package static var nothingToPrune: Message { Message() }
    package static var nothingToKeep: Message { Message() }
    package static func snapshotNotTaken(reason: Message) -> Message { Message(reason) }
    package static var snapshotsBusy: Message { Message() }
    package static var tryAgainSoon: Message { Message() }
    package static func noSnapshot(name: String) -> Message { Message(name) }
    package static var snapshotsLists: Message { Message() }
    package static var snapshotOneThing: Message { Message() }
    package static func snapshotName(most: Int) -> Message { Message(most) }

    // MARK: Versions

    package static func nothingKeptYet(path: String) -> Message { Message(path) }
    package static func noVersion(path: String, version: String) -> Message { Message(path, version) }
    package static var versionsLists: Message { Message() }
    package static func onlyFilesHaveVersions(path: String) -> Message { Message(path) }
    package static func versionLost(version: String, reason: Message) -> Message { Message(version, reason) }
    package static func gitSaysNothing(reason: String) -> Message { Message(reason) }

    // MARK: Comparing

    package static var twoVersionsAtMost: Message { Message() }
    package static func contextIsWords(most: Int) -> Message { Message(most) }
    package static var versionsAreSame: Message { Message() }
    package static func versionsDifferAsFiles(old: String, new: String) -> Message { Message(old, new) }
    package static var versionsDifferInForm: Message { Message() }

    // MARK: Restoring

    package static var nameOneVersionedPath: Message { Message() }
    package static var versionOptionsGoTogether: Message { Message() }
    package static func putBackVersion(isDryRun: Bool, path: String, version: String) -> Message { Message(isDryRun, path, version) }
    package static func putBackVersionAs(isDryRun: Bool, path: String, version: String) -> Message { Message(isDryRun, path, version) }
    package static func versionIsThere(path: String, version: String) -> Message { Message(path, version) }
    package static func versionNotThere(path: String) -> Message { Message(path) }
    package static var restoreAsCopy: Message { Message() }
    package static var nameCopyElsewhere: Message { Message() }
}
