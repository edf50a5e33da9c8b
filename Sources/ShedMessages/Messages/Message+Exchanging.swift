/// What `export` of projects and `import` of them say.
extension Message {
    package static func importFileTooLarge(path: String, most: Int) -> Message { Message(path, most) }
    package static func archiveListTooLarge(most: Int) -> Message { Message(most) }
    package static var noArchive: Message { Message() }
    package static var archiveDamaged: Message { Message() }
    package static var archiveOverlaps: Message { Message() }
    package static var archiveEncrypted: Message { Message() }
    package static var archivePacking: Message { Message() }
    package static func archivePath(path: String) -> Message { Message(path) }
    package static func archiveTwice(path: String) -> Message { Message(path) }
    package static func importTooMany(most: Int) -> Message { Message(most) }
    package static func importTooLarge(most: Int) -> Message { Message(most) }
    package static func importTooDense(most: Int) -> Message { Message(most) }
    package static func importTooDeep(path: String, most: Int) -> Message { Message(path, most) }
    package static func importRaise(option: String) -> Message { Message(option) }
    package static func importLacks(path: String) -> Message { Message(path) }
    package static func manifestNoJSON(reason: String) -> Message { Message(reason) }
    package static func manifestFormat(format: Int) -> Message { Message(format) }
    package static var manifestNewerShed: Message { Message() }
    package static func manifestWrong(member: String) -> Message { Message(member) }
    package static func manifestTwiceID(id: String, path: String) -> Message { Message(id, path) }
    package static func manifestTwicePath(path: String) -> Message { Message(path) }
    package static func manifestParent(path: String) -> Message { Message(path) }
    package static func exportAltered(path: String) -> Message { Message(path) }
    package static var exportIncomplete: Message { Message() }
    package static func exportStrangers(count: Int) -> Message { Message(count) }
    package static func importUnknown(path: String) -> Message { Message(path) }
    package static func importNoSource(name: String) -> Message { Message(name) }
    package static func importKnows(sources: String) -> Message { Message(sources) }
    package static func importKnowsOrAdopt(sources: String) -> Message { Message(sources) }
    package static func importKept(path: String) -> Message { Message(path) }
    package static func importKind(kind: String) -> Message { Message(kind) }
    package static var importSayKind: Message { Message() }
    package static func exportNeedsOptions(options: String) -> Message { Message(options) }
    package static func importFieldTooLong(field: String, path: String) -> Message { Message(field, path) }
    package static func importedNewIDs(count: Int) -> Message { Message(count) }
    package static func importedNewNames(count: Int) -> Message { Message(count) }
    package static func importedRoles(count: Int) -> Message { Message(count) }
    package static func importedShelters(count: Int) -> Message { Message(count) }
    package static func importedTypes(count: Int) -> Message { Message(count) }
    package static func importedFields(count: Int) -> Message { Message(count) }
    /// What files held elsewhere before shed wrote over it, and is not shown here.
    package static func importedOverwritten(count: Int) -> Message { Message(count) }
    package static func importedGathered(count: Int) -> Message { Message(count) }
    package static func importedLabels(count: Int) -> Message { Message(count) }
    package static func importedLabelName(from: String, to: String) -> Message { Message(from, to) }
    package static func importedShelterName(name: String, instead: String) -> Message { Message(name, instead) }
    package static func importedSettings(path: String) -> Message { Message(path) }
    /// Other files that shed goes by.
    package static func importedKept(count: Int, places: String) -> Message { Message(count, places) }
    package static func importedKeptLeft(count: Int) -> Message { Message(count) }
    package static var importedSettingsLeft: Message { Message() }
    package static var exportNamesNothing: Message { Message() }
    package static func exportInside(path: String) -> Message { Message(path) }
    package static func exportIsThere(path: String) -> Message { Message(path) }
    package static var exportNameAnother: Message { Message() }
    package static func backupNotWhole(reason: Message) -> Message { Message(reason) }
    package static var keepIsForBackups: Message { Message() }
    package static var keepAtLeastOne: Message { Message() }
    package static func exportMixed(option: String) -> Message { Message(option) }
    package static func exportNeverReplaces(option: String) -> Message { Message(option) }
    package static var backupIsWhole: Message { Message() }
    package static var importMixed: Message { Message() }
    package static var importIntoOrNew: Message { Message() }
    package static func importedInto(files: Int, folders: Int, path: String) -> Message { Message(files, folders, path) }
    package static func importedProject(isDryRun: Bool, title: String, files: Int, folders: Int, path: String) -> Message { Message(isDryRun, title, files, folders, path) }
    package static func importedVersions(count: Int) -> Message { Message(count) }
    package static func importNoteMore(count: Int) -> Message { Message(count) }
    /// What is said of some things, with what these are.
    package static func namedThings(text: Message, things: Message) -> Message { Message(text, things) }
    package static func exportedProject(isDryRun: Bool, files: Int, folders: Int, path: String) -> Message { Message(isDryRun, files, folders, path) }
    package static var exportDryRunOfWhat: Message { Message() }
    package static func exportLeft(path: String, reason: Message) -> Message { Message(path, reason) }
    package static var isSymbolicLink: Message { Message() }
    package static var isSpecialFile: Message { Message() }
    package static func exportLeftMore(count: Int) -> Message { Message(count) }
    package static func exportUntaken(path: String, reason: Message) -> Message { Message(path, reason) }
    package static func exportUntakenYet(path: String) -> Message { Message(path) }
    package static func exportLeavesUnseen(count: Int, places: String) -> Message { Message(count, places) }
    package static func exportUntakenMore(count: Int) -> Message { Message(count) }
    package static func backupMade(isDryRun: Bool, files: Int, path: String) -> Message { Message(isDryRun, files, path) }
    package static func backupRemoved(isDryRun: Bool, name: String) -> Message { Message(isDryRun, name) }
    package static func backupNotRemoved(name: String, reason: Message) -> Message { Message(name, reason) }
    package static func backupsNotListed(reason: Message) -> Message { Message(reason) }
    package static var backupKeepsAll: Message { Message() }
    package static func importingInto(path: String) -> Message { Message(path) }
}
