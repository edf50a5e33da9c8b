/// What is said of projects of other programs that are imported.
extension Message {
    // MARK: Why one is not

    package static func importCannotRead(path: String, reason: String) -> Message { Message(path, reason) }
    package static func importHoldsTooMany(path: String, most: Int) -> Message { Message(path, most) }
    package static func importNestsTooDeep(path: String, most: Int) -> Message { Message(path, most) }
    package static func importMalformed(path: String) -> Message { Message(path) }
    package static func importMalformedLine(path: String, line: Int) -> Message { Message(path, line) }
    package static func importEntities(path: String) -> Message { Message(path) }
    package static func importBeyondYAML(path: String, line: Int) -> Message { Message(path, line) }
    package static func importNotUTF8(path: String) -> Message { Message(path) }
    package static func importCircle(path: String, name: String) -> Message { Message(path, name) }
    package static func importDoubled(path: String, name: String) -> Message { Message(path, name) }
    package static func importVersion(path: String, version: String) -> Message { Message(path, version) }
    package static var importVersionRemedy: Message { Message() }
    package static func importHoldsNothing(path: String) -> Message { Message(path) }
    package static var importAdoptsNotes: Message { Message() }
    package static func importIsProject(path: String) -> Message { Message(path) }
    package static var importExportsFirst: Message { Message() }
    package static func importLacksIndex(path: String, index: String, program: String) -> Message { Message(path, index, program) }
    package static func importLacksIndexRemedy(program: String) -> Message { Message(program) }
    package static func importHoldsProject(path: String, program: String) -> Message { Message(path, program) }
    package static var importItAlone: Message { Message() }

    // MARK: What does not come over

    package static func importedComments(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesStyles(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesImages(count: Int, places: String) -> Message { Message(count, places) }
    package static func importedTables(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesHidden(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesLinks(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesCharacters(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesSettings(program: String) -> Message { Message(program) }
    package static func importLeavesTrash(count: Int) -> Message { Message(count) }
    package static func importedMarkdown(count: Int, program: String) -> Message { Message(count, program) }
    package static func importChangedNames(count: Int, places: String) -> Message { Message(count, places) }
    package static func importMisses(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesUnusual(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesUnnamed(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesIndices(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesUnseen(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesIgnored(count: Int, places: String) -> Message { Message(count, places) }
    package static func importedProjects(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesVersions(count: Int, places: String) -> Message { Message(count, places) }
    package static func importedLinks(count: Int, documents: Int) -> Message { Message(count, documents) }
    package static func importBreaksLinks(count: Int, places: String) -> Message { Message(count, places) }
    package static func importedOnce(count: Int, places: String) -> Message { Message(count, places) }
    package static func importLeavesDetails(count: Int, places: String) -> Message { Message(count, places) }
}
