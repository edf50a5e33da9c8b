import ShedModel

/// A location of TagSpaces: files whose names have tags in brackets (`photo[sea 2019].jpg`), and folders `.ts` with `NAME.json` for each
/// tagged file and `tsm.json` for the folder itself. What that says of the location is said of the project.
struct TagSpacesFolder: TreeReader {
    static let folder: Name = ".ts"
    static var hidden: Name? { folder }

    static func read(_ folder: any ForeignFolder) throws(ForeignError) -> ForeignProject {
        var copy = TreeCopy(folder, TagSpacesFolder())
        let items = try copy.items()
        var project = ForeignProject(.tagSpaces, title: copy.title, items: items, losses: copy.losses)
        let facts = RelativePath([TagSpacesFolder.folder, ofFolder])
        guard try folder.size(facts) != nil else { return project }
        var own = TreeChange()
        try take(facts, folder, &own)
        project.tags = own.tags
        guard let text = own.remark else { return project }
        if text.utf8.count <= longestDetails { project.details = ForeignText.trimmed(text) } else { project.losses.add(.details, at: "\(facts)") }
        return project
    }

    /// A longer description of the location stays where it is, in bytes: the sidecar would not take it, with what JSON makes of it.
    private static let longestDetails = 128 << 10

    func changes(
        in folder: RelativePath, _ entries: [ForeignEntry], of source: any ForeignFolder, _ losses: inout ForeignLosses
    ) throws(ForeignError) -> [Name: TreeChange] {
        let told = try TagSpacesFolder.told(in: folder, entries, of: source, &losses)
        var changes: [Name: TreeChange] = [:]
        for entry in entries {
            var change = TreeChange()
            var facts: RelativePath?
            if entry.isFolder {
                // Of a folder it stands within it.
                let inner = folder.appending(entry.name).appending(TagSpacesFolder.folder).appending(TagSpacesFolder.ofFolder)
                if try source.size(inner) != nil { facts = inner }
            } else {
                facts = told[entry.name]
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

    /// What TagSpaces keeps there of a folder itself, and a list of all that is in it.
    private static let (ofFolder, ofLocation): (Name, Name) = ("tsm.json", "tsi.json")
    private static let ending = ".json"

    /// The files beside that tell of others, by the names of those. One whose file is not there is counted.
    private static func told(
        in folder: RelativePath, _ entries: [ForeignEntry], of source: any ForeignFolder, _ losses: inout ForeignLosses
    ) throws(ForeignError) -> [Name: RelativePath] {
        let beside = folder.appending(TagSpacesFolder.folder)
        guard try source.entry(beside)?.isFolder == true else { return [:] }
        let present = Set(entries.map(\.name))
        var told: [Name: RelativePath] = [:]
        var rest: [(name: Name, path: RelativePath)] = []
        for entry in try source.entries(of: beside) where entry.size != nil && entry.name.hasSuffix(ending) && entry.name != ofFolder && entry.name != ofLocation {
            let name = Name(bytes: Array(entry.name.bytes.dropLast(ending.utf8.count)))
            if present.contains(name) { told[name] = beside.appending(entry.name) } else { rest.append((name, beside.appending(entry.name))) }
        }
        var spellings = Spellings<Name>()
        // One that has a file of its own is not meant by another.
        for name in present.sorted() where !rest.isEmpty && told[name] == nil { spellings.add(name, called: name.bytes) }
        for (name, path) in rest {
            if let only = spellings.only(called: name.bytes), told[only] == nil {
                told[only] = path
            } else if try source.entry(folder.appending(name)) == nil {
                losses.add(.missing, at: "\(path)")
            }
        }
        return told
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
        let parts = Name(String(rest)).parts
        // The blanks that stood around the brackets go with them.
        let stem = ForeignText.trimmed(String(decoding: parts.stem, as: UTF8.self))
        let plain = Name(stem + String(decoding: parts.suffix, as: UTF8.self))
        // Where nothing is left but an ending, the name stays.
        return (stem.isEmpty || plain.isHidden || !plain.isPossible ? nil : plain, tags)
    }
}
