import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// What a daemon answers who looks for words, by the index and by what events told.
@Suite(.waitsForPrograms) struct `Words that a daemon is asked for` {
    private let shelf: WatchedShelf
    private var project: Project { shelf.watched.project }

    init() throws {
        // Some seconds ahead, so that nothing was written just now.
        let shelf = try Shelf(now: { Surroundings.clock() + 10_000 })
        let project = try shelf.project()
        for folder in 0..<6 {
            mkdir("\(shelf.path)/My Poems/Research/\(folder)", 0o755)
            for file in 0..<10 { TestFile.write("the wind of \(folder)\nnumber\(folder)x\(file)", to: "\(shelf.path)/My Poems/Research/\(folder)/\(file).txt") }
        }
        TestFile.write("offspring, the sea\nwinding", to: "\(shelf.path)/My Poems/Draft/a.txt")
        TestFile.write("Spring: spring, the sea and other things", to: "\(shelf.path)/My Poems/Draft/b.txt")
        try project.sync()
        _ = try project.rebuildSearchIndex(dryRun: false)
        self.shelf = try WatchedShelf(shelf, project)
        _ = try self.project.refresh()
    }

    private func write(_ text: String, to path: String) { TestFile.write(text, to: "\(shelf.shelf.path)/My Poems/\(path)") }

    private func search(_ text: String, _ change: (inout Search) -> Void = { _ in }) throws -> Search {
        var search = Search()
        let isSought = search.addText(text, isExact: false)
        #expect(isSought)
        change(&search)
        return search
    }

    private func paths(_ listing: Listing, _ search: Search) throws -> [String] { try listing.search(search).hits.map(\.view.path.description) }

    private func find(_ text: String) throws -> [String] {
        let search = try search(text)
        return try paths(try #require(try project.listing(forTexts: search)), search)
    }

    @Test(arguments: ["spring", "spring*", "offspring sea", "\"the sea\" of*", "number3x4", "wind of", "number5x* wind", "w*", "nowhere", "\"of 4\""])
    func `are found as all texts would tell`(text: String) throws {
        for folder in [RelativePath.root, "Draft", "Research/3"] {
            let search = try search(text) { $0.folder = folder }
            let part = try #require(try project.listing(forTexts: search))
            let whole = try project.listing()
            #expect(try paths(part, search) == paths(whole, search), "\(folder)")
            if text == "number3x4" || text == "spring" { #expect(part.snapshot.entries.count < whole.snapshot.entries.count / 2) }
        }
    }

    @Test func `are found as they were saved a moment ago`() throws {
        #expect(try find("number1x1") == ["Research/1/1.txt"])
        write("summer", to: "Research/1/1.txt")
        #expect(try find("number1x1") == [])
        #expect(try find("summer") == ["Research/1/1.txt"])
        write("summer", to: "Research/5/new.txt")
        let from = "\(shelf.shelf.path)/My Poems/Research/2/2.txt"
        #expect(rename(from, "\(shelf.shelf.path)/My Poems/Draft/moved.txt") == 0)
        unlink("\(shelf.shelf.path)/My Poems/Research/3/3.txt")
        #expect(try find("summer").sorted() == ["Research/1/1.txt", "Research/5/new.txt"])
        #expect(try find("number2x2") == ["Draft/moved.txt"])
        #expect(try find("number3x3") == [])
        // As the index knows them once more.
        project.searchSurvey.noteAll()
        for _ in 0..<20 where project.searchSurvey.isNeeded { try project.searchSurvey.step() }
        #expect(try find("number2x2") == ["Draft/moved.txt"] && find("summer").count == 2)
    }

    @Test func `are left to who asks where the index is gone, another, or says nothing`() throws {
        #expect(try project.listing(forTexts: search("\"ring\"")) == nil)
        #expect(try project.listing(forTexts: Search()) == nil)
        #expect(try find("spring") == ["Draft/b.txt"])
        // Made anew by somebody else.
        _ = try shelf.shelf.reopen(project).rebuildSearchIndex(dryRun: false)
        #expect(try find("spring") == ["Draft/b.txt"])
        try shelf.shelf.shell("rm -f state/projects/*/search*")
        #expect(try project.listing(forTexts: search("spring")) == nil)
    }

    @Test func `are left to who asks where too much is to be read`() throws {
        let text = String(repeating: "many words that nobody looks for, spring\n", count: 4_000)
        for count in 0..<60 { write(text, to: "Draft/long\(count).txt") }
        #expect(try project.listing(forTexts: search("spring")) == nil)
        project.searchSurvey.noteAll()
        for _ in 0..<200 where project.searchSurvey.isNeeded { try project.searchSurvey.step() }
        #expect(try project.listing(forTexts: search("spring")) == nil)
        #expect(try find("number3x4") == ["Research/3/4.txt"])
    }

    @Test func `are left to who asks as long as something waits that is refused`() throws {
        #expect(try project.listing(forTexts: search("spring")) != nil)
        write("spring", to: "refused.txt")
        #expect(try project.listing(forTexts: search("spring")) == nil)
        unlink("\(shelf.shelf.path)/My Poems/refused.txt")
        #expect(try find("spring") == ["Draft/b.txt"])
    }
}
