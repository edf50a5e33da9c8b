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
    @Test func `the path of what nobody has seen is no longer than that of what a scan would enter`() {
        let project = NodeID(high: 0, low: 0)
        func chain(_ count: Int, _ name: Name) -> Model {
            var model = Model(project: project)
            for number in 1...UInt64(count) {
                let parent = number == 1 ? project : NodeID(high: 1, low: number - 1)
                model.apply(Operation(NodeID(high: 1, low: number), [.type(.folder), .place(Place(parent: parent, name: name))]))
            }
            return model
        }
        func length(_ number: Int, _ model: Model) -> Int? { model.path(of: NodeID(high: 1, low: UInt64(number)))?.names.count }
        // A folder is the last that is seen, with its own name, in one that is entered.
        let deep = chain(1_000, "a")
        #expect(length(20, deep) == 20 && length(RelativePath.deepest + 1, deep) == RelativePath.deepest + 1)
        #expect(length(RelativePath.deepest + 2, deep) == nil && length(1_000, deep) == nil)
        // 16 names of 255 bytes have 4,095 with the slashes between them.
        let long = chain(20, Name(bytes: Array(repeating: 0x61, count: Name.longest)))
        #expect(length(17, long) == 17 && length(18, long) == nil)
        let path = RelativePath(Array(repeating: Name(bytes: Array(repeating: 0x61, count: Name.longest)), count: 16))
        #expect(!path.isTooDeep && path.appending(Name("a")).isTooDeep)
    }

    @Test func `paths that are asked for one after the other are those of their directories, also after a change`() {
        // A root, two folders in it, and a folder in each.
        var snapshot = Snapshot(names: Array("abcd".utf8))
        for (number, parent) in [(0, 0), (1, 0), (2, 1), (3, 2)] {
            snapshot.entries.append(Snapshot.Entry(nameOffset: number, nameLength: 1, kind: .directory, parent: Int32(parent), directory: Int32(number + 1), evidence: Evidence()))
            snapshot.directories.append(Snapshot.Directory(entry: Int32(number), parent: Int32(parent)))
        }
        let paths = ["a", "b", "a/c", "b/d", "a/c", "a", "."]
        for (directory, path) in zip([1, 2, 3, 4, 3, 1, 0], paths) { #expect("\(snapshot.path(ofDirectory: directory))" == path) }
        let before = snapshot
        snapshot.names[0] = UInt8(ascii: "x")
        #expect("\(snapshot.path(ofDirectory: 3))" == "x/c" && "\(before.path(ofDirectory: 3))" == "a/c")
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
                    #expect(model.children(of: folder, named: name) == model.children(of: folder).filter { model.nodes[$0]?.place?.name == name }.sorted())
                }
            }
        }
        for parent in [project] + (0..<4).map(id) where model.resolve(parent) == parent {
            let children = model.nodes.values.filter { $0.place.map { model.resolve($0.parent) } == parent }.map(\.id)
            #expect(model.children(of: parent).sorted() == children.sorted())
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func `what is missing stands apart, however nodes move`(seed: UInt64) {
        var random = Lehmer(state: seed)
        let project = NodeID(high: 0, low: 0)
        func id(_ number: UInt64) -> NodeID { NodeID(high: 1, low: number) }
        var model = Model(project: project)
        model.prepareChildren()
        var missing = IDTable<Int64>()
        for step in 0..<3_000 as Range<UInt64> {
            let number = 1 + random.next() % 60
            let type: NodeType = number <= 12 ? .folder : .file
            // Folders stand in those before them, so that there is no circle.
            let parent = random.next() % 4 == 0 ? project : id(1 + random.next() % min(number, 12))
            let place = Place(parent: parent == id(number) ? project : parent, name: LookUpTests.name(random.next()))
            if type == .file || random.next() % 8 == 0 { model.apply(Operation(id(number), [.type(type), .place(place)])) }
            let other = id(1 + random.next() % 60)
            if model.nodes[other] != nil {
                missing[other] = missing[other] == nil ? Int64(step) : nil
                model.setMissing(other, missing[other] != nil)
            }
            if step % 700 == 350 {
                let alias = id(13 + random.next() % 40)
                model.apply(Operation(alias, [.alias(id(1 + random.next() % 12))]))
                missing[alias] = nil
            }
            if step % 1_000 == 999 { model.setMissing(missing) }
            for folder in [project, id(1 + random.next() % 12)] {
                let children = model.children(of: folder)
                let present = model.presentChildren(of: folder)
                let there = children.filter { missing[$0] == nil }
                #expect(Set(children) == Set(model.nodes.values.filter { $0.place?.parent == folder }.map(\.id)))
                #expect(Set(present).isSuperset(of: there) && present.count == model.presentChildCount(of: folder))
                // A folder stands with the others as long as anything may be in it, and no file does.
                for id in present where missing[id] != nil && model.nodes[id]?.type.isDirectory == false { Issue.record("\(id) in step \(step)") }
            }
        }
        model.setMissing(missing)
        for folder in [project] + (1...12).map(id) {
            let isAway = { (id: NodeID) in missing[id] != nil && model.presentChildren(of: id).isEmpty }
            #expect(Set(model.presentChildren(of: folder)) == Set(model.children(of: folder).filter { !isAway($0) }))
        }
    }

    /// Few contents, of which some have the same size.
    @Test(arguments: [1, 2, 3] as [UInt64]) func `missing files are found by what they contained, whichever came and went`(seed: UInt64) throws {
        var random = Lehmer(state: seed)
        func id(_ number: UInt64) -> NodeID { NodeID(high: 1, low: number) }
        func content(_ number: UInt64) throws -> FileContent {
            FileContent(size: Int64(number / 2), hash: try #require(ContentHash(bytes: Array(repeating: UInt8(number), count: 32))))
        }
        var model = Model(project: NodeID(high: 0, low: 0))
        var memory = Memory()
        memory.record(Sighting(evidence: Evidence()), of: id(1_000))
        var missing = MissingContents(model, memory)
        var contents: [NodeID: FileContent] = [:]
        for step in 0..<2_000 as Range<UInt64> {
            let (node, made) = (id(random.next() % 80), try content(random.next() % 12))
            switch random.next() % 4 {
            case 0:
                model.apply(Operation(node, [.type(random.next() % 9 == 0 ? .folder : .file), .content(ContentRecord(hash: made.hash, size: made.size, since: 1))]))
                memory.missing[node] = 1
            case 1:
                var evidence = Evidence()
                evidence.size = made.size
                model.apply(Operation(node, [.type(.file), .content(nil)]))
                memory.record(Sighting(evidence: evidence, hash: random.next() % 5 == 0 ? nil : made.hash), of: node)
                memory.missing[node] = 1
            case 2: memory.missing[node] = nil
            default: model.apply(Operation(node, [.type(.file), .content(nil)]))
            }
            missing.note(node, model, memory)
            contents[node] = memory.missing[node] == nil || model.nodes[node]?.type.isDirectory != false ? nil
                : model.nodes[node]?.details?.content.map(FileContent.init)
                    ?? memory.seen[node].flatMap { sighting in sighting.hash.map { FileContent(size: sighting.evidence.size, hash: $0) } }
            guard step % 50 == 0 else { continue }
            for missing in [missing, MissingContents(model, memory)] {
                for number in 0..<12 as Range<UInt64> {
                    let wanted = try content(number)
                    let nodes = wanted.size == 0 ? [] : contents.filter { $0.value == wanted }.map(\.key)
                    #expect(Set(missing.nodes(wanted, atMost: .max) { _ in true }) == Set(nodes))
                    #expect(missing.nodes(wanted, atMost: 1) { $0 != nodes.first }.count == min(max(nodes.count - 1, 0), 1))
                    #expect(missing.hasSize(wanted.size) == contents.values.contains { $0.size == wanted.size && $0.size > 0 })
                }
            }
        }
    }

    /// Few hashes, of which some have far more positions than stand near one another in the index.
    @Test(arguments: [1, 2, 3] as [UInt64]) func `positions are found by their hash, however many have the same`(seed: UInt64) {
        var random = Lehmer(state: seed)
        var (list, index) = ([Int](), SlotIndex())
        for step in 0..<6_000 {
            switch random.next() % 8 {
            case 0..<(step < 4_000 ? 5 : 3):
                list.append(Int(min(random.next() % 12, 6)))
                index.insert(list.count - 1) { list[$0] }
            case 5 where list.count > 1:
                let (one, other) = (Int(random.next()) % list.count, Int(random.next()) % list.count)
                index.swap(one, other) { list[$0] }
                list.swapAt(one, other)
            case _ where !list.isEmpty:
                let (position, last) = (Int(random.next()) % list.count, list.count - 1)
                index.remove(position) { list[$0] }
                if position != last { index.move(last, to: position, hash: list[last]) }
                list.swapAt(position, last)
                list.removeLast()
            default: break
            }
            guard step % 200 == 0 else { continue }
            for hash in 0..<8 {
                var found: [Int] = []
                _ = index.first(hash) { position in
                    if list[position] == hash { found.append(position) }
                    return false
                }
                #expect(found.sorted() == list.indices.filter { list[$0] == hash })
            }
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
