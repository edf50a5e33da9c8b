import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRecordsKind
import Testing

/// What `stats` counts.
@Suite("Statistics") struct StatisticsTests {
    private static func counts(_ statistics: Statistics) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: statistics.counts.map { ($0.key, $0.number) })
    }

    @Test func `count what other kinds hold, without Trash and Rejected`() throws {
        let shelf = try Shelf(kinds: [RecordsKind()])
        let poems = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt; echo b > Draft/b.txt; mkdir Collections/Book; echo x > Collections/Book/x.txt; echo stray > stray.txt")
        try poems.sync()
        _ = try poems.write { transaction throws(ShedError) in try transaction.trash(["Draft/b.txt"]) }
        let statistics = try poems.statistics()
        #expect(Self.counts(statistics) == ["folders": 1, "files": 2])
        #expect(statistics.taggedSort == "files and folders" && statistics.untagged == 3)
        let library = try shelf.project("records", named: "Library")
        try shelf.shell("cd Library; mkdir Books; echo '{\"A\":\"b\"}' > Books/one.json")
        try library.sync()
        #expect(try Self.counts(library.statistics()) == ["collections": 1, "records": 1])
    }
}
