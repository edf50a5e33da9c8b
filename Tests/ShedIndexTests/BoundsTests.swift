import ShedModel
import ShedTestSupport
import Testing

@testable import ShedIndex

/// An index whose checksums are right and whose numbers nobody ever had.
@Suite struct BoundsTests {
    @Test(arguments: Extremes.integers) func `times and sizes of an index are within bounds`(number: Int64) throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 5)
        var contents = maker.contents(folders: 5, files: 20)
        let hash = try #require(maker.random.hash())
        for var node in Array(contents.model.nodes.values) where node.type != .project {
            (node.created, node.updated) = (number, number)
            var details = NodeDetails()
            (details.unexplained, details.forgotten) = (number, number)
            details.content = ContentRecord(hash: hash, size: number, since: number)
            details.rejection = Rejection(rule: "root-file", origin: ["a"], folder: nil, time: number, known: true)
            node.details = details
            contents.model.insert(node)
            contents.memory.missing[node.id] = number
        }
        contents.memory.pending = ["a": number]
        contents.meta.pending = contents.memory.pending
        contents.meta.refused = ["b": number]
        contents.meta.clock = UInt64(bitPattern: number)
        let place = Place(parent: contents.meta.project, name: "a")
        contents.meta.incomingMoves = [NodeID(high: 1, low: 2): IncomingMove(place: place, identity: FileIdentity(device: 1, inode: 1, birth: number), since: number)]
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        let loaded = try #require(try index.load())
        var times = Array(loaded.meta.pending.values) + loaded.meta.refused.values + loaded.meta.incomingMoves.values.map(\.since)
        for node in loaded.model.nodes.values where node.type != .project {
            times += [node.created, node.updated] + [node.details?.unexplained, node.details?.forgotten, node.details?.content?.since, node.details?.rejection?.time].compactMap(\.self)
            #expect((node.details?.content?.size ?? 0) >= 0)
        }
        for (_, since) in loaded.memory.missing { times.append(since) }
        #expect(times.count > 50 && times.allSatisfy(Milliseconds.range.contains))
        #expect(times.allSatisfy { $0 == Milliseconds.bounded(number) })
        for (_, sighting) in loaded.memory.seen { #expect(Nanoseconds.range.contains(sighting.evidence.modified) && sighting.evidence.size >= 0) }
    }
}
