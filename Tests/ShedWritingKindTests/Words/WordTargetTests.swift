import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedWritingKind

/// How many words something is to have, and by when.
@Suite struct `Targets of words` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo one two three > Draft/Ode.txt; echo four five > Research/Notes.md")
        try project.sync()
    }

    private func target(_ words: Int, _ day: String? = nil) throws -> WordTarget {
        let by = try day.map { try #require(CalendarDay($0)) }
        return try #require(WordTarget(words: words, by: by))
    }

    private func set(_ target: WordTarget?, _ path: RelativePath) throws -> Bool {
        try project.change { try $0.setWordTarget(target, at: path, dryRun: false) }
    }

    private func progress() throws -> [WordProgress] {
        try project.asKnown.wordProgress(try project.listing().counted(below: .root))
    }

    @Test func `are of files, folders and the project, and may be taken away`() throws {
        #expect(try set(target(80_000, "2027-03-01"), "Draft") && set(target(10), "Draft/Ode.txt") && set(target(100_000), .root))
        #expect(try !set(target(10), "Draft/Ode.txt"))
        let all = try progress()
        #expect(all.map(\.path) == [.root, "Draft", "Draft/Ode.txt"])
        #expect(all.map(\.there) == [5, 3, 3] && all.map(\.missing) == [99_995, 79_997, 7])
        #expect(try set(nil, "Draft") && !set(nil, "Draft"))
        #expect(try progress().count == 2)
    }

    @Test func `are none of All, which only shows what stands elsewhere`() throws {
        for isDryRun in [true, false] {
            #expect(throws: ShedError.self) { try project.change { try $0.setWordTarget(target(5), at: "All", dryRun: isDryRun) } }
        }
        #expect(try progress().isEmpty && !set(nil, "All"))
    }

    @Test func `go with their file, and with the sidecar`() throws {
        #expect(try set(target(10, "2027-03-01"), "Draft/Ode.txt"))
        try shelf.shell("cd 'My Poems'; mv Draft/Ode.txt Ready/Hymn.txt")
        try project.sync()
        #expect(try WordTarget(project.find("Ready/Hymn.txt").node) == target(10, "2027-03-01"))
        try shelf.shell("rm -rf state; cp -a 'My Poems' Other")
        let other = try shelf.trusted("Other")
        #expect(try WordTarget(other.find("Ready/Hymn.txt").node) == target(10, "2027-03-01"))
    }

    @Test func `are nothing where a sidecar says what cannot be one`() throws {
        let id = try project.find("Draft/Ode.txt").node.id
        for value in [
            .null, 5, "5", ["words": 0], ["words": -1], ["words": 100_000_001], ["words": .integer(.max)], ["words": .number(1e300)], ["words": "5"], ["by": "2027-03-01"], [],
        ] as [JSONValue] {
            try project.commit([Operation(id, [.other("word-target", value)])])
            #expect(try WordTarget(project.find("Draft/Ode.txt").node) == nil, "\(value)")
        }
        try project.commit([Operation(id, [.other("word-target", ["words": 5, "by": "2027-02-29"])])])
        #expect(try WordTarget(project.find("Draft/Ode.txt").node) == target(5))
        #expect(WordTarget(words: 0) == nil && WordTarget(words: 100_000_001) == nil && WordTarget(words: 100_000_000) != nil)
    }

    @Test func `say what is missing, and what that is a day`() throws {
        let today = try #require(CalendarDay("2027-02-20"))
        func progress(_ words: Int, _ day: String?, there: Int) throws -> WordProgress {
            WordProgress(path: "Draft", id: project.asKnown.id, target: try target(words, day), there: there, today: today)
        }
        let ahead = try progress(1_000, "2027-03-01", there: 505)
        #expect(ahead.missing == 495 && ahead.part == 50 && ahead.daysLeft == 10 && ahead.wordsADay == 50)
        let last = try progress(1_000, "2027-02-20", there: 999)
        #expect(last.daysLeft == 1 && last.wordsADay == 1 && last.part == 99)
        let late = try progress(1_000, "2027-02-19", there: 0)
        #expect(late.daysLeft == 0 && late.wordsADay == nil)
        let done = try progress(1_000, nil, there: 2_000)
        #expect(done.missing == 0 && done.part == 100 && done.daysLeft == nil && done.wordsADay == nil)
        #expect("\(ahead.message)" == "505 of 1000 words (50 %), 495 to go, 10 days until 2027-03-01: 50 a day")
        #expect("\(late.message)" == "0 of 1000 words (0 %), 1000 to go, was due on 2027-02-19")
        #expect("\(done.message)" == "2000 of 1000 words: reached")
    }
}
