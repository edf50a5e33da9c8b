import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject
@testable import ShedWritingKind

@Suite struct `What a file held` {
    private let shelf: SnapshotShelf

    /// A poem in two versions, of which the first is kept, and the third in its place.
    init() throws {
        shelf = try SnapshotShelf()
        shelf.write("one\n", to: "Draft/Ode.txt")
        chmod(shelf.root + "/Draft/Ode.txt", 0o640)
        try shelf.take()
        shelf.write("three\n", to: "Draft/Ode.txt")
        try shelf.project.sync()
    }

    private func putBack(_ number: String = "1", dryRun: Bool = false) throws -> Bool {
        let reading = try shelf.project.refresh()
        let file = try reading.versionedFile("Draft/Ode.txt")
        let content = try reading.versionContent(number, of: file)
        return try reading.write { transaction throws(ShedError) in try transaction.putBack(content, at: file, dryRun: dryRun) }
    }

    private func copy(to wanted: RelativePath? = nil, of path: RelativePath = "Draft/Ode.txt") throws -> RelativePath {
        let reading = try shelf.project.refresh()
        let file = try reading.versionedFile(path)
        let content = try reading.versionContent("1", of: file)
        let target = try reading.placeOfCopy(content, of: file, to: wanted, date: "2026-11-25")
        try reading.write { transaction throws(ShedError) in try transaction.copy(content, to: target, dryRun: false) }
        return target
    }

    @Test func `comes back in place, with its ID and its mode, and what was there is kept`() throws {
        let id = try shelf.project.id("Draft/Ode.txt")
        #expect(try putBack())
        #expect(shelf.text("Draft/Ode.txt") == "one\n")
        #expect(try shelf.project.id("Draft/Ode.txt") == id)
        #expect(try shelf.shelf.shell("stat -c %a 'My Poems/Draft/Ode.txt'") == "640\n")
        #expect(try shelf.kept(2) == ["Draft/Ode.txt: three\n"])
        #expect(try shelf.store().manifest(2)?.snapshot.cause == .restoring)
        #expect(try !putBack())
        #expect(try putBack("2"))
        #expect(shelf.text("Draft/Ode.txt") == "three\n")
        // What is kept already is not kept again.
        #expect(try shelf.store().numbers() == [2, 1])
    }

    @Test func `goes again by undo`() throws {
        shelf.project.actor = "restore"
        #expect(try putBack())
        shelf.project.actor = "undo"
        let entry = try #require(try shelf.project.lastEntry())
        let undone = try shelf.project.write { transaction throws(ShedError) in try transaction.undo(entry) }
        #expect(undone.isWhole)
        #expect(shelf.text("Draft/Ode.txt") == "three\n")
    }

    @Test func `is only spoken of in a dry run`() throws {
        let before = try shelf.shelf.shell("find 'My Poems' -type f ! -name '*.sqlite*' -exec sha256sum {} + | sort; ls state/projects/*/snapshots/kept")
        #expect(try putBack(dryRun: true))
        #expect(try shelf.shelf.shell("find 'My Poems' -type f ! -name '*.sqlite*' -exec sha256sum {} + | sort; ls state/projects/*/snapshots/kept") == before)
    }

    @Test(arguments: ["sealed", "placed", "carried", "taken-in", "said"])
    func `and what it holds are both there whenever it is interrupted`(point: String) throws {
        let root = shelf.root
        // What a kill at that moment would find on the disk.
        try Interruption.$visitor.withValue({ reached in
            guard reached == point, access(root + "-killed", F_OK) != 0 else { return }
            _ = try? Shelf.copy(root, to: root + "-killed")
        }) { _ = try putBack() }
        let texts = try shelf.shelf.shell("find 'My Poems-killed' -name '*' -type f -exec cat {} + 2>/dev/null | grep -c '^one$\\|^three$'")
        #expect(Int(texts.dropLast()) ?? 0 >= 1)
        let text = try shelf.shelf.shell("cat 'My Poems-killed/Draft/Ode.txt'")
        #expect(["one\n", "three\n"].contains(text))
        #expect(try shelf.kept(2) == ["Draft/Ode.txt: three\n"] && shelf.kept(1) == ["Draft/Ode.txt: one\n"])
    }

