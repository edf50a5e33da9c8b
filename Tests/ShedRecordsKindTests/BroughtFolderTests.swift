import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedRecords
import ShedTestSupport
import Testing

@testable import ShedProject
@testable import ShedRecordsKind

/// A change that brings a folder with what is in it, and a file besides.
@Suite("A folder that comes along with what is in it") struct BroughtFolderTests {
    let library: Library
    let ids: [NodeID]

    init() throws {
        library = try Library("Books")
        library.write("{\"Title\": \"a\"}\n", to: "Books/a.json")
        try library.project.sync()
        ids = [library.reading.newID(), library.reading.newID(), library.reading.newID()]
    }

    private func staged() throws -> StagedChange {
        var change = try library.project.refresh().stageChange()
        let films = try change.makeFolder(for: "Films")
        for name in ["x", "y"] { try change.write(Array("{\"Title\": \"\(name)\"}\n".utf8), into: films, as: Name("\(name).json")) }
        let books = try library.project.home.root.openDirectory("Books")
        try change.write(Array("{\"Title\": \"other\"}\n".utf8), to: "Books/a.json", replacing: (#require(try books.evidence(of: "a.json")), books))
        for (path, id) in zip(["Films", "Films/x.json", "Films/y.json"] as [RelativePath], ids) { change.assigned[path] = id }
        return change
    }

    /// As far as a process came that was killed: the folder is in its place, and the file is not.
    private func interrupt(_ change: StagedChange) throws {
        var change = change
        let root = library.project.home.root
        try change.seal(in: root)
        let folder = try #require(change.entries.first)
        try change.folder.directory.rename(folder.name, to: root, as: "Films", expecting: folder.identity)
    }

    private func stagingIsEmpty() throws -> Bool { try library.shell("ls -A \(library.staging)").isEmpty }

    @Test(arguments: [
        ("mv Films/x.json Films/z.json", "Films/z", "Films/y"), ("mv Films/x.json Films/z.json; mv Films/y.json Films/x.json", "Films/z", "Films/x"),
        ("mv Films/x.json Books/", "Books/x", "Films/y"), ("mv Films Shelf; mv Shelf/x.json Shelf/z.json", "Shelf/z", "Shelf/y"),
    ]) func `keeps the IDs of what is in it where a change is interrupted and people rename it`(deed: String, x: String, y: String) throws {
        try interrupt(try staged())
        try library.shell(deed)
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(try [x, y].map { try library.record($0).id } == Array(ids.dropFirst()))
        #expect(library.read("Books/a.json") == "{\"Title\": \"other\"}\n")
        #expect(try stagingIsEmpty())
    }

    /// Nothing that goes into it is there yet.
    @Test func `is followed by what goes into it where it is renamed in between`() throws {
        var change = try library.project.refresh().stageChange()
        try change.makeFolder(for: "Films")
        try change.write(Array("{\"Title\": \"x\"}\n".utf8), to: "Films/x.json")
        (change.assigned["Films"], change.assigned["Films/x.json"]) = (ids[0], ids[1])
        try interrupt(change)
        try library.shell("mv Films Shelf")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(try library.record("Shelf/x").id == ids[1])
        #expect(try library.shell("ls") == "Books\nShelf\nTrash\n")
        #expect(try stagingIsEmpty())
    }

    /// Of some disks the number is another after a restart.
    @Test func `is finished after the number of its device has changed`() throws {
        var change = try staged()
        let identity = try #require(change.entries.first).identity
        for index in change.entries.indices { change.entries[index].rebase(on: identity.device + 1) }
        try change.seal(in: library.project.home.root)
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(try ["Films/x", "Films/y"].map { try library.record($0).id } == Array(ids.dropFirst()))
        #expect(library.read("Books/a.json") == "{\"Title\": \"other\"}\n")
        #expect(try library.shell("ls") == "Books\nFilms\nTrash\n")
        #expect(try stagingIsEmpty())
    }

    @Test(arguments: ["echo '{}' > Films", "mkdir Films", "echo mine >> Books/a.json"])
    func `is not there where something else of the change cannot be made`(deed: String) throws {
        let change = try staged()
        try library.shell(deed)
        let before = try library.shell("ls -R; cat Books/a.json")
        #expect(throws: ShedError.self) { try library.carryOut(change) }
        #expect(try library.shell("ls -R; cat Books/a.json") == before)
        #expect(try stagingIsEmpty())
    }

    /// Into which somebody may have put something before the rest is taken back.
    @Test func `stays with its IDs where the rest is taken back`() throws {
        let change = try staged()
        let root = library.root
        let refusal = try #require(throws: ShedError.self) {
            try Interruption.$visitor.withValue({ point in
                guard point == "placed", access(root + "/Films/.mine", F_OK) != 0 else { return }
                TestFile.write("mine\n", to: root + "/Films/.mine")
                TestFile.write("{\"Title\": \"mine\"}\n", to: root + "/Books/a.json")
            }) { try library.carryOut(change) }
        }
        #expect(refusal.message.contains("the folder Films has come and stays"), "\(refusal.message)")
        #expect(library.read("Films/.mine") == "mine\n" && library.read("Films/x.json") == "{\"Title\": \"x\"}\n")
        #expect(library.read("Books/a.json") == "{\"Title\": \"mine\"}\n")
        #expect(try ["Films/x", "Films/y"].map { try library.record($0).id } == Array(ids.dropFirst()))
        #expect(try stagingIsEmpty())
    }

    /// Shed is killed once the folder is in its place; and the rest cannot be made any more.
    @Test func `stays with its IDs and tags where an interrupted change is taken back`() throws {
        var change = try staged()
        change.operations = [Operation(ids[1], [.note("of x")])]
        try interrupt(change)
        try library.shell("echo more >> Books/a.json")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(try ["Films/x", "Films/y"].map { try library.record($0).id } == Array(ids.dropFirst()))
        #expect(try library.project.refresh().load().model.nodes[ids[1]]?.details?.note == "of x")
        #expect(library.read("Books/a.json") == "{\"Title\": \"a\"}\nmore\n")
        #expect(try stagingIsEmpty())
    }

    /// Whoever can write into the project can write into what is staged: nothing of that comes, however deep it is.
    @Test func `is not brought where somebody has made it too deep meanwhile`() throws {
        let change = try staged()
        let folder = try #require(change.entries.first).name
        try library.shell("cd \(library.staging)/*/'\(folder)'; for i in $(seq 300); do mkdir d; cd d; done")
        #expect(throws: ShedError.self) { try library.carryOut(change) }
        #expect(try library.shell("ls; cat Books/a.json") == "Books\nTrash\n{\"Title\": \"a\"}\n")
    }
}
