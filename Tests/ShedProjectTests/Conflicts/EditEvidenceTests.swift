import ShedDisk
import ShedModel
import ShedSidecar
import ShedTestSupport
import Testing

@testable import ShedProject

/// Times in seconds: the other file was moved at 1,000.
@Suite struct `What stands at the old place of a file` {
    private static let (here, there) = (ReplicaID(rawValue: 1), ReplicaID(rawValue: 2))
    private static let (mine, copied, said) = (content(1), content(2), content(3))

    private static func content(_ byte: UInt8) -> FileContent? { ContentHash(bytes: [UInt8](repeating: byte, count: 32)).map { FileContent(size: 9, hash: $0) } }

    struct Case: Sendable {
        var name: String
        /// When it was last written, and when it was born here.
        var (written, born): (Int64, Int64)
        var mover = here
        var maker = here
        /// When its ID was made.
        var made: Int64 = 1_500
        /// When the word of the move came, and that of the place before.
        var (arrived, before): (Int64?, Int64?) = (nil, nil)

        init(_ name: String, written: Int64, born: Int64, mover: ReplicaID = here, maker: ReplicaID = here, made: Int64 = 1_500, arrived: Int64? = nil, before: Int64? = nil) {
            (self.name, self.written, self.born, self.mover, self.maker, self.made) = (name, written, born, mover, maker, made)
            (self.arrived, self.before) = (arrived, before)
        }
    }

    private func evidence(_ item: Case, since: Int64 = .min, _ change: (inout MovedAwayFacts) -> Void = { _ in }) -> EditEvidence {
        func stamp(_ seconds: Int64, _ replica: ReplicaID) -> Stamp { Stamp(time: UInt64(seconds) * 1_000 << 16, replica: replica) }
        var evidence = Evidence()
        (evidence.modified, evidence.birth, evidence.size) = (item.written * 1_000_000_000, item.born * 1_000_000_000, 9)
        var facts = MovedAwayFacts()
        (facts.arrived, facts.arrivedBefore) = (item.arrived.map { $0 * 1_000_000_000 }, item.before.map { $0 * 1_000_000_000 })
        change(&facts)
        return EditEvidence(evidence, making: stamp(item.made, item.maker), moved: stamp(1_000, item.mover), since: since, facts, own: [Self.here])
    }

    @Test(arguments: [
        Case("brought here, and written before the move", written: 900, born: 1_200),
        Case("the same, with an ID that another device has made", written: 900, born: 1_200, maker: there),
        Case("the same, on a third device", written: 900, born: 1_200, mover: there, maker: there),
        Case("the same, seen at one look with the move", written: 900, born: 1_200, made: 1_000),
        Case("brought where this device had moved the other", written: 1_100, born: 1_200),
        Case("written here before the word of the move came", written: 1_100, born: 500, mover: there, arrived: 1_200, before: 400),
        Case("written here before it, by an editor that makes a new file", written: 1_100, born: 1_100, mover: there, arrived: 1_200),
        Case("written here before the move, whose word is put together with others", written: 900, born: 900, mover: there),
        Case("on files without birth, written before the move", written: 900, born: 0),
    ])
    func `is a version of it where a time tells`(item: Case) throws {
        let (mine, copied) = (try #require(Self.mine), try #require(Self.copied))
        let found = evidence(item) { $0.held = [copied] }
        #expect(found.mayTell && found.tells(mine), "\(item.name)")
        // What it held itself was copied.
        #expect(!found.tells(copied), "\(item.name)")
    }

    @Test(arguments: [
        Case("begun here after the move", written: 1_100, born: 1_100),
        Case("begun here after the move, before anybody looked", written: 900, born: 900, made: 1_000),
        Case("saved once more by an open editor", written: 1_100, born: 1_100, maker: there),
        Case("begun after the move on another device, and brought here", written: 1_100, born: 1_200, mover: there, maker: there),
        Case("the same, brought at once, before the word of the move", written: 1_100, born: 1_101, mover: there, maker: there, arrived: 1_200),
        Case("begun on another device before that looked at both, and brought here", written: 900, born: 1_200, mover: there, maker: there, made: 1_000),
        Case("begun here once the word of the move had come", written: 1_300, born: 1_300, mover: there, arrived: 1_200),
        Case("the same, by a clock that is behind", written: 700, born: 700, mover: there, arrived: 600),
        Case("written here before the other stood there", written: 300, born: 300, mover: there, arrived: 1_200, before: 400),
        Case("on files without birth, begun after the move", written: 1_100, born: 0),
    ])
    func `is a file of its own where none does`(item: Case) throws {
        let mine = try #require(Self.mine)
        #expect(!evidence(item).mayTell && !evidence(item).tells(mine), "\(item.name)")
        // What a device said beside the move tells all the same.
        let said = evidence(item) { $0.heldBeside = [mine] }
        #expect(said.mayTell && said.tells(mine), "\(item.name)")
    }

    @Test func `is a file of its own where all others knew of the move when it was written`() throws {
        let (mine, brought) = (try #require(Self.mine), Case("brought where this device had moved the other", written: 1_100, born: 1_200))
        for (since, isTold) in [(1_099, false), (1_100, true), (1_150, true)] as [(Int64, Bool)] {
            #expect(evidence(brought) { $0.knownSince = since * 1_000 }.tells(mine) == isTold, "\(since)")
        }
        // By another's clock it was written before the move.
        let early = Case("brought here, and written before the move", written: 900, born: 1_200)
        #expect(evidence(early) { $0.knownSince = 800_000 }.tells(mine))
    }

    @Test func `is a version of it where who made its ID had not known of the move since it was written`() throws {
        let (mine, elsewhere) = (try #require(Self.mine), Case("begun after the move on another device, and brought here", written: 1_100, born: 1_200, mover: Self.there, maker: ReplicaID(rawValue: 3)))
        for (until, isTold) in [(1_100, false), (1_101, true)] as [(Int64, Bool)] {
            #expect(evidence(elsewhere) { $0.unknownUntil = until * 1_000 }.tells(mine) == isTold, "\(until)")
        }
        // Who writes here knows what was moved here.
        let written = Case("begun here after the move", written: 1_100, born: 1_100, maker: Self.there)
        #expect(!evidence(written) { $0.unknownUntil = 1_101_000 }.tells(mine))
    }

    @Test func `is a file of its own where it is a copy of a third, or older than that the other stood there`() throws {
        let (mine, brought) = (try #require(Self.mine), Case("brought here, and written before the move", written: 900, born: 1_200))
        #expect(!evidence(brought) { $0.heldElsewhere = [mine] }.tells(mine))
        #expect(evidence(brought) { ($0.heldElsewhere, $0.heldBeside) = ([mine], [mine]) }.tells(mine))
        #expect(!evidence(brought, since: 903_000_000_000).mayTell && evidence(brought, since: 901_000_000_000).mayTell)
    }
}

@Suite struct `The room for comparing files` {
    @Test func `is taken by both of a pair, or by neither`() {
        var room = ReadingRoom(10)
        #expect(!room.take(9, 2) && room.isExceeded)
        #expect(!room.take(.max, .max) && !room.take(2, .max))
        #expect(room.take(4, 4) && room.take(1, 1) && !room.take(1, 0) && room.take(0, 0))
    }
}
