import ShedModel

/// Which sort of project a folder is, by names and beginnings alone.
struct Recognition {
    private let folder: any ForeignFolder
    /// One file that was named, whose folder the tree is.
    private let file: Name?

    /// So many entries are looked at, and so many notes, before it is said that there is none.
    static let mostEntries = 20_000
    private static let mostNotes = 2_000
    static let depth = 8

    init(_ folder: any ForeignFolder, _ file: Name?) { (self.folder, self.file) = (folder, file) }

    func isMeant(_ format: ForeignFormat) throws(ForeignError) -> Bool {
        if let file { return try isMeant(format, by: file) }
        switch format {
        case .scrivener: return try ScrivenerProject.isMeant(folder)
        case .novelWriter: return try NovelWriterProject.isMeant(folder)
        case .manuskript:
            if try manuskript != nil { return true }
            // Without its outline it is one still, and no folder of documents.
            return try folder.size(RelativePath([ManuskriptProject.version])) != nil
        case .zotero: return try ZoteroExport.list(folder) != nil
        case .papis: return try has { $0.name == PapisLibrary.file && $0.size != nil }
        case .tagSpaces: return try has(hidden: true) { $0.name == TagSpacesFolder.folder && $0.isFolder }
        case .longform: return try hasIndex()
        case .documents:
            let search = try DocumentSearch(folder, atMost: Recognition.mostEntries, depth: Recognition.depth)
            return search.isFound || search.project != nil
        }
    }

    private func isMeant(_ format: ForeignFormat, by file: Name) throws(ForeignError) -> Bool {
        switch format {
        case .scrivener: return file.hasSuffix(".scrivx")
        case .novelWriter: return RelativePath([file]) == NovelWriterProject.file
        case .manuskript:
            guard file.hasSuffix(".msk") else { return false }
            return try manuskript != nil
        case .zotero:
            if file.hasSuffix(".rdf") || file.hasSuffix(".bib") { return true }
            return try ZoteroCSV.isMeant(by: RelativePath([file]), in: folder)
        case .longform:
            guard file.hasSuffix(".md") else { return false }
            return try isIndex(RelativePath([file]))
        case .papis, .tagSpaces, .documents: return false
        }
    }

    /// Where a project of Manuskript stands: beside its `.msk`, in a folder of that name, or right here.
    var manuskript: RelativePath? {
        get throws(ForeignError) {
            var places: [RelativePath] = []
            if let file {
                places = [RelativePath([Name(bytes: Array(file.parts.stem))])]
            } else {
                places = [.root]
                for entry in try folder.entries(of: .root) where entry.size != nil && entry.name.hasSuffix(".msk") {
                    places.append(RelativePath([Name(bytes: Array(entry.name.parts.stem))]))
                }
            }
            for named in places.prefix(100) {
                guard let place = try folder.found(named), try folder.entry(place)?.isFolder == true, try folder.entry(place.appending(ManuskriptProject.outline))?.isFolder == true else { continue }
                for file in [ManuskriptProject.version, "infos.txt"] where try folder.size(place.appending(file)) != nil { return place }
            }
            return nil
        }
    }

    /// Whether something in the folder or below it is such a thing.
    private func has(hidden: Bool = false, _ isMeant: (ForeignEntry) -> Bool) throws(ForeignError) -> Bool {
        var left = Recognition.mostEntries
        var places: [(path: RelativePath, depth: Int)] = [(.root, 1)]
        var next = 0
        while next < places.count {
            let place = places[next]
            next += 1
            for entry in try folder.entries(of: place.path) {
                if isMeant(entry) { return true }
                left -= 1
                guard left > 0 else { return false }
                if entry.isFolder, !entry.name.isHidden, place.depth < Recognition.depth {
                    places.append((place.path.appending(entry.name), place.depth + 1))
                }
            }
        }
        return false
    }

    private func hasIndex() throws(ForeignError) -> Bool {
        var left = Recognition.mostNotes
        var places: [(path: RelativePath, depth: Int)] = [(.root, 1)]
        var next = 0
        while next < places.count {
            let place = places[next]
            next += 1
            for entry in try folder.entries(of: place.path) where !entry.name.isHidden {
                let path = place.path.appending(entry.name)
                if entry.isFolder {
                    if place.depth < Recognition.depth, places.count < Recognition.mostEntries { places.append((path, place.depth + 1)) }
                } else if entry.size != nil, entry.name.hasSuffix(".md") {
                    if try isIndex(path) { return true }
                    left -= 1
                    guard left > 0 else { return false }
                }
            }
        }
        return false
    }

    /// Whether a note has front matter that begins a line with `longform:`.
    private func isIndex(_ path: RelativePath) throws(ForeignError) -> Bool {
        guard let size = try folder.size(path), size <= 1 << 20 else { return false }
        let text = String(decoding: try folder.bytes(path, limit: 1 << 20), as: UTF8.self)
        let lines = ForeignText.lines(text)
        guard let first = lines.first, first == "---" || first == "\u{feff}---", let end = lines.dropFirst().firstIndex(of: "---") else { return false }
        return lines[1..<end].contains { $0.hasPrefix("longform:") }
    }
}
