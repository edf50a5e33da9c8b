import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject
@testable import ShedWritingKind

@Suite struct `A snapshot` {
    @Test func `keeps all files but those in Trash and Rejected, each content once`() throws {
        let shelf = try SnapshotShelf()
        for name in ["a", "b"] { shelf.write("same\n", to: "Draft/\(name).txt") }
        shelf.write("", to: "Ready/empty.txt")
        shelf.write("gone\n", to: "Draft/c.txt")
        try shelf.project.sync()
        try shelf.project.change { transaction in try transaction.trash(["Draft/c.txt"]) }
        let taken = try shelf.take()
        #expect(taken.leftOut.isEmpty && taken.snapshot.number == 1 && taken.snapshot.files == 3 && taken.snapshot.size == 10)
        #expect(try shelf.kept(1) == ["Draft/a.txt: same\n", "Draft/b.txt: same\n", "Ready/empty.txt: "])
        #expect(try shelf.contents() == 2)
        shelf.write("other\n", to: "Draft/a.txt")
        #expect(try shelf.take(["Draft"]).snapshot.files == 2)
        #expect(try shelf.kept(2) == ["Draft/a.txt: other\n", "Draft/b.txt: same\n"])
        #expect(try shelf.contents() == 3)
    }

    @Test func `is read-only, and no hard link to what people see`() throws {
        let shelf = try SnapshotShelf()
        shelf.write("text\n", to: "Draft/a.txt")
        try shelf.take()
        let listing = try shelf.shelf.shell("find state -path '*/contents/*' -printf '%m %n\\n'; stat -c %h 'My Poems/Draft/a.txt'")
        #expect(listing == "400 1\n1\n")
    }

    @Test func `names what it cannot keep, and follows no link`() throws {
        let shelf = try SnapshotShelf()
        for name in ["a", "link", "pipe", "folder", "gone"] { shelf.write("\(name)\n", to: "Draft/\(name).txt") }
        let reading = try shelf.project.refresh()
        let wanted = try reading.wantedFiles([])
        // Between the list and the reading.
        try shelf.shelf.shell("""
            echo secret > outside; cd 'My Poems/Draft'; rm link.txt pipe.txt folder.txt gone.txt
            ln -s ../../outside link.txt; mkfifo pipe.txt; mkdir folder.txt
            """)
        let taken = try reading.takeSnapshot(of: wanted, name: nil, cause: .hand, try reading.heldSnapshots(patience: nil))
        #expect(taken.leftOut.map(\.path) == ["Draft/folder.txt", "Draft/gone.txt", "Draft/link.txt", "Draft/pipe.txt"])
        #expect(try shelf.kept(1) == ["Draft/a.txt: a\n"])
        #expect(try shelf.contents() == 1)
    }

    @Test func `follows no link on the way to a file either`() throws {
        let shelf = try SnapshotShelf()
        for folder in ["Draft", "Ready"] { shelf.write("\(folder)\n", to: "\(folder)/a.txt") }
        let reading = try shelf.project.refresh()
        let wanted = try reading.wantedFiles([])
        try shelf.shelf.shell("mkdir outside; echo secret > outside/a.txt; cd 'My Poems'; rm -r Draft; ln -s ../outside Draft")
        let taken = try reading.takeSnapshot(of: wanted, name: nil, cause: .hand, try reading.heldSnapshots(patience: nil))
        #expect(taken.leftOut.map(\.path) == ["Draft/a.txt"])
        #expect(try shelf.kept(1) == ["Ready/a.txt: Ready\n"])
    }

    @Test func `keeps names that are no UTF-8, and holes`() throws {
        let shelf = try SnapshotShelf()
        try shelf.shelf.shell("cd 'My Poems/Draft'; echo x > \"$(printf 'caf\\351.txt')\"; truncate -s 100M hole.txt")
        let taken = try shelf.take()
        #expect(taken.snapshot.files == 2 && taken.snapshot.size == (100 << 20) + 2)
        let paths = try shelf.store().manifest(1)?.files.map(\.path.bytes)
        #expect(paths?.contains(Array("Draft/caf".utf8) + [0xe9] + Array(".txt".utf8)) == true)
    }

