import ShedCheck
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedProject

@Suite("What a folder does not accept")
struct RejectionTests {
    let shelf: Shelf
    let project: Project

    init() throws {
        shelf = try Shelf(in: TestFile.quick)
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo one > Draft/a.txt; echo love > Draft/love.txt")
        try project.sync()
    }

    @Test(arguments: [
        ("echo x > note.txt", "note.txt", "file-at-root"),
        ("echo x > Collections/x.txt", "Collections/x.txt", "wrong-type"),
        ("mkdir Draft/Love", "Draft/Love", "wrong-type"),
        ("echo x > All/x.txt", "All/x.txt", "closed-folder"),
        ("echo x > Draft/A.TXT", "Draft/A.TXT", "name-collision"),
        ("mkdir Ready/x", "Ready/x", "closed-folder"),
    ]) func `ends in Rejected, with rule and origin`(command: String, path: String, rule: String) throws {
        try shelf.shell("cd 'My Poems'; \(command)")
        let outcome = try project.sync()
        #expect(outcome.moves.count == 1)
        let status = try shelf.reopen(project, purpose: .look).status()
        #expect(status.rejected.map(\.rejection.rule.raw) == [rule])
        #expect(status.rejected.map(\.rejection.origin) == [path.path])
        #expect(status.rejected.map(\.path) == [RelativePath(["Rejected", Name(String(path.split(separator: "/").last ?? ""))])])
        #expect(status.isClean)
        #expect(try !project.sync().hasFindings)
    }

    @Test(arguments: ["Ready", "Published", "Trash", "Set Aside"])
    func `a new file that nobody saw come is taken in and reported`(folder: String) throws {
        try shelf.shell("cd 'My Poems'; echo x > '\(folder)/x.txt'")
        #expect(try project.sync().reports.map(\.rule.name) == ["unexplained-addition"])
        #expect(try project.sync().reports.map(\.rule.name) == ["unexplained-addition"])
        let path = RelativePath([Name(folder), "x.txt"])
        try project.change { try $0.accept([path], to: nil) }
        #expect(try !project.sync().hasFindings)
    }

    @Test func `a folder for it that holds something hidden alone stays, and is no reason to look once more`() throws {
        try shelf.shell("cd 'My Poems'; echo x > Collections/x.txt")
        try project.sync()
        try shelf.shell("cd 'My Poems'; touch Rejected/.directory; mv Rejected/x.txt Draft/")
        try project.sync()
        let rounds = Lock(0)
        try Interruption.$visitor.withValue({ point in
            if point == "written" { rounds.withLock { $0 += 1 } }
        }) { _ = try project.sync() }
        #expect(rounds.withLock { $0 } == 1)
        #expect(try shelf.shell("ls -A 'My Poems/Rejected'") == ".directory\n")
    }

    /// Where the file system knows what must not be changed.
    @Test func `what cannot be moved is told once, and the rest is moved`() throws {
        try shelf.shell("cd 'My Poems'; mkdir Draft/One Draft/Two; chattr +i Draft/One || rmdir Draft/One")
        defer { _ = try? shelf.shell("cd 'My Poems'; [ ! -d Draft/One ] || chattr -i Draft/One") }
        let isFixed = try shelf.shell("cd 'My Poems'; ls Draft").contains("One")
        let outcome = try project.sync()
        #expect(outcome.failures.map(\.path) == (isFixed ? ["Draft/One"] : []))
        #expect(outcome.moves.map(\.to) == ["Rejected/Two"])
    }

    @Test func `a known file that is moved into Collections goes home`() throws {
        let id = try project.id("Draft/a.txt")
        try shelf.shell("cd 'My Poems'; mv Draft/a.txt Collections/")
        let outcome = try project.sync()
        #expect(outcome.moves.map(\.purpose) == [.putBack])
        #expect(try project.id("Draft/a.txt") == id)
    }

    @Test func `a known file goes from Draft to Ready to Published`() throws {
        let id = try project.id("Draft/a.txt")
        for move in ["mv Draft/a.txt Ready/", "mv Ready/a.txt Published/", "mv Published/a.txt Trash/"] {
            try shelf.shell("cd 'My Poems'; \(move)")
            #expect(try !project.sync().hasFindings)
        }
        #expect(try project.id("Trash/a.txt") == id)
        try project.change { try $0.restore(["Trash/a.txt"]) }
        #expect(try project.id("Published/a.txt") == id)
    }

