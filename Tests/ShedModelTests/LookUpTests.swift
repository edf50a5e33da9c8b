@testable import ShedModel
import Testing

/// What is looked up by name, beside a search.
@Suite("Looking up by name") struct LookUpTests {
    /// Few names, so that the same ones come and go.
    private static func name(_ number: UInt64) -> Name { Name("\(number % 60)") }

    /// A snapshot of a root with so many files, and a folder with as many.
    private static func snapshot(_ count: Int) -> Snapshot {
        var snapshot = Snapshot()
        func add(_ name: String, in parent: Int32, directory: Int32 = -1) {
            snapshot.entries.append(
                Snapshot.Entry(
                    nameOffset: snapshot.names.count, nameLength: name.utf8.count, kind: directory < 0 ? .file : .directory, parent: parent,
                    directory: directory, evidence: Evidence()))
            snapshot.names += Array(name.utf8)
        }
        for number in 0..<count { add("\(number)", in: 0) }
        add("folder", in: 0, directory: 1)
        for number in 0..<count { add("\(number).txt", in: 1) }
        snapshot.directories[0].entries = 0..<count + 1
        snapshot.directories.append(Snapshot.Directory(entry: Int32(count), parent: 0, entries: count + 1..<2 * count + 1))
        return snapshot
    }

    @Test(arguments: [1, 15, 16, 17, 1_000]) func `finds each entry of a directory, however often it is asked`(count: Int) {
        let snapshot = LookUpTests.snapshot(count)
        for _ in 0..<7 {
            for number in [0, count / 2, count - 1] {
                #expect(snapshot.entry(at: RelativePath([Name("\(number)")])) == number)
                #expect(snapshot.entry(at: RelativePath(["folder", Name("\(number).txt")])) == count + 1 + number)
            }
            #expect(snapshot.entry(named: "folder", in: 1) == nil)
            #expect(snapshot.entry(at: RelativePath([Name("\(count)")])) == nil)
            #expect(snapshot.entry(at: "0/x") == nil)
        }
    }

    /// A sidecar may say of thousands of folders that each stands in the next.
    @Test func `the path of what nobody has seen is as long as is asked for, and no longer`() {
        let project = NodeID(high: 0, low: 0)
        var model = Model(project: project)
        for number in 1...UInt64(20) {
            let parent = number == 1 ? project : NodeID(high: 1, low: number - 1)
            model.apply(Operation(NodeID(high: 1, low: number), [.type(.folder), .place(Place(parent: parent, name: "a"))]))
        }
        #expect(model.path(of: NodeID(high: 1, low: 20))?.names.count == 20)
        #expect(model.path(of: NodeID(high: 1, low: 8), atMost: 8)?.names.count == 8)
        #expect(model.path(of: NodeID(high: 1, low: 9), atMost: 8) == nil)
    }

    @Test func `finds what stands there now, in a scan that was changed`() {
        var snapshot = LookUpTests.snapshot(100)
        let before = snapshot
        for _ in 0..<9 { #expect(snapshot.entry(named: "7", in: 0) == 7) }
        snapshot.names[snapshot.entries[7].nameOffset] = UInt8(ascii: "x")
        snapshot.directories[0].entries = 5..<101
        for _ in 0..<9 {
            #expect(snapshot.entry(named: "7", in: 0) == nil)
            #expect(snapshot.entry(named: "x", in: 0) == 7)
            #expect(snapshot.entry(named: "3", in: 0) == nil)
            #expect(before.entry(named: "7", in: 0) == 7)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `finds a folder's nodes through moves, renames and second names`(seed: UInt64) {
        var random = Lehmer(state: seed)
        let project = NodeID(high: 0, low: 0)
        func id(_ number: UInt64) -> NodeID { NodeID(high: 1, low: number) }
        var model = Model(project: project)
        model.prepareChildren()
        var copy = model
        for step in 0..<4_000 as Range<UInt64> {
            let place = Place(parent: random.next() % 3 == 0 ? project : id(random.next() % 4), name: LookUpTests.name(random.next()))
            model.apply(Operation(id(10 + random.next() % 200), [.type(.file), .place(place)]))
            if step % 500 == 250 { model.apply(Operation(id(10 + random.next() % 200), [.alias(id(10 + random.next() % 200))])) }
            if step == 2_000 { model.apply(Operation(id(1), [.alias(id(2))])) }
            if step % 100 == 0 { copy = model }
            for model in [model, copy] {
                let folder = model.resolve(place.parent)
                for name in [place.name, LookUpTests.name(random.next())] {
                    #expect(model.children(of: folder, named: name) == model.children(of: folder).filter { model.nodes[$0]?.place?.name == name })
                }
            }
        }
        for parent in [project] + (0..<4).map(id) where model.resolve(parent) == parent {
            let children = model.nodes.values.filter { $0.place.map { model.resolve($0.parent) } == parent }.map(\.id)
            #expect(model.children(of: parent).sorted() == children.sorted())
        }
    }

    @Test func `gives each name that is wanted once, numbered`() {
        var names = FreeNames(besides: [FoldKey("ode.json"), FoldKey("Ode (2).json"), FoldKey("b (3)")])
        #expect(names.free("Ode.json", keepsSuffix: true) == "Ode (3).json")
        #expect(["Ode.json", "ODE.json", "Ode (3).json", "Ode.json"].map { names.take($0, keepsSuffix: true) } == ["Ode (3).json", "ODE (4).json", "Ode (3) (2).json", "Ode (5).json"])
        #expect(["b", "b", "b", "b.x", "b.x"].map { names.take($0, keepsSuffix: false) } == ["b", "b (2)", "b (4)", "b.x", "b.x (2)"])
        #expect(names.take("b.x", keepsSuffix: true) == "b (2).x")
        #expect(names.isTaken("B (4)") && !names.isTaken("b (5)"))
    }
}
