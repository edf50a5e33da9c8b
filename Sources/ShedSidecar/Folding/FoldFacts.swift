import ShedModel

/// Everything that a fold says, field by field: of two sets of files that are the same project to everybody these are equal.
public struct FoldFacts {
    private struct Placing: Hashable {
        var place: Place
        var stamp: Stamp
        var batch: BatchID
    }

    private struct Entry: Equatable {
        var first: Stamp
        var places: Set<Placing>
        var alias: NodeID?
    }

    private let nodes: IDTable<Node>
    private let aliases: [NodeID: NodeID]
    private let outplaced: Set<NodeID>
    private let labels: [LabelRecord]
    private let found: [NodeID: NodeID]
    private let doubled: [DoubledID]
    private let uncycled: [NodeID]
    private let future: [FieldKey: Stamp]
    private let hints: [NodeID: FileContent]
    private let headers: [BatchID: Batch.Header]
    private let entries: [NodeID: Entry]
    private let maxStamp: Stamp?
    private let unknown: Int
    private let unused: Int
    private let missing: [BatchID]

    /// - Parameter fold: with all that there is.
    public init(_ fold: Fold) {
        var fold = fold
        fold.settle()
        let result = fold.result()
        nodes = result.model.nodes
        aliases = result.model.aliases
        outplaced = result.model.outplaced
        labels = result.model.labels.sortedRecords
        (found, doubled, uncycled, future, hints) = (result.aliasesFound, result.doubled, result.uncycled, result.future, result.hints)
        headers = Dictionary(fold.graph.indices.map { (fold.graph.id(at: $0), fold.graph[$0].header) }, uniquingKeysWith: { $1 })
        let graph = fold.graph
        entries = Dictionary(
            fold.entries.map { entry in
                let places = entry.places.map { Placing(place: $0.place, stamp: $0.stamp, batch: graph.id(at: Int($0.batch))) }
                return (entry.node.id, Entry(first: entry.first, places: Set(places), alias: entry.alias))
            }, uniquingKeysWith: { $1 })
        (maxStamp, unknown, unused, missing) = (fold.maxStamp, fold.unknownOperations, fold.unusedOperations, fold.missingBatches)
    }

    /// The names of what two folds say otherwise.
    public func differences(from other: FoldFacts) -> [String] {
        let same: [(String, Bool)] = [
            ("nodes", nodes == other.nodes), ("aliases", aliases == other.aliases), ("outplaced", outplaced == other.outplaced),
            ("labels", labels == other.labels), ("found", found == other.found), ("doubled", doubled == other.doubled),
            ("uncycled", uncycled == other.uncycled), ("future", future == other.future), ("hints", hints == other.hints), ("headers", headers == other.headers),
            ("places", entries == other.entries), ("clock", maxStamp == other.maxStamp), ("unknown", unknown == other.unknown),
            ("unused", unused == other.unused), ("missing", missing == other.missing),
        ]
        return same.filter { !$0.1 }.map(\.0)
    }
}
