/// Why something may not stand where it stands in projects of records and papers.
extension Message {
    package static func notForBundles(folder: String) -> Message { Message(folder) }
    package static func notForDocs(folder: String) -> Message { Message(folder) }
    package static func notADoc(folder: String) -> Message { Message(folder) }
    package static func notAPageGroup(folder: String) -> Message { Message(folder) }
    package static func groupInGroup(folder: String) -> Message { Message(folder) }
    package static func holdsDocs(folder: String) -> Message { Message(folder) }
    package static func holdsPageGroups(folder: String) -> Message { Message(folder) }
    package static func takesPDFsOnly(folder: String) -> Message { Message(folder) }
    package static func takesRecordsOnly(folder: String) -> Message { Message(folder) }
}
