import ShedDisk
import ShedLinks
import ShedModel
import ShedSidecar

/// Finds which links of documents lead nowhere, and what stood where they lead to.
///
/// A link was right when its document and its target stood each at some place at the same time. So the places that the document had are
/// tried, and what stood at that time where the link led to then. That is read from the sidecar, once, and only where a link is broken or leads
/// out of the project; and what was read of it before is kept (``KeptPlaces``).
struct LinkSurvey {
    private let reader: any ProjectReader
    private let state: ProjectState
    private let shelters: [RelativePath]
    /// Folders of what is made from others, or is a copy of them as they were: its links come from those.
    private let derived: [RelativePath]
    /// Whether a person sees what is mended before it is.
    private let isAsked: Bool
    private var ground: LinkGround
    private var history: PlaceHistory?
    private var names: NoteNames?
    private var spellings: PathSpellings?

    /// - Parameter isAsked: whether a person sees what is mended before it is; else a link that leads out of the project is left in a document
    ///   that was written since it came to its place: who wrote it may mean what is there.
    init(_ reader: some ProjectReader, _ state: ProjectState, isAsked: Bool = true) {
        self.reader = reader
        self.state = state
        self.isAsked = isAsked
        shelters = [Role.trash, .rejected].compactMap { reader.folder(with: $0, state) }
        derived = state.model.roleBearers.sorted().compactMap { id in
            guard let role = state.model.nodes[id]?.role else { return nil }
            let isDerived = reader.template.folder(role)?.filling == .derived || reader.project.kind.holdsCopies(role)
            return isDerived ? state.model.path(of: id) : nil
        }
        ground = LinkGround(reader.root)
    }

    // MARK: Documents

    /// The documents of the project that are there, in the order of their paths; none of Trash and Rejected, and
    /// none that is made from others.
    /// - Parameters:
    ///   - places: only those at or below these; `nil`: all.
    ///   - most: of more than these there is one more, and nothing is said of which and in what order.
    func documents(at places: [RelativePath]? = nil, most: Int = .max) -> [(path: RelativePath, id: NodeID)] {
        let places = places.map(Set.init)
        var found: [(path: RelativePath, id: NodeID)] = []
        for node in state.model.nodes.values where !node.type.isDirectory {
            guard let name = node.place?.name, DocumentFormat(name) != nil, state.stands(node.id), let path = state.model.path(of: node.id) else { continue }
            if isDiscarded(path) || derived.contains(where: path.isInside) || places?.holds(path) == false { continue }
            found.append((path, node.id))
            if found.count > most { return found }
        }
        return found.sorted { $0.path < $1.path }
    }

    /// Whether something lies in Trash or Rejected.
    func isDiscarded(_ path: RelativePath) -> Bool { shelters.contains(where: path.isInside) }

    // MARK: Links

    /// What bytes of a document are to become.
    struct Edit {
        var range: Range<Int>
        var bytes: [UInt8]
    }

    /// The links of a document that lead nowhere, in their order, each with what it is to become.
    mutating func broken(in document: LinkedDocument) throws(ShedError) -> [(broken: BrokenLink, edit: Edit?)] {
        var result: [(broken: BrokenLink, edit: Edit?)] = []
        var lines = LinkLines(document)
        for link in document.links {
            guard let (fate, edit) = try fate(of: link, in: document) else { continue }
            let (line, column) = lines.place(of: link)
            let broken = BrokenLink(document: document.path, id: document.id, line: line, column: column, written: Array(edit.map { document.bytes[$0.range] } ?? document.written(link)), fate: fate)
            result.append((broken, edit))
        }
        return result
    }

    /// - Returns: `nil` for a link that is right, or of which that cannot be said.
    private mutating func fate(of link: DocumentLink, in document: LinkedDocument) throws(ShedError) -> (BrokenLink.Fate, Edit?)? {
        switch link.target {
        case .node: return nil
        case .name(let name): return try fate(ofName: name, link, in: document)
        case .path(let path):
            // From which folder a wiki link's path begins, each program sees otherwise.
            // Out of the project nobody looks. But where the document stood before, the link may have led to what is in it.
            let leaves = path.leaves(from: document.path.parent)
            if leaves, !isAsked, try isWrittenSinceItCame(document) { return nil }
            guard link.form != .wiki, leaves || ground.standing(of: path, from: document.path.parent) == .absent else { return nil }
            let moved = try candidates(for: path, in: document, isSpelled: false)
            let present = moved.isEmpty ? respelled(path, from: document.path.parent) : []
            // What stood there under the same letters, made up of other scalars, was meant where nothing else was.
            let found = moved.isEmpty && present.isEmpty ? try candidates(for: path, in: document, isSpelled: true) : moved + present
            guard let first = found.first else { return leaves ? nil : (.gone, nil) }
            // Those that differ in what the link leaves out alone are one to it.
            let named = named(first, among: found)
            guard found.count == 1 || named != first.path && found.allSatisfy({ self.named($0, among: found) == named && $0.length == first.length }) else {
                return (.several(found.map(\.path)), nil)
            }
            if isDiscarded(first.path) { return (.discarded(first.path), nil) }
            let range = link.range.lowerBound..<link.range.lowerBound + first.length
            guard let bytes = LinkWriting(link, document.bytes[range]).bytes(from: document.path.parent, to: named) else {
                return (.unwritable(first.path), nil)
            }
            return (present.isEmpty ? .moved(first.path) : .respelled(first.path), Edit(range: range, bytes: bytes))
        }
    }

