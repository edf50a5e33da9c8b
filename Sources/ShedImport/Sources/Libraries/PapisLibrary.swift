import ShedModel

/// A library of Papis: folders with an `info.yaml` each, which names the files that belong to it and has tags. All stays where it is,
/// `info.yaml` too, since it has authors and years that shed has no place for.
struct PapisLibrary: TreeReader {
    static let file: Name = "info.yaml"
    static var hidden: Name? { nil }

    static func read(_ folder: any ForeignFolder) throws(ForeignError) -> ForeignProject {
        var copy = TreeCopy(folder, PapisLibrary())
        let items = try copy.items()
        return ForeignProject(.papis, title: copy.title, items: items, losses: copy.losses)
    }

    mutating func changes(
        in folder: RelativePath, _ entries: [ForeignEntry], of source: any ForeignFolder, _ losses: inout ForeignLosses
    ) throws(ForeignError) -> [Name: TreeChange] {
        guard entries.contains(where: { $0.name == PapisLibrary.file && $0.size != nil }) else { return [:] }
        let path = folder.appending(PapisLibrary.file)
        let facts = try YAMLReader.read(try source.text(path, limit: ForeignLimits.short) ?? "", path)
        losses.add(.details, at: "\(path)")
        let tags = PapisLibrary.tags(facts["tags"]).compactMap { ForeignTag($0) }
        let present = Set(entries.filter { $0.size != nil }.map(\.name))
        var changes: [Name: TreeChange] = [:]
        for file in facts["files"]?.texts ?? [] {
            let written = Name(file)
            let name = present.contains(written) ? written : try source.spellings(of: folder).only(called: written.bytes)
            if let name, present.contains(name) {
                changes[name] = TreeChange(tags: tags)
            } else {
                losses.add(.missing, at: "\(path)")
            }
        }
        // Of a document without files, what tells of it has them.
        if changes.isEmpty, !tags.isEmpty { changes[PapisLibrary.file] = TreeChange(tags: tags) }
        return changes
    }

    /// A list, or, as earlier versions wrote them, one text with blanks or commas between.
    private static func tags(_ value: YAMLValue?) -> [String] {
        guard case .text(let text) = value else { return value?.texts ?? [] }
        let mark: Character = text.contains(",") ? "," : " "
        return text.split(separator: mark).map(String.init)
    }
}