    @Test func `known files in a disallowed new folder go home first`() throws {
        try shelf.shell("cd 'My Poems/Draft'; mkdir Love; mv *.txt Love/; echo new > Love/new.txt")
        try project.sync()
        let tree = try shelf.shell("cd 'My Poems'; find Draft Rejected -type f | sort")
        #expect(tree == "Draft/a.txt\nDraft/love.txt\nRejected/Love/new.txt\n")
    }

    @Test func `only the topmost disallowed part of an added tree moves`() throws {
        try shelf.shell("mkdir -p MyBook/images; echo t > MyBook/text.txt; echo i > MyBook/images/i.png; mv MyBook 'My Poems/Collections/'")
        try project.sync()
        let tree = try shelf.shell("cd 'My Poems'; find Collections Rejected -type f | sort")
        #expect(tree == "Collections/MyBook/text.txt\nRejected/MyBook/images/i.png\n")
    }

    @Test func `accept brings back what was refused`() throws {
        try shelf.shell("cd 'My Poems'; echo x > Collections/x.txt")
        try project.sync()
        #expect(throws: ShedError.self) { try project.change { try $0.accept(["Rejected/x.txt"], to: nil) } }
        try project.change { try $0.accept(["Rejected/x.txt"], to: "Draft") }
        #expect(try shelf.shell("cd 'My Poems'; ls -d Draft/x.txt Rejected 2>&1 || true").contains("Draft/x.txt"))
        #expect(try shelf.shell("test -e 'My Poems/Rejected' || echo gone") == "gone\n")
        #expect(try !project.sync().hasFindings)
    }

    @Test func `with rejection set to report nothing moves`() throws {
        try shelf.shell("cd 'My Poems'; printf 'rejection = \"report\"\n' > .shed/settings.toml; echo x > note.txt")
        let again = try shelf.reopen(project)
        let outcome = try again.sync()
        #expect(outcome.moves.isEmpty)
        #expect(outcome.reports.map(\.rule.name) == ["file-at-root"])
        #expect(try shelf.shell("cat 'My Poems/note.txt'") == "x\n")
    }

    @Test func `more than a hundred at once are reported, and moved on demand`() throws {
        try shelf.shell("cd 'My Poems'; for i in $(seq 101); do echo $i > Collections/$i.txt; done")
        let outcome = try project.sync()
        #expect(outcome.moves.isEmpty)
        #expect(outcome.reports.contains { $0.rule.name == "bulk-addition" })
        #expect(try project.sync(.init(rejectsAll: true)).moves.count == 101)
    }

    @Test func `status and check write nothing`() throws {
        try shelf.shell("cd 'My Poems'; echo x > note.txt; mv Draft/a.txt Ready/; rm Draft/love.txt")
        let snapshot = "find . -newer stamp -printf '%P\\n'; find . -type f -exec sha256sum {} + | sort"
        try shelf.shell("touch stamp; sync stamp")
        let before = try shelf.shell(snapshot)
        _ = try shelf.reopen(project, purpose: .look).status()
        let findings = try shelf.reopen(project, purpose: .look).check()
        #expect(findings.contains { $0.rule == "file-at-root" && $0.path == "note.txt" })
        #expect(try shelf.shell(snapshot) == before)
    }
}

@Suite("While a batch of the sidecar is torn")
struct TornSidecarTests {
    @Test func `a verb that changes no file forgets nothing of the disk`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo one > Draft/a.txt")
        try project.sync()
        let id = try project.id("Draft/a.txt")
        let batch = try shelf.shell("grep -l a.txt 'My Poems'/.shed/ops/*/*.jsonl").split(separator: "\n")[0]
        try shelf.shell("cp -a '\(batch)' whole; head -c 300 whole > '\(batch)'; mv 'My Poems/Draft/a.txt' 'My Poems/Ready/'")
        let again = try shelf.reopen(project)
        try again.change { try $0.allow(.both, in: "Research") }
        try shelf.shell("cp -a whole '\(batch)'")
        let whole = try shelf.reopen(project)
        try whole.sync()
        #expect(try whole.id("Ready/a.txt") == id)
        #expect(try whole.find("Research").node.accepts == .both)
    }
}
