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
            case .place(let target, let omitted):
                guard !leads(path, from: node.path.parent, to: target, omitting: omitted) else { continue }
                if let edit = edit(link, in: document, target, omitting: omitted) { edits.append(edit) } else { note(link, in: document) }
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
        /// What stands here at a place; whether the link leaves an extension out.
        case place(RelativePath, omitted: String?)
    }

    private mutating func meaning(of link: LinkPath, from folder: RelativePath) -> Meaning {
        let paths = link.paths(from: folder)
        guard let first = paths.first else { return .staying }
        for path in paths { if let found = meaning(of: path, omitted: nil) { return found } }
        if !link.endsInSlash, let name = first.last {
            for suffix in DocumentFormat.omissible {
                if let found = meaning(of: first.parent.appending(Name(bytes: name.bytes + Array(suffix.utf8))), omitted: suffix) { return found }
            }
        }
        for path in paths { if let only = spellings.only(called: path.bytes), let place = places[only] { return .place(place, omitted: nil) } }
        return .nothing
    }

    private mutating func meaning(of path: RelativePath, omitted: String?) -> Meaning? {
        if let place = places[path] { return .place(place, omitted: omitted) }
        if let known = staying[path] { return known ? .staying : nil }
        // What cannot be looked at is nothing that a link can be held to.
        let entry = try? tree.entry(at: path)
        let stands = entry != nil
        if staying.count >= ImportedLinks.mostKnown { staying.removeAll() }
        staying[path] = stands
        return stands ? .staying : nil
    }

    /// Whether a link as it is written leads from a folder here to a place.
    private func leads(_ link: LinkPath, from folder: RelativePath, to target: RelativePath, omitting suffix: String?) -> Bool {
        let paths = link.paths(from: folder)
        if let now = paths.first(where: taken.contains) { return now == target }
        guard let suffix, let first = paths.first, let name = first.last else { return false }
        return first.parent.appending(Name(bytes: name.bytes + Array(suffix.utf8))) == target
    }

    /// - Returns: `nil` where the form of the link cannot name the place.
    private func edit(_ link: DocumentLink, in document: LinkedDocument, _ target: RelativePath, omitting suffix: String?) -> MendedLink? {
        var written = target
        if let suffix, let name = target.last, name.hasSuffix(suffix) {
            let short = target.parent.appending(Name(bytes: Array(name.bytes.dropLast(suffix.utf8.count))))
            if !taken.contains(short) { written = short }
        }
        let old = document.written(link)
        guard let new = LinkWriting(link, old).bytes(from: document.path.parent, to: written) else { return nil }
        return MendedLink(line: 1, column: 1, old: Array(old), new: new, target: written, range: link.range)
    }

    private mutating func note(_ link: DocumentLink, in document: LinkedDocument) { note(document.written(link), in: document) }

    private mutating func note(_ written: ArraySlice<UInt8>, in document: LinkedDocument) {
        left += 1
        guard leftPlaces.count < ImportedLinks.mostPlaces else { return }
        leftPlaces.append("\(EscapedText.beginning("\(document.path)")) → \(EscapedText.beginning(String(decoding: written, as: UTF8.self)))")
    }
}
