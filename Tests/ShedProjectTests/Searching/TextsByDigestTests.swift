import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// What is found by the index of words and the digests of folders, beside what a listing of everything finds.
@Suite struct `Words in a project that nobody watches` {
    private let shelf: Shelf
    private let root: String

    init() throws {
        // Some seconds ahead, so that nothing was written just now.
        shelf = try Shelf(now: { Surroundings.clock() + 10_000 })
        let project = try shelf.project("blank", named: "Mine")
        root = "\(shelf.path)/Mine"
        for folder in 0..<5 {
            mkdir("\(root)/\(folder)", 0o755)
            for file in 0..<12 { write(String(repeating: "the wind of \(folder)\n", count: 1 + file % 5) + "number\(folder)x\(file)", to: "\(folder)/\(file).txt") }
        }
        write("offspring, the sea\nwinding", to: "0/a.txt")
        write("Spring: spring, the sea and other things", to: "1/b.txt")
        try project.sync()
        _ = try project.rebuildSearchIndex(dryRun: false)
    }

    private func write(_ text: String, to path: String) { TestFile.write(text, to: "\(root)/\(path)") }

    /// As the next command opens it.
    private func opened(_ name: String = "Mine") throws -> Project {
        try Project.open(containing: Array("\(shelf.path)/\(name)".utf8), surroundings: shelf.surroundings, purpose: .change)
    }

    private func paths(_ text: String) throws -> [String] {
        let result = try opened().search(Search(words: text))
        let all = try opened().listing().search(Search(words: text))
        #expect(result.hits.map(\.view.path) == all.hits.map(\.view.path) && result.hits.map(\.view.id) == all.hits.map(\.view.id))
        return result.hits.map(\.view.path.description)
    }

    @Test(arguments: ["spring", "spring*", "wind", "w*", "wind of", "\"the sea\" of*", "number3x4", "number* of", "nowhere", "\"ring\"", "wind summer"])
    func `are found as all texts would tell`(text: String) throws {
        for stage in 0..<3 {
            if stage == 1 {
                write("a summer wind of a moment ago", to: "1/1.txt")
                write("wind in summer", to: "2/new.txt")
                #expect(rename("\(root)/3/3.txt", "\(root)/0/moved.txt") == 0)
                unlink("\(root)/4/5.txt")
            }
            if stage == 2 { #expect(link("\(root)/4/4.txt", "\(root)/0/linked.txt") == 0) } else { #expect(try opened().stateByDigests() != nil) }
            // How rare a word is the index tells, into which this puts what is new.
            _ = try opened().search(Search(words: "summer"))
            for folder in [RelativePath.root, "1"] {
                for (limit, order) in [(nil, .relevance), (1, .relevance), (3, .path), (70, .relevance)] as [(Int?, Search.Order)] {
                    let search = try Search(words: text) { ($0.folder, $0.limit, $0.order) = (folder, limit, order) }
                    let found = try opened().search(search)
                    let all = try opened().listing().search(search)
                    #expect(found.hits.map(\.view.path) == all.hits.map(\.view.path), "\(folder) \(limit ?? 0) \(order)")
                    #expect(found.hits.map(\.view.id) == all.hits.map(\.view.id) && found.hits.map(\.lines) == all.hits.map(\.lines))
                }
            }
        }
        #expect(throws: ShedError.self) { _ = try opened().search(Search(words: text) { $0.folder = "Nowhere" }) }
    }

    @Test func `are found as files were saved a moment ago, whatever their times say`() throws {
        #expect(try opened().stateByDigests() != nil)
        #expect(try paths("number3x4") == ["3/4.txt"])
        var facts = stat()
        #expect(stat("\(root)/3/4.txt", &facts) == 0)
        // As long as before, in the same file, and its time put back.
        let descriptor = open("\(root)/3/4.txt", O_WRONLY | O_CLOEXEC)
        let text = Array(TestFile.read("\(root)/3/4.txt").map { $0 == UInt8(ascii: "n") ? UInt8(ascii: "m") : $0 })
        #expect(pwrite(descriptor, text, text.count, 0) == text.count)
        var times = [facts.st_atim, facts.st_mtim]
        #expect(futimens(descriptor, &times) == 0)
        close(descriptor)
        #expect(try paths("number3x4") == [])
        #expect(try paths("mumber3x4") == ["3/4.txt"])
        #expect(try opened().stateByDigests() != nil)
        // By another of its names, which stands outside of the project.
        #expect(link("\(root)/2/2.txt", "\(shelf.path)/outside") == 0)
        #expect(try paths("number2x2") == ["2/2.txt"])
        TestFile.write("summer", to: "\(shelf.path)/outside")
        #expect(try paths("number2x2") == [])
        #expect(try paths("summer") == ["2/2.txt"])
    }

    @Test func `are found in what waits, and in what is refused`() throws {
        let poems = try shelf.project("poetry", named: "Poems")
        TestFile.write("summer wind", to: "\(shelf.path)/Poems/Draft/a.txt")
        try poems.sync()
        _ = try poems.rebuildSearchIndex(dryRun: false)
        TestFile.write("summer", to: "\(shelf.path)/Poems/stray.txt")
        mkdir("\(shelf.path)/Poems/Draft/Folder", 0o755)
        TestFile.write("summer", to: "\(shelf.path)/Poems/Draft/Folder/b.txt")
        for _ in 0..<2 {
            let found = try opened("Poems").search(Search(words: "summer")).hits.map(\.view.path)
            #expect(found.count == 3)
            #expect(try found == opened("Poems").listing().search(Search(words: "summer")).hits.map(\.view.path))
        }
    }

    @Test func `are put into the index where it did not know them, all that were read at once`() throws {
        for file in 0..<100 { write("a summer \(file)", to: "2/new\(file).txt") }
        for limit in [3, nil] {
            let before = try SearchKeeper(opened()).writing()?.files().count
            #expect(try opened().search(Search(words: "summer") { $0.limit = limit }).hits.count == limit ?? 100)
            let after = try SearchKeeper(opened()).writing()?.files().count
            #expect(before == (limit == nil ? 162 : 62) && after == 162)
        }
    }

    @Test func `are found, and it is said, where the index is damaged`() throws {
        try shelf.shell("for file in state/projects/*/search-*.sqlite; do printf 'no index at all, and longer than its head, which has a hundred bytes: %0100d' 0 > $file; done")
        let found = try opened().search(Search(words: "number3x4"))
        #expect(found.isDamaged && found.hits.map(\.view.path) == ["3/4.txt"])
        #expect(try !opened().search(Search(words: "number3x4")).isDamaged)
    }
}
