import ShedCheck
import ShedIndex
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import Testing

@testable import ShedProject

@Suite("IDs survive what people do to files while no daemon runs")
struct IdentityTests {
    let shelf: Shelf
    let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo one > Draft/a.txt; echo two > Draft/b.txt; mkdir Collections/Book; for i in $(seq 100); do echo $i > Collections/Book/$i.txt; done")
        try project.sync()
    }

    @Test func `a file that is moved to Ready`() throws {
        let id = try project.id("Draft/a.txt")
        try shelf.shell("mv 'My Poems/Draft/a.txt' 'My Poems/Ready/'")
        let outcome = try shelf.reopen(project).sync()
        #expect(outcome.changes.map(\.kind) == [.moved])
        #expect(!outcome.hasFindings)
        #expect(try shelf.reopen(project).id("Ready/a.txt") == id)
    }

    @Test func `a folder of a hundred files that is renamed`() throws {
        let before = try (1...100).map { try project.id("Collections/Book".path.appending(Name("\($0).txt"))) }
        try shelf.shell("mv 'My Poems/Collections/Book' 'My Poems/Collections/Livre'")
        let again = try shelf.reopen(project)
        let outcome = try again.sync()
        #expect(outcome.changes.count == 1)
        #expect(try (1...100).map { try again.id("Collections/Livre".path.appending(Name("\($0).txt"))) } == before)
    }

    @Test func `two files that swap their names`() throws {
        let (a, b) = (try project.id("Draft/a.txt"), try project.id("Draft/b.txt"))
        try shelf.shell("cd 'My Poems/Draft'; mv a.txt c; mv b.txt a.txt; mv c b.txt")
        try project.sync()
        #expect(try project.id("Draft/a.txt") == b)
        #expect(try project.id("Draft/b.txt") == a)
    }

    @Test(arguments: [
        "sed -i s/one/three/ a.txt", "echo new > a.txt", "echo new > .tmp; mv .tmp a.txt", ": > a.txt; echo new >> a.txt",
        "cp a.txt a.txt~; echo new > a.txt", "mv a.txt a.txt.bak; echo new > a.txt", "rm a.txt; echo new > a.txt",
        "vi -es -c '%s/one/three/' -c wq a.txt || vim -es -c '%s/one/three/' -c wq a.txt",
    ]) func `a file that is saved`(save: String) throws {
        let id = try project.id("Draft/a.txt")
        try shelf.shell("cd 'My Poems/Draft'; \(save)")
        let outcome = try project.sync()
        #expect(try project.id("Draft/a.txt") == id)
        #expect(outcome.changes.contains { $0.kind == .modified && $0.id == id })
    }

    @Test func `a file that is deleted and comes back from a backup`() throws {
        let id = try project.id("Draft/a.txt")
        try shelf.shell("cp -a 'My Poems/Draft/a.txt' backup; rm 'My Poems/Draft/a.txt'")
        #expect(try project.sync().changes.map(\.kind) == [.removed])
        try shelf.shell("cp -a backup 'My Poems/Draft/a.txt'")
        try project.sync()
        #expect(try project.id("Draft/a.txt") == id)
    }

    @Test func `a file that comes back under another name, by its content`() throws {
        let id = try project.id("Draft/a.txt")
        try shelf.shell("echo 'a line that no other file is likely to hold' > 'My Poems/Draft/a.txt'")
        try project.sync()
        try shelf.shell("cp -a 'My Poems/Draft/a.txt' backup; rm 'My Poems/Draft/a.txt'")
        try project.sync()
        try shelf.shell("cp -a backup 'My Poems/Research/found.txt'")
        try project.sync()
        #expect(try project.id("Research/found.txt") == id)
    }

    @Test func `a copy gets an ID of its own`() throws {
        let id = try project.id("Draft/a.txt")
        try shelf.shell("cd 'My Poems/Draft'; cp -a a.txt copy.txt")
        try project.sync()
        #expect(try project.id("Draft/a.txt") == id)
        #expect(try project.id("Draft/copy.txt") != id)
    }

    @Test func `a file that moves to another project keeps its ID there`() throws {
        let other = try shelf.project("blank", named: "Other")
        let id = try project.id("Draft/a.txt")
        try shelf.shell("mv 'My Poems/Draft/a.txt' Other/Files/")
        try other.sync()
        #expect(try other.id("Files/a.txt") == id)
        try project.sync()
        #expect(throws: ShedError.self) { try project.id("Draft/a.txt") }
    }

    @Test func `it keeps its ID also when its old project looked first`() throws {
        let other = try shelf.project("blank", named: "Other")
        let id = try project.id("Draft/a.txt")
        try shelf.shell("mv 'My Poems/Draft/a.txt' Other/Files/")
        try project.sync()
        try other.sync()
        #expect(try other.id("Files/a.txt") == id)
        let missing = try shelf.reopen(project, purpose: .look).status().missing
        #expect(missing.map(\.id) == [id])
        #expect(missing.map(\.movedOut) == [other.home.path])
    }

    @Test func `a damaged index is made anew, and looking goes on without it`() throws {
        let id = try project.id("Draft/a.txt")
        let seat = try #require(project.home.stateFolder)
        let size = try shelf.shell("stat -c %s '\(seat.index)'; cat '\(seat.index)-wal' >/dev/null 2>&1; rm -f '\(seat.index)-wal' '\(seat.index)-shm'")
        #expect(!size.isEmpty)
        for offset in [0, 20_000, 40_000] {
            try shelf.shell("dd if=/dev/urandom of='\(seat.index)' bs=1 count=4000 seek=\(offset) conv=notrunc 2>/dev/null; rm -f '\(seat.index)-wal' '\(seat.index)-shm'")
            _ = try shelf.reopen(project, purpose: .look).status()
            _ = try shelf.reopen(project, purpose: .look).check()
            let again = try shelf.reopen(project)
            #expect(try again.sync().changes.isEmpty)
            #expect(try again.id("Draft/a.txt") == id)
        }
    }

    @Test func `files that move while their folders move too leave a sound index`() throws {
        try shelf.shell("cd 'My Poems'; mkdir Collections/Two Submissions/Three; for i in $(seq 20); do echo $i > Collections/Two/$i.txt; done")
        try project.sync()
        for step in [
            "mv Collections/Book Submissions/B1; mv Submissions/B1/1.txt Collections/Two/one.txt; mv Collections/Two Magazines/T",
            "mv Magazines/T/one.txt Submissions/Three/x.txt; mv Submissions/Three Collections/; rm -rf Magazines/T",
            "mv Submissions/B1 Collections/Three2; mv Collections/Three2/*5.txt Collections/Three/",
        ] {
            try shelf.shell("cd 'My Poems'; \(step)")
            try project.sync()
            let seat = try #require(project.home.stateFolder)
            let index = try #require(try ProjectIndex.open(path: seat.index, access: .readOnly))
            let state = try project.load()
            let stored = try #require(try index.load())
            #expect(Set(stored.model.nodes.keys) == Set(state.model.nodes.keys))
            #expect(stored.model.nodes == state.model.nodes)
            #expect(stored.memory.seen == state.memory.seen)
            #expect(stored.memory.missing == state.memory.missing)
        }
        #expect(try shelf.reopen(project, purpose: .look).status().isClean)
    }

    @Test func `all IDs are the same after the index was deleted`() throws {
        let before = try project.id("Draft/a.txt")
        let folder = try project.id("Collections/Book")
        let seat = try #require(project.home.stateFolder)
        try shelf.shell("rm '\(seat.path)'/index.sqlite*")
        let again = try shelf.reopen(project)
        let outcome = try again.sync()
        #expect(outcome.changes.isEmpty)
        #expect(try again.id("Draft/a.txt") == before)
        #expect(try again.id("Collections/Book") == folder)
    }

    @Test func `a file that moved while nothing was remembered is known by what a batch says that it held`() throws {
        let id = try #require(try project.id("Draft/a.txt"))
        let seat = try #require(project.home.stateFolder)
        try shelf.shell("rm '\(seat.path)'/index.sqlite*; mv 'My Poems/Draft/a.txt' 'My Poems/Ready/'")
        let again = try shelf.reopen(project)
        try again.sync()
        #expect(try again.id("Ready/a.txt") == id)
        #expect(try shelf.reopen(again, purpose: .look).status(all: true).missing.isEmpty)
    }

    @Test func `a file that moved and was edited while nothing was remembered can be joined with its ID by hand`() throws {
        let id = try #require(try project.id("Draft/a.txt"))
        let seat = try #require(project.home.stateFolder)
        try shelf.shell("rm '\(seat.path)'/index.sqlite*; cd 'My Poems'; mv Draft/a.txt Ready/; echo edited > Ready/a.txt")
        let again = try shelf.reopen(project)
        try again.sync()
        let missing = try shelf.reopen(again, purpose: .look).status(all: true).missing
        #expect(missing.map(\.id) == [id])
        try again.change { try $0.relink("Ready/a.txt", to: id) }
        #expect(try again.id("Ready/a.txt") == id)
        #expect(try shelf.reopen(again, purpose: .look).status(all: true).missing.isEmpty)
    }

    @Test func `a second sync does nothing`() throws {
        try shelf.shell("echo x > 'My Poems/Draft/x.txt'")
        try project.sync()
        let batches = try shelf.shell("find 'My Poems/.shed/ops' -type f | wc -l")
        let outcome = try project.sync()
        #expect(outcome.changes.isEmpty && !outcome.hasFindings)
        #expect(try shelf.shell("find 'My Poems/.shed/ops' -type f | wc -l") == batches)
    }

    @Test func `a status between a move and a sync spoils nothing`() throws {
        let id = try project.id("Draft/a.txt")
        try shelf.shell("mv 'My Poems/Draft/a.txt' 'My Poems/Draft/z.txt'")
        for _ in 0..<2 {
            let status = try shelf.reopen(project, purpose: .look).status()
            #expect(status.changes == [Change(.moved, id: id, path: "Draft/z.txt", from: "Draft/a.txt", type: .file)])
        }
        try shelf.reopen(project).sync()
        #expect(try shelf.reopen(project).id("Draft/z.txt") == id)
        #expect(try shelf.reopen(project, purpose: .look).status().isClean)
    }

    @Test func `a project that was put back from a backup keeps its IDs and writes under a new replica`() throws {
        let id = try project.id("Draft/a.txt")
        let replica = try #require(project.home.stateFolder).record.replica
        try shelf.shell("cp -a 'My Poems' Backup; echo later > 'My Poems/Draft/later.txt'")
        try project.sync()
        try shelf.shell("rm -rf 'My Poems'; mv Backup 'My Poems'")
        #expect(throws: ShedError.self) { try Project.open(containing: Array((shelf.path + "/My Poems").utf8), surroundings: shelf.surroundings, purpose: .change) }
        let restored = try shelf.trusted("My Poems")
        #expect(restored.home.id == project.home.id)
        try restored.sync()
        #expect(try restored.id("Draft/a.txt") == id)
        #expect(try #require(restored.home.stateFolder).record.replica != replica)
        try shelf.shell("echo more > 'My Poems/Draft/more.txt'")
        #expect(try restored.sync().changes.map(\.kind) == [.added])
        #expect(try shelf.reopen(restored, purpose: .look).check().isEmpty)
    }

    @Test func `a template folder that is renamed keeps its role, and a new one takes a missing role`() throws {
        let draft = try project.id("Draft")
        try shelf.shell("cd 'My Poems'; mv Draft Sketches; rmdir Published; mkdir Publiés")
        try project.sync()
        #expect(try project.id("Sketches") == draft)
        #expect(try project.find("Sketches").node.role == .draft)
        #expect(try project.find("Publiés").node.role == .published)
    }

    @Test func `a copied project gets IDs of its own, and a moved one keeps them`() throws {
        let id = try project.id("Draft/a.txt")
        try shelf.shell("cp -a 'My Poems' Copy")
        let copy = try shelf.trusted("Copy")
        try copy.sync()
        #expect(copy.home.id != project.home.id)
        #expect(copy.home.file.copiedFrom == [project.home.id])
        #expect(try copy.id("Draft/a.txt") != id)
        #expect(try copy.sync().changes.isEmpty)
        try shelf.shell("mv 'My Poems' Moved")
        let moved = try Project.open(containing: Array((shelf.path + "/Moved").utf8), surroundings: shelf.surroundings, purpose: .change)
        #expect(moved.home.id == project.home.id)
        #expect(try moved.sync().changes.isEmpty)
        #expect(try moved.id("Draft/a.txt") == id)
    }
}
