import ShedIndex
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedRecords
import ShedTestSupport
import Testing

@testable import ShedProject
@testable import ShedRecordsKind

@Suite("What a search of records need not look at again")
struct RecordTrustTests {
    /// Twenty books of the years from 1940, in a project whose clock is ahead, so that no file counts as just written.
    private func library() throws -> Library {
        let library = try Library("Books")
        library.project.home.surroundings.now = { Surroundings.clock() + 60_000 }
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

    private func trust(_ library: Library) throws -> RecordTrust? { library.reading.records?.trust[try library.collection("Books").id] }

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
        _ = try library.project.refresh()
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
        _ = try library.project.store.loadForParts()
        _ = try library.find(nil)
        let books = Set(try library.find(nil).map(\.id))
        #expect(try trust(library)?.doubted == [])
        library.write("{}", to: "Films/M.json")
        _ = try library.project.reconcile(.daemonJudging(.init(in: ["Films"], busy: [])))
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
        let folder = try #require(library.project.home.stateFolder)
        let other = try #require(try ProjectIndex.open(path: folder.index, access: .readWrite))
        let lie = ContentRow(
            id: ids[1], folder: books, stamp: ContentStamp(Evidence()), isRacy: false, content: PackedRecord.pack(Record([Pair("Year", "1")])), problem: nil)
        try other.writeRows([lie], removing: [(books, ids[0])])
        #expect(try years(library) == filed(library))
        #expect(try years(library, "Year > 1900").count == 20)
    }

    @Test func `is nothing in a project that was opened anew`() throws {
        let library = try library()
        _ = try library.find(nil)
        #expect(try years(library).count == 20)
        library.project = try library.shelf.reopen(library.project)
        #expect(library.reading.records?.trust.isEmpty == true)
        library.write("{\"Year\": \"7\"}", to: "Books/9.json")
        #expect(try years(library) == filed(library))
    }

    @Test func `outlasts hashing, which changes no record`() throws {
        let library = try library()
        try library.project.syncWithoutHashing()
        _ = try library.find(nil)
        #expect(try years(library) == filed(library))
        let known = try #require(try trust(library))
        let unhashed = library.project.store.unhashedFiles()
        #expect(unhashed.count == 20)
        try library.hash(unhashed, savesAll: true)
        #expect(library.project.store.unhashedFiles().isEmpty)
        #expect(try trust(library)?.foreign == known.foreign)
        #expect(try years(library) == filed(library))
    }
}
