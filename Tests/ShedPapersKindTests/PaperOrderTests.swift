import Glibc
import ShedModel
import ShedPapers
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedPapersKind

/// The order of page groups and pages: the field `order`, and the numbers by which people set it.
@Suite("The order of groups and pages", .waitsForPrograms) struct PaperOrderTests {
    private static func item(_ id: UInt64, _ name: String, _ number: Int? = nil, _ key: String? = nil) -> PaperOrder.Item {
        PaperOrder.Item(id: NodeID(high: 1, low: id), name: Name(name), number: number, key: key.flatMap { OrderKey($0) })
    }

    @Test(arguments: [
        // As it was read before there was the field.
        ([item(1, "B"), item(2, "02 X", 2), item(3, "a"), item(4, "01 Y", 1), item(5, "Topic 10"), item(6, "Topic 9")], ["01 Y", "02 X", "a", "B", "Topic 9", "Topic 10"]),
        // As they were made, and what has no place behind them.
        ([item(1, "Zebra", nil, "a0"), item(2, "Alpha", nil, "a1"), item(3, "Mid"), item(4, "Last")], ["Zebra", "Alpha", "Last", "Mid"]),
        // Of one place the lesser ID comes first.
        ([item(2, "A", nil, "a0"), item(1, "B", nil, "a0")], ["B", "A"]),
        // A number that was changed counts; what has none stays between others.
        ([item(1, "01 A", 1, "a0"), item(2, "Notes", nil, "a1"), item(3, "03 B", 3, "a2"), item(4, "02 C", 2, "a3")], ["01 A", "02 C", "Notes", "03 B"]),
        ([item(1, "04 A", 4, "a0"), item(2, "02 B", 2, "a1"), item(3, "Notes", nil, "a15"), item(4, "03 C", 3, "a2")], ["02 B", "Notes", "03 C", "04 A"]),
        // A new one at its number's place.
        ([item(1, "01 A", 1, "a0"), item(2, "02 B", 2, "a1"), item(3, "Notes", nil, "a2"), item(4, "02 New", 2)], ["01 A", "02 B", "02 New", "Notes"]),
        ([item(1, "Notes", nil, "a0"), item(2, "01 A", 1), item(3, "02 B", 2)], ["01 A", "02 B", "Notes"]),
    ]) func `is that of the field, of numbers, and of names`(items: [PaperOrder.Item], names: [String]) {
        #expect(PaperOrder(items).positions.map { items[$0].name.text } == names)
        #expect(PaperOrder(items.reversed()).positions.map { items.reversed()[$0].name.text } == names)
    }

    @Test(arguments: 0..<150 as Range<UInt64>) func `is the same once the field says it`(seed: UInt64) {
        var random = SeededRandom(seed)
        var items = (0..<UInt64.random(in: 1...20, using: &random)).map { id in
            let number = Bool.random(using: &random) ? Int.random(in: 1...9, using: &random) : nil
            let key = Int.random(in: 0...2, using: &random) > 0 ? ["Zz", "a0", "a1", "a1V", "b00"].randomElement(using: &random) : nil
            return Self.item(id, "\(number.map { "\($0) " } ?? "")\(UInt8.random(in: 0...9, using: &random))", number, key)
        }
        let order = PaperOrder(items).positions.map { items[$0] }
        let numbers = order.compactMap(\.number)
        #expect(numbers == numbers.sorted(), "seed \(seed)")
        for (position, key) in OrderKey.ascending(order.map(\.place)) {
            if let index = items.firstIndex(where: { $0.id == order[position].id }) { items[index].key = key }
        }
        items.shuffle(using: &random)
        let again = PaperOrder(items).positions.map { items[$0] }
        #expect(again.map(\.id) == order.map(\.id), "seed \(seed)")
        #expect(OrderKey.ascending(again.map(\.place)).isEmpty, "seed \(seed)")
    }

