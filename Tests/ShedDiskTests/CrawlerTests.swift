import Glibc
import ShedModel
import ShedRules
import ShedTestSupport
import Testing

@testable import ShedDisk

@Suite struct CrawlerTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    private func crawl(
        evidence: Bool = true, threads: Int = 2, shedignore: String? = nil, dirty: Set<RelativePath>? = nil,
        isKnown: (@Sendable (FileIdentity) -> Bool)? = nil
    ) throws -> Snapshot {
        let ignore = shedignore.map { IgnoreRules(shedignore: Array($0.utf8)) } ?? IgnoreRules()
        let snapshot = try Crawler.crawl(
            shop.handle,
            options: .init(evidence: evidence, threads: threads, ignore: ignore, dirty: dirty, isKnown: isKnown))
        #expect(snapshot.faults == [])
        return snapshot
    }

    @Test(arguments: [true, false])
    func `everything but hidden and ignored names is seen`(evidence: Bool) throws {
        try shop.file("Draft/Ode.txt", "x")
        try shop.file("Draft/Ode.txt~")
        try shop.file("Draft/.hidden")
        try shop.folder(".shed")
        try shop.file(".shed/project.json")
        try shop.folder("Ready")
        shop.link("Draft/Link", to: "..")
        shop.fifo("Draft/Pipe")
        let snapshot = try crawl(evidence: evidence)
        #expect(snapshot.lines == ["Draft/ read", "Draft/Link link", "Draft/Ode.txt", "Draft/Pipe special", "Ready/ read"])
        #expect(snapshot.hasEvidence == evidence)
        let ode = try #require(snapshot.entry(at: "Draft/Ode.txt"))
        let truth = try shop.handle.openDirectory("Draft").evidence(of: "Ode.txt")
        #expect(snapshot.entries[ode].evidence == (evidence ? truth : Evidence(inode: truth?.inode ?? 0, links: 0)))
        #expect(snapshot.root.inode == (try shop.handle.ownEvidence().inode))
        #expect(snapshot.begun > truth?.modified ?? .max)
    }

    @Test func `without evidence the names that a file has can be counted all the same`() throws {
        try shop.file("Draft/Ode.txt", "x")
        try shop.file("Draft/Song.txt", "x")
        #expect(link("\(shop.handle.label)/Draft/Ode.txt", "\(shop.handle.label)/Draft/Other.txt") == 0)
        let snapshot = try Crawler.crawl(shop.handle, options: .init(evidence: false, countsLinks: true))
        let links = (["Draft/Ode.txt", "Draft/Song.txt", "Draft/Other.txt", "Draft"] as [RelativePath]).map { path in
            snapshot.entry(at: path).map { snapshot.entries[$0].evidence.links }
        }
        #expect(links == [2, 1, 2, 0])
        #expect(!snapshot.hasEvidence)
    }

    @Test(arguments: [true, false]) func `a folder that is as it was when all in it was known is not listed`(evidence: Bool) throws {
        try shop.file("All/Ode.txt", "x")
        try shop.file("All/All/Ode.txt", "x")
        try shop.file("Draft/Ode.txt", "x")
        func all() throws -> Evidence { try shop.handle.openDirectory("All").ownEvidence() }
        func settled(_ digest: UInt64) throws -> [SettledFolder] { [SettledFolder(inode: try all().inode, birth: try all().birth, changed: try all().changed, digest: digest)] }
        var options = Crawler.Options(evidence: evidence, looks: true)
        let digest = try #require(try Crawler.crawl(shop.handle).directory(at: "All").map { try Crawler.crawl(shop.handle).directories[$0].digest })
        options.settled = try settled(digest)
        let quick = try Crawler.crawl(shop.handle, options: options)
        #expect(quick.lines == ["All/ read", "Draft/ read", "Draft/Ode.txt"])
        #expect(quick.directory(at: "All").map { quick.directories[$0].digest } == (evidence ? digest : 0))
        // Deeper, nobody asks.
        options.settled = try [SettledFolder(inode: shop.handle.openDirectory(at: "All/All").ownEvidence().inode, birth: all().birth, changed: all().changed, digest: 1)]
        #expect(try Crawler.crawl(shop.handle, options: options).lines.count == 6)
        options.settled = try settled(digest)
        options.settled[0].changed -= 1
        #expect(try Crawler.crawl(shop.handle, options: options).lines.count == 6)
    }

    @Test func `without files there are only directories, with the same digests`() throws {
        try shop.file("Draft/Ode.txt", "x")
        try shop.file("Collections/Book/a.txt", "a")
        shop.link("Draft/Link", to: "..")
        func digests(_ snapshot: Snapshot) -> [RelativePath: UInt64] {
            Dictionary(uniqueKeysWithValues: snapshot.directories.indices.map {
                (snapshot.path(ofDirectory: $0), snapshot.directories[$0].digest)
            })
        }
        let brief = try Crawler.crawl(shop.handle, options: .init(listsFiles: false))
        #expect(digests(brief) == digests(try crawl()))
        #expect(brief.entries.map(\.kind) == [.directory, .directory, .directory])
    }

    @Test func `a digest is the sum over a directory's entries and changes with each`() throws {
        try shop.file("Draft/Ode.txt", "x")
        shop.link("Draft/Link", to: "..")
        let snapshot = try crawl()
        for (number, directory) in snapshot.directories.enumerated() {
            let sum = directory.entries.reduce(into: UInt64(0)) { sum, index in
                let (kind, evidence) = (snapshot.entries[index].kind, snapshot.entries[index].evidence)
                sum &+= snapshot.withName(of: index) { EntryDigest.value(name: $0, kind: kind, evidence: evidence) }
            }
            #expect(directory.digest == sum, "directory \(number)")
        }
        #expect(try crawl(threads: 1).directory("Draft")?.digest == snapshot.directory("Draft")?.digest)
        symlink("elsewhere", shop.path + "/Draft/Link2")
        let after = try crawl()
        #expect(after.directory("Draft")?.digest != snapshot.directory("Draft")?.digest)
        #expect(after.directory(.root)?.digest == snapshot.directory(.root)?.digest)
        #expect(try crawl(evidence: false).directories.allSatisfy { $0.digest == 0 })
    }

    @Test func `a rule with a path is asked with the path`() throws {
        try shop.file("Draft/notes/a.txt")
        try shop.file("notes/a.txt")
        try shop.file("Draft/deep/x/b.log")
        #expect(
            try crawl(shedignore: "/notes\nDraft/deep/**/*.log\n").lines == [
                "Draft/ read", "Draft/deep/ read", "Draft/deep/x/ read", "Draft/notes/ read", "Draft/notes/a.txt",
            ])
    }

    @Test(arguments: [true, false])
    func `names of any bytes are seen`(evidence: Bool) throws {
        let names = [Name(bytes: [0xff, 0x80]), "two\nlines", Name(bytes: [UInt8](repeating: 0x78, count: 255))]
        for name in names { try shop.handle.makeDirectory(name) }
        let snapshot = try crawl(evidence: evidence)
        #expect(Set(snapshot.entries.indices.map { snapshot.name(of: $0) }) == Set(names))
        #expect(snapshot.directories.allSatisfy { $0.state == .read })
    }

    @Test(arguments: [true, false])
    func `another project is foreign, a folder named .shed alone is not`(evidence: Bool) throws {
        try shop.file(".shed/project.json")
        try shop.file("Inner/.shed/project.json")
        try shop.file("Inner/Draft/Ode.txt")
        try shop.file("Half/.shed/other")
        try shop.file("Half/Ode.txt")
        try shop.file("Fake/Ode.txt")
        shop.link("Fake/.shed", to: "../Inner/.shed")
        let snapshot = try crawl(evidence: evidence)
        #expect(
            snapshot.lines == ["Fake/ read", "Fake/Ode.txt", "Half/ read", "Half/Ode.txt", "Inner/ foreign"])
        #expect(snapshot.directory("Inner")?.digest == 0)
    }

    @Test(.enabled(if: getuid() == 0, "mounting needs root"), arguments: [true, false])
    func `a mount point is foreign, also one of the same file system`(evidence: Bool) throws {
        try shop.file("Source/Ode.txt")
        for name in ["Bound", "Mounted"] as [Name] { try shop.handle.makeDirectory(name) }
        #expect(mount("none", shop.path + "/Mounted", "tmpfs", 0, "size=64k") == 0)
        defer { umount2(shop.path + "/Mounted", Int32(MNT_DETACH)) }
        #expect(mount(shop.path + "/Source", shop.path + "/Bound", nil, UInt(MS_BIND), nil) == 0)
        defer { umount2(shop.path + "/Bound", Int32(MNT_DETACH)) }
        #expect(
            try crawl(evidence: evidence).lines == [
                "Bound/ foreign", "Mounted/ foreign", "Source/ read", "Source/Ode.txt",
            ])
    }

    @Test func `an unreadable directory is unknown, not empty`() throws {
        try shop.file("Closed/Ode.txt")
        try shop.file("Unsearchable/Ode.txt")
        try shop.file("Open/Ode.txt")
        chmod(shop.path + "/Closed", 0)
        chmod(shop.path + "/Unsearchable", 0o444)
        let snapshot = try asNobody { try crawl(threads: 1) }
        #expect(
            snapshot.lines == ["Closed/ unreadable", "Open/ read", "Open/Ode.txt", "Unsearchable/ unreadable"])
        #expect(snapshot.directory("Closed")?.digest == 0)
        chmod(shop.path + "/Closed", 0o755)
        chmod(shop.path + "/Unsearchable", 0o755)
    }

    @Test func `a root that is unreadable or gone is an error`() throws {
        let folder = try shop.folder("Root")
        chmod(shop.path + "/Root", 0)
        #expect(asNobody { code { _ = try Crawler.crawl(folder, options: .init(threads: 1)) } } == .notPermitted)
        try shop.handle.removeDirectory("Root")
        #expect(code { _ = try Crawler.crawl(folder) } == .notFound)
    }

    @Test func `a deep tree with side branches is read with few open directories`() throws {
        var current = shop.handle
        // Names that differ from level to level, so that some branches are listed before the way down and some after.
        for level in 0..<250 {
            mkdirat(current.descriptor, "down \(level)", 0o755)
            mkdirat(current.descriptor, "side", 0o755)
            current = try current.openDirectory(Name("down \(level)"))
        }
        for threads in [1, 2] {
            let snapshot = try crawl(threads: threads)
            #expect(snapshot.entries.count == 500)
            #expect(snapshot.directories.allSatisfy { $0.state == .read })
        }
    }

    @Test func `of a chain of 20,000 folders so many are read as a path may have, and the next is unknown`() throws {
        var current = shop.handle
        for _ in 0..<20_000 {
            mkdirat(current.descriptor, "d", 0o755)
            current = try current.openDirectory("d")
        }
        for threads in [1, 2] {
            let snapshot = try crawl(threads: threads)
            #expect(snapshot.directories.count == RelativePath.deepest + 2)
            #expect(snapshot.directories.map(\.state) == Array(repeating: .read, count: RelativePath.deepest + 1) + [.tooDeep])
            #expect(snapshot.path(ofDirectory: RelativePath.deepest).names.count == RelativePath.deepest)
        }
    }

    @Test func `a folder whose path is longer than any that can be named is unknown`() throws {
        var current = shop.handle
        let name = Name(bytes: Array(repeating: UInt8(ascii: "n"), count: Name.longest))
        for _ in 0..<18 {
            _ = name.withPath { mkdirat(current.descriptor, $0, 0o755) }
            current = try current.openDirectory(name)
        }
        // 16 of them have 4,095 bytes with the slashes between them.
        let snapshot = try crawl()
        #expect(snapshot.directories.map(\.state) == Array(repeating: .read, count: 17) + [.tooDeep])
        // Also where it is asked for.
        let deep = RelativePath(Array(repeating: name, count: 17))
        #expect(try crawl(dirty: [.root, deep]).directories.last?.state == .tooDeep)
    }

    @Test func `many deep chains need no more for each folder than one`() throws {
        for chain in 0..<20 {
            var current = try shop.folder(RelativePath([Name("chain \(chain)")]))
            for _ in 0..<300 {
                mkdirat(current.descriptor, "d", 0o755)
                current = try current.openDirectory("d")
            }
        }
        let snapshot = try crawl()
        #expect(snapshot.directories.count == 1 + 20 * (RelativePath.deepest + 1))
        #expect(snapshot.directories.count { $0.state == .tooDeep } == 20)
    }

    @Test func `a wide tree is the same for any number of threads`() throws {
        for folder in 0..<60 {
            let handle = try shop.folder(RelativePath(["a", Name("folder \(folder)")]))
            for file in 0..<20 { close(openat(handle.descriptor, "file \(file)", O_CREAT | O_WRONLY, 0o644)) }
        }
        let one = try crawl(threads: 1)
        #expect(one.entries.count == 1261)
        for threads in [2, 3, 8] {
            let other = try crawl(threads: threads)
            #expect(other.lines == one.lines)
            #expect(other.directory("a/folder 7")?.digest == one.directory("a/folder 7")?.digest)
        }
    }

    @Test(arguments: [1, 3])
    func `a look in passing finds what a look at the entries finds`(threads: Int) throws {
        for folder in ["plain", "odd", "equal", "linked", "hard"] { try shop.file("Collections/\(folder)/Ode.txt") }
        try shop.file("Collections/odd/what?")
        try shop.file("Collections/odd/Ode.txt~")
        try shop.file("Collections/equal/ode.TXT")
        shop.link("Collections/linked/Link", to: "..")
        #expect(link("\(shop.path)/Collections/hard/Ode.txt", "\(shop.path)/Draft.txt") == 0)
        try shop.file("Inner/.shed/project.json")
        for evidence in [true, false] {
            let snapshot = try Crawler.crawl(shop.handle, options: .init(evidence: evidence, countsLinks: true, looks: true, threads: threads))
            #expect(snapshot.faults == [])
            var look = FolderLook()
            for directory in snapshot.directories {
                for index in directory.entries {
                    let entry = snapshot.entries[index]
                    snapshot.withName(of: index) { look.see($0, entry.kind, links: entry.evidence.links) }
                }
                let seen = look.finish()
                #expect(directory.traits == (directory.state == .read ? seen : nil))
            }
            #expect(snapshot.directory("Collections/plain")?.traits?.hasOddName == false)
            #expect(snapshot.directory("Collections/odd")?.traits?.hasOddName == true)
            #expect(snapshot.directory("Collections/equal")?.traits?.mayCollide == true)
            #expect(snapshot.directory("Collections/linked")?.traits?.holdsOddities == true)
            #expect(snapshot.directory("Collections/hard")?.traits?.holdsOddities == true)
            #expect(snapshot.directory("Collections")?.traits?.holdsFolders == true)
            #expect(snapshot.directory("Inner")?.state == .foreign)
        }
        #expect(try crawl(threads: threads).directories.allSatisfy { $0.traits == nil })
    }

    @Test(arguments: [1, 3])
    func `where little is to be listed, files of plain folders are left out`(threads: Int) throws {
        for path in ["Ode.txt", "Draft/Ode.txt", "Draft/In/Ode.txt", "Draft/In/Deep/a.txt", "Draft/In/Side/b.txt", "Trash/Old/c.txt", "Draft/Far/a long name.txt"] {
            try shop.file(path)
        }
        try shop.file("Draft/Odd/what?")
        try shop.file("Draft/Odd/Ode.txt")
        try shop.file("Draft/Equal/a")
        try shop.file("Draft/Equal/A")
        try shop.file("Draft/Linked/a")
        shop.link("Draft/Linked/b", to: "a")
        let brevity = Brevity(listed: ["Trash", "In"], longestPath: "Draft/In/Deep/a.txt".utf8.count)
        let snapshot = try Crawler.crawl(shop.handle, options: .init(evidence: false, looks: true, brevity: brevity, threads: threads))
        #expect(snapshot.faults == [])
        let leftOut = ["Draft/In/Ode.txt", "Draft/In/Deep/a.txt", "Draft/In/Side/b.txt"]
        #expect(snapshot.lines == (try crawl(evidence: false).lines.filter { !leftOut.contains($0) }))
        let brief = snapshot.directories.indices.filter { snapshot.directories[$0].leavesOutFiles }.map { snapshot.path(ofDirectory: $0).description }
        #expect(brief.sorted() == ["Draft/In", "Draft/In/Deep", "Draft/In/Side"])
        #expect(snapshot.directory("Draft/In/Deep")?.traits?.longestName == 5)
    }

    @Test(arguments: [1, 3])
    func `where little is to be listed, so are the files of a directory with a name that is sought`(threads: Int) throws {
        for path in ["Out/a.md", "Out/In/Deep/a.MD", "Out/In/Deep/b.txt", "Out/In/Side/c.txt", "Out/In/d.md/e.txt", "Draft/In/f.md"] { try shop.file(path) }
        let brevity = Brevity(listed: [], sought: ["Out": Array(".md".utf8)], longestPath: 200)
        let snapshot = try Crawler.crawl(shop.handle, options: .init(evidence: false, looks: true, brevity: brevity, threads: threads))
        #expect(snapshot.lines == (try crawl(evidence: false).lines.filter { !["Draft/In/f.md", "Out/In/Side/c.txt", "Out/In/d.md/e.txt"].contains($0) }))
    }

    @Test(arguments: [1, 2, 5])
    func `what is to be done meanwhile is done once, on the same thread`(threads: Int) throws {
        for name in ["a", "b", "c"] { try shop.file("\(name)/deep/Ode.txt") }
        let caller = pthread_self()
        var count = 0
        let snapshot = try Crawler.crawl(shop.handle, options: .init(threads: threads)) {
            count += 1
            #expect(pthread_equal(caller, pthread_self()) != 0)
        }
        #expect(count == 1)
        #expect(snapshot.lines == (try crawl()).lines)
    }

    @Test(arguments: ["vanishes", "link", "file"])
    func `a directory that is swapped between listing and opening is left out, and a link not followed`(by: String) throws {
        let outside = try Workshop()
        try outside.file("Secret.txt")
        for name in ["a", "b", "c"] { try shop.file("\(name)/deep/Ode.txt") }
        let victim = try #require(try shop.handle.evidence(of: "b")).identity
        let (path, target) = (shop.path, outside.path)
        // A partial scan asks about each directory just after it was listed: the moment to swap it.
        let snapshot = try crawl(threads: 1, dirty: [.root]) { identity in
            guard identity == victim else { return false }
            rename(path + "/b", path + "/.away")
            if by == "link" { symlink(target, path + "/b") }
            if by == "file" { close(open(path + "/b", O_CREAT | O_WRONLY, 0o644)) }
            return false
        }
        #expect(
            snapshot.lines == [
                "a/ read", "a/deep/ read", "a/deep/Ode.txt", "c/ read", "c/deep/ read", "c/deep/Ode.txt",
            ])
        unlink(path + "/b")
        #expect(try crawl().directory(.root)?.digest == snapshot.directory(.root)?.digest)
    }

    // MARK: Partial scans

    @Test func `only dirty directories are read, and their ancestors are partial`() throws {
        try shop.file("a/b/Ode.txt")
        try shop.file("a/Sibling.txt")
        try shop.file("c/Other.txt")
        let snapshot = try crawl(dirty: ["a/b", "nowhere/at/all", "a/Sibling.txt"])
        #expect(snapshot.lines == ["a/ partial", "a/b/ read", "a/b/Ode.txt"])
        #expect(snapshot.directory(.root)?.state == .partial)
        #expect(snapshot.directory("a")?.digest == 0)
        #expect(snapshot.directory("a/b")?.digest == (try crawl().directory("a/b")?.digest))
        #expect(snapshot.entries[try #require(snapshot.entry(at: "a"))].evidence.mode & S_IFMT == S_IFDIR)
    }

    @Test func `in a dirty directory what is known is not entered, what is new is read fully`() throws {
        try shop.file("a/known/Old.txt")
        try shop.file("a/known/dirty/New.txt")
        try shop.file("a/new/x/Ode.txt")
        let known = try #require(try shop.handle.openDirectory("a").evidence(of: "known")).identity
        let options: Set<RelativePath> = ["a"]
        #expect(
            try crawl(dirty: options, isKnown: { $0 == known }).lines == [
                "a/ read", "a/known/ partial", "a/new/ read", "a/new/x/ read", "a/new/x/Ode.txt",
            ])
        #expect(
            try crawl(dirty: ["a", "a/known/dirty"], isKnown: { $0 == known }).lines == [
                "a/ read", "a/known/ partial", "a/known/dirty/ read", "a/known/dirty/New.txt", "a/new/ read",
                "a/new/x/ read", "a/new/x/Ode.txt",
            ])
        #expect(try crawl(dirty: ["a", "a/known"], isKnown: { _ in true }).lines == [
            "a/ read", "a/known/ read", "a/known/Old.txt", "a/known/dirty/ partial", "a/new/ partial",
        ])
    }

    @Test func `nothing dirty means nothing read, everything dirty means everything`() throws {
        try shop.file("a/b/Ode.txt")
        let nothing = try crawl(dirty: [])
        #expect(nothing.lines.isEmpty && nothing.directory(.root)?.state == .partial)
        #expect(try crawl(evidence: false, dirty: [.root]).lines == crawl().lines)
        #expect(try crawl(evidence: false, dirty: [.root]).hasEvidence)
    }

    @Test func `a dirty path through a link, a hidden name or another project leads nowhere`() throws {
        let outside = try Workshop()
        try outside.file("Sub/Secret.txt")
        shop.link("Link", to: outside.path)
        try shop.file(".git/hooks/x")
        try shop.file("Inner/.shed/project.json")
        try shop.file("Inner/Draft/Ode.txt")
        #expect(try crawl(dirty: ["Link", "Link/Sub", ".git/hooks", "Inner/Draft"]).lines == ["Inner/ foreign"])
    }
}
