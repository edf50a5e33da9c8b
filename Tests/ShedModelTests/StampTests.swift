import ShedModel
import ShedTestSupport
import Testing

private let here = ReplicaID(rawValue: 1)
private let there = ReplicaID(rawValue: 2)

@Suite struct StampTests {
    @Test func `a stamp's text is read again`() throws {
        let stamp = Stamp(time: 0x0190_1234_5678_000a, replica: ReplicaID(rawValue: 0xfedc_ba98_7654_3210))
        #expect(stamp.description == "019012345678000a-fedcba9876543210")
        #expect(stamp.description.utf8.count == Stamp.textLength)
        #expect(Stamp(stamp.description) == stamp)
        #expect(stamp.milliseconds == 0x0190_1234_5678)
    }

    @Test(arguments: [
        "", "019012345678000a", "019012345678000a_fedcba9876543210", "019012345678000a-fedcba987654321",
        "019012345678000a-fedcba98765432100", "019012345678000g-fedcba9876543210", "+19012345678000a-fedcba9876543210",
    ])
    func `what is no stamp is refused`(text: String) { #expect(Stamp(text) == nil) }

    @Test func `the order of texts is the order of stamps`() {
        let stamps = [0, 1, 0xffff, 0x10000, UInt64.max].flatMap { time in
            [0, 1, UInt64.max].map { Stamp(time: time, replica: ReplicaID(rawValue: $0)) }
        }
        #expect(stamps.shuffled().sorted() == stamps)
        #expect(stamps.map(\.description).shuffled().sorted() == stamps.map(\.description))
    }

    @Test func `a replica's text is sixteen digits`() {
        #expect(ReplicaID("00000000000000ff") == ReplicaID(rawValue: 255))
        #expect(ReplicaID(rawValue: 255).description == "00000000000000ff")
        #expect(ReplicaID("ff") == nil && ReplicaID("00000000000000fg") == nil)
    }
}

@Suite struct HybridClockTests {
    @Test func `every stamp is greater than the last, also when the clock stands or goes back`() {
        var clock = HybridClock(replica: here)
        var last = clock.tick(now: 1_000)
        for now: Int64 in [1_000, 1_000, 999, 0, -5, 1_001, 2_000] {
            let stamp = clock.tick(now: now)
            #expect(stamp > last)
            last = stamp
        }
        #expect(last.milliseconds == 2_000)
    }

    @Test func `a stamp that was seen before is passed`() {
        let other = Stamp(time: 5_000 << 16 | 7, replica: there)
        var clock = HybridClock(replica: here, last: other.time)
        let next = clock.tick(now: 1_000)
        #expect(next > other)
    }
}

@Suite struct NodeIDTests {
    @Test func `an ID's text is read again, in either case`() {
        let id = NodeID(high: 0x0190_1234_5678_7abc, low: 0x8def_0123_4567_89ab)
        #expect(id.description == "01901234-5678-7abc-8def-0123456789ab")
        #expect(NodeID(id.description) == id)
        #expect(NodeID(id.description.uppercased()) == id)
    }

    @Test(arguments: [
        "", "01901234-5678-7abc-8def-0123456789a", "01901234-5678-7abc-8def-0123456789abc", "0190123456787abc8def0123456789ab",
        "01901234-5678-7abc-8def-0123456789ag", "01901234_5678-7abc-8def-0123456789ab", "-1901234-5678-7abc-8def-0123456789ab",
    ])
    func `what is no ID is refused`(text: String) { #expect(NodeID(text) == nil) }

    @Test func `IDs that count up never repeat and depend on the seed alone`() {
        var (one, same, other) = (CountingIDs(seed: 1), CountingIDs(seed: 1), CountingIDs(seed: 2))
        let ids = (0..<100).map { _ in one.next() }
        let again = (0..<100).map { _ in same.next() }
        let others = (0..<100).map { _ in other.next() }
        #expect(ids == again)
        #expect(Set(ids + others).count == 200)
        #expect(ids.sorted() == ids)
    }
}

@Suite struct TemplateTests {
    private static let template = Template(
        Kind(
            name: "essays", synonyms: [], root: .folders,
            folders: [
                FolderTemplate(
                    role: .draft, section: "desk", symbol: "pencil", accepts: .files, filling: .people,
                    names: [.english: "Draft", Language(rawValue: "de"): "Entwürfe"]),
                FolderTemplate(
                    role: .ready, section: "gone", symbol: "checkmark", accepts: .nothing, filling: .moves,
                    names: [.english: "Ready"]),
            ],
            sections: [SectionTemplate(key: "desk", titles: [.english: "DESK"])]),
        language: Language(rawValue: "de"))

    @Test func `a template speaks its language, else English`() {
        #expect(Self.template.folders.map(\.name) == ["Entwürfe", "Ready"])
        #expect(Self.template.folders.map(\.section) == ["DESK", "gone"])
    }

    @Test func `a name in any language tells the role`() {
        for name in ["Draft", "DRAFT", "entwürfe", "Entwu\u{308}rfe"] {
            #expect(Self.template.role(named: Name(name)) == .draft, "\(name)")
        }
        #expect(Self.template.role(named: "Drafts") == nil)
    }

    @Test func `a folder without a role is filled by people, Rejected by anything`() {
        #expect(Self.template.filling(of: nil) == .people)
        #expect(Self.template.filling(of: .ready) == .moves)
        #expect(Self.template.filling(of: .rejected) == .anything)
        #expect(Self.template.filling(of: .published) == .people)
    }

    @Test func `what a folder accepts`() {
        let table: [(Accepts, file: Bool, folder: Bool)] = [
            (.files, true, false), (.folders, false, true), (.both, true, true), (.nothing, false, false),
        ]
        for (accepts, file, folder) in table {
            #expect(accepts.allows(.file) == file)
            #expect(accepts.allows(.folder) == folder)
        }
    }
}
