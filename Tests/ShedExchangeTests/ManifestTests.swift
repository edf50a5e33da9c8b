import ShedExchange
import ShedModel
import Testing

@Suite struct `The manifest of an export` {
    private static let ids = (0..<20).map { NodeID(high: 0x0190_b5c8_7d5e_7000, low: 0x8000_0000_0000_0000 | UInt64($0)) }
    private static let hash = ContentHash(bytes: [UInt8](repeating: 7, count: 32))

    private func manifest() throws -> ExportManifest {
        let ids = Self.ids
        var project = ExportedProject(id: ids[0], kind: "poetry", name: "Poems", language: "en", created: 1_700_000_000_123)
        project.details = "of spring"
        project.tags = ["mine"]
        var manifest = ExportManifest(project: project, made: 1_700_000_001_000, isWhole: true)
        manifest.labels.groups = [ImportedGroup("mood", id: ids[1])]
        manifest.labels.tags = [
            ImportedTag(.init(group: "mood", "sad"), colour: Colour(hexadecimal: "#ff3b30"), scope: .file, id: ids[2]), ImportedTag(.init("mine"), id: ids[3]),
        ]
        manifest.labels.variables = [ImportedVariable("Score", .integer, id: ids[4]), ImportedVariable("State", .list, options: ["a", "b"], scope: .all, id: ids[5])]
        var folder = ExportedNode(id: ids[6], type: "folder", path: "Draft")
        (folder.role, folder.accepts, folder.created) = (Role(rawValue: "draft"), .files, 5)
        var file = ExportedNode(id: ids[7], type: "file", path: RelativePath(["Draft", Name(bytes: [0x4f, 0xff])]))
        file.parent = ids[6]
        file.content = (4, try #require(Self.hash))
        (file.order, file.modified) = (OrderKey("a0"), 1_700_000_000_000)
        file.tags = ["mood/sad"]
        file.values = [ExportedValue("Score", .integer(4)), ExportedValue("State", .option("b"))]
        file.state.isException = true
        file.state.origin = Place(parent: ids[6], name: "Ode.txt")
        file.state.rejection = Rejection(rule: "wrong-type", origin: "Draft/Old", folder: ids[6], time: 9_000, known: true)
        file.fields = ["order-in": .string("\(ids[6])")]
        file.versions = [
            ExportedVersion(hash: try #require(Self.hash), size: 4, time: 3_000, name: "first"),
            ExportedVersion(hash: try #require(Self.hash), size: 9, time: 4_000, name: nil, actor: "record set"),
        ]
        manifest.nodes = [folder, file]
        manifest.kept = [ExportedFile(path: ".shed/settings.toml", size: 2, hash: try #require(Self.hash))]
        return manifest
    }

    @Test func `all that is written is read`() throws {
        let written = try manifest()
        let read = try ExportManifest(bytes: written.bytes, limits: ImportLimits())
        #expect(read.bytes == written.bytes)
        #expect(read.project == written.project)
        #expect(read.labels == written.labels)
        #expect(read.kept == written.kept)
        let (file, expected) = (read.nodes[1], written.nodes[1])
        #expect(file.path == expected.path)
        #expect(file.state == expected.state)
        #expect(file.versions == expected.versions)
        #expect(file.values == expected.values)
        #expect(file.order == expected.order)
        #expect(file.fields == expected.fields)
    }

    @Test func `of more than is taken by itself the options are named that take it`() throws {
        var manifest = try manifest()
        var limits = ImportLimits()
        #expect(limits.options(toTake: manifest, written: 1_000).isEmpty)
        // 4 bytes of a file, the same held before, 2 of the settings, and the manifest.
        limits.size = 4 + 4 + 2 + 1_000
        #expect(limits.options(toTake: manifest, written: 1_000).isEmpty)
        #expect(limits.options(toTake: manifest, written: 1_001) == ["--max-size"])
        #expect(ImportLimits().options(toTake: manifest, written: ImportLimits().description + 1) == ["--max-files"])
        (limits.size, limits.entries) = (1, 10)
        #expect(limits.options(toTake: manifest, written: 1) == ["--max-size", "--max-files"])
        limits = ImportLimits()
        manifest.kept.append(ExportedFile(path: ".shed/x", size: .max, hash: try #require(Self.hash)))
        #expect(limits.options(toTake: manifest, written: 1) == ["--max-size"])
    }

    @Test func `a name that is not UTF-8 stands in base64 beside`() throws {
        let text = String(decoding: try manifest().bytes, as: UTF8.self)
        #expect(text.contains("\"pathBytes\":\"\(Base64.encode(Array("Draft/O".utf8) + [0xff]))\""))
    }

    /// What is put in place of something, and what an error names.
    @Test(arguments: [
        ("\"format\": 1", "\"format\": 2", "format 2"), ("\"kind\":\"poetry\"", "\"kind\":7", "project.kind"), ("\"path\":\"Draft\"", "\"path\":\"../Draft\"", "nodes[0].path"),
        ("\"path\":\"Draft\"", "\"path\":\"/Draft\"", "nodes[0].path"), ("\"path\":\"Draft\"", "\"path\":\"\"", "nodes[0].path"),
        ("\"order\":\"a0\"", "\"order\":\"?\"", "nodes[1].order"), ("\"accepts\":\"files\"", "\"accepts\":\"all\"", "nodes[0].accepts"), ("\"type\":\"int\"", "\"type\":\"real\"", "variables[0].type"),
        ("\"size\":4", "\"size\":-4", "nodes[1].size"), ("\"nodes\": [", "\"nodes\": [7,", "nodes[0]"), ("\"by\":\"record set\"", "\"by\":9", "nodes[1].overwritten[0].by"),
        ("\"overwritten\":[", "\"overwritten\":[[],", "nodes[1].overwritten[0]"), ("\"overwritten\":[", "\"overwritten\":{\"a\":[", "JSON"), ("\"made\"", "\"format\"", "JSON"),
    ])
    func `what is wrong is named`(good: String, bad: String, words: String) throws {
        let text = String(decoding: try manifest().bytes, as: UTF8.self)
        try #require(text.contains(good))
        let bytes = Array(text.replacing(good, with: bad, maxReplacements: 1).utf8)
        do throws(ImportFault) {
            _ = try ExportManifest(bytes: bytes, limits: ImportLimits())
            Issue.record("it was read")
        } catch { #expect(error.words.english.contains(words), "\(error.words.english)") }
    }

    @Test func `what nests without an end is refused`() {
        let bytes = Array("{\"format\":1,\"project\":".utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(throws: ImportFault.self) { try ExportManifest(bytes: bytes, limits: ImportLimits()) }
    }

    @Test func `more values than any manifest needs for its bytes are refused`() throws {
        func reason(_ values: Int, _ value: String) -> String {
            let list = [String](repeating: value, count: values).joined(separator: ",")
            let bytes = Array("{\"x\":[\(list)],\"format\":9}".utf8)
            do throws(ImportFault) { _ = try ExportManifest(bytes: bytes, limits: ImportLimits()) } catch { return error.words.english }
            return "it was read"
        }
        #expect(reason(100_000, "0").contains("values"))
        // These are as many, and long enough: only the format is wrong.
        #expect(reason(100_000, "\"ab\"").contains("format 9"))
    }

    // MARK: With the files

    private func project(_ change: (inout ExportManifest) -> Void = { _ in }, files: [ZipMaker.Part] = []) throws -> ImportedProject {
        var manifest = try manifest()
        (manifest.kept, manifest.nodes[1].versions) = ([], [])
        manifest.nodes[1].path = "Draft/Ode.txt"
        change(&manifest)
        var text = ZipMaker.Part("manifest.json")
        text.bytes = manifest.bytes
        let tree = try ZipMaker.tree([text] + (files.isEmpty ? [ZipMaker.Part("files/Draft/Ode.txt", "Rain")] : files))
        try #require(try ShedExport().isMeant(by: tree))
        return try ShedExport().read(tree, limits: ImportLimits())
    }

    @Test func `an export becomes a project again`() throws {
        let project = try project()
        #expect(project.name == "Poems")
        #expect(project.kind == "poetry")
        let folder = try #require(project.nodes.first)
        #expect(folder.id == Self.ids[6])
        guard case .folder(let children, _) = folder.content, let file = children.first else { return #expect(Bool(false), "no file") }
        #expect(file.name == "Ode.txt")
        #expect(file.tags == [ImportedTag.Title(group: "mood", "sad")])
        guard case .file(let path, let size, let hash) = file.content else { return #expect(Bool(false), "no content") }
        #expect(path == "files/Draft/Ode.txt")
        #expect(size == 4)
        #expect(hash == Self.hash)
    }

    private func words(_ change: (inout ExportManifest) -> Void) -> String {
        do {
            _ = try project(change)
            return "it was read"
        } catch { return (error as? ImportFault)?.words.english ?? "\(error)" }
    }

    @Test func `a manifest that lies is refused, with what it lies about`() {
        let ids = Self.ids
        #expect(words { $0.nodes[1].id = ids[6] }.contains("twice"))
        #expect(words { $0.nodes[1].id = $0.project.id }.contains("twice"))
        #expect(words { ($0.nodes[0].id, $0.nodes[1].parent) = ($0.project.id, $0.project.id) }.contains("twice"))
        #expect(words { $0.nodes[1].path = "Draft" }.contains("twice"))
        #expect(words { $0.nodes[1].parent = ids[9] }.contains("another folder"))
        #expect(words { $0.nodes[1].parent = nil }.contains("another folder"))
        // Folders in a circle.
        #expect(words { $0.nodes[0].parent = ids[6] }.contains("another folder"))
        #expect(words { ($0.nodes[0].parent, $0.nodes[1].content) = (ids[7], nil) }.contains("another folder"))
        #expect(words { $0.nodes[1].path = "Draft/Other.txt" }.contains("is not there"))
        let larger = words { $0.nodes[1].content?.size = 9 }
        #expect(larger.contains("not as it was exported"))
        let lacking = words { manifest in manifest.kept = Self.hash.map { [ExportedFile(path: ".shed/x", size: 1, hash: $0)] } ?? [] }
        #expect(lacking.contains("is not there"))
    }

    @Test func `what it does not tell of is left out, and said`() throws {
        let project = try project(files: [ZipMaker.Part("files/Draft/Ode.txt", "Rain"), ZipMaker.Part("files/Draft/Stranger.txt", "x")])
        #expect(project.notes.map(\.count) == [1])
    }
}
