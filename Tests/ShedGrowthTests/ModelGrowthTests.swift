import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedReconcile
import ShedRules
import Testing

/// What is done to many nodes of one folder.
extension GrowthTests {
    /// As somebody may name them in an archive: 4,096 names that are one.
    @Test func `giving out names that differ in case alone`() throws {
        try Growth.expect(500) { count in
            let wanted = (0..<count).map { number in
                Name(bytes: (0..<13).map { UInt8(ascii: number >> $0 & 1 == 1 ? "A" : "a") } + Array(".txt".utf8))
            }
            return {
                var names = FreeNames()
                #expect(Set(wanted.map { FoldKey(names.take($0, keepsSuffix: true)) }).count == count)
            }
        }
    }

    @Test func `folding a name of many Greek letters`() throws {
        try Growth.expect(2_000) { count in
            let text = Array(String(repeating: "\u{3b1}\u{345}", count: count).utf8)
            return { FoldKey(text) }
        }
    }

    @Test func `taking nodes out of a folder`() throws {
        try Growth.expect(1_000) { count in
            let (project, other) = (NodeID(high: 0, low: 1), NodeID(high: 0, low: 2))
            var model = Model(project: project)
            model.prepareChildren()
            func place(_ number: Int, in folder: NodeID) -> Operation {
                Operation(NodeID(high: 1, low: UInt64(number)), [.type(.file), .place(Place(parent: folder, name: Name("\(number)")))])
            }
            for number in 0..<count { model.apply(place(number, in: project)) }
            return {
                for number in 0..<count { model.apply(place(number, in: other)) }
                #expect(model.children(of: other).count == count)
            }
        }
    }

    /// Only a sidecar that somebody wrote has them; it is read all the same.
    @Test func `many nodes of one name in one folder`() throws {
        try Growth.expect(2_000) { count in
            let (project, other) = (NodeID(high: 0, low: 1), NodeID(high: 0, low: 2))
            var model = Model(project: project)
            model.prepareChildren()
            func place(_ number: Int, in folder: NodeID) -> Operation {
                Operation(NodeID(high: 1, low: UInt64(number)), [.type(.file), .place(Place(parent: folder, name: "same"))])
            }
            return {
                for number in 0..<count { model.apply(place(number, in: project)) }
                for number in 0..<count { model.apply(place(number, in: other)) }
                #expect(model.children(of: other).count == count)
            }
        }
    }

    /// Only a sidecar that somebody wrote has them.
    @Test func `forgetting missing folders, each in the next`() throws {
        try Growth.expect(500) { count in
            let bench = try Bench("poetry")
            var (operations, parent) = ([ShedModel.Operation](), bench.project.home.id)
            for number in 0..<count {
                let id = NodeID(high: 1, low: UInt64(number))
                operations.append(Operation(id, [.type(.folder), .place(Place(parent: parent, name: Name("folder \(number)")))]))
                parent = id
            }
            try bench.project.commit(operations)
            return { try #expect(bench.project.write { transaction throws(ShedError) in try transaction.forget([NodeID(high: 1, low: 0)], dryRun: true) }.count == count) }
        }
    }

    @Test func `counting what is in folders, each in the next`() throws {
        try Growth.expect(250) { count in
            let bench = try Bench("poetry")
            let trash = try DirectoryHandle(path: "\(bench.root)/Trash")
            var folder = trash
            for _ in 0..<count {
                folder = try folder.openDirectory("d", create: true)
                try folder.write("a.txt", [], replacing: false)
            }
            return {
                let found = try trash.count("d")
                #expect(found.files == count && found.folders == count)
                withExtendedLifetime(bench) {}
            }
        }
    }

    @Test func `many missing files of one content come back and go`() throws {
        try Growth.expect(2_000) { count in
            func id(_ number: Int) -> NodeID { NodeID(high: 1, low: UInt64(number)) }
            let content = FileContent(size: 5, hash: try #require(ContentHash(bytes: Array(repeating: 7, count: 32))))
            var (model, memory) = (Model(project: NodeID(high: 0, low: 1)), Memory())
            for number in 0..<count {
                model.insert(Node(id: id(number), type: .file, place: Place(parent: model.project, name: Name("\(number)"))))
                memory.record(Sighting(evidence: Evidence(inode: UInt64(number), birth: 1, size: 5), hash: content.hash), of: id(number))
                memory.missing[id(number)] = 1
            }
            return {
                var missing = MissingContents(model, memory)
                for number in 0..<count {
                    #expect(!missing.nodes(content, atMost: 2) { _ in true }.isEmpty)
                    memory.missing[id(number)] = nil
                    missing.note(id(number), model, memory)
                }
                #expect(!missing.hasSize(5))
            }
        }
    }

    /// Each passes over what is there alone, however many files were there once: so many walks, so many missing files.
    @Test func `walks over a folder in which files came and went`() throws {
        try Growth.expect(250) { count in
            let situation = try GrowthTests.situation(missing: count)
            var ids = CountingIDs(seed: 1)
            return {
                for _ in 0..<count {
                    let plan = Plan.make(situation, ids: &ids)
                    #expect(plan.gone.vanished.count == 1 && plan.changes.count == 2)
                }
            }
        }
    }

    /// A folder of two files: one is as it was, one is new, and one that was there is not.
    private static func situation(missing count: Int) throws -> Situation {
        let project = NodeID(high: 0, low: 1)
        func id(_ number: Int) -> NodeID { NodeID(high: 1, low: UInt64(number)) }
        func evidence(_ number: Int) -> Evidence { Evidence(inode: UInt64(number), birth: 1, size: 5) }
        func hash(_ number: Int) throws -> ContentHash {
            try #require(ContentHash(bytes: Array(repeating: 0, count: 24) + withUnsafeBytes(of: UInt64(number)) { Array($0) }))
        }
        var (model, memory, snapshot) = (Model(project: project), Memory(), Snapshot())
        for number in 0..<count + 2 {
            var node = Node(id: id(number), type: .file, place: Place(parent: project, name: Name("\(number)")))
            let isMissing = number < count
            if isMissing { node.details = NodeDetails(content: ContentRecord(hash: try hash(number), size: 5, since: 1)) }
            model.insert(node)
            memory.record(Sighting(evidence: evidence(number), hash: try hash(number)), of: node.id)
            if isMissing { memory.missing[node.id] = 1 }
        }
        for number in [count, count + 2] {
            let name = Array("\(number)".utf8)
            snapshot.entries.append(
                Snapshot.Entry(nameOffset: snapshot.names.count, nameLength: name.count, kind: .file, parent: 0, directory: -1, evidence: evidence(number)))
            snapshot.names += name
        }
        snapshot.directories[0].entries = 0..<2
        model.prepareChildren(missing: memory.missing)
        memory.prepareIdentities()
        let template = Template(kind: "blank", language: .english, root: .both, folders: [])
        var situation = Situation(model: model, memory: memory, snapshot: snapshot, conventions: Conventions(rules: ProjectRules(template)), now: 10)
        situation.missingContents = MissingContents(model, memory)
        situation.answers.hashes[1] = try hash(count + 2)
        return situation
    }
}
