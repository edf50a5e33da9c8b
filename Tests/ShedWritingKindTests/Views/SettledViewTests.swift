import Glibc
import ShedCheck
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import ShedThreads
import ShedWritingKind
import Testing

@testable import ShedProject

/// Whether this machine's file system keeps times by which a change of a folder shows; else All is listed each time. Asked of a folder in
/// which nobody else writes.
private let hasTimes: Bool = {
    guard let shelf = try? Shelf() else { return false }
    return withExtendedLifetime(shelf) { (try? DirectoryHandle(path: shelf.path).settledEvidence()) != nil }
}()

@Suite(.enabled(if: hasTimes, "the file system of /tmp keeps no times that show each change")) struct `All is listed where something was changed in it` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        for name in ["Ode", "Rain"] { TestFile.write(name, to: "\(shelf.path)/My Poems/Draft/\(name).txt") }
        try project.sync()
    }

    private func shell(_ command: String) throws -> String { try shelf.shell("cd 'My Poems' && { \(command)\n}") }
    private func links() throws -> String { try shell("cd All && find . -mindepth 1 -printf '%f %y %l\\n' | LC_ALL=C sort") }

    /// How many entries a scan lists in All, and its digest.
    private func scanned(listsAll: Bool = false) throws -> (entries: Int, digest: UInt64) {
        let snapshot = try shelf.reopen(project, purpose: .look).preview(.refresh(), listsAll: listsAll).situation.snapshot
        let directory = snapshot.directories[try #require(snapshot.directory(at: "All"))]
        #expect(directory.state == .read)
        return (directory.entries.count, directory.digest)
    }

    @Test func `and not where nothing was, also after shed's own changes, with the digest that a listing gives`() throws {
        func expectSettled(_ count: Int) throws {
            let (quick, whole) = (try scanned(), try scanned(listsAll: true))
            #expect(quick.entries == 0 && whole.entries == count && quick.digest == whole.digest)
        }
        try expectSettled(2)
        try project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        try expectSettled(2)
        _ = try project.change { try $0.trash(["Draft/Rain.txt"]) }
        try expectSettled(1)
        let other = try shelf.reopen(project)
        _ = try shell("echo new > Draft/New.txt; mv Ready/Ode.txt Published/")
        _ = try other.refresh()
        try expectSettled(2)
        #expect(try links() == "New.txt l ../Draft/New.txt\nOde.txt l ../Published/Ode.txt\n")
        // Both are shown.
        #expect(try other.listing(of: "All", depth: 1).contents(of: "All").count == 2)
        #expect(try shelf.reopen(project, purpose: .look).listing(of: "All", depth: 1).contents(of: "All").count == 2)
    }

    private static let both = "Ode.txt l ../Draft/Ode.txt\nRain.txt l ../Draft/Rain.txt\n"

    /// - Parameters:
    ///   - left: what All holds once it was put in order.
    ///   - listed: how many entries are listed then: none once all are known, but where one is somebody else's.
    @Test(arguments: [
        ("rm All/Ode.txt", both, 0), ("echo x > All/x.txt", both, 0), ("mkdir All/x", both, 0), ("mv All/Ode.txt All/Other.txt", both, 0),
        ("mv All/Ode.txt .; mv Ode.txt All/", both, 0), ("chmod go-rx All", both, 0), ("touch All/.hidden", ".hidden f \n" + both, 0),
        ("ln -s /etc/passwd All/passwd", both + "passwd l /etc/passwd\n", 3), ("ln -sfn /etc/passwd All/Ode.txt", "Ode.txt l /etc/passwd\nRain.txt l ../Draft/Rain.txt\n", 2),
    ]) func `whatever anybody does in it`(command: String, left: String, listed: Int) throws {
        #expect(try scanned().entries == 0)
        _ = try shell(command)
        #expect(try scanned().entries == Int(try shell("ls All | wc -l").dropLast()))
        try project.sync()
        #expect(try links() == left)
        #expect(try scanned().entries == listed)
    }

    @Test func `what is of no account there is forgotten with the next change`() throws {
        _ = try shell("touch 'All/.~lock.Ode.txt#'; rm 'All/.~lock.Ode.txt#'")
        #expect(try scanned().entries == 2)
        try project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        #expect(try scanned().entries == 0)
        #expect(try links() == "Ode.txt l ../Ready/Ode.txt\nRain.txt l ../Draft/Rain.txt\n")
    }

    @Test func `a file that comes into it is refused, though the folder was not listed before`() throws {
        _ = try shell("echo mine > All/mine.txt")
        #expect(try project.sync().moves.map(\.to) == ["Rejected/mine.txt"])
        #expect(try shell("cat Rejected/mine.txt") == "mine\n")
    }

    @Test func `check tells of another's link in it, and of none of its own`() throws {
        #expect(try shelf.reopen(project, purpose: .look).check().isEmpty)
        _ = try shell("ln -s /etc/passwd All/passwd")
        #expect(try shelf.reopen(project, purpose: .look).check().map { "\($0.path)" } == ["All/passwd"])
    }

    @Test func `a sync where nothing happened compares no link with the disk, a sweep does`() throws {
        let none: @Sendable (String) -> Void = { if $0 == "links-compared" { Issue.record("All links are compared.") } }
        let other = try shelf.reopen(project)
        _ = try Interruption.$visitor.withValue(none) { try other.sync() }
        try Interruption.$visitor.withValue(none) { try other.change { try $0.move(["Draft/Ode.txt"], to: "Ready") } }
        _ = try Interruption.$visitor.withValue(none) { try shelf.reopen(project).sync() }
        let compared = Lock(0)
        _ = try Interruption.$visitor.withValue({ point in
            if point == "links-compared" { compared.withLock { $0 += 1 } }
        }) { try other.reconcile(.sweep) }
        #expect(compared.withLock { $0 } == 1)
    }
}

/// In memory (tmpfs) a folder in which something is replaced may get the time that it had, until the clock for files goes on.
@Suite struct `All in memory` {
    @Test func `a known file that is moved over a link right after that was set goes home, and the link comes back`() throws {
        let shelf = try Shelf(in: TestFile.inMemory)
        let project = try shelf.project()
        let root = "\(shelf.path)/My Poems"
        for name in ["Ode", "Rain"] { TestFile.write(name, to: "\(root)/Draft/\(name).txt") }
        try project.sync()
        for _ in 0..<6 {
            #expect(rename(root + "/Draft/Rain.txt", root + "/All/Ode.txt") == 0)
            try project.sync(.init(overridesWaiting: true))
            #expect(try shelf.shell("cd 'My Poems'; readlink All/Ode.txt; cat Draft/*.txt") == "../Draft/Ode.txt\nOdeRain")
        }
    }
}
