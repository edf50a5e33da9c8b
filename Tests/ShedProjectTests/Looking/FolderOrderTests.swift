import ShedModel
import Testing

@testable import ShedProject

private let project = NodeID(high: 1, low: 1)

private func id(_ number: Int) -> NodeID { NodeID(high: 7, low: UInt64(number)) }

@Suite final class `The order of a folder` {
    private var model = Model(project: project)

    private func add(_ number: Int, _ name: Name, _ type: NodeType = .file, key: String? = nil, in folder: NodeID? = nil) throws {
        var fields: [Field] = [.type(type), .place(Place(parent: project, name: name))]
        if let key { fields.append(.order(OrderKey(key))) }
        if let folder { fields.append(.other(FolderOrder.folderField, .string(folder.description))) }
        model.apply(Operation(id(number), fields))
    }

    private var sorted: [String] { FolderOrder.sorted(Array(model.nodes.values), of: model).compactMap { model.nodes[$0]?.place?.name.text } }

    @Test func `is that of the keys, of the IDs where two have one, and then that of the names`() throws {
        try add(1, "z", key: "a1")
        try add(2, "y", key: "a0")
        try add(4, "w", key: "a2")
        try add(3, "x", key: "a2")
        try add(5, "10.txt")
        try add(6, "9.txt")
        try add(7, "Folder", .folder)
        #expect(sorted == ["y", "z", "x", "w", "Folder", "9.txt", "10.txt"])
    }

    @Test func `heeds only keys that were given for this folder, or for none in particular`() throws {
        try add(1, "a")
        try add(2, "b", key: "a0", in: id(99))
        try add(3, "c", key: "a1", in: project)
        try add(4, "d", key: "a0")
        #expect(sorted == ["d", "c", "a", "b"])
    }

    @Test func `gives Trash and Rejected no place`() throws {
        model.apply(Operation(id(1), [.type(.folder), .role(.trash), .place(Place(parent: project, name: "Trash")), .order(.first)]))
        try add(2, "A", .folder)
        #expect(sorted == ["A", "Trash"])
    }

    @Test func `keeps its IDs right in a copy of the project`() {
        let map: (NodeID) -> NodeID = { _ in id(2) }
        let mapped = FolderOrder.traits.mapped(FolderOrder.folderField, .string(id(1).description), map)
        #expect(mapped?.value == .string(id(2).description))
        #expect(FolderOrder.traits.mapped("number", 1, map) == nil && FolderOrder.traits.mapped(FolderOrder.folderField, 7, map) == nil)
    }

    // MARK: New keys

    private func items(_ keys: [String?]) -> [OrderKey.Item] { keys.enumerated().map { OrderKey.Item(id: id($0.offset), key: $0.element.flatMap { OrderKey($0) }) } }
    private func ranks(_ count: Int) -> [NodeID: Int] { Dictionary(uniqueKeysWithValues: (0..<count).map { (id($0), $0) }) }

    private func applied(_ items: [OrderKey.Item], _ placed: Set<NodeID>, _ ranks: [NodeID: Int]) -> (order: [NodeID], written: Int) {
        let new = FolderOrder.newKeys(items, placing: placed, ranks: ranks)
        let all = items.map { OrderKey.Item(id: $0.id, key: new[$0.id] ?? $0.key) }
        let keyed = all.filter { $0.key != nil }.sorted { $0.precedes($1) }.map(\.id)
        return (keyed + all.filter { $0.key == nil }.map(\.id).sorted { ranks[$0] ?? 0 < ranks[$1] ?? 0 }, new.count)
    }

    @Test func `is written with one key where all have one, and that is the key of what was moved`() {
        let ids = (0..<5).map { id($0) }
        let all = items(["a0", "a1", "a2", "a3", "a4"])
        for from in 0..<5 {
            for to in 0..<5 where to != from {
                var wanted = all
                wanted.insert(wanted.remove(at: from), at: to)
                let new = FolderOrder.newKeys(wanted, placing: [ids[from]], ranks: ranks(5))
                #expect(Array(new.keys) == [ids[from]], "\(from) to \(to)")
                #expect(applied(wanted, [ids[from]], ranks(5)).order == wanted.map(\.id), "\(from) to \(to)")
            }
        }
    }

