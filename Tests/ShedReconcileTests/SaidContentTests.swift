import ShedModel
import Testing

@testable import ShedReconcile

/// What another device says that a file holds, beside what was seen of it here.
@Suite struct `What is said of a file` {
    private let id = NodeID(high: 0, low: 1)

    private func content(_ number: UInt8) throws -> FileContent {
        FileContent(size: 40, hash: try #require(ContentHash(bytes: [UInt8](repeating: number, count: 32))))
    }

    private func memory(seen number: UInt8?, isSaid: Bool) throws -> Memory {
        var memory = Memory()
        memory.record(Sighting(evidence: Evidence(inode: 1, size: 40), hash: try number.map { try content($0).hash }, isRacy: false, isSaid: isSaid), of: id)
        return memory
    }

    @Test func `is news where nothing is known, or something else is said since what was seen had been said`() throws {
        #expect(Memory().tellsLess(of: id, than: try content(1)))
        #expect(try memory(seen: nil, isSaid: true).tellsLess(of: id, than: content(1)))
        #expect(try memory(seen: 1, isSaid: true).tellsLess(of: id, than: content(2)))
        #expect(try !memory(seen: 1, isSaid: true).tellsLess(of: id, than: content(1)))
        // It was written here, and nobody has said so: who says something else did not know.
        #expect(try !memory(seen: 1, isSaid: false).tellsLess(of: id, than: content(2)))
        #expect(try !memory(seen: nil, isSaid: false).tellsLess(of: id, than: content(2)))
    }

    @Test func `is remembered as long as it is news, or its move is on its way`() throws {
        var memory = try memory(seen: 1, isSaid: true)
        #expect(try memory.needs(content(2), of: id) && !memory.needs(content(1), of: id))
        memory.unsettled.incomingMoves[id] = IncomingMove(place: Place(parent: id, name: "a"), identity: FileIdentity(device: 0, inode: 1, birth: 0), since: 0)
        #expect(try memory.needs(content(1), of: id))
    }
}
