/// What is said of templates, roles and kinds of one's own.
extension Message {
    package static var templateNeedsSidecar: Message { Message() }
    package static var repairSaysWhy: Message { Message() }
    package static func templateOfOtherKind(name: String, kind: String) -> Message { Message(name, kind) }
    package static var setKindChangesIt: Message { Message() }
    package static func templateNotInForce(path: String) -> Message { Message(path) }
    package static var checkSaysWhy: Message { Message() }
    package static func isOfItsKind(path: String, type: String, kind: String) -> Message { Message(path, type, kind) }
    package static var newOfThatKind: Message { Message() }
    package static func forgetWhatIsMissing(command: String) -> Message { Message(command) }
    package static var somethingOfThatName: Message { Message() }
    package static func folderIsNotThere(role: String) -> Message { Message(role) }
    /// A clause without a full stop.
    package static func folderIsNotAt(path: String) -> Message { Message(path) }
    package static func onlyFoldersHaveRoles(path: String) -> Message { Message(path) }
    package static func hasOtherRole(path: String, role: String) -> Message { Message(path, role) }
    package static var roleOfPlainFolder: Message { Message() }
    package static func roleStays(path: String, role: String) -> Message { Message(path, role) }
    package static func roleComesBack(path: String, role: String) -> Message { Message(path, role) }
    package static var renameFolderFirst: Message { Message() }
    package static func trashIsNotGiven(path: String) -> Message { Message(path) }
    package static var repairMakesTrash: Message { Message() }
    package static var takeOthersOut: Message { Message() }
    package static var renameItOrTrash: Message { Message() }
    package static func trashIsCalled(name: String) -> Message { Message(name) }
    package static func tooManyTemplates(folder: String, most: Int) -> Message { Message(folder, most) }
    package static func roleIsTaken(role: String, path: String) -> Message { Message(role, path) }
    package static func removeHolderFirst(command: String) -> Message { Message(command) }
    package static func standsIn(folder: String) -> Message { Message(folder) }
    package static func roleBeginsEmpty(path: String, role: String) -> Message { Message(path, role) }
    package static var takeContentsOut: Message { Message() }
    package static var noFolderForTemplates: Message { Message() }
    package static var setHome: Message { Message() }
    package static var otherTemplateName: Message { Message() }
    package static func templateNameImpossible(name: String) -> Message { Message(name) }
    package static func templateNameShipped(name: String) -> Message { Message(name) }
    package static var nameTemplateFileOtherwise: Message { Message() }
    package static func noKindOrProject(name: String) -> Message { Message(name) }
    package static var templateListNames: Message { Message() }
    package static func templateNameTaken(name: String, other: String) -> Message { Message(name, other) }
    package static func tooLongForTemplate(kib: Int) -> Message { Message(kib) }
    package static func tooManyForTemplate(count: Int) -> Message { Message(count) }
    package static var noTextForTemplate: Message { Message() }
    package static var nameNoTextForTemplate: Message { Message() }
    package static func noStartingFile(key: String) -> Message { Message(key) }
    package static var noStartingFiles: Message { Message() }
    package static var noKindAndDetails: Message { Message() }
    package static func endNameInTOML(path: String) -> Message { Message(path) }
    package static var fileNamesTemplate: Message { Message() }
    package static func logAppliedTemplate(name: String) -> Message { Message(name) }
    package static func logSetKind(kind: String) -> Message { Message(kind) }
    package static func logGaveRole(path: String, role: String) -> Message { Message(path, role) }
    package static func logTookRole(path: String, role: String) -> Message { Message(path, role) }
    package static var changedTemplate: Message { Message() }
    package static func gaveRole(isDryRun: Bool, path: String, role: String) -> Message { Message(isDryRun, path, role) }
    package static func hasRoleAlready(path: String, role: String) -> Message { Message(path, role) }
    package static func tookRole(isDryRun: Bool, path: String, role: String) -> Message { Message(isDryRun, path, role) }
    package static func hasNoRole(path: String) -> Message { Message(path) }
    package static func changedKind(isDryRun: Bool, name: String, kind: String) -> Message { Message(isDryRun, name, kind) }
    package static func isOfKindAlready(name: String, kind: String) -> Message { Message(name, kind) }
    package static func appliedTemplate(isDryRun: Bool, name: String) -> Message { Message(isDryRun, name) }
    package static func hasAllOfTemplate(name: String) -> Message { Message(name) }
    package static func completedTemplate(isDryRun: Bool, name: String) -> Message { Message(isDryRun, name) }
    package static func madeOfTemplate(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func leftOfTemplate(path: String, reason: Message) -> Message { Message(path, reason) }
    package static func offersFiles(isDryRun: Bool, keys: String) -> Message { Message(isDryRun, keys) }
    package static func acceptsByContents(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func staysInRole(count: Int, path: String) -> Message { Message(count, path) }
    package static func differsInName(path: String, name: String, command: String) -> Message { Message(path, name, command) }
    package static func differsInAccepts(path: String, what: Message, command: String) -> Message { Message(path, what, command) }
    /// - Parameter keys: of a template's file.
    package static func differsInShape(path: String, keys: String, command: String) -> Message { Message(path, keys, command) }
    package static func wroteTemplate(isDryRun: Bool, name: String, path: String) -> Message { Message(isDryRun, name, path) }
    package static func leftOutOfTemplate(path: String, reason: Message) -> Message { Message(path, reason) }
}
