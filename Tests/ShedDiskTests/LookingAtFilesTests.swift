import ShedModel
import ShedRules
import ShedTestSupport
import Testing

@testable import ShedDisk

@Suite struct `A look at single files` {
    private let shop: Workshop

    init() throws {
        shop = try Workshop()
        for path in ["a/b/One.txt", "a/b/Two.txt", "a/Three.txt", "c/Four.txt", "Five.txt"] { try shop.file(path, "x") }
    }

    private func look(_ files: [RelativePath], shedignore: String = "") throws -> Snapshot {
        try Crawler.look(at: files, in: shop.handle, ignore: IgnoreRules(shedignore: Array(shedignore.utf8)))
    }

    @Test func `sees them and the way to them, and nothing beside`() throws {
        let snapshot = try look(["a/b/Two.txt", "Five.txt"])
        #expect(snapshot.lines == ["Five.txt", "a/ partial", "a/b/ partial", "a/b/Two.txt"])
        let entry = try #require(snapshot.entry(at: "a/b/Two.txt"))
        #expect(snapshot.entries[entry].evidence == (try shop.handle.openDirectory(at: "a/b").evidence(of: "Two.txt")))
        #expect(try look([]).entries.isEmpty)
    }

    @Test func `leaves out what is not there, hidden, ignored or no file, and follows no link`() throws {
        try shop.file(".hidden", "x")
        shop.link("Link.txt", to: "Five.txt")
        shop.link("d", to: "a")
        #expect(try look(["Six.txt", "x/y.txt", ".hidden", "Link.txt", "d/Three.txt", "Five.txt/Six.txt"]).lines == ["Five.txt"])
        #expect(try look(["a/Three.txt", "c/Four.txt"], shedignore: "Three.txt\n").lines == ["a/ partial", "c/ partial", "c/Four.txt"])
        // A folder that is named, or stands where a file was, is an entry, and is not read.
        #expect(try look(["a"]).lines == ["a/ partial"])
    }

    @Test func `enters no other project`() throws {
        try shop.folder("a/.shed")
        try shop.file("a/.shed/project.json", "{}")
        #expect(try look(["a/Three.txt", "c/Four.txt"]).lines == ["a/ foreign", "c/ partial", "c/Four.txt"])
    }
}

@Suite struct `Times of a file system` {
    @Test(arguments: [0xef53: true, 0x9123_683e: true, 0x5846_5342: true, 0x0102_1994: true, 0xf2f5_2010: true, 0x4d44: false, 0x2011_bab0: false, 0x6969: false])
    func `are fine where they are known to be`(magic: Int, isFine: Bool) {
        #expect(FileSystemFacts(magic: magic, hasBirthTimes: true).hasFineTimes == isFine)
    }

    @Test(arguments: [0x794c_7630, 0x6573_5546, 0xfe53_4d42, 0x00c3_6400, 0x12345])
    func `are not known of what lies on others, on other machines or behind a program`(magic: Int) {
        #expect(!FileSystemFacts(magic: magic, hasBirthTimes: true).hasFineTimes)
    }
}
