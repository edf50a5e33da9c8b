import ShedModel

/// Where the nodes of a project stood at which time, as far as the sidecar tells: every place that a batch gave them, which bases keep too.
///
/// A place is a name in a folder, and folders move: so a path and a time say which nodes stood there. All that one batch says happened at
/// once. What devices said side by side counts in the order of the stamps, as everywhere.
public struct PlaceHistory: Sendable {
    /// A time from one stamp to another, the second not in it.
    public struct Span: Hashable, Sendable {
        public var start: UInt64
        public var end: UInt64

        static let always = Span(start: 0, end: .max)

        public init(start: UInt64, end: UInt64) { (self.start, self.end) = (start, end) }

        /// What two have in common; `nil` where that is nothing.
        public func shared(with other: Span) -> Span? {
            let (start, end) = (max(start, other.start), min(end, other.end))
            return start < end ? Span(start: start, end: end) : nil
        }
    }

    /// A node, and when it stood where.
    public struct Stay: Hashable, Sendable {
        public var node: NodeID
        public var span: Span
    }

    /// A name in a folder, whatever scalars its letters are made up of: Swift's strings are alike where Unicode says that they are canonically
    /// equivalent (Unicode Standard Annex #15).
    private struct SpelledPlace: Hashable {
        var parent: NodeID
        var name: String

        /// - Returns: `nil` for a name that has one spelling.
        init?(_ place: Place) {
            guard !place.name.bytes.allSatisfy({ $0 < 0x80 }), let name = place.name.text else { return nil }
            (parent, self.name) = (place.parent, name)
        }
    }

    private struct Setting {
        var place: Place?
        var at: Stamp
        /// When the batch was done that says so.
        var time: UInt64
    }

    private var settings: [NodeID: [Setting]] = [:]
    private var stays: [Place: [Stay]] = [:]
    private var places: [NodeID: [(place: Place, span: Span)]] = [:]
    /// The stays at names, once somebody asked for one.
    private var named: [FoldKey: [Stay]]?
    /// Those at names that are not ASCII, by their letters, once somebody asked for one.
    private var spelled: [SpelledPlace: [Stay]]?
    private let project: NodeID

    /// So many stays and paths are followed of one question; what people do has a handful.
    private static let most = 256

    init(of project: NodeID) { self.project = project }

    /// Takes what a batch, or what a base has kept of one, says of places.
    mutating func add(_ operations: some Sequence<StampedOperation>) {
        let settings = operations.flatMap { stamped in
            stamped.operation.label != nil ? [] : stamped.operation.set.compactMap { field -> (NodeID, Place?, Stamp)? in
                if case .place(let place) = field { (stamped.operation.id, place, stamped.at) } else { nil }
            }
        }
        guard let time = settings.map(\.2.time).max() else { return }
        for (id, place, at) in settings { self.settings[id, default: []].append(Setting(place: place, at: at, time: time)) }
    }

    /// Puts in order what was added.
    /// - Parameter resolve: the node that an ID stands for.
    mutating func settle(resolve: (NodeID) -> NodeID) {
        var all: [NodeID: [Setting]] = [:]
        for (id, own) in settings { all[resolve(id), default: []] += own }
        settings = [:]
        for (id, own) in all {
            let sorted = own.sorted { $0.at < $1.at }
            var last: UInt64 = 0
            for (position, setting) in sorted.enumerated() {
                let start = max(setting.time, last)
                last = start
                let end = position + 1 < sorted.count ? max(sorted[position + 1].time, start) : .max
                guard let place = setting.place, start < end else { continue }
                note(id, Place(parent: resolve(place.parent), name: place.name), Span(start: start, end: end))
            }
        }
    }

    private mutating func note(_ id: NodeID, _ place: Place, _ span: Span) {
        if let last = places[id]?.last, last.place == place, last.span.end == span.start {
            let latest = (places[id]?.count ?? 1) - 1
            places[id]?[latest].span.end = span.end
            if let position = stays[place]?.lastIndex(where: { $0.node == id }) { stays[place]?[position].span.end = span.end }
            return
        }
        places[id, default: []].append((place, span))
        stays[place, default: []].append(Stay(node: id, span: span))
    }

