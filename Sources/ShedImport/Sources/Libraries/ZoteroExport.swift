import ShedModel

/// An export of Zotero with its files: a folder with `NAME.rdf`, `NAME.bib` or `NAME.csv` and the files that it names. Collections become folders; a
/// thing that is in several comes to the first. The list itself comes too, since it has authors and years that shed has no place for.
struct ZoteroExport {
    private let source: any ForeignFolder
    private let found: ZoteroItems
    private var losses = ForeignLosses()
    private var budget = TextBudget()
    private var labels = LabelBudget()
    private var taken: Set<String> = []
    private var files: Set<RelativePath> = []
    /// So many files that may be a list are looked into, and so many names of a path from its end are tried.
    private static let (mostLists, mostEnds) = (20, 8)

    /// The list: RDF before BibTeX before CSV.
    static func list(_ folder: any ForeignFolder) throws(ForeignError) -> Name? {
        let names = try folder.entries(of: .root).filter { $0.size != nil && !$0.name.isHidden }.map(\.name)
        if let list = names.first(where: { $0.hasSuffix(".rdf") }) ?? names.first(where: { $0.hasSuffix(".bib") }) { return list }
        for name in names.filter({ $0.hasSuffix(".csv") }).prefix(mostLists) {
            if try ZoteroCSV.isMeant(by: RelativePath([name]), in: folder) { return name }
        }
        return nil
    }

    static func read(_ folder: any ForeignFolder, list file: Name? = nil) throws(ForeignError) -> ForeignProject {
        var wanted = file
        if wanted == nil { wanted = try list(folder) }
        guard let list = wanted else { throw ForeignError(.empty) }
        let path = RelativePath([list])
        let bytes = try folder.bytes(path, limit: ForeignLimits.index)
        let found = list.hasSuffix(".rdf") ? try ZoteroRDF.read(bytes, path) : list.hasSuffix(".csv") ? try ZoteroCSV.read(bytes, path) : try BibTeX.read(bytes, path)
        guard !found.items.isEmpty else { throw ForeignError(.empty, path) }
        var reader = ZoteroExport(source: folder, found: found)
        var items = try reader.items()
        var names = ForeignNames()
        for item in items { _ = names.take(file: item.name) }
        if let name = names.take(file: list), let size = try folder.size(path) { items.append(ForeignItem(name, .file(path, size: size))) }
        try reader.countUnnamed("files", depth: 1)
        if file == nil { try reader.countBeside(list) }
        return ForeignProject(.zotero, title: String(decoding: list.parts.stem, as: UTF8.self), items: items, losses: reader.losses)
    }

    private init(source: any ForeignFolder, found: ZoteroItems) { (self.source, self.found) = (source, found) }

    private mutating func items() throws(ForeignError) -> [ForeignItem] {
        let byID = Dictionary(found.items.map { ($0.id, $0) }) { first, _ in first }
        let inner = Set(found.collections.values.flatMap(\.parts))
        let roots = found.collectionIDs.filter { !inner.contains($0) }
        var names = ForeignNames()
        var made: [ForeignItem] = []
        var seen: Set<String> = []
        for id in roots { if let folder = try folder(id, byID, &names, &seen, depth: 1) { made.append(folder) } }
        // A collection that no root leads to is within itself.
        if let lost = found.collectionIDs.first(where: { !seen.contains($0) }) {
            throw ForeignError(.circle(String((found.collections[lost]?.title ?? lost).prefix(80))))
        }
        for item in found.items where !taken.contains(item.id) { made += try self.items(item, &names) }
        return made
    }

    private mutating func folder(
        _ id: String, _ byID: [String: ZoteroItems.Item], _ names: inout ForeignNames, _ seen: inout Set<String>, depth: Int
    ) throws(ForeignError) -> ForeignItem? {
        guard let collection = found.collections[id] else { return nil }
        guard depth <= ForeignLimits.depth else { throw ForeignError(.tooDeep(most: ForeignLimits.depth)) }
        guard seen.insert(id).inserted else { throw ForeignError(.circle(String(collection.title.prefix(80)))) }
        let name = names.take(collection.title)
        if name.isChanged { losses.add(.names, at: collection.title) }
        var inner = ForeignNames()
        var children: [ForeignItem] = []
        for part in collection.parts {
            if let folder = try folder(part, byID, &inner, &seen, depth: depth + 1) { children.append(folder) }
        }
        for part in collection.parts {
            guard let item = byID[part] else { continue }
            guard taken.insert(part).inserted else {
                losses.add(.places, at: item.title)
                continue
            }
            children += try items(item, &inner)
        }
        try budget.count(.root)
        return ForeignItem(name.name, .folder(children))
    }

    /// The files of a thing, and its notes.
    private mutating func items(_ item: ZoteroItems.Item, _ names: inout ForeignNames) throws(ForeignError) -> [ForeignItem] {
        taken.insert(item.id)
        var item = item
        item.title = MarkedTitle.plain(item.title)
        if !item.title.isEmpty { losses.add(.details, at: item.title) }
        var made: [(item: ForeignItem, tags: [ForeignTag])] = []
        /// What has neither a file nor a text here, and has tags.
        var bare: [(title: String, tags: [ForeignTag])] = []
        var notes: [(title: String, note: ZoteroItems.Note)] = []
        for file in item.files {
            let place = try place(file, of: item, &names)
            if case .here(let item) = place { made.append((item, file.tags)) }
            if var note = file.note, !note.text.isEmpty {
                note.tags = file.tags
                notes.append((place.title ?? item.title, note))
            } else if case .nowhere = place, !file.tags.isEmpty {
                bare.append((MarkedTitle.plain(file.title), file.tags))
            }
        }
        for note in item.notes {
            if !note.text.isEmpty { notes.append((item.title, note)) } else if !note.tags.isEmpty { bare.append(("", note.tags)) }
        }
        for (title, note) in notes { made.append((try text(note, title, &names), note.tags)) }
        if made.isEmpty {
            for lost in bare { losses.add(.details, at: lost.title.isEmpty ? item.title : lost.title) }
            // One with a title is counted.
            if item.title.isEmpty, !item.tags.isEmpty { losses.add(.details, at: item.title) }
        } else if !bare.isEmpty {
            var all = ForeignTags(item.tags)
            for left in bare { for tag in left.tags { all.add(tag) } }
            item.tags = all.all
        }
        var items: [ForeignItem] = []
        for (made, own) in made {
            items.append(made)
            items[items.count - 1].tags = try tags(of: item, and: own)
        }
        return items
    }

