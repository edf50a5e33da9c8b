/// Why something may not stand where it stands in projects of records and papers.
extension Message {
    package static func notForBundles(folder: String) -> Message { Message(folder) }
    package static func notForDocs(folder: String) -> Message { Message(folder) }
    package static func notADoc(folder: String) -> Message { Message(folder) }
    package static func notAPageGroup(folder: String) -> Message { Message(folder) }
    package static func notYetAPage(folder: String) -> Message { Message(folder) }
    package static func groupInGroup(folder: String) -> Message { Message(folder) }
    package static func holdsDocs(folder: String) -> Message { Message(folder) }
    package static func holdsPageGroups(folder: String) -> Message { Message(folder) }
    package static func takesPDFsOnly(folder: String) -> Message { Message(folder) }
    /// - Parameter complaint: what is wrong with a PDF.
    package static func nothingCanBeMade(complaint: String, command: String) -> Message { Message(complaint, command) }
    package static func moreUnsoundPDFs(count: Int) -> Message { Message(count) }
    package static func folderInCollection(folder: String) -> Message { Message(folder) }
    package static func takesRecordsOnly(folder: String) -> Message { Message(folder) }
    package static func pageMadeAnew(number: Int, isForeseen: Bool) -> Message { Message(number, isForeseen) }
    package static func losesShownPage(count: Int, path: String, number: Int) -> Message { Message(count, path, number) }
    package static var replacedUnseen: Message { Message() }
    package static var pagesAreMadeFromIt: Message { Message() }
    package static var cameFromCopy: Message { Message() }
    package static func cameFromCopyInstead(path: String) -> Message { Message(path) }
}

/// What is said of the versions of a record.
extension Message {
    package static func recordVersion(number: Int, until: Message, facts: Message) -> Message { Message(number, until, facts) }
    package static func currentVersion(number: Int) -> Message { Message(number) }
    package static func until(time: String) -> Message { Message(time) }
    package static func keyAndValue(key: String, value: String) -> Message { Message(key, value) }
    package static func noKey(key: String) -> Message { Message(key) }
    package static var writtenOtherwise: Message { Message() }
    package static func noSuchVersion(path: String, version: Int) -> Message { Message(path, version) }
    package static var onlyCurrentIsKept: Message { Message() }
    package static func versionsAreShown(count: Int) -> Message { Message(count) }
    package static func holdsThatAlready(path: String) -> Message { Message(path) }
    package static func restoredVersion(isDryRun: Bool, path: String, version: Int) -> Message { Message(isDryRun, path, version) }
}
