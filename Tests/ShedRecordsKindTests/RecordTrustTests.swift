import ShedIndex
import ShedModel
import ShedRecords
import ShedTestSupport
import Testing

@testable import ShedEngine

@Suite("What a search of records need not look at again")
struct RecordTrustTests {
    /// Twenty books of the years from 1940, in a project whose clock is ahead, so that no file counts as just written.
    private func library() throws -> Library {
        let library = try Library("Books")
        library.project.surroundings.now = { Surroundings.clock() + 60_000 }
        for number in 0..<20 { library.write("{\"Year\": \"\(1940 + number)\"}", to: "Books/\(number).json") }
        return library
    }

    private func years(_ library: Library, _ query: String? = nil) throws -> [String] {
        try library.find(query).map { "\($0.name)=\($0.record["Year"] ?? "none")" }.sorted()
    }

    /// What the files say, by the test's own reading.
    private func filed(_ library: Library) throws -> [String] {
        try library.shell("cd Books; for file in *.json; do echo \"$file=$(tr -dc 0-9 < \"$file\")\"; done").split(separator: "\n").map(String.init).sorted()
    }

    private func trust(_ library: Library) throws -> RecordTrust? { library.project.recordTrust[try library.collection("Books").id] }

    @Test func `is every record that no walk since has touched`() throws {
        let library = try library()
        _ = try library.find(nil)
        #expect(try years(library) == filed(library))
        #expect(try trust(library)?.doubted == [])
        let edited = try library.record("Books/1.json").id
        let deleted = try library.record("Books/2.json").id

        library.write("{\"Year\": \"2001\"}", to: "Books/1.json")
        library.write("{\"Year\": \"2002\"}", to: "Books/new.json")
        try library.shell("rm Books/2.json; mv Books/4.json Books/four.json")
        try library.project.takeIn()
        let doubted = try #require(try trust(library)).doubted
        #expect(doubted.isSuperset(of: [edited, deleted]))
        #expect(try years(library) == filed(library))
        #expect(try years(library, "Year > 2000") == ["1.json=2001", "new.json=2002"])
        #expect(try years(library, "@name ~ four") == ["four.json=1944"])
        #expect(try trust(library)?.doubted == [])
        #expect(try trust(library)?.strays == [deleted])

        // What was gone comes back, under its old ID or another.
        library.write("{\"Year\": \"1942\"}", to: "Books/2.json")
        #expect(try years(library) == filed(library))
        #expect(try years(library).count == 21)
    }

    @Test func `is all of a folder that a walk did not look at`() throws {
        let library = try library()
        try library.shell("mkdir Films")
        try library.project.sync()
        _ = try library.project.loadWithIdentities()
        _ = try library.find(nil)
        let books = Set(try library.find(nil).map(\.id))
        #expect(try trust(library)?.doubted == [])
        library.write("{}", to: "Films/M.json")
        try library.project.sync { $0.dirty = ["Films"] }
        let doubted = try #require(try trust(library)).doubted
        #expect(!doubted.isEmpty)
        #expect(doubted.isDisjoint(with: books))
        #expect(try years(library) == filed(library))
    }

    @Test func `is nothing, once another process has written into the index`() throws {
        let library = try library()
        _ = try library.find(nil)
        let books = try library.collection("Books").id
        let ids = try library.find(nil).map(\.id)
        #expect(try trust(library) != nil)
        let seat = try #require(library.project.seat)
        let other = try #require(try ProjectIndex.open(path: seat.index, access: .readWrite))
        let lie = RecordRow(
            id: ids[1], collection: books, stamp: RecordStamp(Evidence()), isRacy: false, pairs: PackedRecord.pack(Record([Pair("Year", "1")])), problem: nil)
        try other.writeRecords([lie], removing: [(books, ids[0])])
        #expect(try years(library) == filed(library))
        #expect(try years(library, "Year > 1900").count == 20)
    }

    @Test func `is nothing in a project that was opened anew`() throws {
        let library = try library()
        _ = try library.find(nil)
        #expect(try years(library).count == 20)
        library.project = try library.shelf.reopen(library.project)
        #expect(library.project.recordTrust.isEmpty)
        library.write("{\"Year\": \"7\"}", to: "Books/9.json")
        #expect(try years(library) == filed(library))
    }

    @Test func `outlasts hashing, which changes no record`() throws {
        let library = try library()
        try library.project.sync { $0.hashing = 0 }
        _ = try library.find(nil)
        #expect(try years(library) == filed(library))
        let known = try #require(try trust(library))
        let unhashed = library.project.unhashedFiles()
        #expect(unhashed.count == 20)
        try library.project.hash(unhashed, savesAll: true)
        #expect(library.project.unhashedFiles().isEmpty)
        #expect(try trust(library)?.foreign == known.foreign)
        #expect(try years(library) == filed(library))
    }
}

@Suite("Hashes that are taken in idle moments")
struct IdleHashTests {
    private func unhashed(_ library: Library) throws -> [NodeID] {
        for number in 0..<80 { library.write("{\"Year\": \"\(number)\"}", to: "Books/\(number).json") }
        try library.project.sync { $0.hashing = 0 }
        return library.project.unhashedFiles()
    }

    @Test func `are written when a sixteenth of the project has come together, or all`() throws {
        let library = try Library("Books")
        let files = try unhashed(library)
        #expect(files.count == 80)
        let most = try library.project.load().memory.seen.count / 16
        #expect(most >= 5)
        let index = try library.project.writableIndex()
        let before = try index.generation()
        try library.project.hash(Array(files[..<(most - 1)]), savesAll: false)
        #expect(try index.generation() == before)
        #expect(library.project.unhashedFiles() == Array(files[(most - 1)...]))
        try library.project.hash([files[most - 1]], savesAll: false)
        let after = try index.generation()
        #expect(after > before)
        try library.project.hash([files[most]], savesAll: true)
        #expect(try index.generation() > after)
        library.project = try library.shelf.reopen(library.project)
        _ = try library.project.writableIndex()
        _ = try library.project.load()
        #expect(library.project.unhashedFiles() == Array(files[(most + 1)...]))
    }

    @Test func `are taken again where the index was loaded anew before they were written`() throws {
        let library = try Library("Books")
        let files = try unhashed(library)
        try library.project.hash(Array(files[..<3]), savesAll: false)
        library.project.state = nil
        try library.project.hash([files[3]], savesAll: true)
        #expect(library.project.unhashedFiles() == Array(files[4...]))
    }
}

@Suite("A verb that comes when nothing happened")
struct QuickWalkTests {
    @Test func `loads neither model nor memory to find that out, and misses nothing that did happen`() throws {
        let shelf = try Shelf(kinds: [RecordsKind()])
        let project = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        // A hash that was taken within two seconds of the change is not trusted, and then everything is looked at.
        try project.sync { $0.hashing = 0 }
        let quiet = try shelf.reopen(project)
        #expect(try quiet.takeIn().changes.isEmpty)
        #expect(quiet.state == nil)

        try shelf.shell("echo b > 'My Poems/Draft/b.txt'")
        let busy = try shelf.reopen(project)
        #expect(try busy.takeIn().changes.map(\.path) == ["Draft/b.txt"])
        #expect(busy.state != nil)

        // What waits, or is refused and left, has to be said again.
        try shelf.shell("echo x > 'My Poems/at root.txt'")
        let telling = try shelf.reopen(project)
        try telling.takeIn()
        let again = try shelf.reopen(project)
        try again.takeIn()
        #expect(again.leftLying.map(\.path) == telling.leftLying.map(\.path))
        #expect(again.leftLying.map(\.path) == ["at root.txt"])
    }
}