    @Test func `does not come into the place of what somebody saves at that moment`() throws {
        let root = shelf.root
        #expect(throws: ShedError.self) {
            try Interruption.$visitor.withValue({ reached in
                if reached == "sealed" { TestFile.write("mine\n", to: root + "/Draft/Ode.txt") }
            }) { try putBack() }
        }
        #expect(shelf.text("Draft/Ode.txt") == "mine\n")
    }

    @Test func `follows no link in the file's place`() throws {
        try shelf.shelf.shell("echo secret > outside; cd 'My Poems/Draft'; rm Ode.txt; ln -s ../../outside Ode.txt")
        #expect(throws: ShedError.self) { try putBack() }
        #expect(try shelf.shelf.shell("cat outside") == "secret\n")
    }

    @Test func `becomes a new file beside it, or elsewhere`() throws {
        #expect(try copy() == "Draft/Ode (2026-11-25).txt")
        #expect(try copy() == "Draft/Ode (2026-11-25) (2).txt")
        #expect(try copy(to: "Research") == "Research/Ode.txt")
        #expect(try copy(to: "Research/Song.txt") == "Research/Song.txt")
        for path in ["Draft/Ode (2026-11-25).txt", "Draft/Ode (2026-11-25) (2).txt", "Research/Ode.txt", "Research/Song.txt"] { #expect(shelf.text(path) == "one\n") }
        #expect(shelf.text("Draft/Ode.txt") == "three\n")
        #expect(try shelf.project.id("Research/Song.txt") != shelf.project.id("Draft/Ode.txt"))
        #expect(throws: ShedError.self) { try copy(to: "Research/Song.txt") }
    }

    @Test func `becomes no file where none may stand, and --to is named`() throws {
        do {
            _ = try copy(to: "Collections/Ode.txt")
            Issue.record("it is there")
        } catch let error as ShedError {
            #expect(error.kind == .refused && error.remedy.contains("--to"))
        }
        #expect(try shelf.shelf.shell("ls 'My Poems/Collections'") == "")
    }

    @Test func `comes back where the file is gone`() throws {
        try shelf.shelf.shell("rm 'My Poems/Draft/Ode.txt'")
        try shelf.project.sync()
        #expect(throws: ShedError.self) { try putBack() }
        #expect(try copy() == "Draft/Ode.txt")
        #expect(shelf.text("Draft/Ode.txt") == "one\n")
    }

    @Test func `is named by a number that there is`() throws {
        for word in ["7", "0", "x", "", "-1", "99999999999999999999", "deadbeef"] { #expect(throws: ShedError.self) { try putBack(word) } }
        #expect(shelf.text("Draft/Ode.txt") == "three\n")
    }

    @Test func `that is lost is said`() throws {
        try shelf.shelf.shell("rm -f state/projects/*/snapshots/contents/*")
        #expect(throws: ShedError.self) { try putBack() }
        #expect(shelf.text("Draft/Ode.txt") == "three\n")
    }

    @Test func `that was altered is not put back`() throws {
        try shelf.shelf.shell("chmod 600 state/projects/*/snapshots/contents/*; for f in state/projects/*/snapshots/contents/*; do printf 'eno\\n' > $f; done")
        #expect(throws: ShedError.self) { try putBack() }
        #expect(throws: ShedError.self) { try copy() }
        #expect(shelf.text("Draft/Ode.txt") == "three\n")
    }

    @Test func `has a date put into its name within 255 bytes`() {
        #expect(Name("Ode.txt").dated("2026-11-25") == "Ode (2026-11-25).txt" && Name("Ode").dated("2026-11-25") == "Ode (2026-11-25)")
        let long = Name(String(repeating: "ä", count: 125) + ".txt").dated("2026-11-25")
        #expect(long.bytes.count <= Name.longest && long.text?.hasSuffix(" (2026-11-25).txt") == true)
    }
}
