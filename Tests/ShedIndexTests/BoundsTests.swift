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
        let made = maker.random.hash()
        let hash = try #require(made)
        for var node in Array(contents.model.nodes.values) where node.type != .project {
            (node.created, node.updated) = (number, number)
            var details = NodeDetails()
            (details.unexplained, details.forgotten) = (number, number)
            details.content = ContentRecord(hash: hash, size: number, since: number)
            details.rejection = Rejection(rule: "root-file", origin: "a", folder: nil, time: number, known: true)
            node.details = details
            contents.model.insert(node)
            contents.memory.missing[node.id] = number
        }
        contents.memory.unsettled.pending = ["a": number]
        contents.meta.unsettled.pending = contents.memory.unsettled.pending
        contents.memory.unsettled.refused = ["b": number]
        contents.meta.unsettled.refused = contents.memory.unsettled.refused
        contents.meta.clock = UInt64(bitPattern: number)
        let place = Place(parent: contents.meta.project, name: "a")
        let move = IncomingMove(place: place, identity: FileIdentity(device: 1, inode: 1, birth: number), since: number)
        contents.memory.unsettled.incomingMoves = [NodeID(high: 1, low: 2): move]
        contents.meta.unsettled.incomingMoves = contents.memory.unsettled.incomingMoves
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        let loaded = try #require(try index.load())
        var times: [Int64] = []
        times += loaded.meta.unsettled.pending.values
        times += loaded.meta.unsettled.refused.values
        times += loaded.meta.unsettled.incomingMoves.values.map(\.since)
        for node in loaded.model.nodes.values where node.type != .project {
            times += [node.created, node.updated]
            let rare: [Int64?] = [node.details?.unexplained, node.details?.forgotten, node.details?.content?.since, node.details?.rejection?.time]
            times += rare.compactMap(\.self)
            #expect((node.details?.content?.size ?? 0) >= 0)
        }
        for (_, since) in loaded.memory.missing { times.append(since) }
        #expect(times.count > 50 && times.allSatisfy(Milliseconds.range.contains))
        #expect(times.allSatisfy { $0 == Milliseconds.bounded(number) })
        for (_, sighting) in loaded.memory.seen { #expect(Nanoseconds.range.contains(sighting.evidence.modified) && sighting.evidence.size >= 0) }
    }
}