    /// Reading one to the end would take days.
    @Test func `leaves out a file that says it has more bytes than anybody wrote, and says why`() throws {
        let shelf = try SnapshotShelf()
        for name in ["a", "endless", "large"] { shelf.write("\(name)\n", to: "Draft/\(name).txt") }
        let reading = try shelf.project.refresh()
        let wanted = try reading.wantedFiles([])
        for (name, size) in [("endless", 15 << 40), ("large", 4 << 30 + 1)] {
            try #require(truncate("\(shelf.root)/Draft/\(name).txt", size) == 0)
        }
        let taken = try reading.takeSnapshot(of: wanted, name: nil, cause: .hand, try reading.heldSnapshots(patience: nil))
        #expect(taken.leftOut.map { "\($0.path): \($0.reason)" } == ["endless", "large"].map { "Draft/\($0).txt: it is larger than allowed" })
        #expect(try shelf.kept(1) == ["Draft/a.txt: a\n"])
    }

    @Test func `of the folder All is one of the files that it shows`() throws {
        let shelf = try SnapshotShelf()
        for path in ["Draft/a.txt", "Draft/b.txt", "Research/c.txt"] {
            shelf.write(path, to: path)
        }
        #expect(try shelf.take(["All"]).snapshot.files == 2)
        #expect(try shelf.kept(1) == ["Draft/a.txt: Draft/a.txt", "Draft/b.txt: Draft/b.txt"])
    }

    @Test func `of nothing is refused`() throws {
        let shelf = try SnapshotShelf()
        #expect(throws: ShedError.self) { try shelf.take() }
        #expect(throws: ShedError.self) { try shelf.take(["nowhere"]) }
        #expect(try shelf.store().numbers() == [])
    }

    @Test func `is found by the file's ID, wherever that went`() throws {
        let shelf = try SnapshotShelf()
        shelf.write("one\n", to: "Draft/a.txt")
        try shelf.take(name: "first")
        shelf.write("two\n", to: "Draft/a.txt")
        try shelf.take()
        try shelf.shelf.shell("mv 'My Poems/Draft/a.txt' 'My Poems/Ready/Ode.txt'")
        try shelf.project.sync()
        try shelf.take()
        #expect(try shelf.versions(of: "Ready/Ode.txt") == [3, 2, 1])
        let reading = shelf.project.asKnown
        let news = try reading.versions(of: try reading.versionedFile("Ready/Ode.txt")).map(\.isNews)
        #expect(news == [false, true, true])
        try shelf.shelf.shell("rm 'My Poems/Ready/Ode.txt'")
        try shelf.project.sync()
        #expect(try shelf.versions(of: "Ready/Ode.txt") == [3, 2, 1])
    }

    @Test func `outlives an index that is made anew, and goes with what is known of the project`() throws {
        let shelf = try SnapshotShelf()
        shelf.write("one\n", to: "Draft/a.txt")
        try shelf.take()
        try shelf.shelf.shell("rm -f state/projects/*/index.sqlite*")
        let reopened = try shelf.shelf.reopen(shelf.project)
        let reading = try reopened.refresh()
        #expect(try reading.versions(of: try reading.versionedFile("Draft/a.txt")).count == 1)
        let folder = try #require(reopened.home.stateFolder)
        try reopened.home.registry.forget(folder)
        #expect(try shelf.shelf.shell("find state -path '*snapshots*'") == "")
    }

