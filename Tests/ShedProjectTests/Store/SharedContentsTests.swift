import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

@Suite struct `Contents of files with several names` {
    @Test func `are read once, as long as it is certain that they are the same`() throws {
        let shelf = try Shelf()
        try shelf.shell("mkdir Names")
        let path = "\(shelf.path)/Names"
        let directory = try DirectoryHandle(path: path)
        TestFile.write("one text", to: path + "/a")
        for number in 0..<5 { #expect(link(path + "/a", path + "/b\(number)") == 0) }
        let evidence = try #require(try directory.evidence(of: "a"))
        #expect(evidence.links == 6)
        // In milliseconds: at once, and much later.
        let (soon, late) = (evidence.changed / 1_000_000, evidence.changed / 1_000_000 + 60_000)
        var fresh = SharedContents()
        for number in 0..<5 { _ = try fresh.content(of: Name("b\(number)"), in: directory, expecting: evidence, now: soon) }
        #expect(fresh.readings == 5)
        var shared = SharedContents()
        let contents = try (0..<5).map { try shared.content(of: Name("b\($0)"), in: directory, expecting: evidence, now: late) }
        #expect(shared.readings == 1 && contents.allSatisfy { $0?.hash == ContentHash(of: Array("one text".utf8)) && $0?.sketch != nil })
        // The name of another file by now.
        unlink(path + "/b0")
        TestFile.write("two text", to: path + "/b0")
        #expect(try shared.content(of: "b0", in: directory, expecting: evidence, now: late) == nil)
        let other = try #require(try directory.evidence(of: "b0"))
        #expect(try shared.content(of: "b0", in: directory, expecting: other, now: late)?.hash == ContentHash(of: Array("two text".utf8)))
        // A file with one name is not remembered.
        _ = try shared.content(of: "b0", in: directory, expecting: other, now: late)
        #expect(shared.readings == 3)
    }

    @Test func `are not taken for one that is half read`() throws {
        let shelf = try Shelf()
        try shelf.shell("mkdir Names; head -c 1000000 /dev/zero > Names/long; echo one > Names/a; ln Names/a Names/b")
        let path = "\(shelf.path)/Names"
        let directory = try DirectoryHandle(path: path)
        let evidence = try #require(try directory.evidence(of: "a"))
        let long = try #require(try directory.evidence(of: "long"))
        let late = evidence.changed / 1_000_000 + 60_000
        var shared = SharedContents()
        _ = try shared.content(of: "a", in: directory, expecting: evidence, now: late)
        var budget: Int64 = 1
        #expect(try shared.portion(of: "long", in: directory, expecting: long, now: late, budget: &budget) == nil && shared.begun != nil)
        unlink(path + "/b")
        TestFile.write("two", to: path + "/b")
        budget = .max
        // Who asks would else ask for it for ever: nothing more of it is to be read.
        #expect(try shared.portion(of: "b", in: directory, expecting: evidence, now: late, budget: &budget) == nil && shared.begun == nil)
    }
}
