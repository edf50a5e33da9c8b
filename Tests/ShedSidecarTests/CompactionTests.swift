import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// Bases that shed writes: they stand for their batches to everybody, whichever of those are still there.
@Suite struct `Compacted batches` {
    static let own = ReplicaID(rawValue: 1)
    static let day: Int64 = 86_400_000

    /// A batch file that came so many days before a time that is told.
    static func file(_ encoded: EncodedBatch) -> BatchFile {
        BatchFile(
            area: Sidecar.ops, replicaDirectory: Name(encoded.batch.header.replica.description), name: encoded.name ?? "x",
            evidence: Evidence(size: Int64(encoded.bytes.count)))
    }

    static func file(_ base: EncodedBase, at milliseconds: Int64) -> BatchFile {
        BatchFile(area: Sidecar.base, replicaDirectory: nil, name: base.name, evidence: Evidence(birth: milliseconds * 1_000_000, size: Int64(base.bytes.count)))
    }

    static func files(_ batches: [EncodedBatch], _ bases: [(base: EncodedBase, since: Int64)] = []) throws -> Compaction.Files {
        var files = Compaction.Files()
        files.batches = batches.map { (file($0), $0.batch) }
        files.bases = try bases.map { (file($0.base, at: $0.since), try BaseDecoder.decode($0.base.bytes, projects: [project])) }
        return files
    }

    static func facts(_ files: Compaction.Files, at time: Int64 = now) -> FoldFacts { FoldFacts(files.fold(of: projectFile, fields: FieldTraits(), now: time)) }

