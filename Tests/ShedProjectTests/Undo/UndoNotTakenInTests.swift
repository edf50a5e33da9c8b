import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedProject

/// What is said of what an undo has done on the disk, where a walk could not take it in then.
@Suite(.enabled(if: Mounting.isAllowed, "needs mounts")) struct `An undo that cannot be taken in` {
    private let shelf: Shelf
    private let project: Project
    private var root: String { shelf.path + "/My Poems" }

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; mkdir Collections/Old; echo a > Draft/a.txt")
        try project.sync()
    }

    /// Undoes the last entry. From a point on each walk fails, since a staging folder that a process left behind cannot be removed.
    private func undo(hinderedAt wanted: String) throws -> Undone {
        let folder = root + "/.shed/staging/\(project.home.replica)"
        let left = folder + "/left"
        try shelf.shell("mkdir -p '\(folder)'")
        defer { umount2(left + "/behind", Int32(MNT_DETACH)) }
        let entry = try #require(try project.lastEntry())
        let undone = try Interruption.$visitor.withValue({ point in
            guard point == wanted, mkdir(left, 0o755) == 0 else { return }
            mkdir(left + "/behind", 0o755)
            mount("tmpfs", left + "/behind", "tmpfs", 0, "size=64k")
        }) { try project.write { transaction throws(ShedError) in try transaction.undo(entry) } }
        #expect(access(left + "/behind", F_OK) == 0, "it was hindered")
        return undone
    }

    private func folders() throws -> [String] { try shelf.shell("cd 'My Poems/Collections'; find . -mindepth 1 -type d").split(separator: "\n").map(String.init).sorted() }

    @Test func `says of folders that are gone that they are`() throws {
        try project.change { transaction in
            for path in ["Collections/One", "Collections/Two"] as [RelativePath] { try transaction.make(.folder, at: path) }
            try transaction.walk(.afterVerb())
        }
        let undone = try undo(hinderedAt: "undo-noted")
        #expect(undone.things.map(\.deed) == [.removed, .removed] && undone.isWhole)
        #expect(try folders() == ["./Old"])
        try project.sync()
        #expect(try project.settledStatus(all: false).changes.isEmpty)
    }

    @Test func `goes on with what comes after that`() throws {
        try project.change { transaction in
            try transaction.make(.folder, at: "Collections/New")
            try transaction.make(.folder, at: "Collections/New/Inner")
            try transaction.removeEmptyFolder("Collections/Old", try transaction.load().node(at: "Collections/Old"))
            try transaction.walk(.afterVerb())
        }
        let undone = try undo(hinderedAt: "made")
        #expect(Set(undone.things.map { "\($0.deed) \($0.path)" }) == ["made Collections/Old", "removed Collections/New", "removed Collections/New/Inner"])
        #expect(try folders() == ["./Old"])
    }

    @Test func `says of names that were given back that they were`() throws {
        let id = try #require(try project.id("Draft/a.txt"))
        try project.write { transaction throws(ShedError) in
            try transaction.rename([NameChange(id: id, from: "a.txt", to: "b.txt")], in: "Draft")
        }
        let undone = try undo(hinderedAt: "renumbered")
        #expect(undone.things.map(\.deed) == [.moved] && undone.things.map(\.path) == ["Draft/a.txt"])
        try project.sync()
        #expect(try project.find("Draft/a.txt").node.id == id)
    }
}
