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

    private var settings: [NodeID: [PlaceSetting]] = [:]
    private var stays: [Place: [Stay]] = [:]
    private var places: [NodeID: [(place: Place, span: Span)]] = [:]
    /// The stays at names, once somebody asked for one.
    private var named: [FoldKey: [Stay]]?
    /// Those at names that are not ASCII, by their letters, once somebody asked for one.
    private var spelled: [SpelledPlace: [Stay]]?
    private let project: NodeID

    /// So many stays and paths are told of one question, the latest; what people do has a handful.
    static let most = 256
    /// So many are looked at for it: whoever can write batches can say any number of one place, and each link of each document asks.
    static let mostSeen = 16 * most

    init(of project: NodeID) { self.project = project }

    /// - Parameters:
    ///   - record: what the project's sidecar says.
    ///   - resolve: the node that an ID stands for.
    public init(_ record: SavedPlaces, of project: NodeID, resolve: (NodeID) -> NodeID) {
        self.init(of: project)
        add(record.settings)
        settle(resolve: resolve)
    }

    /// Takes what a batch, or what a base has kept of one, says of places.
    mutating func add(_ operations: some Sequence<StampedOperation>) { add(PlaceSetting.all(of: operations)) }

    private mutating func add(_ all: [PlaceSetting]) { for setting in all { settings[setting.id, default: []].append(setting) } }

    /// Puts in order what was added.
    /// - Parameter resolve: the node that an ID stands for.
    mutating func settle(resolve: (NodeID) -> NodeID) {
        var all: [NodeID: [PlaceSetting]] = [:]
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
        stays = stays.mapValues(PlaceHistory.sorted)
    }

    private static func sorted(_ stays: [Stay]) -> [Stay] {
        stays.count < 2 ? stays : stays.sorted { ($0.span.start, $0.node) < ($1.span.start, $1.node) }
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
        let spelled = spelled ?? staysBySpelling()
        self.spelled = spelled
        return nodes(along: path) { place in SpelledPlace(place).map { spelled[$0] ?? [] } ?? stays[place] ?? [] }
    }

    private func staysBySpelling() -> [SpelledPlace: [Stay]] {
        var all: [SpelledPlace: [Stay]] = [:]
        for (key, own) in stays { if let place = SpelledPlace(key) { all[place, default: []] += own } }
        return all.mapValues(PlaceHistory.sorted)
    }

    private func nodes(along path: RelativePath, at place: (Place) -> [Stay]) -> [Stay] {
        var found = [Stay(node: project, span: .always)]
        var seen = 0
        for name in path.names {
            var next: [Stay] = []
            for folder in found.reversed() {
                let stays = place(Place(parent: folder.node, name: name))
                let begun = PlaceHistory.first(of: stays.count) { stays[$0].span.start >= folder.span.end }
                for stay in stays[..<begun].reversed() {
                    guard seen < PlaceHistory.mostSeen, next.count < PlaceHistory.most else { break }
                    seen += 1
                    if let span = stay.span.shared(with: folder.span) { next.append(Stay(node: stay.node, span: span)) }
                }
            }
            found = PlaceHistory.sorted(next)
        }
        return found
    }

    /// The first of some positions at which something is so that is so of all behind it; their number where it is so of none.
    private static func first(of count: Int, where isSo: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isSo(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The nodes that had one of some names at some time, wherever they stood; of very many those that had it last.
    public mutating func nodes(named names: Set<FoldKey>) -> [Stay] {
        let named = named ?? staysByName()
        self.named = named
        return names.flatMap { (named[$0] ?? []).suffix(PlaceHistory.most) }
    }

    private func staysByName() -> [FoldKey: [Stay]] {
        var all: [FoldKey: [Stay]] = [:]
        for (key, own) in stays { all[FoldKey(key.name), default: []] += own }
        return all.mapValues(PlaceHistory.sorted)
    }

    /// The paths at which a node stood, each with the time at which it did; the latest last.
    public func paths(of id: NodeID) -> [(path: RelativePath, span: Span)] {
        var found: [(path: RelativePath, span: Span)] = []
        var open: [(id: NodeID, names: [Name], span: Span)] = [(id, [], .always)]
        var steps = 0
        while let next = open.popLast(), steps < PlaceHistory.mostSeen, found.count < PlaceHistory.most {
            steps += 1
            guard next.id != project else {
                found.append((RelativePath(next.names.reversed()), next.span))
                continue
            }
            guard next.names.count < RelativePath.deepest else { continue }
            // One after the other in time. What is added last is followed first.
            let all = places[next.id] ?? []
            let first = PlaceHistory.first(of: all.count) { all[$0].span.end > next.span.start }
            let last = PlaceHistory.first(of: all.count) { all[$0].span.start >= next.span.end }
            for (place, span) in all[first..<max(first, last)].suffix(max(0, PlaceHistory.mostSeen - open.count)) {
                if let shared = span.shared(with: next.span) { open.append((place.parent, next.names + [place.name], shared)) }
            }
        }
        return found.sorted { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
    }
}