    @Test func `is written with nothing where it is there already`() {
        #expect(FolderOrder.newKeys(items(["a0", "a1", nil, nil]), placing: [id(1)], ranks: ranks(4)).isEmpty)
        #expect(FolderOrder.newKeys([], placing: [], ranks: [:]).isEmpty)
        #expect(FolderOrder.newKeys(items([nil, nil]), placing: [], ranks: ranks(2)).isEmpty)
    }

    @Test func `needs keys up to what was moved only, where nothing has any`() {
        var all = items(Array(repeating: nil, count: 100))
        // The first of all: one key.
        all.insert(all.remove(at: 50), at: 0)
        var result = applied(all, [id(50)], ranks(100))
        #expect(result.order == all.map(\.id) && result.written == 1)
        // The third: those before it too.
        all = items(Array(repeating: nil, count: 100))
        all.insert(all.remove(at: 50), at: 2)
        result = applied(all, [id(50)], ranks(100))
        #expect(result.order == all.map(\.id) && result.written == 3)
        // The last: all.
        all = items(Array(repeating: nil, count: 100))
        all.append(all.remove(at: 50))
        result = applied(all, [id(50)], ranks(100))
        #expect(result.order == all.map(\.id) && result.written == 100)
    }

    @Test func `is written anew where there is no room between two`() {
        let left = "a0" + String(repeating: "0", count: 61) + "1"
        let all = [OrderKey.Item(id: id(0), key: .first), .init(id: id(2), key: OrderKey("a5")), .init(id: id(1), key: OrderKey(left))]
        let result = applied(all, [id(2)], ranks(3))
        #expect(result.order == all.map(\.id) && result.written == 3)
    }

    @Test func `holds for whatever is moved in whatever state`() {
        var state: UInt64 = 88_172_645_463_325_252
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        for _ in 0..<300 {
            let count = 1 + random(12)
            let keyed = random(count + 1)
            var all = items((0..<count).map { $0 < keyed ? "a\($0)" : nil }.map { $0.flatMap { $0.count == 2 ? $0 : "b00" } })
            var placed: Set<NodeID> = []
            for _ in 0...random(3) {
                let item = all.remove(at: random(all.count))
                all.insert(item, at: random(all.count + 1))
                placed.insert(item.id)
            }
            #expect(applied(all, placed, ranks(count)).order == all.map(\.id))
        }
    }
}

@Suite struct `What is being done to numbers` {
    private static let id = NodeID(high: 7, low: 1)

    @Test func `is kept as it is, whatever the names are`() throws {
        let intent = NumberIntent(folder: Self.id, items: [
            .init(id: NodeID(high: 7, low: 2), from: "a b\n.txt", to: "01 a b\n.txt", number: 1, key: .first),
            .init(id: NodeID(high: 7, low: 3), from: Name(bytes: [0xff]), to: Name(bytes: [0xfe]), number: nil),
        ])
        #expect(NumberIntent(intent.bytes) == intent)
        #expect(NumberIntent(NumberIntent(folder: Self.id, items: []).bytes)?.items == [])
    }

    @Test func `is nothing where it was tampered with`() {
        let id = Self.id
        #expect(NumberIntent(Array("\(id)\n\(id) 1 a0 61 62".utf8)) != nil)
        let long = String(repeating: "a", count: 65)
        for line in [
            "1 61", "1 61 62", "1 a0 61", "1 a0 61 6z", "1000000 a0 61 62", "-1 a0 61 62", "1 a0 2f 62", "1 a0 61 2e2e", "1 x! 61 62", "1 \(long) 61 62",
        ] {
            #expect(NumberIntent(Array("\(id)\n\(id) \(line)".utf8)) == nil, "\(line)")
        }
        for text in ["", "x"] { #expect(NumberIntent(Array(text.utf8)) == nil, "\(text)") }
    }
}
