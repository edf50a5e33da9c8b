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
    /// Documents that were not looked into.
    private var tooLarge: [RelativePath] = []
    /// Documents that are written otherwise stand in memory until they are, in bytes.
    private var room = 256 << 20

    private static let mostPlaces = 3
    /// So many paths are remembered: a document can name any number.
    private static let mostKnown = 100_000

    /// - Parameter path: of the folder that it is brought to.
    /// - Throws: where a document cannot be read.
    static func mend(_ plan: inout ImportPlan, of reading: ImportReading, to path: RelativePath) throws(ImportFault) {
        let contents = reading.project.contents
        if contents != nil, stayTogether(plan) { return }
        var links = ImportedLinks(reading.tree, plan, path, contents ?? reading.tree.start)
        guard !links.places.isEmpty else { return }
        for position in plan.nodes.indices { try links.mend(&plan.nodes[position]) }
        if links.links > 0 { plan.notes.append(ImportNote(.importedLinks(count: links.links, documents: links.documents), count: links.links)) }
        if links.left > 0 {
            plan.notes.append(ImportNote(.importBreaksLinks(count: links.left, places: links.leftPlaces.joined(separator: "; ")), count: links.left))
        }
        for path in links.tooLarge.prefix(mostPlaces) { plan.notes.append(ImportNote(.linksNotLookedFor(path: EscapedText.beginning("\(path)")))) }
        if links.tooLarge.count > mostPlaces { plan.notes.append(ImportNote(.moreAsLarge(count: links.tooLarge.count - mostPlaces))) }
    }

    /// Whether everything stands to everything else here as it did in the source, and is called as it was, so that no link between them need be
    /// looked for: one may name what it stands in.
    private static func stayTogether(_ plan: ImportPlan) -> Bool {
        let nodes = plan.nodes.lazy.compactMap { node in node.source.map { (source: $0.names, here: node.path.names) } }
        guard let first = nodes.first else { return true }
        let common = zip(first.source.reversed(), first.here.reversed()).prefix { $0 == $1 }.count
        guard common > 0 else { return false }
        let (source, here) = (first.source.dropLast(common), first.here.dropLast(common))
        return nodes.allSatisfy { node in
            node.source.starts(with: source) && node.here.starts(with: here) && node.source.dropFirst(source.count).elementsEqual(node.here.dropFirst(here.count))
        }
    }

    private init(_ tree: any SourceTree, _ plan: ImportPlan, _ path: RelativePath, _ start: RelativePath) {
        self.tree = tree
        for node in plan.nodes {
            taken.insert(node.path)
            guard let source = node.source else { continue }
            places[source] = node.path
            spellings.add(source, called: source.bytes)
        }
        guard !places.isEmpty else { return }
        places[start] = path
        taken.insert(path)
    }

    private mutating func mend(_ node: inout PlannedNode) throws(ImportFault) {
        guard let source = node.source, case .file(let file, let size, let hash) = node.content, let format = node.path.last.flatMap(DocumentFormat.init)
        else { return }
        guard size <= Int64(LinkFinder.largest) else { return tooLarge.append(node.path) }
        let bytes = try tree.bytes(of: file, atMost: LinkFinder.largest)
        if let hash, ContentHash(of: bytes) != hash { throw ImportFault(.exportAltered(path: "\(file)"), at: file) }
        // What holds a NUL is no text that anybody wrote links into.
        guard !bytes.contains(0) else { return }
        guard let found = LinkFinder.found(in: bytes, as: format) else { return tooLarge.append(node.path) }
        let document = LinkedDocument(path: node.path, bytes: bytes, links: found)
        var edits: [MendedLink] = []
        for link in document.links {
            // From which folder a wiki link's path begins, each program sees otherwise.
            guard case .path(let path) = link.target, link.form != .wiki else { continue }
            switch meaning(of: path, from: source.parent) {
            case .nothing: break
            case .staying: note(link, in: document)
            case .place(let place):
                guard !leads(path, from: node.path.parent, to: place) else { continue }
                if let edit = edit(link, in: document, place) { edits.append(edit) } else { note(link, in: document) }
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
        /// What stands here at a place.
        case place(Place)
    }

    /// Where what a link means stands here.
    private struct Place {
        var path: RelativePath
        /// What the link leaves out at the end of the name; empty where that is nothing.
        var suffix: [UInt8]
        /// How many bytes of the document name it.
        var length: Int
        /// All places here that differ in what the link leaves out alone: they are one to it.
        var alike: Set<RelativePath>

        init(_ path: RelativePath, as meaning: LinkPath.Meaning, alike: Set<RelativePath> = []) {
            (self.path, suffix, length, self.alike) = (path, meaning.suffix, meaning.length, alike)
        }
    }

    private mutating func meaning(of link: LinkPath, from folder: RelativePath) -> Meaning {
        let meanings = link.meanings(from: folder)
        guard !meanings.isEmpty else { return .staying }
        for meaning in meanings { if let found = self.meaning(as: meaning) { return found } }
        let longer = link.longerMeanings(from: folder)
        for meaning in longer {
            switch self.meaning(as: meaning) {
            case nil: continue
            case .place(var place)?:
                let alike = longer.filter { $0.length == meaning.length }.compactMap { places[$0.path] }
                place.alike = Set(alike)
                return .place(place)
            case let found?: return found
            }
        }
        for meaning in meanings + longer {
            if let only = spellings.only(called: meaning.path.bytes), let place = places[only] { return .place(Place(place, as: meaning)) }
        }
        return .nothing
    }

    private mutating func meaning(as meaning: LinkPath.Meaning) -> Meaning? {
        let path = meaning.path
        if let place = places[path] { return .place(Place(place, as: meaning)) }
        if let known = staying[path] { return known ? .staying : nil }
        // What cannot be looked at is nothing that a link can be held to.
        let entry = try? tree.entry(at: path)
        let stands = entry != nil
        if staying.count >= ImportedLinks.mostKnown { staying.removeAll() }
        staying[path] = stands
        return stands ? .staying : nil
    }

    /// Whether a link as it is written leads from a folder here to a place.
    private func leads(_ link: LinkPath, from folder: RelativePath, to place: Place) -> Bool {
        let now = link.meanings(from: folder).first { taken.contains($0.path) } ?? link.longerMeanings(from: folder).first { taken.contains($0.path) }
        return now?.path == place.path
    }

    /// - Returns: `nil` where the form of the link cannot name the place.
    private func edit(_ link: DocumentLink, in document: LinkedDocument, _ place: Place) -> MendedLink? {
        let written = OmittedExtension.named(place.path, omitting: place.suffix, where: { !taken.contains($0) }, besides: place.alike.contains)
        let range = link.range.lowerBound..<link.range.lowerBound + place.length
        guard let new = LinkWriting(link, document.bytes[range]).bytes(from: document.path.parent, to: written) else { return nil }
        return MendedLink(line: 1, column: 1, old: Array(document.bytes[range]), new: new, target: written, range: range)
    }

    private mutating func note(_ link: DocumentLink, in document: LinkedDocument) { note(document.written(link), in: document) }

    private mutating func note(_ written: ArraySlice<UInt8>, in document: LinkedDocument) {
        left += 1
        guard leftPlaces.count < ImportedLinks.mostPlaces else { return }
        leftPlaces.append("\(EscapedText.beginning("\(document.path)")) → \(EscapedText.beginning(String(decoding: written, as: UTF8.self)))")
    }
}