    @Test(arguments: 0..<150 as Range<UInt64>)
    func `fold to the same as the batches, whichever of those are still there`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed)
        let history = RandomHistory(&numbers)
        let batches = history.batches
        let before = Self.facts(try Self.files(batches))
        for _ in 0..<3 {
            // Any of a replica's batches may be in a base, in several, and gone or not.
            var bases: [(base: EncodedBase, since: Int64)] = []
            var gone: Set<BatchID> = []
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                let replica = ReplicaID(rawValue: UInt64.random(in: 1...3, using: &numbers))
                let named = batches.map(\.batch).filter { $0.header.replica == replica && Int.random(in: 0..<4, using: &numbers) > 0 }.map(BaseEntry.init)
                guard let base = BaseEncoder.encode(named, copy: 0, now: now) else { continue }
                bases.append((base, now))
                gone.formUnion(base.batches.filter { _ in Bool.random(using: &numbers) })
            }
            let rest = batches.filter { !gone.contains($0.batch.id) }.shuffled(using: &numbers)
            #expect(Self.facts(try Self.files(rest, bases.shuffled(using: &numbers))).differences(from: before) == [])
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `are written and dropped by the rule until little is left, and nothing changes`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed)
        let history = RandomHistory(&numbers)
        var files = try Self.files(history.batches)
        var rules = Compaction.Rules()
        rules.gathered = Int.random(in: 1...3, using: &numbers)
        rules.mostBases = Int.random(in: 2...6, using: &numbers)
        let least = files.batches.count
        var time = now
        for _ in 0..<12 {
            time += Int64.random(in: 0...20, using: &numbers) * Self.day
            let before = Self.facts(files, at: time)
            let compaction = Compaction(of: files, project: project, replica: Self.own, now: time, rules: rules)
            #expect(try compaction.isFaithful(to: files, of: projectFile, fields: FieldTraits()))
            // Interrupted anywhere.
            let written = compaction.bases.prefix(Int.random(in: 0...2, using: &numbers))
            let gone = Set(compaction.dropped.shuffled(using: &numbers).prefix(Int.random(in: 0...9, using: &numbers)).map(\.path))
            #expect(compaction.dropped.allSatisfy { $0.area == Sidecar.base || $0.replicaDirectory == Name(Self.own.description) })
            files.batches.removeAll { gone.contains($0.file.path) }
            files.bases.removeAll { gone.contains($0.file.path) }
            for base in written where !files.bases.contains(where: { $0.base.id == base.id }) {
                files.bases.append((Self.file(base, at: time), try BaseDecoder.decode(base.bytes, projects: [project])))
            }
            #expect(Self.facts(files, at: time).differences(from: before) == [])
            // Of one corrupt base nothing is lost.
            if let lost = files.bases.indices.randomElement(using: &numbers) {
                var damaged = files
                damaged.bases.remove(at: lost)
                #expect(Self.facts(damaged, at: time).differences(from: before) == [])
            }
        }
        #expect(files.batches.count <= least)
    }

    @Test func `leave out what later ones override, and keep what the fold asks for besides`() throws {
        let seen = try (1...2).map { number in
            SeenContent.field(FileContent(size: 1, hash: try #require(ContentHash(bytes: [UInt8](repeating: number, count: 32)))))
        }
        var one = Writer(1)
        let batches = [
            one.batch(0, [(node(1), [.type(.file), place("a"), .note("old")])]), one.batch(1, [(node(1), [place("b"), .note("new")])]),
            one.batch(2, [(node(1), [place("c"), .tag(node(7), true)])]), one.batch(3, [(node(1), [.tag(node(7), false)])]),
            one.batch(4, [(node(2), [.note("x"), seen[0]])]), one.batch(5, [(node(2), [.note("y"), .other("page-file", 1)])]), one.batch(6, [(node(2), [.other("page-file", 2), seen[1]])]),
        ]
        let base = try #require(BaseEncoder.encode(batches.map(BaseEntry.init), copy: 0, now: now))
        let read = try BaseDecoder.decode(base.bytes, projects: [project])
        #expect(read.subsumed == batches.map { Base.Subsumed(id: $0.id, header: $0.header) })
        #expect(read.operations.map(\.operation.operation.set) == [
            [place("a"), .type(.file)], [.note("new"), place("b")], [place("c")], [.tag(node(7), false)], [], [.note("y"), .other("page-file", 1)], [.other("page-file", 2), seen[1]],
        ])
        // What is said twice is said once.
        #expect(base.bytes.count < batches.count * 250)
    }

    @Test func `go only where two bases have named them for the grace period, and the newest stays`() throws {
        var one = Writer(1)
        var batches: [EncodedBatch] = []
        for number in 0..<4 { batches.append(one.encoded(Int64(number), knowing: batches.last.map { [$0.batch] } ?? [], [(node(UInt64(number + 1)), [.type(.file), place(Name("\(number)"))])])) }
        let entries = batches.map { BaseEntry($0.batch) }
        let bases = (0...1).compactMap { BaseEncoder.encode(entries, copy: $0, now: now) }
        #expect(Set(bases.map(\.id)).count == 2)
        func dropped(_ bases: [(base: EncodedBase, since: Int64)], after days: Int64) throws -> [Int] {
            let files = try Self.files(batches, bases)
            let compaction = Compaction(of: files, project: project, replica: Self.own, now: now + days * Self.day)
            return batches.indices.filter { compaction.dropped.map(\.path).contains(Self.file(batches[$0]).path) }
        }
        #expect(try dropped([(bases[0], now), (bases[1], now)], after: 15) == [0, 1, 2])
        #expect(try dropped([(bases[0], now), (bases[1], now)], after: 13) == [])
        #expect(try dropped([(bases[0], now), (bases[1], now + 3 * Self.day)], after: 15) == [])
        #expect(try dropped([(bases[0], now)], after: 100) == [])
        // Another's bases are no reason, nor is what is not missed where it is gone.
        let compaction = Compaction(of: try Self.files(batches, bases.map { ($0, now) }), project: project, replica: ReplicaID(rawValue: 2), now: now + 100 * Self.day)
        #expect(compaction.dropped.isEmpty && compaction.bases.isEmpty)
    }

    @Test func `of which one base is left get another one`() throws {
        var one = Writer(1)
        let batches = (0..<3).map { one.batch(Int64($0), [(node(UInt64($0 + 1)), [.type(.file), place("a")])]) }
        let pair = (0...1).compactMap { BaseEncoder.encode(batches.map(BaseEntry.init), copy: $0, now: now) }
        var rules = Compaction.Rules()
        rules.gathered = 1
        for kept in 0...1 {
            let compaction = Compaction(of: try Self.files([], [(pair[kept], now)]), project: project, replica: Self.own, now: now + Self.day, rules: rules)
            #expect(compaction.bases.map(\.bytes) == pair.map(\.bytes))
        }
        #expect(Compaction(of: try Self.files([], pair.map { ($0, now) }), project: project, replica: Self.own, now: now + Self.day, rules: rules).bases.isEmpty)
    }

    @Test func `gather first, and stay out for a day`() throws {
        var one = Writer(1)
        let batches = (0..<64).map { one.encoded(Int64($0), [(node(1), [.note("\($0)")])]) }
        func bases(_ count: Int, at time: Int64) throws -> Int {
            Compaction(of: try Self.files(Array(batches.prefix(count))), project: project, replica: Self.own, now: time).bases.count
        }
        #expect(try bases(64, at: now) == 0)
        #expect(try bases(64, at: now + Self.day) == 2)
        #expect(try bases(63, at: now + Self.day) == 0)
    }

    @Test func `that were damaged, or are of a newer shed, are no bases`() throws {
        var one = Writer(1)
        let batch = one.batch(0, [(node(1), [.type(.file), place("a")])])
        let bytes = try #require(BaseEncoder.encode([BaseEntry(batch)], copy: 0, now: now)).bytes
        let text = String(decoding: bytes, as: UTF8.self).replacing("\(bytes[13..<77].map { Character(Unicode.Scalar($0)) }.reduce("") { "\($0)\($1)" })", with: String(repeating: "0", count: 64))
        #expect(try BaseDecoder.decode(sealed(text), projects: [project]).subsumed.map(\.id) == [batch.id])
        for (from, to) in [
            ("\"format\":2", "\"format\":3"), ("\"count\":1", "\"count\":2"), ("\"subsumes\":1", "\"subsumes\":2"), ("\"replica\":\"0000000000000001\",", ""),
            ("[\"\(node(1))\",", "[0,"), ("[\"\(node(1))\",", "[-1,"), ("[\"\(node(1))\",", "[\"x\","), ("\"\(batch.id)\",\"", "\"\(batch.id)\",\"x"),
            (",1]\n", ",-1]\n"), (",1]\n", ",1,[0]]\n"), (",1]\n", ",9223372036854775807]\n[\"\(String(repeating: "ab", count: 32))\"]\n"), (",1]\n", ",1]\n7\n"),
        ] {
            let changed = text.replacing(from, with: to)
            #expect(changed != text, "\(from)")
            #expect(throws: BatchFault.self, "\(to)") { try BaseDecoder.decode(sealed(changed), projects: [project]) }
        }
        for position in stride(from: 0, to: bytes.count, by: 7) {
            var torn = bytes
            torn[position] ^= 1
            #expect(throws: BatchFault.self) { try BaseDecoder.decode(torn, projects: [project]) }
            #expect(throws: BatchFault.self) { try BaseDecoder.decode(Array(bytes.prefix(position)), projects: [project]) }
        }
    }
}

