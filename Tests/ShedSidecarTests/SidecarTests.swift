import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

@Suite struct SidecarTests {
    private let template = Template(
        kind: "poetry", language: Language(rawValue: "de"), root: .folders,
        folders: [
            Template.Folder(
                role: .draft, section: "DEINE GEDICHTE", symbol: "doc.badge.ellipsis", accepts: .files, filling: .people,
                name: "Entwürfe", names: ["Draft", "Entwürfe"])
        ])

    private func batch(_ number: UInt64 = 1) -> EncodedBatch {
        var writer = Writer(number)
        return writer.encoded(0, [(node(number), [.type(.file), place("Ode.txt")])])
    }

    private func write(_ bytes: [UInt8], _ path: RelativePath, in sidecar: Sidecar) throws {
        var folder = sidecar.directory
        for name in path.parent.names { folder = try folder.openDirectory(name, create: true) }
        try folder.write(try #require(path.last), bytes, replacing: true)
    }

    @Test func `a new sidecar reads back as it was made`() throws {
        let directory = try TemporaryDirectory()
        let shed = try directory.handle.openDirectory(".shed", create: true)
        let file = projectFile.copied(as: node(5))
        _ = try Sidecar.create(project: file, template: template, settings: Array("quiet = 1\n".utf8), in: shed)
        let sidecar = try Sidecar(directory.handle)
        #expect(try sidecar.projectFile() == file)
        #expect(try sidecar.template() == template)
        #expect(try sidecar.settings() == Array("quiet = 1\n".utf8))
        try sidecar.replaceProjectFile(projectFile)
        #expect(try sidecar.projectFile() == projectFile)
        #expect(throws: SidecarError.self) {
            try Sidecar.create(project: file, template: template, settings: nil, in: shed)
        }
        #expect(try sidecar.projectFile() == projectFile)
    }

