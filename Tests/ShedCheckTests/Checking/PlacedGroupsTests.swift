import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRuleExamples
import Testing

@testable import ShedCheck

@Suite struct `The nodes of a folder` {
    private let project = NodeID(high: 1, low: 0)

    private func id(_ number: Int) -> NodeID { NodeID(high: 2, low: UInt64(number)) }

    /// Files of these names in a folder, and one elsewhere.
    private func model(_ names: [String]) -> Model {
        var model = Model(project: project)
        model.apply(Operation(id(1_000), [.type(.folder), .place(Place(parent: project, name: "Draft"))]))
        for (number, name) in names.enumerated() {
            model.apply(Operation(id(number), [.type(.file), .place(Place(parent: id(1_000), name: Name(name)))]))
        }
        model.apply(Operation(id(1_001), [.type(.file), .place(Place(parent: project, name: Name(names[0])))]))
        model.prepareChildren()
        return model
    }

    private func taken(_ name: String, _ groups: inout PlacedGroups, _ model: Model) -> NodeID? {
        Array(name.utf8).withUnsafeBufferPointer { groups.take($0) }.map { model.nodes.keys[$0] }
    }

    @Test func `are found in any order, each once`() {
        let names = (0..<40).map { "\($0 % 3)-\($0)" }
        let model = model(names)
        var groups = PlacedGroups(model) { $0.place != nil }
        #expect(groups.standing == 42)
        groups.begin(with: id(1_000))
        #expect(groups.areDecided)
        for number in (0..<40).map({ $0 * 7 % 40 }) { #expect(taken(names[number], &groups, model) == id(number)) }
        #expect(taken(names[3], &groups, model) == nil)
        groups.begin(with: project)
        #expect(taken("Draft", &groups, model) == id(1_000) && taken(names[0], &groups, model) == id(1_001) && taken("", &groups, model) == nil)
    }

    @Test func `are found in a large one where they come in their order`() {
        let names = (0..<100).map { "\($0)" }
        let model = model(names)
        var groups = PlacedGroups(model) { $0.place != nil }
        groups.begin(with: id(1_000))
        #expect(!groups.areDecided)
        #expect(taken("0", &groups, model) == id(0) && taken("1", &groups, model) == id(1))
        #expect(taken("99", &groups, model) == nil)
        #expect(taken("2", &groups, model) == id(2))
    }

    @Test func `are not looked for where one of them does not stand`() {
        let names = ["a", "b", "a"]
        let model = model(names)
        var groups = PlacedGroups(model) { [id] node in node.place != nil && node.id != id(2) }
        #expect(groups.standing == 4)
        groups.begin(with: id(1_000))
        #expect(!groups.areDecided && taken("a", &groups, model) == nil)
        groups.begin(with: NodeID(high: 9, low: 9))
        #expect(taken("a", &groups, model) == nil)
    }
}

/// As in CI, in projects of some size.
@Suite struct `A check without an index of many` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf(kinds: ProgramKinds.all)
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; mkdir Collections/Many; for i in $(seq 150); do echo $i > Collections/Many/$i.txt; done; for i in $(seq 30); do echo $i > Draft/$i.txt; done")
        try project.sync()
    }

    private func isFresh() throws -> Bool {
        try ProjectCheck(try Project.open(containing: project.home.path, surroundings: shelf.elsewhere(), purpose: .look)).fresh() != nil
    }

    @Test func `plans nothing where all stand, in whatever order they are read`() throws {
        #expect(try isFresh())
        // Another directory has its names in another order.
        try shelf.shell("cd 'My Poems'; mkdir new; for i in $(seq 150 -1 1); do cp -p Collections/Many/$i.txt new/; done; rm -r Collections/Many; mv new Collections/Many")
        #expect(try isFresh())
        try shelf.shell("cd 'My Poems'; mv Collections/Many/150.txt Collections/Many/151.txt")
        #expect(try !isFresh())
    }

    @Test(arguments: ["Draft/7.txt", "Collections/Many/7.txt"]) func `plans where two could be meant`(path: String) throws {
        let path = try #require(RelativePath(bytes: Array(path.utf8)))
        let parent = try #require(try project.id(path.parent))
        let name = try #require(path.last)
        try project.commit([Operation(project.home.surroundings.ids.next(), [.type(.file), .place(Place(parent: parent, name: name))])])
        #expect(try !isFresh())
    }
}
