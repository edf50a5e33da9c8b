import Glibc
import ShedDisk
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// What is written is what a person was shown, into what was read.
@Suite struct `Links that are mended as they were found` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        for name in ["Ode", "Sea"] { TestFile.write("\(name)\n", to: "\(shelf.path)/My Poems/Draft/\(name).md") }
        let texts = ["a": "[a](../Draft/Ode.md)\n", "b": "[b](../Draft/Sea.md)\n", "c": "[c](../Draft/Ode.md) [d](../Draft/Sea.md)\n"]
        for (name, text) in texts { TestFile.write(text, to: "\(shelf.path)/My Poems/Research/\(name).md") }
        try project.sync()
        try project.change { try $0.move(["Draft/Ode.md"], to: "Ready") }
    }

    private func text(_ name: String) throws -> String { try shelf.shell("cat 'My Poems/Research/\(name).md'") }

    @Test func `after a question are those that were shown, and no others`() throws {
        let shown = try project.change { try $0.mendLinks(dryRun: true) }
        #expect(shown.documents.map(\.path) == ["Research/a.md", "Research/c.md"])
        // While the person is asked: something else is moved, and a line comes before a link that was shown.
        try project.change { try $0.move(["Draft/Sea.md"], to: "Ready") }
        TestFile.write("New\n[a](../Draft/Ode.md)\n", to: "\(shelf.path)/My Poems/Research/a.md")
        let done = try project.change { try $0.mendLinks(shown: shown) }
        #expect(done.documents.map(\.path) == ["Research/a.md"])
        #expect(done.passedOver.map(\.path) == ["Research/b.md", "Research/c.md"] && done.passedOver.allSatisfy { $0.reason == .linksNotShown })
        #expect(try text("a") == "New\n[a](../Ready/Ode.md)\n")
        #expect(try text("b") == "[b](../Draft/Sea.md)\n")
        #expect(try text("c") == "[c](../Draft/Ode.md) [d](../Draft/Sea.md)\n")
        #expect(try project.change { try $0.mendLinks() }.documents.map(\.path) == ["Research/b.md", "Research/c.md"])
    }

    /// Of two saves within one tick of the clock both have the same size and times; only what the file holds tells them apart.
    @Test func `are not written into other bytes than those in which they were found`() throws {
        let error = try project.change { transaction -> ShedError? in
            let mending = try transaction.mendLinks(at: ["Research/a.md"], dryRun: true)
            let evidence = try #require(try transaction.root.openDirectory(at: "Research").evidence(of: "a.md"))
            let before = ReadDocument(evidence: evidence, hash: ContentHash(of: Array("(a)[../Draft/Ode.md]\n".utf8)))
            return #expect(throws: ShedError.self) { try transaction.write(mending, asRead: ["Research/a.md": before]) }
        }
        #expect(error?.isConflict == true)
        #expect(try text("a") == "[a](../Draft/Ode.md)\n")
    }

    @Test func `are taken back where a document was saved at the last moment and has the size and time that it had`() throws {
        let path = "\(shelf.path)/My Poems/Research/a.md"
        let visit: @Sendable (String) -> Void = { point in if point == "looked" { overwrite(path, "[z](../Draft/Ode.md)\n") } }
        let error = #expect(throws: ShedError.self) { try Interruption.$visitor.withValue(visit) { try project.change { try $0.mendLinks() } } }
        #expect(error?.isConflict == true)
        #expect(try text("a") == "[z](../Draft/Ode.md)\n")
        #expect(try text("c") == "[c](../Draft/Ode.md) [d](../Draft/Sea.md)\n")
        #expect(try shelf.shell("ls -A 'My Poems/.shed/staging'/* 2> /dev/null || true").isEmpty)
        try project.change { try $0.mendLinks() }
        #expect(try text("a") == "[z](../Ready/Ode.md)\n")
    }

    @Test func `have what their document held in the journal of the change`() throws {
        let held = ContentHash(of: Array("[a](../Draft/Ode.md)\n".utf8))
        let file = FileIdentity(device: 1, inode: 2, birth: 3)
        var entry = StagedEntry(name: "0", identity: file, target: "Research/a.md", replaced: Evidence(device: 1, inode: 4, birth: 5, size: 6, modified: 7))
        entry.held = held
        #expect(StagedEntry(entry.json)?.held == held)
        entry.held = nil
        #expect(StagedEntry(entry.json) == entry)
    }
}

/// Writes over a file in place; it keeps its times.
private func overwrite(_ path: String, _ text: String) {
    var status = stat()
    let file = open(path, O_WRONLY)
    guard file >= 0 else { return }
    defer { close(file) }
    guard fstat(file, &status) == 0 else { return }
    let bytes = Array(text.utf8)
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count else { return }
    futimens(file, [status.st_atim, status.st_mtim])
}
