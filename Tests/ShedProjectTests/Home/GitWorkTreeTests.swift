import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

private let hasGit = access("/usr/bin/git", X_OK) == 0
/// Whether the file system of the tests says when a file was made.
private let saysBirth = (try? DirectoryHandle(path: "/tmp").ownEvidence().birth).map { $0 != 0 } == true

/// What shed reads of git by itself.
@Suite struct `What git's own files say` {
    private static let minute: Int64 = 60_000

    /// The work tree `tree` of a shelf, whose project is `Poems` in it.
    private func tree(_ shelf: Shelf) throws -> GitWorkTree {
        let path = shelf.path + "/tree"
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map { Name(bytes: Array($0)) }
        return try #require(GitWorkTree(in: try DirectoryHandle(path: path), path: names, below: "Poems"))
    }

    private func arrival(_ path: RelativePath, isFolder: Bool = false, changed: Int64 = 1) -> GitWorkTree.Arrival {
        GitWorkTree.Arrival(path: path, isFolder: isFolder, changed: changed)
    }

    /// A repository that holds two files of the project.
    private func repository(_ options: String, _ script: String = "") throws -> Shelf {
        let shelf = try Shelf()
        try shelf.shell("""
            export GIT_CONFIG_NOSYSTEM=1 HOME=$PWD GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b.c GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b.c
            git init -q -b main \(options) tree; cd tree; mkdir -p Poems/Draft/Part1 Poems/Ready; echo 1 > Poems/Draft/Part1/one.txt; echo f > Poems/Ready/fin.txt
            echo t > top.txt; git add -A; git commit -qm one; \(script)
            """)
        return shelf
    }

    @Test(.enabled(if: hasGit, "git not installed"), arguments: [
        ("", "git update-index --index-version 2"), ("", "git update-index --index-version 4"), ("--object-format=sha256", "true"), ("", "git add -N Poems"),
        ("", "echo l > \"$(printf 'Poems/%0200d' 0)\"; git add -A; git update-index --index-version 4"),
    ]) func `its index holds files, and the folders in which they are`(options: String, script: String) throws {
        let shelf = try repository(options, script)
        let arrivals = [
            arrival("Ready/mine.txt"), arrival("Ready/fin.txt"), arrival("Draft/Part1", isFolder: true), arrival("Draft/Part", isFolder: true),
            arrival("Ready/fin.txt", isFolder: true), arrival("top.txt"), arrival("Draft/Part1/one.txt"), arrival("Draft/Part1"),
        ]
        #expect(try tree(shelf).brought(arrivals, grace: Self.minute) == [1, 2, 6])
    }

    @Test(.enabled(if: hasGit, "git not installed"))
    func `it took away a folder of which nothing stands in its index, where the root last changed as HEAD moved`() throws {
        let shelf = try repository("", "git checkout -q -b side; git commit -q --allow-empty -m two")
        let lines = try shelf.shell("cat tree/.git/logs/HEAD")
        let moved = try #require(lines.split(separator: "\n").first { $0.contains("checkout:") }?.split(separator: ">").last?.split(separator: " ").first.flatMap { Int64($0) })
        let time = moved * 1_000_000_000
        #expect(try tree(shelf).took(["Gone", "Draft", "Read", "Ready"], changed: time, isAtWork: false) == [0, 2])
        #expect(try tree(shelf).took(["Gone"], changed: time - 3_600_000_000_000, isAtWork: false) == [])
        #expect(try tree(shelf).took(["Gone"], changed: time + 3_600_000_000_000, isAtWork: false) == [])
        // Its index is the one before.
        #expect(try tree(shelf).took(["Draft"], changed: 0, isAtWork: true) == [0])
        // A commit waits for its message: it writes no files.
        try shelf.shell(": > tree/.git/index.lock; : > tree/.git/COMMIT_EDITMSG")
        #expect(try tree(shelf).took(["Draft"], changed: 0, isAtWork: true) == [])
        try shelf.shell("rm tree/.git/index.lock; cd tree; git update-index --split-index")
        #expect(try tree(shelf).took(["Gone"], changed: time, isAtWork: false) == [])
        try shelf.shell("echo broken > tree/.git/index")
        #expect(try tree(shelf).took(["Gone"], changed: time, isAtWork: false) == [])
    }

    @Test(.enabled(if: hasGit && saysBirth, "git not installed, or no file system that says when a file was made"))
    func `what came while git held its lock last is git's, whatever its name`() throws {
        let shelf = try repository("")
        let folder = try DirectoryHandle(path: shelf.path + "/tree/.git")
        // Git may have made and renamed it in one tick of the clock.
        let isLater = try waits {
            chmod(shelf.path + "/tree/.git/index", 0o644)
            return try folder.evidence(of: "index").map { $0.birth < $0.changed } == true
        }
        let index = try #require(try folder.evidence(of: "index"))
        try #require(isLater && index.birth != 0)
        let times = [index.birth - 1, index.birth, index.changed - 1, index.changed]
        #expect(try tree(shelf).brought(times.map { arrival("hook.txt", changed: $0) }, grace: Self.minute) == [1, 2])
        #expect(try tree(shelf).brought(times.map { arrival("hook.txt", changed: $0) }, grace: 0) == [])
    }

