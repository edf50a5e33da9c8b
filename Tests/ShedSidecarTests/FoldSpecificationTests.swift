import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// The fold, which is made to be quick, beside the one that is made to be read.
@Suite struct `The fold and its specification` {
    /// - Returns: a random history without stamps of which nothing tells what is later.
    static func batches(_ seed: UInt64) -> [Batch] {
        var numbers = SeededNumbers(seed)
        return RandomHistory(&numbers).batches.map(\.batch).filter { batch in batch.operations.allSatisfy { !$0.at.isGreatest } }
    }

    @Test(arguments: 0..<300 as Range<UInt64>) func `say the same of random batches`(seed: UInt64) throws {
        let batches = Self.batches(seed)
        let result = fold(batches).result()
        let specification = FoldSpecification(batches, aliases: result.model.aliases)
        for (id, target) in specification.said { #expect(result.model.resolve(id) == result.model.resolve(target)) }
        if result.aliasesFound.isEmpty { #expect(result.model.aliases == specification.said) }
        var (nodes, uncycled) = specification.nodes
        nodes[project] = nodes[project] ?? Node(id: project, type: .project)
        // Where IDs were found to be one, the place that was given last by any of them counts, and folders are others.
        #expect(result.model.nodes.count == nodes.count)
        for (id, node) in result.model.nodes {
            var (node, expected) = (node, nodes[id])
            if !result.aliasesFound.isEmpty {
                node.place = nil
                expected?.place = nil
            }
            #expect(node == expected)
        }
        if result.aliasesFound.isEmpty {
            #expect(result.uncycled == uncycled)
            #expect(result.model.outplaced == specification.outplaced(nodes))
        }
        #expect(fold(batches).heads == specification.heads && fold(batches).absentParents == specification.absent)
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func `hang on no order, nor on how often a batch is there`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed)
        let batches = RandomHistory(&numbers).batches.map(\.batch)
        let facts = FoldFacts(fold(batches))
        #expect(FoldFacts(fold((batches + batches.prefix(3)).shuffled(using: &numbers))).differences(from: facts) == [])
    }

    /// Nothing is side by side where each batch names the one before; that is not looked for then.
    @Test(arguments: 0..<100 as Range<UInt64>) func `find nothing side by side in one line of batches`(seed: UInt64) throws {
        var line: [Batch] = []
        for batch in Self.batches(seed) {
            let header = Batch.Header(
                project: project, replica: batch.header.replica, sequence: UInt64(line.count), parents: line.suffix(1).map(\.id))
            line.append(BatchEncoder.encode(header, batch.operations).batch)
        }
        let result = fold(line).result()
        #expect(result.aliasesFound.isEmpty && result.doubled.isEmpty)
        // One batch beside the line, which says nothing: now all is looked at.
        var other = Writer(9)
        let whole = fold(line + [other.batch(1, [])]).result()
        #expect(whole.aliasesFound.isEmpty && whole.doubled.isEmpty && whole.model.nodes == result.model.nodes)
        #expect(whole.model.outplaced == result.model.outplaced)
    }
}
