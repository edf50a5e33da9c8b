import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

@Suite struct `Texts of files with several names` {
    /// Looks into files, and tells which were read.
    private struct Reader {
        var read: [String] = []

        mutating func outcomes(_ linked: inout LinkedTexts, _ files: [LinkedTexts.File], _ outcome: (RelativePath) -> SearchReader.Outcome) -> [String] {
            let outcomes = linked.outcomes(of: files) { paths in
                read += paths.map(\.description)
                return paths.map(outcome)
            }
            return outcomes.map { outcome in
                switch outcome {
                case .found(let hits): "found \(hits.count)"
                case .absent: "absent"
                case .gone: "gone"
                case .notText: "no text"
                case .tooLarge: "too large"
                case .unreadable: "unreadable"
                }
            }
        }
    }

    private func file(_ path: RelativePath, _ inode: UInt64, links: UInt32 = 2) -> LinkedTexts.File {
        LinkedTexts.File(path: path, evidence: Evidence(inode: inode, size: 7, links: links))
    }

    private let hit = TextHit(line: 1, column: 1, text: "spring", marks: [0..<6])

    @Test func `are read once, in as many rounds as there are`() {
        var (reader, linked) = (Reader(), LinkedTexts())
        let files = [file("a", 1), file("b", 2, links: 1), file("c", 1), file("d", 2, links: 1), file("e", 3), file("f", 3)]
        let outcomes = reader.outcomes(&linked, files) { $0 == "e" ? .notText : .found([hit, hit]) }
        #expect(outcomes == ["found 2", "found 2", "found 2", "found 2", "no text", "no text"])
        #expect(reader.read == ["a", "b", "d", "e"])
        #expect(reader.outcomes(&linked, [file("g", 3), file("h", 4), file("i", 1)]) { _ in .absent } == ["no text", "absent", "found 2"])
        #expect(reader.read == ["a", "b", "d", "e", "h"])
    }

    @Test func `are read under other names where one is gone or cannot be opened`() {
        var (reader, linked) = (Reader(), LinkedTexts())
        let refused = DiskError(errno: EACCES, action: "read", path: "c")
        let outcomes = reader.outcomes(&linked, [file("a", 1), file("b", 1), file("c", 2), file("d", 2)]) { path in
            path == "a" ? .gone : path == "c" ? .unreadable(refused) : .found([hit])
        }
        #expect(outcomes == ["gone", "found 1", "unreadable", "found 1"])
    }

    @Test func `are listed under all their names`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems/Draft'; echo 'in spring' > 1.txt; ln 1.txt 2.txt; ln 1.txt 3.txt; echo winter > 4.txt; ln 4.txt 5.txt; echo spring > 6.txt")
        try project.sync()
        var search = Search()
        search.texts = ["spring"]
        search.order = .path
        let hits = try project.listing().search(search).hits
        #expect(hits.map(\.view.path.description) == ["Draft/1.txt", "Draft/2.txt", "Draft/3.txt", "Draft/6.txt"])
        #expect(hits.map(\.lines.first?.text) == ["in spring", "in spring", "in spring", "spring"])
    }
}
