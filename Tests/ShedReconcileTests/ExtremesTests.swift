import ShedModel
import ShedReconcile
import ShedSidecar
import ShedTestSupport
import Testing

/// What a batch may hold goes through decoder, fold and plan: there is a plan, whatever it is, and always the same.
@Suite struct ExtremesTests {
    private static let content: JSONObject = ["sha256": .string(String(repeating: "0", count: 64)), "since": 1_700_000_000_000, "size": 1]
    private static let place: JSONObject = ["name": "a.txt", "parent": .string(World.project.description)]
    private static let rejection: JSONObject = [
        "folder": .string(World.project.description), "known": true, "origin": ["Draft", "a.txt"], "rule": "root-file", "time": 1_700_000_000_000,
    ]
    private static let other = NodeID(high: 9, low: 9)

    private static let plain = [
        "type", "role", "accepts", "exception", "unexplained", "forgotten", "details", "created", "order", "alias", "tag:\(other)", "value:\(other)", "number",
    ]
    private static let composed: [(String, [JSONValue])] = [
        ("content", Extremes.objects(like: content)), ("place", Extremes.objects(like: place)), ("origin", Extremes.objects(like: place)),
        ("rejection", Extremes.objects(like: rejection)),
    ]
    static let fields: [(String, [JSONValue])] = plain.map { ($0, Extremes.values) } + composed

    private static let times: [UInt64] = [0, 1, 0xffff, 1_700_000_000_000 << 16, Stamp.greatestTime - 1, .max]

    private static func batch(_ sequence: UInt64, _ operations: [StampedOperation]) throws -> Batch {
        let header = Batch.Header(project: World.project, replica: ReplicaID(rawValue: sequence), sequence: sequence, parents: [])
        return try BatchDecoder.decode(BatchEncoder.encode(header, operations).bytes, projects: [World.project])
    }

    /// What the world knows, as a batch.
    private static func base(_ model: Model) throws -> Batch {
        let stamp = Stamp(time: 1_600_000_000_000 << 16, replica: ReplicaID(rawValue: 1))
        return try batch(1, model.nodes.values.filter { $0.id != World.project }.map { node in
            StampedOperation(stamp, Operation(node.id, [.type(node.type), .place(node.place), .role(node.role), .accepts(node.accepts)]))
        })
    }

    @Test(arguments: fields.indices) func `any value of a field, of a file and of a folder, comes to a plan`(number: Int) throws {
        let (name, values) = Self.fields[number]
        var world = World()
        world.disk.mkdir("Collections/Book")
        world.disk.create("Draft/a.txt", "one and two and three")
        world.disk.create("Collections/Book/b.txt", "four")
        world.sync()
        let base = try Self.base(world.model)
        let ids = try (["Draft/a.txt", "Collections/Book", "Draft"] as [RelativePath]).map { try #require(world.id($0)) }
        // As it was, gone, moved where it may stand, and moved where it may not.
        var worlds = [world, world, world, world]
        worlds[1].disk.delete("Draft/a.txt")
        worlds[2].disk.rename("Draft/a.txt", to: "Collections/Book/c.txt")
        worlds[3].disk.rename("Draft/a.txt", to: "c.txt")
        // In a short run each field takes others of the values that all are given, and every second of those that only it is given.
        let step = number < Self.plain.count ? 5 : 2
        for (position, value) in ShortRun.part(of: Array(values.enumerated()), every: step, from: number) {
            let stamp = Stamp(time: Self.times[position % Self.times.count], replica: ReplicaID(rawValue: 2))
            for id in ids.prefix(position % 3 + 1).suffix(1) {
                let extreme = try Self.batch(2, [StampedOperation(stamp, Operation(id, [.other(name, value)]))])
                var fold = Fold(project: ProjectFile(id: World.project, kind: "poetry", created: 0), now: 1_700_000_000_000)
                fold.add(base)
                fold.add(extreme)
                for var world in worlds {
                    world.model = fold.result().model
                    world.memory.missing[id] = Milliseconds.bounded(Extremes.integers[position % Extremes.integers.count])
                    for request in [WalkRequest.sync(), .daemonJudging(.init(in: [.root, "Draft", "Collections"], busy: []))] {
                        world.request = request
                        #expect(world.plan().operations == world.plan().operations)
                    }
                }
            }
        }
    }

    @Test func `any value of a label's field comes to labels`() throws {
        for kind in LabelKind.allCases {
            for name in ["name", "group", "alias", "colour", "scope", "deleted", "type", "options"] {
                var fold = Fold(project: ProjectFile(id: World.project, kind: "poetry", created: 0), now: 1_700_000_000_000)
                for (position, value) in Extremes.values.enumerated() {
                    let stamp = Stamp(time: Self.times[position % Self.times.count], replica: ReplicaID(rawValue: 2))
                    let set: [Field] = name == "name" ? [.other(name, value)] : [.other("name", "x"), .other(name, value)]
                    let operation = Operation(NodeID(high: 3, low: UInt64(position % 4)), set, label: kind)
                    fold.add(try Self.batch(UInt64(position + 1), [StampedOperation(stamp, operation)]))
                }
                let book = fold.result().model.labels
                #expect(book.sortedRecords == fold.result().model.labels.sortedRecords)
            }
        }
    }
}
