import ShedModel

@testable import ShedSidecar

extension FuzzTarget {
    /// Batches that reference one another, folded in several orders: the same comes of it.
    static let graph = FuzzTarget("graph", seeds: graphSeeds, executions: 120) { input throws(BrokenInvariant) in
        let batches = GraphMaker(input).batches
        for batch in batches {
            let encoded = BatchEncoder.encode(batch.header, batch.operations)
            let back = try? BatchDecoder.decode(encoded.bytes, projects: GraphMaker.file.projects)
            try require(back?.id == batch.id && back?.operations.count == batch.operations.count, "a batch does not come back")
            try require(back.map { BatchEncoder.encode($0.header, $0.operations).bytes } == encoded.bytes, "a batch is written otherwise again")
        }
        // Those that were read, as a device has them.
        let read = batches.compactMap { try? BatchDecoder.decode(BatchEncoder.encode($0.header, $0.operations).bytes, projects: GraphMaker.file.projects) }
        let (first, backward, halting) = (fold(read), fold(read.reversed()), fold(read, looking: true))
        let result = first.result()
        for (name, other) in [("the other way round", backward), ("with a look after each batch", halting)] {
            try requireSame(first, other, name)
            try requireSame(result, other.result(), name)
        }
        try checkTree(result)
    }

    /// Any bytes make a graph: what finds its way through is for the fuzzer to find.
    static let graphSeeds: [[UInt8]] = [[], Array(0...255), Array(repeating: 1, count: 300), (0..<600).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 7) }, (0..<900).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 29 &+ 11) }]

    /// - Parameter looking: whether what it comes to is asked for after each batch, and each is added twice.
    private static func fold(_ batches: [Batch], looking: Bool = false) -> Fold {
        var fold = Fold(project: GraphMaker.file, now: GraphMaker.now)
        for batch in batches {
            fold.add(batch)
            if looking {
                _ = fold.result()
                fold.add(batch)
            }
        }
        return fold
    }

    private static func requireSame(_ left: Fold, _ right: Fold, _ name: String) throws(BrokenInvariant) {
        try require(left.heads == right.heads && left.sequences == right.sequences && left.forks == right.forks, "\(name), batches stand otherwise")
        try require(left.absentParents == right.absentParents && left.missingBatches == right.missingBatches, "\(name), others are missing")
        try require(left.maxStamp == right.maxStamp, "\(name), the greatest stamp is another")
    }

    private static func requireSame(_ left: Folded, _ right: Folded, _ name: String) throws(BrokenInvariant) {
        try require(left.model.nodes == right.model.nodes, "\(name), nodes differ")
        try require(left.model.aliases == right.model.aliases && left.aliasesFound == right.aliasesFound, "\(name), second names differ")
        try require(left.model.outplaced == right.model.outplaced, "\(name), other nodes are outplaced")
        try require(left.doubled == right.doubled && left.uncycled == right.uncycled, "\(name), other IDs are doubled, or other cycles broken")
        try require(left.future == right.future, "\(name), other fields are of the future")
        try require(left.model.labels.records == right.model.labels.records, "\(name), labels differ")
    }

    /// Places and second names form trees.
    static func checkTree(_ folded: Folded) throws(BrokenInvariant) {
        let model = folded.model
        try require(model.nodes[model.project]?.type == .project && model.nodes[model.project]?.place == nil, "the root is a node like others")
        for (id, target) in model.aliases {
            try require(model.nodes[id] == nil && model.aliases[target] == nil, "a second name is a node, or names another second name")
        }
        for node in model.nodes.values {
            var current = node.id
            var steps = 0
            while let parent = model[current]?.place.map({ model.resolve($0.parent) }), parent != model.project, steps <= model.nodes.count {
                current = parent
                steps += 1
            }
            try require(steps <= model.nodes.count, "places form a circle")
            _ = (model.path(of: node.id), model.right(of: node.id, in: FuzzReader.id(1)))
        }
    }
}
