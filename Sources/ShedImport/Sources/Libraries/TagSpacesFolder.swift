import ShedModel

/// A location of TagSpaces: files whose names have tags in brackets (`photo[sea 2019].jpg`), and folders `.ts` with `NAME.json` for each
/// tagged file and `tsm.json` for the folder itself.
struct TagSpacesFolder: TreeReader {
    static let folder: Name = ".ts"
    static var hidden: Name? { folder }

    static func read(_ folder: any ForeignFolder) throws(ForeignError) -> ForeignProject {
        var copy = TreeCopy(folder, TagSpacesFolder())
        let items = try copy.items()
        return ForeignProject(.tagSpaces, title: copy.title, items: items, losses: copy.losses)
    }

    func changes(
        in folder: RelativePath, _ entries: [ForeignEntry], of source: any ForeignFolder, _ losses: inout ForeignLosses
    ) throws(ForeignError) -> [Name: TreeChange] {
        let beside = folder.appending(TagSpacesFolder.folder)
        var known: Set<Name> = []
        if try source.entry(beside)?.isFolder == true { known = Set(try source.entries(of: beside).filter { $0.size != nil }.map(\.name)) }
        var changes: [Name: TreeChange] = [:]
        for entry in entries {
            var change = TreeChange()
            var facts: RelativePath?
            if entry.isFolder {
                // Of a folder it stands within it.
                let inner = folder.appending(entry.name).appending(TagSpacesFolder.folder).appending(Name("tsm.json"))
                if try source.size(inner) != nil { facts = inner }
            } else {
                let own = Name(bytes: entry.name.bytes + Array(".json".utf8))
                if known.contains(own) { facts = beside.appending(own) }
                if let (name, tags) = TagSpacesFolder.tags(in: entry.name) {
                    change.name = name
                    change.tags = tags
                }
            }
            if let facts { try TagSpacesFolder.take(facts, source, &change) }
            if change.name != nil || !change.tags.isEmpty || change.remark != nil { changes[entry.name] = change }
        }
        return changes
    }

    private static func take(_ path: RelativePath, _ source: any ForeignFolder, _ change: inout TreeChange) throws(ForeignError) {
        let bytes = try source.bytes(path, limit: ForeignLimits.short)
        let value: JSONValue
        let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
        do { value = try JSONParser.parse(text, most: ForeignLimits.short / 32) } catch {
            throw ForeignError(.malformed(line: nil), path)
        }
        var tags = ForeignTags(change.tags)
        for entry in value["tags"]?.array ?? [] { tags.add(entry["title"]?.string.flatMap { ForeignTag($0) }) }
        change.tags = tags.all
        if let text = value["description"]?.string, !ForeignText.trimmed(text[...]).isEmpty { change.remark = text }
    }

    /// The tags between the last brackets of a name, and the name without; `nil` where there are none.
    private static func tags(in name: Name) -> (name: Name?, tags: [ForeignTag])? {
        guard let text = name.text, let start = text.lastIndex(of: "["), let end = text.lastIndex(of: "]"), start < end else { return nil }
        let tags = text[text.index(after: start)..<end].split(separator: " ").compactMap { ForeignTag(String($0)) }
        guard !tags.isEmpty else { return nil }
        let rest = ForeignText.trimmed(text[..<start]) + text[text.index(after: end)...]
        let plain = Name(String(rest))
        // Where nothing is left but an ending, the name stays.
        return (plain.parts.stem.isEmpty || plain.isHidden || !plain.isPossible ? nil : plain, tags)
    }
}
