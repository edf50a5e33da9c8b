/// Why a project cannot be made or adopted, or a file not written, and what to do; and what `new`, `adopt` and `projects` say.
extension Message {
    package static func inAnotherProject(path: String, project: String) -> Message { Message(path, project) }
    package static var makeItBeside: Message { Message() }
    package static func isThereAlready(path: String) -> Message { Message(path) }
    package static var otherNameOrMove: Message { Message() }
    package static func likeAnotherProject(name: String, other: String) -> Message { Message(name, other) }
    package static var namesOfFolders: Message { Message() }
    package static var blankProjectName: Message { Message() }
    package static func hiddenName(name: String) -> Message { Message(name) }
    package static func noSuchKind(name: String) -> Message { Message(name) }
    package static func thereAre(names: String) -> Message { Message(names) }
    package static func noSuchLanguage(option: String) -> Message { Message(option) }
    package static func isProjectAlready(path: String) -> Message { Message(path) }
    package static func sidecarUnmade(path: String) -> Message { Message(path) }
    package static func bringSidecarBack(path: String) -> Message { Message(path) }
    package static var syncOrSayWhat: Message { Message() }
    package static func standsInProject(path: String) -> Message { Message(path) }
    package static var moveItBeside: Message { Message() }
    package static var rootIsNoProject: Message { Message() }
    package static func noRoleInKind(role: String) -> Message { Message(role) }
    package static func theRolesAre(roles: String) -> Message { Message(roles) }
    package static func noFolderForRole(path: String, role: String) -> Message { Message(path, role) }
    package static var nameFolderByPath: Message { Message() }
    package static func cannotHaveRole(path: String, role: String) -> Message { Message(path, role) }
    package static var standsAtTheRoot: Message { Message() }
    package static func roleSaidTwice(role: String, path: String, other: String) -> Message { Message(role, path, other) }
    package static var oneFolderHasRole: Message { Message() }
    package static func noRoleAndFolder(words: String) -> Message { Message(words) }
    package static var writeRoleAndFolder: Message { Message() }
    package static func hasBothRoles(path: String, role: String, other: String) -> Message { Message(path, role, other) }
    package static var oneRoleEach: Message { Message() }
    package static func adoptedProject(isDryRun: Bool, path: String, kind: String) -> Message { Message(isDryRun, path, kind) }
    package static var noProjectsYet: Message { Message() }
    package static func cannotBeSetHere(key: String) -> Message { Message(key) }
    package static var detailsCanBeSet: Message { Message() }
    package static func nameOtherOrForce(option: String) -> Message { Message(option) }
    package static func cannotWrite(path: String, reason: Message) -> Message { Message(path, reason) }
    package static func nameOtherFile(option: String) -> Message { Message(option) }
    package static func nameOtherFolder(option: String) -> Message { Message(option) }
    package static func namesNoFile(option: String) -> Message { Message(option) }
    package static var nameFileInFolder: Message { Message() }
    package static func fileInSidecar(option: String, path: String) -> Message { Message(option, path) }
    package static func fileWouldBeAdded(option: String, path: String) -> Message { Message(option, path) }
    package static func nameFileOutside(example: String) -> Message { Message(example) }
    package static func noRegularFile(option: String, path: String) -> Message { Message(option, path) }
    package static var nameRegularFile: Message { Message() }
    package static func filesWouldBeAdded(option: String, path: String) -> Message { Message(option, path) }
    package static var nameFolderOutside: Message { Message() }
    package static func folderIsFilled(option: String, path: String) -> Message { Message(option, path) }
    package static var nameNewFolder: Message { Message() }
    package static func formatsDiffer(name: String, said: String, option: String, chosen: String) -> Message { Message(name, said, option, chosen) }
    package static func endNameOrLeaveOut(extensions: Message, option: String) -> Message { Message(extensions, option) }
    package static func noFormat(name: String) -> Message { Message(name) }
    package static var nameAFile: Message { Message() }
    package static var noTerminal: Message { Message() }
    package static var setEditorWithout: Message { Message() }
    package static func textNotTaken(path: String) -> Message { Message(path) }
    package static func editorFailed(command: String) -> Message { Message(command) }
    package static func editorNotStarted(reason: Message) -> Message { Message(reason) }
    package static func noPassingFile(folder: String, reason: Message) -> Message { Message(folder, reason) }
    package static var setTemporaryDirectory: Message { Message() }
    package static func cannotWriteOutput(reason: Message) -> Message { Message(reason) }
    package static var checkWhereOutputGoes: Message { Message() }
    package static func cannotLock(path: String, reason: Message) -> Message { Message(path, reason) }
    package static var stateWritableOrOther: Message { Message() }
    package static var setEditor: Message { Message() }
    package static func endNameIn(extensions: Message) -> Message { Message(extensions) }
    package static func endNameOrSay(extensions: Message, option: String) -> Message { Message(extensions, option) }
    package static var checkThePath: Message { Message() }
    package static func cannotRead(path: String, reason: Message) -> Message { Message(path, reason) }
    package static var standardInput: Message { Message() }
    package static func inputIsAFolder(input: Message) -> Message { Message(input) }
    package static func inputIsADevice(input: Message) -> Message { Message(input) }
    package static func inputIsNoFile(input: Message) -> Message { Message(input) }
    package static func inputHoldsMore(input: Message, most: Int) -> Message { Message(input, most) }
    package static var makeInputSmaller: Message { Message() }
    package static func cannotReadInput(input: Message, reason: Message) -> Message { Message(input, reason) }
    package static func cannotKeepInput(input: Message, reason: Message) -> Message { Message(input, reason) }
    package static func cannotReadPathList(reason: Message) -> Message { Message(reason) }
    /// - Parameter most: in MiB.
    package static func pathListTooLong(most: Int) -> Message { Message(most) }
    package static var giveListInParts: Message { Message() }
    package static var checkPathAndSpace: Message { Message() }
    package static func leadsToFolder(path: String, target: String) -> Message { Message(path, target) }
    package static func leadsNowhere(path: String, target: String) -> Message { Message(path, target) }
    package static func isNoFileNorFolder(path: String) -> Message { Message(path) }
    package static var isCopyAlready: Message { Message() }
    package static var nothingToDo: Message { Message() }
    package static func inNoProjectUpTo(path: String, end: String, reason: String, project: String) -> Message { Message(path, end, reason, project) }
    package static func nameItIfMeant(directory: String) -> Message { Message(directory) }
    /// - Parameters:
    ///   - why: `replaced`, `overwritten`, `elsewhere` or `unknown`: what this machine knows of it.
    ///   - other: where it is known, for `elsewhere`.
    package static func notTrusted(path: String, why: String, other: String) -> Message { Message(path, why, other) }
    package static func trustIt(command: String) -> Message { Message(command) }
    /// What is said of a dry run.
    package static func wouldBeStopped(message: Message) -> Message { Message(message) }
    package static func belongsToOther(path: String, owner: String, isSplit: Bool, sidecar: String, user: String) -> Message { Message(path, owner, isSplit, sidecar, user) }
    /// - Parameters:
    ///   - file: where `safe-directories` stands.
    ///   - absent: ``listsAbsent(names:)``, or nothing.
    package static func workAsOwner(directory: String, file: String, absent: Message) -> Message { Message(directory, file, absent) }
    /// What stands in `safe-directories` and is not there.
    package static func listsAbsent(names: String) -> Message { Message(names) }
    package static func trashIsClaimed(path: String, confirmed: String) -> Message { Message(path, confirmed) }
    package static func trashIsNotConfirmed(path: String) -> Message { Message(path) }
    package static func standsElsewhere(path: String) -> Message { Message(path) }
    package static var settleFirst: Message { Message() }
    package static func confirmIt(command: String) -> Message { Message(command) }
    package static func trusting(path: String) -> Message { Message(path) }
    package static func trustedProject(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func trustedAlready(path: String) -> Message { Message(path) }
    package static func quarantineLifted(path: String) -> Message { Message(path) }
    package static func safeDirectoriesLeftOut(path: String) -> Message { Message(path) }
    package static func trustWanted(name: String) -> Message { Message(name) }
}