    /// Most of a split index stands elsewhere, so the history of `HEAD` is asked.
    @Test(.enabled(if: hasGit, "git not installed"))
    func `where the index does not tell, a move of HEAD does, and a commit does not`() throws {
        let shelf = try repository("", "git update-index --split-index; printf '%040d %040d A <a@b.c> 1700000100 +0000\\tmerge side: Fast-forward\\n' 1 2 >> .git/logs/HEAD; printf '%040d %040d A > <a@b.c> 1700009000 +0000\\tcommit: x\\n' 1 2 >> .git/logs/HEAD")
        let seconds: [Int64] = [1_700_000_089, 1_700_000_090, 1_700_000_102, 1_700_000_103, 1_700_009_000]
        #expect(try tree(shelf).brought(seconds.map { arrival("hook.txt", changed: $0 * 1_000_000_000) }, grace: Self.minute) == [1, 2])
    }

    @Test func `a lock counts as long as it is fresh, and a further work tree has its own`() throws {
        let shelf = try Shelf()
        try shelf.shell("mkdir -p tree/Poems git/worktrees/tree; echo 'gitdir: ../git/worktrees/tree' > tree/.git; : > git/worktrees/tree/index.lock")
        let lock = try #require(try DirectoryHandle(path: shelf.path + "/git/worktrees/tree").evidence(of: "index.lock"))
        let now = lock.changed / 1_000_000
        let since: Int64 = lock.birth == 0 ? .min : lock.birth
        #expect(try tree(shelf).lockedSince(now: now, grace: Self.minute) == since)
        #expect(try tree(shelf).lockedSince(now: now + Self.minute, grace: Self.minute) == nil)
        try shelf.shell("rm git/worktrees/tree/index.lock")
        #expect(try tree(shelf).lockedSince(now: now, grace: Self.minute) == nil)
        #expect(try tree(shelf).brought([arrival("x.txt")], grace: Self.minute) == [])
    }

    @Test(arguments: ["ln -s elsewhere tree/.git", "echo nothing > tree/.git", "echo 'gitdir: ' > tree/.git", "mkfifo tree/.git", "echo 'gitdir: /nonexistent' > tree/.git", "true"])
    func `what is no repository is none`(script: String) throws {
        let shelf = try Shelf()
        try shelf.shell("mkdir -p tree elsewhere; \(script)")
        let top = try DirectoryHandle(path: shelf.path + "/tree")
        let isNone = GitWorkTree(in: top, path: [], below: .root) == nil
        #expect(isNone)
    }

    // MARK: Hostile bytes

    /// An index of version 4 with these paths.
    private func index(_ paths: [String], extensions: [UInt8] = []) -> [UInt8] {
        var bytes = Array("DIRC".utf8) + [0, 0, 0, 4, 0, 0, 0, UInt8(paths.count)]
        var cut: UInt8 = 0
        for path in paths {
            bytes += [UInt8](repeating: 7, count: 60) + [0, UInt8(path.utf8.count), cut] + Array(path.utf8) + [0]
            cut = UInt8(path.utf8.count)
        }
        return bytes + extensions + [UInt8](repeating: 9, count: 20)
    }

    @Test func `a torn or forged index is none, and ends nothing`() throws {
        let whole = index(["a/b", "a/c", "d"], extensions: Array("TREE".utf8) + [0, 0, 0, 2, 1, 1])
        let keys = ["a/", "a/c", "b"].map { Array($0.utf8) }
        let found = try #require(GitIndex.find(keys, in: whole))
        #expect(found.found == [0, 1] && found.isWhole)
        #expect(GitIndex.find(keys, in: index(["a/b"], extensions: Array("link".utf8) + [0, 0, 0, 0]))?.isWhole == false)
        // Cut off wherever: what is left of it may be one without its extension.
        for length in whole.indices where length != whole.count - 10 {
            let isNone = GitIndex.find(keys, in: Array(whole[..<length])) == nil
            #expect(isNone, "\(length)")
        }
        var random = SeededRandom(3)
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0..<3 { bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            _ = GitIndex.find(keys, in: bytes)
        }
        // A number of entries that is not there, and a name that is cut off more than it has.
        var many = whole
        many.replaceSubrange(8..<12, with: [255, 255, 255, 255])
        let isNone = GitIndex.find(keys, in: many) == nil
        #expect(isNone)
    }
}