    @Test func `that is cut short or changed is not believed, and can be deleted`() throws {
        let shelf = try SnapshotShelf()
        shelf.write("one\n", to: "Draft/a.txt")
        try shelf.take()
        shelf.write("two\n", to: "Draft/a.txt")
        try shelf.take()
        let path = try shelf.store().path + "/kept/1"
        let whole = TestFile.read(path)
        for length in [0, 1, whole.count / 2, whole.count - 1] { #expect(SnapshotManifest(Array(whole[..<length]), number: 1) == nil) }
        for position in stride(from: 0, to: whole.count - 1, by: 7) {
            var bytes = whole
            bytes[position] ^= 1
            #expect(SnapshotManifest(bytes, number: 1) == nil)
        }
        #expect(SnapshotManifest(whole, number: 2) == nil)
        try shelf.shelf.shell("truncate -s 100 '\(path)'")
        #expect(try shelf.store().all().damaged == [1] && shelf.store().all().snapshots.map(\.number) == [2])
        #expect(try shelf.versions(of: "Draft/a.txt") == [2])
        // An export has the other one, and says that this one is missing.
        let reading = try shelf.project.refresh()
        let id = try reading.find("Draft/a.txt").node.id
        let found = try SnapshotVersions().versions(of: [id], reading)
        #expect(found.versions[id]?.count == 1 && found.lost.count == 1)
        try shelf.project.asKnown.heldSnapshots(patience: nil).delete([1])
        #expect(try shelf.store().numbers() == [2] && shelf.contents() == 1)
        // Its number is not given again.
        try shelf.project.asKnown.heldSnapshots(patience: nil).delete([2])
        #expect(try shelf.take().snapshot.number == 3)
    }

    @Test(arguments: ["snapshot-content", "snapshot-listed", "snapshot-deleted"])
    func `that is interrupted is listed whole or not at all, and what is left goes`(point: String) throws {
        let shelf = try SnapshotShelf()
        for name in ["a", "b"] { shelf.write("\(name)\n", to: "Draft/\(name).txt") }
        try shelf.take()
        let before = try shelf.contents()
        // As a kill would leave it: what stands there at that moment is put back afterwards.
        for name in ["a", "b"] { shelf.write("\(name) again\n", to: "Draft/\(name).txt") }
        let state = try shelf.store().path
        let copied = { @Sendable (reached: String) in
            guard reached == point, access(state + "-killed", F_OK) != 0 else { return }
            _ = try? Shelf.copy(state, to: state + "-killed")
        }
        try Interruption.$visitor.withValue(copied) {
            try shelf.take()
            if point == "snapshot-deleted" { try shelf.project.asKnown.heldSnapshots(patience: nil).delete([2]) }
        }
        try shelf.shelf.shell("chmod -R u+w '\(state)'; rm -r '\(state)'; mv '\(state)-killed' '\(state)'")
        let (snapshots, damaged) = try shelf.store().all()
        #expect(damaged.isEmpty)
        #expect(snapshots.map(\.number) == (point == "snapshot-listed" ? [2, 1] : [1]))
        for snapshot in snapshots { #expect(try shelf.kept(snapshot.number).count == 2) }
        _ = try shelf.project.asKnown.heldSnapshots(patience: nil)
        #expect(try shelf.contents() == (point == "snapshot-listed" ? 4 : before))
        #expect(try DirectoryHandle(path: state).kind(of: "unfinished") == nil)
        try shelf.take()
    }

    @Test func `of who holds the lock is not disturbed`() throws {
        let shelf = try SnapshotShelf()
        shelf.write("a\n", to: "Draft/a.txt")
        try shelf.take()
        let held = try shelf.project.asKnown.heldSnapshots(patience: nil)
        #expect(throws: ShedError.self) { try shelf.project.asKnown.heldSnapshots(patience: 2) }
        withExtendedLifetime(held) {}
    }
}

extension Shelf {
    /// Copies a folder with all that is in it.
    static func copy(_ from: String, to: String) throws -> RunResult {
        try Run("/bin/cp", ["-a", from, to].map { Array($0.utf8) }, environment: [], in: "/", output: to + ".out", errors: to + ".err").wait()
    }
}
