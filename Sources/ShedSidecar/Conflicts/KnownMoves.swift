import ShedModel

/// Which device knew of a move, and when, by the batches that it wrote.
struct KnownMoves {
    private let graph: BatchGraph
    private var knowledge: Knowledge
    /// The positions of each device's batches, in the order of their numbers.
    private let written: [ReplicaID: [Int]]
    /// Devices of which several write under one ID: what one of them knew another need not.
    private let forked: Set<ReplicaID>

    /// Where more devices have written, nothing is said of all of them.
    private static let mostDevices = 64

    init(_ graph: BatchGraph, of project: NodeID) {
        self.graph = graph
        knowledge = Knowledge(graph)
        var written: [ReplicaID: [Int]] = [:]
        for position in graph.indices where graph.project(at: position) == project { written[graph.replica(at: position), default: []].append(position) }
        forked = Set(graph.forks.map(\.replica))
        self.written = written.mapValues { $0.sorted { graph.number(at: $0).sequence < graph.number(at: $1).sequence } }
    }

    /// Whether two batches were written side by side: by writers of which neither knew the other's.
    mutating func areSideBySide(_ one: Int32, _ other: Int32) -> Bool { knowledge.areSideBySide(one, other) }

    /// Since when all devices but one's own and the one that moved it have been known to know of a move: the latest of the times in the stamps of
    /// the first batches that they wrote then, in milliseconds since 1970. These are no earlier than any that the device had seen, so that one
    /// clock that is ahead puts them off. `nil` where there is none, one has not said so, or nobody can say who knew whom.
    mutating func known(_ move: Int32, by mover: ReplicaID, besides own: Set<ReplicaID>) -> Int64? {
        let others = written.keys.filter { $0 != mover && !own.contains($0) }
        guard !others.isEmpty, others.count <= KnownMoves.mostDevices, !knowledge.isExhausted, forked.isDisjoint(with: others) else { return nil }
        var latest: Int64 = 0
        for other in others {
            guard let batches = written[other], let said = batches[firstKnowing(move, among: batches)...].first(where: { graph.latest(at: $0) > 0 }) else { return nil }
            latest = max(latest, graph.latest(at: said))
        }
        return latest
    }

    /// Until when a device has not known of a move: the time in the stamp of the last batch that it wrote without, where it knew where the file was
    /// before; in milliseconds since 1970.
    mutating func unknown(_ move: Int32, after before: Int32, by device: ReplicaID) -> Int64? {
        guard let batches = written[device], !forked.contains(device) else { return nil }
        let first = firstKnowing(move, among: batches)
        guard first > 0 else { return nil }
        let last = batches[first - 1]
        guard graph.latest(at: last) > 0, !knowledge.does(last, know: Int(move)), knowledge.does(last, know: Int(before)) else { return nil }
        return graph.latest(at: last)
    }

    /// The first of a device's batches that knew another: who knew it once goes on knowing it.
    private mutating func firstKnowing(_ other: Int32, among batches: [Int]) -> Int {
        var (low, high) = (0, batches.count)
        while low < high {
            let middle = (low + high) / 2
            if knowledge.does(batches[middle], know: Int(other)) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// What files were said to hold, and when: by that a copy of one is known.
struct SaidContents {
    /// The IDs that were said to hold it, with the earliest time of each.
    private var holders: [FileContent: [NodeID: Stamp]] = [:]
    private let sizes: Set<Int64>

    /// So many contents are remembered, and of each so many files.
    private static let (most, mostHolders) = (4_096, 16)

    /// - Parameter sizes: of the contents that matter.
    init(of sizes: Set<Int64>) { self.sizes = sizes }

    /// What matters is of these sizes.
    func matters(_ content: FileContent) -> Bool { sizes.contains(content.size) }

    mutating func add(_ content: FileContent, of id: NodeID, at stamp: Stamp) {
        guard matters(content), holders[content] != nil || holders.count < SaidContents.most else { return }
        if let known = holders[content]?[id] {
            if stamp < known { holders[content]?[id] = stamp }
        } else if holders[content, default: [:]].count < SaidContents.mostHolders {
            holders[content, default: [:]][id] = stamp
        }
    }

    /// What others than some were said to hold before a time, of one size.
    func held(besides ids: [NodeID], of size: Int64, before time: Stamp) -> Set<FileContent> {
        Set(holders.lazy.filter { content, holders in content.size == size && holders.contains { !ids.contains($0.key) && $0.value < time } }.map(\.key))
    }
}