    // MARK: Projects

    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf(kinds: [PapersKind()])
        project = try shelf.project("papers", named: "P")
    }

    private func groups(_ project: Project) throws -> [String] { try project.asKnown.papers().docs.flatMap(\.groups).compactMap(\.name.text) }
    private func batches() throws -> String { try shelf.shell("ls P/.shed/ops/* | wc -l") }

    /// Takes the field away: so is a project that an earlier shed left.
    private func forgetOrder() throws {
        let nodes = try project.load().model.nodes.values.filter { $0.order != nil }
        try project.commit(nodes.map { Operation($0.id, [.order(nil)]) })
    }

    @Test func `groups without numbers stay as they were made, whoever takes them in`() throws {
        try shelf.shell("mkdir -p P/Docs/F/Zebra")
        try project.sync()
        try shelf.shell("mkdir P/Docs/F/Middle")
        _ = try project.refreshPapers()
        try shelf.shell("mkdir 'P/Docs/F/Alpha 10' 'P/Docs/F/Alpha 9' 'P/Docs/F/2019'")
        try project.sync()
        let order = ["Zebra", "Middle", "2019", "Alpha 9", "Alpha 10"]
        #expect(try groups(project) == order)
        #expect(try project.listing().contents(of: "Docs/F").compactMap(\.name.text) == order)
        #expect(try project.listing().contents(of: "Docs/F", sorting: .name).first?.name == "2019")
        let count = try batches()
        try project.sync()
        #expect(try batches() == count)
        // Away and back.
        try shelf.shell("mv P/Docs/F/Middle P/")
        try project.sync()
        try shelf.shell("rm -rf P/Docs/F/Zebra")
        try project.sync()
        try shelf.shell("mkdir P/Docs/F/Zebra")
        try project.sync()
        #expect(try groups(project) == order)
        // What goes to Trash comes back to its place; what goes to another doc comes last there.
        try project.change { _ = try $0.trash(["Docs/F/Middle"]) }
        try project.change { _ = try $0.restore(["Trash/Middle"]) }
        #expect(try groups(project) == order)
        try shelf.shell("mkdir -p P/Docs/G/Own; mv P/Docs/F/Zebra P/Docs/G/")
        try project.sync()
        #expect(try groups(project) == Array(order.dropFirst()) + ["Own", "Zebra"])
    }

    @Test func `a project of an earlier shed is filled once, by the old reading, and nothing is renamed`() throws {
        try shelf.shell(
            "cd P/Docs; mkdir -p F/Zebra F/alpha 'F/Topic 10' 'F/Topic 9' 'F/2019 Maths' 'N/01 B' 'N/02 A' N/Notes 'N/3 C'")
        try project.sync()
        try forgetOrder()
        let order = ["2019 Maths", "alpha", "Topic 9", "Topic 10", "Zebra", "01 B", "02 A", "3 C", "Notes"]
        let (count, tree) = (try batches(), try shelf.shell("cd P; find Docs | sort"))
        // Whoever only looks sees the same, and writes nothing.
        let looking = try shelf.reopen(project, purpose: .look)
        #expect(try groups(looking) == order)
        #expect(try looking.listing().contents(of: "Docs/F").compactMap(\.name.text) == Array(order.prefix(5)))
        #expect(try batches() == count)
        try project.sync()
        #expect(try groups(project) == order && shelf.shell("cd P; find Docs | sort") == tree)
        #expect(try Int(batches().filter(\.isNumber)) == (Int(count.filter(\.isNumber)) ?? 0) + 1)
        #expect(try project.asKnown.papers().newOrder().isEmpty)
        let filled = try batches()
        try project.sync()
        #expect(try batches() == filled)
        #expect(try project.asKnown.papers().model.nodes.values.filter { $0.type == .pageGroup }.allSatisfy { $0.order != nil })
    }

    @Test func `the number that a person gives is the place, and the field says so`() throws {
        try shelf.shell("mkdir -p 'P/Docs/F/1 A' 'P/Docs/F/2 B' 'P/Docs/F/3 C' P/Docs/F/Notes")
        try project.sync()
        let keys = try Dictionary(uniqueKeysWithValues: project.asKnown.papers().groups.map { ($0.name.text, $0.orderKey) })
        try shelf.shell("cd P/Docs/F; mv '3 C' '0 C'; mkdir '1 New'")
        try project.sync()
        #expect(try groups(project) == ["0 C", "1 A", "1 New", "2 B", "Notes"])
        let now = try Dictionary(uniqueKeysWithValues: project.asKnown.papers().groups.map { ($0.name.text, $0.orderKey) })
        #expect(now["1 A"] == keys["1 A"] && now["2 B"] == keys["2 B"] && now["Notes"] == keys["Notes"])
        // The next number comes last.
        try shelf.shell("mkdir 'P/Docs/F/3 D'")
        try project.sync()
        #expect(try groups(project) == ["0 C", "1 A", "1 New", "2 B", "Notes", "3 D"] && project.asKnown.papers().newOrder().isEmpty)
        #expect(try shelf.shell("ls P/Docs/F; rmdir 'P/Docs/F/3 D'") == "0 C\n1 A\n1 New\n2 B\n3 D\nNotes\n")
    }

    @Test func `two devices that make and move groups at once come to one order`() throws {
        try shelf.shell("mkdir -p P/Docs/F/One P/Docs/F/Two P/Docs/F/Three")
        try project.sync()
        try shelf.shell("mkdir elsewhere && cp -a P elsewhere/P")
        let there = try shelf.trusted("elsewhere/P", on: shelf.elsewhere())
        try shelf.shell("mkdir P/Docs/F/Here; mkdir elsewhere/P/Docs/F/There")
        for side in [project, there] { try side.sync() }
        let two = try #require(try there.id("Docs/F/Two"))
        let keys = try project.asKnown.papers().groups.compactMap(\.orderKey)
        try there.commit([Operation(two, [.order(.between(nil, keys[0]))])])
        try project.commit([Operation(two, [.order(.between(keys[0], keys[1]))])])
        try shelf.shell("cp -an elsewhere/P/Docs/. P/Docs/; cp -an elsewhere/P/.shed/ops/. P/.shed/ops/; cp -an P/Docs/. elsewhere/P/Docs/; cp -an P/.shed/ops/. elsewhere/P/.shed/ops/")
        for side in [project, there, project, there] {
            try side.sync()
            try shelf.shell("cp -an elsewhere/P/.shed/ops/. P/.shed/ops/; cp -an P/.shed/ops/. elsewhere/P/.shed/ops/")
        }
        let order = try groups(project)
        #expect(try groups(there) == order && order.count == 5 && Set(order.suffix(2)) == ["Here", "There"])
        #expect(try project.asKnown.papers().groups.map(\.orderKey) == there.asKnown.papers().groups.map(\.orderKey))
    }

    @Test func `what another device says of the order does no harm`() throws {
        try shelf.shell("mkdir -p P/Docs/F/B P/Docs/F/A")
        try project.sync()
        let (a, b) = (try #require(try project.id("Docs/F/A")), try #require(try project.id("Docs/F/B")))
        let longest = "a0" + String(repeating: "V", count: 62)
        try project.commit([Operation(a, [.order(OrderKey(longest))]), Operation(b, [.order(OrderKey(longest.dropLast() + "W"))])])
        try shelf.shell("mkdir P/Docs/F/C")
        try project.sync()
        #expect(try groups(project) == ["A", "B", "C"])
        // No room is left between the first two: all get new places.
        try shelf.shell("cd P/Docs/F; mv A '1 A'; mv B '3 B'; mv C '2 C'")
        try project.sync()
        #expect(try groups(project) == ["1 A", "2 C", "3 B"] && project.asKnown.papers().newOrder().isEmpty)
        #expect(try project.asKnown.papers().groups.compactMap(\.orderKey).allSatisfy { $0.description.utf8.count < 4 })
        // As a file and not as a group.
        try project.commit([Operation(try #require(try project.id("Docs/F")), [.order(.first)]), Operation(project.home.id, [.order(.first)])])
        try project.sync()
        #expect(try groups(project) == ["1 A", "2 C", "3 B"])
    }
}