    /// Where a file of a thing comes.
    private enum Place {
        case here(ForeignItem)
        /// It came with another thing, under a name.
        case elsewhere(Name)
        case nowhere

        /// What a note on it is called.
        var title: String? {
            switch self {
            case .here(let item): String(decoding: item.name.parts.stem, as: UTF8.self)
            case .elsewhere(let name): String(decoding: name.parts.stem, as: UTF8.self)
            case .nowhere: nil
            }
        }
    }

    private mutating func place(_ file: ZoteroItems.File, of item: ZoteroItems.Item, _ names: inout ForeignNames) throws(ForeignError) -> Place {
        // A link to the web is no file that is missing.
        guard let written = file.path else { return .nowhere }
        guard let path = try path(written), let size = try source.size(path), let last = path.last else {
            losses.add(.missing, at: item.title)
            return .nowhere
        }
        guard files.insert(path).inserted else {
            losses.add(.places, at: item.title)
            return .elsewhere(last)
        }
        try budget.count(path)
        let name = names.take(file: last)
        if name != last { losses.add(name == nil ? .unusual : .names, at: "\(path)") }
        guard let name else { return .nowhere }
        return .here(ForeignItem(name, .file(path, size: size)))
    }

    /// A note as a text, which is called after what it is on, or as it begins.
    private mutating func text(_ note: ZoteroItems.Note, _ title: String, _ names: inout ForeignNames) throws(ForeignError) -> ForeignItem {
        try budget.spend(note.text.utf8.count, .root)
        try budget.count(.root)
        let title = title.isEmpty ? String(note.text.prefix(40)) : title
        losses.add(.links, note.lostLinks, at: title)
        return ForeignItem(names.take(title, suffix: ".md").name, .made(Array(note.text.utf8)))
    }

    /// Those of a thing, and those that one of its files or notes has besides. Where that has none, all share one list.
    private mutating func tags(of item: ZoteroItems.Item, and own: [ForeignTag]) throws(ForeignError) -> [ForeignTag] {
        guard !own.isEmpty else { return item.tags }
        try labels.spend(item.tags.count + own.count, .root)
        var tags = ForeignTags(item.tags)
        for tag in own { tags.add(tag) }
        return tags.all
    }

    /// Where a file is, within the export: as it is written, or with `%20` for a blank and so on.
    private func path(_ text: String) throws(ForeignError) -> RelativePath? {
        for bytes in [Array(text.utf8), ZoteroExport.decoded(text)] {
            if let path = RelativePath(bytes: bytes), !path.isRoot, let found = try source.found(path), try source.size(found) != nil { return found }
        }
        return found.isOfElsewhere ? try end(of: text) : nil
    }

    /// Where a file is that somebody had elsewhere: by as much of the end of its path as leads to one here.
    private func end(of text: String) throws(ForeignError) -> RelativePath? {
        let names = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).map { Name(String($0)) }
        for count in stride(from: min(names.count, ZoteroExport.mostEnds), to: 0, by: -1) {
            let path = RelativePath(Array(names.suffix(count)))
            if names.suffix(count).allSatisfy(\.isPossible), let found = try source.found(path), try source.size(found) != nil { return found }
        }
        return nil
    }

    private static func decoded(_ text: String) -> [UInt8] {
        var out: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = Hexadecimal.value(of: rest[rest.startIndex]),
                let low = Hexadecimal.value(of: rest[rest.startIndex + 1])
            {
                out.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                out.append(byte)
            }
        }
        return out
    }

    /// What lies beside the list and is named by nothing: another list, and files of which it does not tell.
    private mutating func countBeside(_ list: Name) throws(ForeignError) {
        var looked = 0
        for entry in try source.entries(of: .root) where entry.name != list && !entry.name.isHidden && !entry.isFolder {
            let path = RelativePath([entry.name])
            var isList = entry.name.hasSuffix(".rdf") || entry.name.hasSuffix(".bib")
            if !isList, entry.name.hasSuffix(".csv"), looked < ZoteroExport.mostLists {
                looked += 1
                isList = try ZoteroCSV.isMeant(by: path, in: source)
            }
            if isList {
                losses.add(.indices, at: "\(path)")
            } else if !found.isOfElsewhere, !files.contains(path) {
                // CSV may lie in Zotero's own folder, in which that keeps much for itself.
                losses.add(entry.size == nil ? .unusual : .unnamed, at: "\(path)")
            }
        }
    }

    private mutating func countUnnamed(_ folder: RelativePath, depth: Int) throws(ForeignError) {
        guard depth <= ForeignLimits.depth, try source.entry(folder)?.isFolder == true else { return }
        for entry in try source.entries(of: folder) {
            let path = folder.appending(entry.name)
            if entry.isFolder { try countUnnamed(path, depth: depth + 1) } else if !files.contains(path) { losses.add(.unnamed, at: "\(path)") }
        }
    }
}
