import ShedModel

/// A folder of documents: each stays what it is, byte for byte. Their words are counted, and they are compiled, as they are.
struct DocumentFolder: TreeReader {
    /// Endings of what writers' programs make.
    static let suffixes = [".docx", ".odt", ".rtf", ".doc"]
    static var hidden: Name? { nil }

    static func read(_ folder: any ForeignFolder) throws(ForeignError) -> ForeignProject {
        let search = try DocumentSearch(folder, atMost: Recognition.mostEntries, depth: Recognition.depth)
        // Where not all was looked at, documents may lie outside of the projects too; these are named then as what does not come.
        if !search.isFound, search.isComplete, let project = search.project { throw ForeignError(.holdsProject(of: project.program), project.path) }
        var copy = TreeCopy(folder, DocumentFolder())
        let items = try copy.items()
        guard !items.isEmpty else { throw ForeignError(.empty) }
        return ForeignProject(.documents, title: copy.title, items: items, losses: copy.losses)
    }

    func changes(
        in folder: RelativePath, _ entries: [ForeignEntry], of source: any ForeignFolder, _ losses: inout ForeignLosses
    ) throws(ForeignError) -> [Name: TreeChange] {
        guard !folder.isRoot else { return [:] }
        if try ProjectMarks.program(of: folder, source.entries(of: folder), in: source) != nil { losses.add(.projects, at: "\(folder)") }
        return [:]
    }
}