    @Test func `a directory without a sidecar, or with a link in its place, is no project`() throws {
        let directory = try TemporaryDirectory()
        #expect { _ = try Sidecar(directory.handle) } throws: { error in
            if case .notAProject = error as? SidecarError { true } else { false }
        }
        let other = try TemporaryDirectory()
        _ = try other.sidecar()
        symlink(other.path + "/.shed", directory.path + "/.shed")
        #expect { _ = try Sidecar(directory.handle) } throws: { error in
            if case .disk = error as? SidecarError { true } else { false }
        }
    }

    @Test func `a project file of a newer shed is refused with the remedy`() throws {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        try write(Array(#"{"format":2}"#.utf8), "project.json", in: sidecar)
        #expect { try sidecar.projectFile() } throws: { error in
            if case .unsupportedFormat(_, 2) = error as? SidecarError { "\(error)".contains("update shed") } else { false }
        }
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"format":1}"#, #"{"created":"2024-05-01T12:00:00Z","format":1,"id":"x","kind":"poetry"}"#,
        #"{"created":"2024-02-30T12:00:00Z","format":1,"id":"00000000-0000-0000-0000-000000000001","kind":"poetry"}"#,
        #"{"copiedFrom":["00000000-0000-0000-0000-000000000001"],"created":"2024-05-01T12:00:00Z","format":1,"id":"00000000-0000-0000-0000-000000000001","kind":"poetry"}"#,
    ])
    func `a damaged project file is refused`(text: String) throws {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        try write(Array(text.utf8), "project.json", in: sidecar)
        #expect { try sidecar.projectFile() } throws: { error in
            if case .damaged("project.json", _) = error as? SidecarError { true } else { false }
        }
    }

    @Test func `members that this version does not know are ignored`() throws {
        let text = #"{"created":"2024-05-01T12:00:00.25Z","format":1,"hue":7,"id":"00000000-0000-0000-0000-000000000001","kind":"poetry"}"#
        let file = try ProjectFile(bytes: Array(text.utf8))
        #expect(file.created == 1_714_564_800_250)
        #expect(file.copiedFrom.isEmpty)
    }

    @Test func `a template cannot name a folder elsewhere`() throws {
        for name in ["../x", ".git", "a/b", ".."] {
            var folders = template.folders
            folders[0].name = name
            let bytes = Template(kind: template.kind, language: template.language, root: template.root, folders: folders).bytes
            #expect(throws: SidecarError.self) { try Template(bytes: bytes) }
        }
    }

    @Test func `times go both ways`() {
        for time in [0, 951_782_400_000, now, -1, 253_402_300_799_999] as [Int64] {
            #expect(Timestamp.milliseconds(Timestamp.text(time)) == time)
        }
        #expect(Timestamp.text(951_782_400_000) == "2000-02-29T00:00:00Z")
    }

    @Test func `a written batch is listed, read and folded`() throws {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        let file = try sidecar.write(batch())
        #expect(try sidecar.listing().batches == [file])
        #expect(try sidecar.read(file, of: projectFile).get() == batch().batch)
        #expect(try sidecar.fold(of: projectFile, now: now).result().model[node(1)]?.place?.name == "Ode.txt")
        #expect { try sidecar.write(batch()) } throws: { error in
            if case .disk(let error) = error as? SidecarError { error.code == .exists } else { false }
        }
    }

    @Test func `a copy under another name counts once, and alone counts too`() throws {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        try write(batch().bytes, "ops/elsewhere/anything at all", in: sidecar)
        try write(batch(2).bytes, "ops/in no directory.jsonl", in: sidecar)
        let name = try #require(batch().name?.text).replacing(".jsonl", with: ".sync-conflict-20240501-120000-ABC.jsonl")
        try write(batch().bytes, RelativePath(["ops", "0000000000000001", Name(name)]), in: sidecar)
        let fold = try sidecar.fold(of: projectFile, now: now)
        #expect(fold.batchCount == 2)
        #expect(!fold.isIncomplete)
    }

    @Test func `what stands there is listed in the order of the paths`() throws {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        let names: [Name] = ["b", "a", "B", "ab", "é", "-", "a.jsonl", "z"]
        for name in names { try write([1], RelativePath(["ops", name]), in: sidecar) }
        for folder: Name in ["aa", "c", "000", "Z"] {
            for name in names { try write([1], RelativePath(["ops", folder, name]), in: sidecar) }
        }
        let paths = try sidecar.listing().batches.map(\.path)
        #expect(paths == paths.sorted() && paths.count == names.count * 5)
    }

    @Test func `one path has the file that a listing has there`() throws {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        for path: RelativePath in ["ops/a", "ops/.b", "ops/1/a", "ops/1/.b", "ops/1/2/a", "ops/.1/a", "base/a", "base/1/a", "staging/a"] {
            try write([1], path, in: sidecar)
        }
        symlink("a", directory.path + "/.shed/ops/1/link")
        symlink("1", directory.path + "/.shed/ops/link")
        let listing = try sidecar.listing()
        let files = listing.batches + listing.bases
        #expect(files.map(\.path) == ["ops/1/a", "ops/a", "base/a"])
        for file in files { #expect(try sidecar.file(at: file.path) == file) }
        for path: RelativePath in [
            .root, "ops", "a", "staging/a", "ops/.b", "ops/b", "ops/1", "ops/1/.b", "ops/1/2", "ops/1/2/a", "ops/1/link", "ops/.1/a",
            "ops/2/a", "base/1", "base/1/a", "base/b",
        ] {
            #expect(try sidecar.file(at: path) == nil, "\(path)")
        }
        #expect(throws: SidecarError.self) { try sidecar.file(at: "ops/link/a") }
    }

    @Test func `a torn batch makes the fold incomplete, a stranger's file does not`() throws {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        try write(Array("hello".utf8), "ops/0000000000000001/notes.txt", in: sidecar)
        try write(Array("{}\n".utf8), "ops/0000000000000001/.syncthing.x.jsonl.tmp", in: sidecar)
        symlink("/etc/passwd", directory.path + "/.shed/ops/0000000000000001/link.jsonl")
        mkfifo(directory.path + "/.shed/ops/fifo", 0o600)
        let clean = try sidecar.fold(of: projectFile, now: now)
        #expect(!clean.isIncomplete)
        #expect(try sidecar.listing().odd.sorted() == ["ops/0000000000000001/link.jsonl", "ops/fifo"])
        let name = try #require(batch().name)
        let path = RelativePath(["ops", "0000000000000001", name])
        try write(Array(batch().bytes.dropLast(3)), path, in: sidecar)
        let torn = try sidecar.fold(of: projectFile, now: now)
        #expect(torn.isIncomplete)
        guard case .file(path, _)? = torn.gaps.first else {
            Issue.record("the torn file is not named: \(torn.gaps)")
            return
        }
    }

    @Test func `a batch without operations is not written`() throws {
        let directory = try TemporaryDirectory()
        var writer = Writer(1)
        let empty = writer.encoded(0, [])
        #expect { try directory.sidecar().write(empty) } throws: { error in
            if case .emptyBatch = error as? SidecarError { true } else { false }
        }
    }

    @Test(.enabled(if: Mounting.isAllowed, "needs mounts")) func `a full disk leaves no part of a batch`() throws {
        let directory = try TemporaryDirectory()
        try #require(mount("tmpfs", directory.path, "tmpfs", 0, "size=64k") == 0)
        defer { umount2(directory.path, Int32(MNT_DETACH)) }
        let mounted = try DirectoryHandle(path: directory.path)
        let sidecar = try Sidecar.create(
            project: projectFile, template: template, settings: nil, in: mounted.openDirectory(".shed", create: true))
        var writer = Writer(1)
        let large = writer.encoded(0, (0..<2000).map { (node($0), [.type(.file), place(Name("file \($0)"))]) })
        #expect { try sidecar.write(large) } throws: { error in
            if case .disk(let error) = error as? SidecarError { error.code == .noSpace } else { false }
        }
        #expect(try sidecar.listing().batches.isEmpty)
        let folder = try sidecar.directory.openDirectory("ops").openDirectory("0000000000000001")
        #expect(try folder.list(atMost: 10).isEmpty)
        let file = try sidecar.write(batch())
        #expect(try sidecar.read(file, of: projectFile).get() == batch().batch)
    }
}
