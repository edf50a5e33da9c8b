import ShedExchange
import ShedLinks
import ShedMessages
import ShedModel

/// Has relative links of documents that an import brings lead on to what they led to in the source, where the one or the other stands
/// elsewhere here. Only the bytes of the paths change, as when links are mended; what cannot be is counted.
struct ImportedLinks {
    private let tree: any SourceTree
    /// Where what stood at a path of the source stands here.
    private var places: [RelativePath: RelativePath] = [:]
    private var spellings = Spellings<RelativePath>()
    /// All that the import brings, by where it stands here.
    private var taken: Set<RelativePath> = []
    /// Whether something that does not come stands in the source.
    private var staying: [RelativePath: Bool] = [:]
    private var (documents, links) = (0, 0)
    private var left = 0
    private var leftPlaces: [String] = []
    /// Documents that are written otherwise stand in memory until they are, in bytes.
    private var room = 256 << 20

    private static let mostPlaces = 3
    /// So many paths are remembered: a document can name any number.
    private static let mostKnown = 100_000

    /// - Parameter path: of the folder that it is brought to.
    /// - Throws: where a document cannot be read.
    static func mend(_ plan: inout ImportPlan, from tree: any SourceTree, to path: RelativePath) throws(ImportFault) {
        var links = ImportedLinks(tree, plan, path)
        guard !links.places.isEmpty else { return }
        for position in plan.nodes.indices { try links.mend(&plan.nodes[position]) }
        if links.links > 0 { plan.notes.append(ImportNote(.importedLinks(count: links.links, documents: links.documents), count: links.links)) }
        if links.left > 0 {
            plan.notes.append(ImportNote(.importBreaksLinks(count: links.left, places: links.leftPlaces.joined(separator: "; ")), count: links.left))
        }
    }

    private init(_ tree: any SourceTree, _ plan: ImportPlan, _ path: RelativePath) {
        self.tree = tree
        for node in plan.nodes {
            taken.insert(node.path)
            guard let source = node.source else { continue }
            places[source] = node.path
            spellings.add(source, called: source.bytes)
        }
        guard !places.isEmpty else { return }
        places[tree.start] = path
        taken.insert(path)
    }

    private mutating func mend(_ node: inout PlannedNode) throws(ImportFault) {
        guard let source = node.source, case .file(let file, let size, _) = node.content, size <= Int64(LinkFinder.largest),
            let format = node.path.last.flatMap(DocumentFormat.init)
        else { return }
        let bytes = try tree.bytes(of: file, atMost: LinkFinder.largest)
        // What holds a NUL is no text that anybody wrote links into.
        guard !bytes.contains(0) else { return }
        let document = LinkedDocument(path: node.path, bytes: bytes, links: LinkFinder.links(in: bytes, as: format))
        var edits: [MendedLink] = []
        for link in document.links {
            // From which folder a wiki link's path begins, each program sees otherwise.
            guard case .path(let path) = link.target, link.form != .wiki else { continue }
            switch meaning(of: path, from: source.parent) {
            case .nothing: break
            case .staying: note(link, in: document)
            case .place(let target, let reading):
                guard !leads(path, from: node.path.parent, to: target) else { continue }
                if let edit = edit(link, in: document, target, as: reading) { edits.append(edit) } else { note(link, in: document) }
            }
        }
        guard !edits.isEmpty else { return }
        let mended = LinkEdit.applied(edits, to: bytes)
        guard mended.count <= room, document.holds(edits) else {
            for edit in edits { note(edit.old[...], in: document) }
            return
        }
        room -= mended.count
        node.content = .bytes(mended)
        (documents, links) = (documents + 1, links + edits.count)
    }

    /// What a link means in the source.
    private enum Meaning {
        /// Nothing that is there: it was broken before.
        case nothing
        /// What does not come, or lies outside of the source.
        case staying
        /// What stands here at a place, and by which reading of the link.
        case place(RelativePath, LinkPath.Meaning)
    }

    private mutating func meaning(of link: LinkPath, from folder: RelativePath) -> Meaning {
        let meanings = link.meanings(from: folder)
        guard !meanings.isEmpty else { return .staying }
        for reading in meanings + link.longerMeanings(from: folder) { if let found = meaning(of: reading) { return found } }
        for reading in meanings { if let only = spellings.only(called: reading.path.bytes), let place = places[only] { return .place(place, reading) } }
        return .nothing
    }

    private mutating func meaning(of reading: LinkPath.Meaning) -> Meaning? {
        let path = reading.path
        if let place = places[path] { return .place(place, reading) }
        if let known = staying[path] { return known ? .staying : nil }
        // What cannot be looked at is nothing that a link can be held to.
        let entry = try? tree.entry(at: path)
        let stands = entry != nil
        if staying.count >= ImportedLinks.mostKnown { staying.removeAll() }
        staying[path] = stands
        return stands ? .staying : nil
    }

    /// Whether a link as it is written leads from a folder here to a place.
    private func leads(_ link: LinkPath, from folder: RelativePath, to target: RelativePath) -> Bool {
        let now = link.meanings(from: folder).first { taken.contains($0.path) } ?? link.longerMeanings(from: folder).first { taken.contains($0.path) }
        return now?.path == target
    }

    /// - Returns: `nil` where the form of the link cannot name the place.
    private func edit(_ link: DocumentLink, in document: LinkedDocument, _ target: RelativePath, as reading: LinkPath.Meaning) -> MendedLink? {
        var written = target
        let suffix = reading.suffix
        if !suffix.isEmpty, let name = target.last, name.bytes.count > suffix.count, name.bytes.suffix(suffix.count).elementsEqual(suffix) {
            let short = target.parent.appending(Name(bytes: Array(name.bytes.dropLast(suffix.count))))
            if !taken.contains(short) { written = short }
        }
        // More than the link's own range where a `#` or `?` is part of a name.
        let range = link.range.lowerBound..<link.range.lowerBound + reading.length
        let old = document.bytes[range]
        guard let new = LinkWriting(link, old).bytes(from: document.path.parent, to: written) else { return nil }
        return MendedLink(line: 1, column: 1, old: Array(old), new: new, target: written, range: range)
    }

    private mutating func note(_ link: DocumentLink, in document: LinkedDocument) { note(document.written(link), in: document) }

    private mutating func note(_ written: ArraySlice<UInt8>, in document: LinkedDocument) {
        left += 1
        guard leftPlaces.count < ImportedLinks.mostPlaces else { return }
        leftPlaces.append("\(EscapedText.beginning("\(document.path)")) → \(EscapedText.beginning(String(decoding: written, as: UTF8.self)))")
    }
}