    /// What a link may lead to, where that stands now.
    private struct Candidate {
        var path: RelativePath
        /// What the link leaves out at the end of the name; empty where that is nothing.
        var suffix: [UInt8]
        /// How many bytes of the document name it.
        var length: Int

        init(_ path: RelativePath, as meaning: LinkPath.Meaning) { (self.path, suffix, length) = (path, meaning.suffix, meaning.length) }
    }

    /// The path by which a link is to name it: without its extension where the link had left that out, and still leads there so.
    private mutating func named(_ candidate: Candidate, among all: [Candidate]) -> RelativePath {
        OmittedExtension.named(
            candidate.path, omitting: candidate.suffix, where: { ground.standing(at: $0) == .absent }, besides: { path in all.contains { $0.path == path } })
    }

    /// What stands where a path leads but for the scalars that its letters are made up of: programs differ in which they write, and on
    /// Linux these are other names.
    private mutating func respelled(_ link: LinkPath, from folder: RelativePath) -> [Candidate] {
        var found: [RelativePath: Candidate] = [:]
        func look(for meaning: LinkPath.Meaning) {
            guard !meaning.path.isASCII else { return }
            let known = spellings ?? PathSpellings(state)
            spellings = known
            for path in known.paths(spelling: meaning.path) where !isDiscarded(path) && ground.standing(at: path) == .there && found[path] == nil {
                found[path] = Candidate(path, as: meaning)
            }
        }
        for meaning in link.meanings(from: folder) { look(for: meaning) }
        if found.isEmpty { for meaning in link.longerMeanings(from: folder) { look(for: meaning) } }
        return found.values.sorted { $0.path < $1.path }
    }

    /// Where what a path may have led to stands now, each once.
    /// - Parameter isSpelled: whether a path stands for all that read as it, whatever scalars their letters are made up of.
    private mutating func candidates(for link: LinkPath, in document: LinkedDocument, isSpelled: Bool) throws(ShedError) -> [Candidate] {
        let history = try places()
        let stays = document.id.map(history.paths) ?? []
        let spans = stays.isEmpty ? [(path: document.path, span: PlaceHistory.Span(start: 0, end: .max))] : stays
        var found: [RelativePath: Candidate] = [:]
        for (place, span) in spans {
            let stay = Stay(span: span, isFormer: place != document.path, isSpelled: isSpelled)
            // As long as something stood there under the whole name, the link led to that.
            var taken: [PlaceHistory.Span] = []
            for meaning in link.meanings(from: place.parent) { taken += try look(at: meaning, in: stay, besides: SpanUnion([]), &found) }
            let whole = SpanUnion(taken)
            for meaning in link.longerMeanings(from: place.parent) { _ = try look(at: meaning, in: stay, besides: whole, &found) }
        }
        return found.values.sorted { $0.path < $1.path }
    }

    /// When a document stood at a place from which a link of it led somewhere.
    private struct Stay {
        var span: PlaceHistory.Span
        /// Whether the document has moved since.
        var isFormer: Bool
        /// Whether a path stands for all that read as it.
        var isSpelled: Bool
    }

    /// Adds what stood at a path at that time, where it stands now.
    /// - Parameter taken: what stood there in no other times than these was not led to.
    /// - Returns: when something stood there.
    private mutating func look(
        at meaning: LinkPath.Meaning, in stay: Stay, besides taken: SpanUnion, _ found: inout [RelativePath: Candidate]
    ) throws(ShedError) -> [PlaceHistory.Span] {
        let path = meaning.path
        guard !stay.isSpelled || !path.isASCII else { return [] }
        var spans: [PlaceHistory.Span] = []
        func add(_ path: RelativePath) { if found[path] == nil { found[path] = Candidate(path, as: meaning) } }
        _ = try places()
        for other in (stay.isSpelled ? history?.nodes(spelling: path) : history?.nodes(at: path)) ?? [] {
            guard let shared = other.span.shared(with: stay.span) else { continue }
            spans.append(shared)
            if !taken.covers(shared), let path = now(other.node) { add(path) }
        }
        // What is ignored has no ID; it stands where it stood when the document was there.
        if spans.isEmpty, stay.isFormer, !stay.isSpelled, state.node(at: path) == nil, !path.isRoot, ground.standing(at: path) == .there { add(path) }
        return spans
    }