/// Batches of three replicas as devices write them, and as nobody does: forked, without what was there, at the greatest time and from the
/// future, with labels and with what no version knows.
struct RandomHistory {
    private(set) var batches: [EncodedBatch] = []

    init(_ numbers: inout SeededNumbers) {
        var sequences: [UInt64: UInt64] = [:]
        let isForked = Int.random(in: 0..<5, using: &numbers) == 0
        for _ in 0..<Int.random(in: 4...40, using: &numbers) {
            let replica = UInt64.random(in: 1...3, using: &numbers)
            sequences[replica, default: 0] += isForked && Int.random(in: 0..<6, using: &numbers) == 0 ? 0 : 1
            let known = batches.suffix(6).filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 } + (batches.last(where: { $0.batch.header.replica.rawValue == replica }).map { [$0] } ?? [])
            let without = batches.filter { _ in Int.random(in: 0..<40, using: &numbers) == 0 }
            let header = Batch.Header(
                project: project, replica: ReplicaID(rawValue: replica), sequence: sequences[replica, default: 0], parents: known.map(\.batch.id), without: without.map(\.batch.id))
            let at = RandomHistory.stamp(replica, &numbers)
            let count = Int.random(in: 1...4, using: &numbers)
            let operations = Set((0..<count).map { _ in UInt64.random(in: 1...10, using: &numbers) }).sorted().map { number in
                RandomHistory.operation(number, &numbers)
            }
            var stamped = operations.map { StampedOperation(at, $0) }
            if Int.random(in: 0..<6, using: &numbers) == 0 { stamped[0].at = RandomHistory.stamp(UInt64.random(in: 1...3, using: &numbers), &numbers) }
            var unused: [UnusedOperation] = []
            if Int.random(in: 0..<8, using: &numbers) == 0 {
                let line: JSONObject = ["at": .string(at.description), "id": .string("\(node(3))"), "kind": "hologram", "set": ["x": 1]]
                unused = [UnusedOperation(position: stamped.count, at: at, line: line)]
            }
            let encoded = BatchEncoder.encode(header, stamped, unused: unused)
            if !batches.contains(where: { $0.batch.id == encoded.batch.id }) { batches.append(encoded) }
        }
    }

    private static func stamp(_ replica: UInt64, _ numbers: inout SeededNumbers) -> Stamp {
        switch Int.random(in: 0..<30, using: &numbers) {
        case 0: Stamp(time: Stamp.greatestTime, replica: ReplicaID(rawValue: replica))
        case 1: ShedSidecarTests.stamp(HybridClock.tolerance + Int64.random(in: 100_000...100_010, using: &numbers), replica)
        case 2: ShedSidecarTests.stamp(Int64.random(in: 60_000...90_000, using: &numbers), replica)
        default: ShedSidecarTests.stamp(Int64.random(in: 0...30, using: &numbers), replica)
        }
    }

    private static func operation(_ number: UInt64, _ numbers: inout SeededNumbers) -> ShedModel.Operation {
        if Int.random(in: 0..<10, using: &numbers) == 0 {
            let kind: LabelKind = Bool.random(using: &numbers) ? .tag : .group
            return ShedModel.Operation(node(number), [.other("name", .string("n\(number % 3)")), .other("deleted", Bool.random(using: &numbers) ? 5 : nil)], label: kind)
        }
        if Int.random(in: 0..<20, using: &numbers) == 0 { return ShedModel.Operation(node(number), []) }
        var fields = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in field(&numbers) }
        var names: Set<String> = []
        fields.removeAll { !names.insert($0.name).inserted }
        return ShedModel.Operation(node(number), fields)
    }

    private static func field(_ numbers: inout SeededNumbers) -> Field {
        func some() -> UInt64 { UInt64.random(in: 1...10, using: &numbers) }
        func few() -> Int64 { Int64.random(in: 0..<3, using: &numbers) }
        return switch Int.random(in: 0..<21, using: &numbers) {
        case 0...4: place(Name("n\(few())"), in: few() == 0 ? node(some()) : project)
        case 5: .type(Bool.random(using: &numbers) ? .file : .folder)
        case 6: .alias(node(some()))
        case 7: .note("\(few())")
        case 8: .forgotten(few() == 0 ? nil : few())
        case 9: .other("colour", few() == 0 ? nil : .integer(few()))
        case 10: .place(nil)
        case 11: .order(OrderKey("a\(few() + 1)"))
        case 12: .tag(node(some()), few() == 0)
        case 13: .content(ContentHash(bytes: [UInt8](repeating: UInt8(few()), count: 32)).map { ContentRecord(hash: $0, size: few(), since: few()) })
        case 14: .exception(few() == 0)
        case 15: .created(few() + 7)
        case 16: .other("type", "hologram")
        case 17: .role(few() == 0 ? nil : Role(rawValue: "r\(few())"))
        case 18: .unexplained(few() == 0 ? nil : few())
        case 19: seen(few(), few())
        default: .origin(few() == 0 ? nil : Place(parent: project, name: Name("o\(few())")))
        }
    }

    /// What a file held, that this is not known, or a value that no version understands.
    private static func seen(_ number: Int64, _ size: Int64) -> Field {
        if number == 0 { return .other(SeenContent.field, .null) }
        guard size < 2, let hash = ContentHash(bytes: [UInt8](repeating: UInt8(number), count: 32)) else { return .other(SeenContent.field, .integer(5)) }
        return SeenContent.field(FileContent(size: size + 1, hash: hash))
    }
}
