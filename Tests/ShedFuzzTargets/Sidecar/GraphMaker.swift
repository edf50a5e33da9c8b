import ShedModel
import ShedSidecar

/// Makes batches out of bytes: a few replicas that write about a few nodes, with doubled and extreme stamps, cycles of places and of
/// second names, deep chains, doubled sequence numbers, parents that are not there.
struct GraphMaker {
    var reader: FuzzReader
    private(set) var batches: [Batch] = []

    init(_ bytes: [UInt8]) {
        reader = FuzzReader(bytes)
        if reader.oneIn(8) { chain(Int(reader.byte()) + 2) }
        while batches.count < 24, !reader.isAtEnd, !reader.oneIn(12) { batches.append(batch(of: (0..<reader.below(6) + 1).map { _ in operation() })) }
    }

    /// The latest time that counts, in milliseconds since 1970.
    static let now: Int64 = 1_700_000_000_000
    static let file = ProjectFile(id: FuzzReader.project, kind: "poetry", created: now, copiedFrom: [otherProject])
    private static let otherProject = NodeID(high: 2, low: 2)

    private mutating func batch(of operations: [StampedOperation]) -> Batch {
        var parents = batches.isEmpty ? [] : (0..<reader.below(4)).map { _ in reader.pick(batches).id }
        var without: [BatchID] = []
        if reader.oneIn(8), let absent = BatchID(bytes: Array(repeating: reader.byte(), count: 32)) {
            if reader.flag() { parents.append(absent) } else { without.append(absent) }
        }
        let header = Batch.Header(
            project: reader.oneIn(10) ? GraphMaker.otherProject : FuzzReader.project, replica: replica(),
            sequence: reader.oneIn(6) ? UInt64(Int64.max) : UInt64(reader.below(6)), parents: parents, without: without)
        return BatchEncoder.encode(header, operations).batch
    }

    /// Folders in folders, and perhaps the first in the last.
    private mutating func chain(_ count: Int) {
        let ids = (0..<count).map { NodeID(high: 3, low: UInt64($0)) }
        var operations: [StampedOperation] = []
        for (position, id) in ids.enumerated() {
            let parent = position > 0 ? ids[position - 1] : reader.flag() ? FuzzReader.project : ids[count - 1]
            let isAlias = reader.oneIn(40)
            operations.append(StampedOperation(stamp(), Operation(id, [.type(.folder), isAlias ? .alias(parent) : .place(Place(parent: parent, name: "a"))])))
        }
        batches.append(batch(of: operations))
    }

    private mutating func replica() -> ReplicaID { ReplicaID(rawValue: reader.pick([1, 2, 3, 0, .max])) }

    /// Some of the tests' time, some at the ends of what a stamp can say, some of the future.
    private mutating func stamp() -> Stamp {
        let usual = UInt64(GraphMaker.now - 1_000 + Int64(reader.below(8))) << 16
        let time = reader.pick([usual, usual, usual, usual | 0xffff, 0, 1, .max, .max - 1, 1 << 63, UInt64(GraphMaker.now + 86_400_000) << 16, UInt64(GraphMaker.now + 86_400_001) << 16])
        return Stamp(time: time, replica: replica())
    }

    private mutating func operation() -> StampedOperation {
        let at = stamp()
        if reader.oneIn(8) { return StampedOperation(at, label()) }
        let id = reader.id()
        var fields: [Field] = []
        for _ in 0..<reader.below(5) + 1 {
            let field = field()
            // No field twice in one operation.
            if !fields.contains(where: { $0.name == field.name }) { fields.append(field) }
        }
        return StampedOperation(at, Operation(id, fields))
    }

    private mutating func label() -> Operation {
        let fields: [(String, JSONValue)] = [
            ("name", .string(reader.pick(["x", "X", "y", " ", "e\u{301}", "\u{e9}"]))), ("group", .string(reader.id().description)), ("alias", .string(reader.id().description)),
            ("colour", .string("#00ff00")), ("scope", .string(reader.pick(["all", "file", "\0"]))), ("type", .string(reader.pick(["int", "list", "?"]))),
            ("options", .array([.string("a"), .string("b")])), ("deleted", .integer(reader.integer())), ("later", value(2)),
        ]
        var chosen = [reader.pick(fields)]
        let other = reader.pick(fields)
        if other.0 != chosen[0].0 { chosen.append(other) }
        return Operation(reader.id(), chosen.map { .other($0.0, reader.oneIn(9) ? .null : $0.1) }, label: reader.pick(LabelKind.allCases))
    }

    private mutating func field() -> Field {
        switch reader.below(22) {
        case 0, 1, 2: .place(reader.oneIn(12) ? nil : Place(parent: reader.id(), name: reader.name()))
        case 3, 4: .type(reader.pick([.file, .folder, .project]))
        case 5: .role(reader.pick([nil, .trash, .rejected, Role(rawValue: "draft"), Role(rawValue: "ready")]))
        case 6: .accepts(reader.pick([nil, .files, .folders, .both, .nothing]))
        case 7: .origin(reader.flag() ? nil : Place(parent: reader.id(), name: reader.name()))
        case 8: .rejection(reader.flag() ? nil : Rejection(rule: ForeignText(reader.text(3)), origin: reader.path(3), folder: reader.flag() ? reader.id() : nil, time: time(), known: reader.flag()))
        case 9: .exception(reader.flag())
        case 10: .unexplained(reader.flag() ? nil : time())
        case 11: .content(reader.hash().map { ContentRecord(hash: $0, size: Int64(reader.below(3)), since: time()) })
        case 12: .forgotten(reader.flag() ? nil : time())
        case 13: .note(reader.flag() ? nil : reader.text(4))
        case 14: .created(time())
        case 15: .order(reader.pick([nil, "a0", "a1", "a0V", "zzzzzzzzzzzzzzzzzzzzzzzzzzz", "A00000000000000000000000001"]).flatMap { OrderKey($0) })
        case 16, 17: .alias(reader.id())
        case 18: .tag(reader.id(), reader.flag())
        case 19: .value(reader.id(), reader.pick([nil, .integer(reader.integer()), .option("a")]))
        case 20: StandingRight.field(in: reader.id(), isException: reader.flag())
        default: .other(reader.pick(["later", "type", "place", "page", "version:", "lost:\(String(repeating: "07", count: 32))", "right:\(FuzzReader.id(1))"]), value(3))
        }
    }

    /// As readers keep them: what is beyond is brought into the years 1 to 9999.
    private mutating func time() -> Int64 { Milliseconds.bounded(reader.integer()) }

    private mutating func value(_ depth: Int) -> JSONValue {
        switch reader.below(depth > 0 ? 7 : 5) {
        case 0: .integer(reader.integer())
        case 1: .number(reader.pick([-0.0, 1e308, .leastNonzeroMagnitude, 0.1, 1e19, -1e18]))
        case 2: .string(reader.text(5))
        case 3: .bool(reader.flag())
        case 4: reader.flag() ? .string(reader.id().description) : .null
        case 5: .array((0..<reader.below(3)).map { _ in value(depth - 1) })
        default: .object(JSONObject([JSONObject.Member("bundle", .string(reader.id().description)), JSONObject.Member("number", value(depth - 1))]))
        }
    }
}