    /// Where a node stands; `nil` for one that is not there.
    private mutating func now(_ id: NodeID) -> RelativePath? {
        guard id != state.model.project, state.stands(id), let path = state.model.path(of: id), ground.standing(at: path) == .there else { return nil }
        return path
    }

    private mutating func isWrittenSinceItCame(_ document: LinkedDocument) throws(ShedError) -> Bool {
        guard let id = document.id, let written = document.evidence?.modified, let stay = try places().paths(of: id).last else { return true }
        return written / 1_000_000 >= Stamp.milliseconds(of: stay.span.start)
    }

    private mutating func places() throws(ShedError) -> PlaceHistory {
        if let history { return history }
        do throws(SidecarError) {
            let read = PlaceHistory(try KeptPlaces.record(of: reader.project), of: reader.home.file.id, resolve: state.model.resolve)
            history = read
            return read
        } catch { throw ShedError(error) }
    }

    // MARK: Names

    /// A wiki link names a note wherever it stands. One whose note nobody has made yet is not broken: only one whose note got another name.
    private mutating func fate(ofName name: Name, _ link: DocumentLink, in document: LinkedDocument) throws(ShedError) -> (BrokenLink.Fate, Edit?)? {
        let names = self.names ?? NoteNames(state)
        self.names = names
        guard names.count(of: name) == 0 else { return nil }
        let life = try (document.id.map(places().paths) ?? []).map(\.span)
        var found: Set<RelativePath> = []
        for stay in self.history?.nodes(named: NoteNames.keys(of: name)) ?? [] where life.contains(where: { $0.shared(with: stay.span) != nil }) {
            if let path = now(stay.node) { found.insert(path) }
        }
        let all = found.sorted()
        guard let target = all.first else { return nil }
        guard all.count == 1 else { return (.several(all), nil) }
        if isDiscarded(target) { return (.discarded(target), nil) }
        guard let own = target.last else { return nil }
        // A link that gave the extension goes on giving it.
        let keepsSuffix = DocumentFormat(name) != nil || DocumentFormat(own) == nil
        let written = keepsSuffix ? own.bytes[...] : own.parts.stem
        guard names.count(of: Name(bytes: Array(written))) == 1, let bytes = LinkWriting(link, document.written(link)).bytes(naming: written) else {
            return (.unwritable(target), nil)
        }
        return (.moved(target), Edit(range: link.range, bytes: bytes))
    }
}

/// Times put together: what one thing after the other took is taken all along.
struct SpanUnion {
    /// None of them touches another; the earliest first.
    private var spans: [PlaceHistory.Span] = []

    init(_ all: [PlaceHistory.Span]) {
        for span in all.sorted(by: { $0.start < $1.start }) {
            guard let last = spans.last, span.start <= last.end else {
                spans.append(span)
                continue
            }
            spans[spans.count - 1].end = max(last.end, span.end)
        }
    }

    /// Whether all of a time is in these.
    func covers(_ span: PlaceHistory.Span) -> Bool {
        // Before this one all begin at that time or earlier.
        var (low, high) = (0, spans.count)
        while low < high {
            let middle = low + (high - low) / 2
            if spans[middle].start <= span.start { low = middle + 1 } else { high = middle }
        }
        return low > 0 && span.end <= spans[low - 1].end
    }
}

/// The names by which wiki links find files, case and the form of accents aside.
struct NoteNames {
    private var counts: [FoldKey: Int] = [:]

    init(_ state: ProjectState) {
        for node in state.model.nodes.values where !node.type.isDirectory && state.stands(node.id) {
            guard let name = node.place?.name else { continue }
            counts[FoldKey(name), default: 0] += 1
            if DocumentFormat(name) != nil { counts[FoldKey(Name(bytes: Array(name.parts.stem))), default: 0] += 1 }
        }
    }

    func count(of name: Name) -> Int { counts[FoldKey(name)] ?? 0 }

    /// What a file may be called that a link means.
    static func keys(of name: Name) -> Set<FoldKey> {
        Set([name] + (DocumentFormat(name) == nil ? [Name(bytes: name.bytes + Array(".md".utf8))] : [])).reduce(into: []) { $0.insert(FoldKey($1)) }
    }
}

/// The paths of what stands in a project, by how they read. Of those alone that are not ASCII.
private struct PathSpellings {
    private var paths = Spellings<RelativePath>()

    init(_ state: ProjectState) {
        for node in state.model.nodes.values where state.stands(node.id) {
            if let path = state.model.path(of: node.id) { paths.add(path, called: path.bytes) }
        }
    }

    func paths(spelling path: RelativePath) -> [RelativePath] { paths.all(called: path.bytes) }
}

extension RelativePath {
    fileprivate var isASCII: Bool { names.allSatisfy { $0.bytes.allSatisfy { $0 < 0x80 } } }
}
