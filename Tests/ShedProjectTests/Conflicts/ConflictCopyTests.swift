import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedProject

@Suite struct `Conflict copies` {
    let shelf: Shelf
    let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
    }

    /// Writes files, each with its own name in it, and takes them in.
    private func make(_ paths: String...) throws {
        for path in paths { TestFile.write("\(path)\n", to: "\(shelf.path)/My Poems/\(path)") }
        try project.sync()
    }

    private func found(possible: Bool = false) throws -> [String] {
        try project.refresh().conflictCopies(possible: possible).map { "\($0.copy.path) of \($0.original.map { "\($0.path)" } ?? "nothing")" }
    }

    private let mark = ".sync-conflict-20240131-120000-ABCDEFG"

    @Test func `are found beside what they are copies of, several of one too`() throws {
        try make(
            "Draft/Ode.txt", "Draft/Ode\(mark).txt", "Draft/Ode (Ann's conflicted copy 2024-01-31).txt", "Research/2024-01-31 Über den Fluß.txt",
            "Research/2024-01-31 Über den Fluß\(mark).txt", "Draft/Other.txt")
        #expect(try found() == [
            "Draft/Ode (Ann's conflicted copy 2024-01-31).txt of Draft/Ode.txt", "Draft/Ode\(mark).txt of Draft/Ode.txt",
            "Research/2024-01-31 Über den Fluß\(mark).txt of Research/2024-01-31 Über den Fluß.txt",
        ])
        let copies = try project.asKnown.conflictCopies()
        #expect(copies.allSatisfy { $0.differs == true && $0.copy.id != nil && $0.original?.id != nil && $0.copy.id != $0.original?.id })
        #expect(copies[1].copy.size == Int64("Draft/Ode\(mark).txt\n".utf8.count) && copies[1].maker == .syncthing && copies[1].copy.modified > 1_600_000_000_000)
    }

    @Test func `may hold the same`() throws {
        try make("Draft/Ode.txt")
        TestFile.write("Draft/Ode.txt\n", to: "\(shelf.path)/My Poems/Draft/Ode\(mark).txt")
        try project.sync()
        #expect(try project.asKnown.conflictCopies().map(\.differs) == [false])
    }

    @Test func `of copies are copies of these, or of what these are of`() throws {
        try make("Draft/Ode.txt", "Draft/Ode\(mark)\(mark).txt")
        #expect(try found() == ["Draft/Ode\(mark)\(mark).txt of Draft/Ode.txt"])
        try make("Draft/Ode\(mark).txt")
        #expect(try found() == ["Draft/Ode\(mark)\(mark).txt of Draft/Ode\(mark).txt", "Draft/Ode\(mark).txt of Draft/Ode.txt"])
    }

    @Test func `whose file is gone are found too, with where it would be`() throws {
        try make("Draft/Ode\(mark).txt")
        let copy = try #require(try project.refresh().conflictCopies().first)
        #expect(copy.original == nil && copy.place == "Draft/Ode.txt" && copy.differs == nil)
    }

    @Test func `whose file was moved are told with where one of its name is, and are its copies beside it`() throws {
        try make("Draft/Ode.txt", "Draft/Ode\(mark).txt", "Research/Lied.txt")
        try project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        let copy = try #require(try project.refresh().conflictCopies().first)
        #expect(copy.original == nil && copy.place == "Draft/Ode.txt" && copy.namesakes == ["Ready/Ode.txt"])
        try project.change { try $0.move(["Draft/Ode\(mark).txt".path], to: "Ready") }
        #expect(try found() == ["Ready/Ode\(mark).txt of Ready/Ode.txt"] && project.asKnown.conflictCopies().allSatisfy(\.namesakes.isEmpty))
        // What was thrown away is none.
        try project.change { try $0.trash(["Ready/Ode.txt"]) }
        #expect(try project.refresh().conflictCopies().map(\.namesakes) == [[]])
    }

    @Test func `that could be a person's files are found beside such a file alone`() throws {
        try make("Draft/Lied.Conflict.txt", "Draft/Ode_LOCAL_1.txt", "Draft/Ode-DESKTOP-1A2B3C4.txt", "Draft/Ode (1).txt", "Draft/Ode.txt.orig")
        #expect(try found() == [])
        try make("Draft/Ode.txt", "Draft/lied.txt")
        #expect(try found() == [
            "Draft/Lied.Conflict.txt of Draft/lied.txt", "Draft/Ode-DESKTOP-1A2B3C4.txt of Draft/Ode.txt", "Draft/Ode.txt.orig of Draft/Ode.txt",
            "Draft/Ode_LOCAL_1.txt of Draft/Ode.txt",
        ])
        #expect(try found(possible: true).contains("Draft/Ode (1).txt of Draft/Ode.txt"))
    }

    @Test func `in Trash, in Rejected and as links in All are none`() throws {
        try make("Draft/Ode.txt", "Draft/Ode\(mark).txt")
        try project.change { try $0.trash(["Draft/Ode\(mark).txt".path]) }
        #expect(try found() == [])
        try make("Collections/Rain.txt")
        try make("Rejected/Rain\(mark).txt")
        #expect(try shelf.shell("ls 'My Poems/Rejected' | wc -l") == "2\n")
        #expect(try found() == [])
        try make("Draft/Lied.txt", "Draft/Lied\(mark).txt")
        #expect(try shelf.shell("ls 'My Poems/All' | grep -c sync-conflict") == "1\n")
        #expect(try found() == ["Draft/Lied\(mark).txt of Draft/Lied.txt"])
    }

    @Test func `beside a link in All are copies of its file, and end there`() throws {
        func here(_ choice: ConflictChoice) throws -> String {
            try make("Draft/Ode.txt", "All/Ode\(mark).txt")
            #expect(try found() == ["All/Ode\(mark).txt of Draft/Ode.txt"])
            for path: RelativePath in ["All/Ode\(mark).txt".path, "Draft/Ode.txt"] { #expect(try project.asKnown.conflict(at: path).place == "Draft/Ode.txt") }
            try project.change { transaction in _ = try transaction.resolve(transaction.conflict(at: "All/Ode\(mark).txt".path), keeping: choice) }
            try project.sync()
            return try shelf.shell("cd 'My Poems'; cat Draft/* Trash/* 2>/dev/null; ls All")
        }
        #expect(try here(.both) == "All/Ode\(mark).txt\nDraft/Ode.txt\nOde (2).txt\nOde.txt\n")
        try shelf.shell("rm 'My Poems/Draft/Ode (2).txt'")
        #expect(try here(.this) == "All/Ode\(mark).txt\nDraft/Ode.txt\nOde.txt\n")
        // Of nothing that is there it can only be taken elsewhere.
        try make("All/Gone\(mark).txt")
        for choice in [ConflictChoice.this, .both] {
            #expect { try project.change { transaction in _ = try transaction.resolve(transaction.conflict(at: "All/Gone\(mark).txt".path), keeping: choice) } } throws: {
                ($0 as? ShedError)?.kind == .refused
            }
        }
    }

    @Test func `have names that are only shown escaped`() throws {
        let name = Name(bytes: Array("\u{1b}[31mOde\n\u{202e}.txt".utf8))
        let copy = Name(bytes: Array("\u{1b}[31mOde\n\u{202e}\(mark).txt".utf8))
        for name in [name, copy] { TestFile.write("x", to: "\(shelf.path)/My Poems/Draft/" + String(decoding: name.bytes, as: UTF8.self)) }
        try project.sync()
        let found = try project.asKnown.conflictCopies()
        #expect(found.map(\.copy.path.last) == [copy] && found.first?.original?.path.last == name)
        #expect(try !project.asKnown.conflict(at: RelativePath(["Draft", copy])).place.description.contains("\u{1b}"))
    }

    // MARK: What devices said

    @Test func `beside them what two devices said of one thing is found`() throws {
        try make("Draft/Ode.txt", "Draft/Lied.txt")
        let (ode, lied) = (try #require(try project.id("Draft/Ode.txt")), try #require(try project.id("Draft/Lied.txt")))
        try shelf.shell("mkdir 'My Poems/.stfolder'; cp -a 'My Poems' Copy")
        let there = try shelf.trusted("Copy", on: shelf.elsewhere(), as: .trustAsReplica)
        try there.change { try $0.move(["Draft/Lied.txt"], to: "Research") }
        try there.commit([Operation(ode, [.note("theirs")]), Operation(there.home.id, [DeviceField.naming(there.home.replica, "laptop")])])
        try project.change { try $0.move(["Draft/Lied.txt"], to: "Set Aside") }
        try project.commit([Operation(ode, [.note("mine")])])
        #expect(try project.asKnown.sidecarConflicts(since: 0).isEmpty)
        try shelf.shell("cp -a Copy/.shed/ops/. 'My Poems/.shed/ops/'")
        let said = try project.refresh().sidecarConflicts(since: 0)
        #expect(said.details.map(\.id) == [ode] && said.details.first?.kept.field == .note("mine") && said.details.first?.lost.map(\.field) == [.note("theirs")])
        #expect(said.twoPlaces.map(\.id) == [lied] && said.twoPlaces.first?.others.map(\.path) == ["Research/Lied.txt"])
        #expect(said.own.contains(project.home.replica) && !said.own.contains(there.home.replica))
        #expect(said.names.mapValues(\.raw) == [there.home.replica: "laptop"] && said.details.first?.lost.first?.at.replica == there.home.replica)
        #expect(try project.asKnown.sidecarConflicts(since: Int64.max).details.isEmpty)
        try project.commit([Operation(ode, [.note("both")])])
        #expect(try project.refresh().sidecarConflicts(since: 0).details.isEmpty)
    }

    /// The project as another device has it, and what brings that device's batches here.
    private func otherDevice() throws -> (there: Project, bring: String) {
        try shelf.shell("mkdir 'My Poems/.stfolder'; cp -a 'My Poems' Copy")
        return (try shelf.trusted("Copy", on: shelf.elsewhere(), as: .trustAsReplica), "cp -a Copy/.shed/ops/. 'My Poems/.shed/ops/'")
    }

    @Test func `what is too old to be told is counted`() throws {
        try make("Draft/Ode.txt", "Draft/Lied.txt")
        let ode = try #require(try project.id("Draft/Ode.txt"))
        let (there, bring) = try otherDevice()
        try there.change { try $0.move(["Draft/Lied.txt"], to: "Research") }
        try there.commit([Operation(ode, [.note("theirs")])])
        try project.change { try $0.move(["Draft/Lied.txt"], to: "Set Aside") }
        try project.commit([Operation(ode, [.note("mine")])])
        try shelf.shell(bring)
        let (lately, old) = (try project.refresh().sidecarConflicts(since: 0), try project.asKnown.sidecarConflicts(since: Int64.max))
        #expect(lately.details.count == 1 && lately.twoPlaces.count == 1 && lately.earlier == 0)
        #expect(old.isEmpty && old.earlier == 2)
    }

    @Test func `that came while a batch is torn are listed as they are counted`() throws {
        try make("Draft/Ode.txt")
        let (there, bring) = try otherDevice()
        try there.commit([Operation(there.home.id, [DeviceField.naming(there.home.replica, "laptop")])])
        try shelf.shell("\(bring); cd 'My Poems/.shed/ops/\(there.home.replica)'; for batch in *; do head -c 100 \"$batch\" >.cut; mv .cut \"$batch\"; done")
        for (name, text) in [("Ode\(mark).txt", "theirs\n"), ("Lied\(mark).txt", "new\n")] { TestFile.write(text, to: "\(shelf.path)/My Poems/Draft/\(name)") }
        for _ in 1...2 {
            #expect(try project.settledStatus(all: false).conflictCopies == 2)
            #expect(try found() == ["Draft/Lied\(mark).txt of nothing", "Draft/Ode\(mark).txt of Draft/Ode.txt"])
            _ = try? project.sync()
        }
        // Once the batch is whole they have IDs, and are told once.
        try shelf.shell(bring)
        try project.sync()
        #expect(try found().count == 2 && project.refresh().conflictCopies().allSatisfy { $0.copy.id != nil })
    }

    @Test func `two places of what stands nowhere any more say that it is missing`() throws {
        try make("Draft/Lied.txt")
        let (there, bring) = try otherDevice()
        try there.change { try $0.move(["Draft/Lied.txt"], to: "Research") }
        try project.change { try $0.move(["Draft/Lied.txt"], to: "Set Aside") }
        try shelf.shell(bring)
        #expect(try project.refresh().sidecarConflicts(since: 0).twoPlaces.map(\.isMissing) == [false])
        try shelf.shell("rm 'My Poems/Set Aside/Lied.txt'")
        try project.sync()
        #expect(try project.asKnown.sidecarConflicts(since: 0).twoPlaces.map(\.isMissing) == [true])
    }

    @Test func `files at the old place of a folder that was moved are found beside those that moved with it`() throws {
        try shelf.shell("cd 'My Poems'; mkdir Collections/Trip; echo one > Collections/Trip/One.txt; echo two > Collections/Trip/Two.txt")
        try project.sync()
        let (there, bring) = try otherDevice()
        try there.commit([Operation(there.home.id, [DeviceField.naming(there.home.replica, "laptop")])])
        try shelf.shell(bring)
        try shelf.shell("cd 'My Poems'; mv Collections/Trip Collections/Journey")
        try project.sync()
        #expect(try project.refresh().oldPlaces(since: 0).files.isEmpty)
        // As a sync program brings back what was edited meanwhile, with the folder.
        try shelf.shell("cd 'My Poems'; mkdir Collections/Trip; echo edited > Collections/Trip/Two.txt; echo new > Collections/Trip/New.txt")
        try project.sync()
        let found = try project.refresh().oldPlaces(since: 0).files
        #expect(found.map { "\($0.path) \($0.moved)" } == ["Collections/Trip/Two.txt Collections/Journey/Two.txt"])
        #expect(try found.map(\.id) == [project.id("Collections/Trip/Two.txt")] && found.first?.id != found.first?.movedID)
        let old = try project.asKnown.oldPlaces(since: Int64.max)
        #expect(old.files.isEmpty && old.earlier == 1)
        try project.change { try $0.trash(["Collections/Journey"]) }
        #expect(try project.refresh().oldPlaces(since: 0).files.isEmpty)
    }

    @Test func `and so are folders that claim one role`() throws {
        mkdir("\(shelf.path)/My Poems/Second", 0o755)
        try project.sync()
        let second = try #require(try project.id("Second"))
        try project.commit([Operation(second, [.role(Role(rawValue: "draft"))])])
        #expect(try project.refresh().sidecarConflicts(since: 0).roles.map { $0.folders.map(\.path) }.first?.sorted() == ["Draft", "Second"])
    }
}