    /// The nodes that stood at a path at some time, each with the times at which it did.
    public func nodes(at path: RelativePath) -> [Stay] { nodes(along: path) { stays[$0] ?? [] } }

    /// The same of all paths that read as this one, whatever scalars their letters are made up of.
    public mutating func nodes(spelling path: RelativePath) -> [Stay] {
        let spelled = spelled ?? stays.reduce(into: [:]) { all, next in if let place = SpelledPlace(next.key) { all[place, default: []] += next.value } }
        self.spelled = spelled
        return nodes(along: path) { place in (SpelledPlace(place).map { spelled[$0] ?? [] } ?? stays[place] ?? []).sorted { ($0.span.start, $0.node) < ($1.span.start, $1.node) } }
    }

    private func nodes(along path: RelativePath, at place: (Place) -> [Stay]) -> [Stay] {
        var found = [Stay(node: project, span: .always)]
        for name in path.names {
            var next: [Stay] = []
            for folder in found {
                for stay in place(Place(parent: folder.node, name: name)) {
                    if let span = stay.span.shared(with: folder.span), next.count < PlaceHistory.most { next.append(Stay(node: stay.node, span: span)) }
                }
            }
            found = next
        }
        return found
    }

    /// The nodes that had one of some names at some time, wherever they stood.
    public mutating func nodes(named names: Set<FoldKey>) -> [Stay] {
        let named = named ?? stays.reduce(into: [:]) { $0[FoldKey($1.key.name), default: []] += $1.value }
        self.named = named
        return names.flatMap { named[$0] ?? [] }
    }

    /// The paths at which a node stood, each with the time at which it did; the latest last.
    public func paths(of id: NodeID) -> [(path: RelativePath, span: Span)] {
        var found: [(path: RelativePath, span: Span)] = []
        var open: [(id: NodeID, names: [Name], span: Span)] = [(id, [], .always)]
        var steps = 0
        while let next = open.popLast(), steps < 16 * PlaceHistory.most, found.count < PlaceHistory.most {
            steps += 1
            guard next.id != project else {
                found.append((RelativePath(next.names.reversed()), next.span))
                continue
            }
            guard next.names.count < RelativePath.deepest else { continue }
            for (place, span) in places[next.id] ?? [] {
                if let shared = span.shared(with: next.span) { open.append((place.parent, next.names + [place.name], shared)) }
            }
        }
        return found.sorted { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
    }
}

extension Sidecar {
    /// Where the nodes of a project stood. Costs reading the whole sidecar.
    /// - Parameter resolve: the node that an ID stands for.
    public func placeHistory(of project: ProjectFile, resolve: (NodeID) -> NodeID) throws(SidecarError) -> PlaceHistory {
        var history = PlaceHistory(of: project.id)
        var lineage = Lineage(project, fields: FieldTraits())
        var batches: Set<BatchID> = []
        var bases: [Base] = []
        func add(_ operations: [StampedOperation], of header: Batch.Header) {
            guard let generation = lineage.generation(of: header.project) else { return }
            let operations = operations.lazy.filter { $0.operation.set.contains { if case .place = $0 { true } else { false } } }
            history.add(operations.map { lineage.isCurrent(generation) ? $0 : StampedOperation($0.at, lineage.map($0.operation, from: generation)) })
        }
        read(try listing().files, of: project) { _, content in
            switch content {
            case .success(.batch(let batch)): if batches.insert(batch.id).inserted { add(batch.operations, of: batch.header) }
            case .success(.base(let base)): bases.append(base)
            // What cannot be read is told by check.
            case .failure: break
            }
        }
        for base in bases {
            let kept = Dictionary(grouping: base.operations, by: \.from)
            for (position, subsumed) in base.subsumed.enumerated() where batches.insert(subsumed.id).inserted {
                add((kept[position] ?? []).map(\.operation), of: subsumed.header)
            }
        }
        history.settle(resolve: resolve)
        return history
    }
}
