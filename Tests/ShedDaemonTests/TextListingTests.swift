import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// A watched project with an index of words.
private final class IndexedShelf {
    let shelf: WatchedShelf
    var project: Project { shelf.watched.project }
    let path: String

    init(_ kind: String = "blank") throws {
        // Some seconds ahead, so that nothing was written just now.
        let shelf = try Shelf(now: { Surroundings.clock() + 10_000 })
        let project = try shelf.project(kind, named: "Mine")
        path = "\(shelf.path)/Mine"
        mkdir("\(path)/Draft", 0o755)
        if kind == "blank" {
            for folder in 0..<6 {
                mkdir("\(path)/\(folder)", 0o755)
                for file in 0..<10 { TestFile.write("the wind of \(folder)\nnumber\(folder)x\(file)", to: "\(path)/\(folder)/\(file).txt") }
            }
        }
        TestFile.write("offspring, the sea\nwinding", to: "\(path)/Draft/a.txt")
        TestFile.write("Spring: spring, the sea and other things", to: "\(path)/Draft/b.txt")
        try project.sync()
        _ = try project.rebuildSearchIndex(dryRun: false)
        self.shelf = try WatchedShelf(shelf, project)
        _ = try self.project.refresh()
    }

    func write(_ text: String, to path: String) { TestFile.write(text, to: "\(self.path)/\(path)") }
}

/// What a daemon answers who looks for words, by the index and by what events told.
@Suite(.waitsForPrograms) struct `Words that a daemon is asked for` {
    private func paths(_ result: SearchResult) -> [String] { result.hits.map(\.view.path.description) }

    private func find(_ text: String, in shelf: IndexedShelf) throws -> [String] { paths(try #require(try shelf.project.searchAsTold(Search(words: text)))) }

    @Test(arguments: ["spring", "spring*", "offspring sea", "\"the sea\" of*", "number3x4", "wind of", "number5x* wind", "w*", "nowhere", "\"of 4\""])
    func `are found as all texts would tell`(text: String) throws {
        let shelf = try IndexedShelf()
        for folder in [RelativePath.root, "Draft", "3"] {
            let search = try Search(words: text) { $0.folder = folder }
            let part = try #require(try shelf.project.searchAsTold(search))
            #expect(try paths(part) == paths(shelf.project.listing().search(search)), "\(folder)")
            // Of sixty and two.
            if text == "number3x4" || text == "spring" { #expect(part.countRead < 30) }
        }
    }

    @Test(arguments: ["wind", "w*", "wind of", "number3x4", "number* of", "nowhere", "of \"the wind\"", "spring"])
    func `are the best that all texts would tell, of a part of them`(text: String) throws {
        let shelf = try IndexedShelf()
        for file in 0..<40 { shelf.write(String(repeating: "the wind of winter\n", count: 1 + file % 7), to: "5/more \(file).txt") }
        // Each may be by another path that comes before.
        for file in 0..<40 { shelf.write("the wind of winter", to: "\(file % 6)/like \(file).txt") }
        _ = try shelf.project.refresh()
        _ = try shelf.project.rebuildSearchIndex(dryRun: false)
        shelf.write("wind wind wind", to: "1/1.txt")
        shelf.write("the wind of a moment ago", to: "2/new.txt")
        for folder in [RelativePath.root, "5", "Draft"] {
            for limit in [1, 3, 10, 70] {
                let search = try Search(words: text) { ($0.folder, $0.limit) = (folder, limit) }
                let found = try #require(try shelf.project.searchAsTold(search))
                let all = try shelf.project.listing().search(try Search(words: text) { $0.folder = folder })
                #expect(found.hits.map(\.view.path) == all.hits.prefix(limit).map(\.view.path), "\(folder) \(limit)")
                #expect(found.hits.map(\.lines) == all.hits.prefix(limit).map(\.lines))
                #expect(throws: ShedError.self) { _ = try shelf.project.searchAsTold(Search(words: text) { ($0.folder, $0.limit) = ("Nowhere", limit) }) }
                if text == "wind", folder.isRoot, limit == 1 { #expect(found.countRead < 70 && all.countRead > 130) }
            }
        }
    }

    /// A phrase may begin within a word. Once one was asked for, which words there are is read while nothing happens.
    @Test(arguments: [5, 6] as [UInt64]) func `are found as all texts would tell, of a phrase that begins within a word`(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let words = ["wind", "winding", "rewind", "Whirlwind", "sea", "oversea", "the", "ring", "String", "東京都", "Café", "cafe\u{301}", "don't", "ᾳ", "Straße", "x1"]
        let shelf = try IndexedShelf()
        for file in 0..<40 {
            let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                (words.randomElement(using: &random) ?? "") + ([" ", "\n", ", ", "-", ""].randomElement(using: &random) ?? "")
            }.joined()
            shelf.write(text, to: "\(file % 6)/some \(file).txt")
        }
        _ = try shelf.project.refresh()
        _ = try shelf.project.rebuildSearchIndex(dryRun: false)
        #expect(try shelf.project.searchAsTold(Search(words: "\"ring\"")) == nil)
        for _ in 0..<100 where shelf.project.searchSurvey.isNeeded { try shelf.project.searchSurvey.step() }
        #expect(!shelf.project.searchSurvey.isNeeded)
        let phrases = ["\"ring\"", "\"ind the\"", "\"wind sea\"", "\"ing\" wind", "\"umber3x4\"", "\"f 3\"", "\"café\"", "\"afe\"", "\"asse\"", "\"e s\" \"ring\"", "\"京\"", "\"nowhere\"", "\"1x1\"", "wind sea \"ing\""]
        for isSaved in [false, true] {
            if isSaved {
                shelf.write("nothing but a herring and the sea", to: "1/1.txt")
                shelf.write("an offspring", to: "2/new.txt")
            }
            for text in phrases {
                for limit in [nil, 2, 50] {
                    let search = try Search(words: text) { $0.limit = limit }
                    let found = try #require(try shelf.project.searchAsTold(search), "\(text)")
                    #expect(try paths(found) == paths(shelf.project.listing().search(search)), "\(text) \(limit ?? 0)")
                    if text == "\"umber3x4\"" { #expect(found.countRead == (isSaved ? 3 : 1)) }
                }
            }
        }
    }

    /// Of more than are read for one who asks, in several rounds.
    @Test func `are the first ones in the order of paths, of a phrase that is in very many`() throws {
        let shelf = try IndexedShelf()
        for file in 0..<1_100 { shelf.write("a \(file % 3 == 0 ? "storm" : "wind") over the sea", to: "\(file % 6)/storm\(file).txt") }
        _ = try shelf.project.refresh()
        _ = try shelf.project.rebuildSearchIndex(dryRun: false)
        for _ in 0..<100 where shelf.project.searchSurvey.isNeeded { try shelf.project.searchSurvey.step() }
        #expect(try shelf.project.searchAsTold(Search(words: "\"over the se\"")) == nil)
        for _ in 0..<100 where shelf.project.searchSurvey.isNeeded { try shelf.project.searchSurvey.step() }
        for text in ["\"wind over\"", "\"a storm over the\"", "\"over the se\"", "\"nowhere the se\""] {
            for limit in [1, 3, 40, 150] {
                for (folder, order) in [(RelativePath.root, Search.Order.relevance), ("3", .relevance), (.root, .path)] {
                    let search = try Search(words: text) { ($0.folder, $0.limit, $0.order) = (folder, limit, order) }
                    let found = try #require(try shelf.project.searchAsTold(search))
                    let all = try shelf.project.listing().search(try Search(words: text) { ($0.folder, $0.order) = (folder, order) })
                    #expect(found.hits.map(\.view.path) == all.hits.prefix(limit).map(\.view.path), "\(text) \(folder) \(limit)")
                    #expect(found.hits.map(\.lines) == all.hits.prefix(limit).map(\.lines))
                }
            }
        }
        #expect(throws: ShedError.self) { _ = try shelf.project.searchAsTold(Search(words: "\"over the se\"") { ($0.folder, $0.limit) = ("Nowhere", 3) }) }
        #expect(try #require(try shelf.project.searchAsTold(Search(words: "\"over the se\"") { $0.limit = 3 })).countRead <= 32)
    }

    @Test func `are found as they were saved a moment ago`() throws {
        let shelf = try IndexedShelf()
        #expect(try find("number1x1", in: shelf) == ["1/1.txt"])
        shelf.write("summer", to: "1/1.txt")
        #expect(try find("number1x1", in: shelf) == [])
        #expect(try find("summer", in: shelf) == ["1/1.txt"])
        shelf.write("summer", to: "5/new.txt")
        let from = "\(shelf.path)/2/2.txt"
        #expect(rename(from, "\(shelf.path)/Draft/moved.txt") == 0)
        unlink("\(shelf.path)/3/3.txt")
        #expect(try find("summer", in: shelf).sorted() == ["1/1.txt", "5/new.txt"])
        #expect(try find("number2x2", in: shelf) == ["Draft/moved.txt"])
        #expect(try find("number3x3", in: shelf) == [])
        // As the index knows them once more.
        shelf.project.searchSurvey.noteAll()
        for _ in 0..<20 where shelf.project.searchSurvey.isNeeded { try shelf.project.searchSurvey.step() }
        #expect(try find("number2x2", in: shelf) == ["Draft/moved.txt"] && find("summer", in: shelf).count == 2)
    }

    /// A program that writes a log keeps it open; and one that was just started has for a moment what the one that started it had open.
    @Test func `are found as they were written, also in a file that is still open`() throws {
        let shelf = try IndexedShelf()
        let file = try #require(fopen("\(shelf.path)/1/1.txt", "we"))
        defer { fclose(file) }
        for word in ["summer", "autumn"] {
            fputs(word + "\n", file)
            fflush(file)
            #expect(try find(word, in: shelf) == ["1/1.txt"])
        }
        #expect(try find("number1x1", in: shelf) == [])
    }

    private func countRead(_ text: String, in folder: RelativePath = .root, of shelf: IndexedShelf) throws -> Int {
        try #require(try shelf.project.searchAsTold(Search(words: text) { $0.folder = folder })).countRead
    }

    @Test func `cost a look at those files alone which the index leaves`() throws {
        let shelf = try IndexedShelf()
        #expect(try countRead("number3x4", of: shelf) == 1)
        #expect(try countRead("number3x4", in: "5", of: shelf) == 0)
        #expect(try countRead("nowhere", of: shelf) == 0)
        // What the index does not know is looked at too, and known once it has rested.
        shelf.write("summer", to: "1/new.txt")
        #expect(try countRead("number3x4", of: shelf) == 2)
        shelf.project.searchSurvey.noteAll()
        for _ in 0..<20 where shelf.project.searchSurvey.isNeeded { try shelf.project.searchSurvey.step() }
        #expect(try countRead("number3x4", of: shelf) == 1)
    }

    @Test func `are left to who asks where the index is gone, another, or says nothing`() throws {
        let shelf = try IndexedShelf()
        #expect(try shelf.project.searchAsTold(Search(words: "\"ring\"")) == nil)
        #expect(try shelf.project.searchAsTold(Search()) == nil)
        #expect(try find("spring", in: shelf) == ["Draft/b.txt"])
        // Made anew by somebody else.
        _ = try shelf.shelf.shelf.reopen(shelf.project).rebuildSearchIndex(dryRun: false)
        #expect(try find("spring", in: shelf) == ["Draft/b.txt"])
        try shelf.shelf.shelf.shell("rm -f state/projects/*/search*")
        #expect(try shelf.project.searchAsTold(Search(words: "spring")) == nil)
    }

    @Test func `are left to who asks where too much is to be read`() throws {
        let shelf = try IndexedShelf()
        let text = String(repeating: "many words that nobody looks for, spring\n", count: 4_000)
        for count in 0..<60 { shelf.write(text, to: "Draft/long\(count).txt") }
        // Ten megabytes are not.
        #expect(try find("spring", in: shelf).count == 61)
        for count in 0..<1_000 { shelf.write("spring", to: "Draft/short\(count).txt") }
        #expect(try shelf.project.searchAsTold(Search(words: "spring")) == nil)
        shelf.project.searchSurvey.noteAll()
        for _ in 0..<200 where shelf.project.searchSurvey.isNeeded { try shelf.project.searchSurvey.step() }
        #expect(try shelf.project.searchAsTold(Search(words: "spring")) == nil)
        #expect(try find("number3x4", in: shelf) == ["3/4.txt"])
    }

    /// What is rare counts for more, and what is rare is told by the files that the index knows: also those in folders at which nobody looks.
    @Test func `stand in the same order where the index does not know all files`() throws {
        let shelf = try IndexedShelf()
        mkdir("\(shelf.path)/Other", 0o755)
        for count in 0..<40 { shelf.write("a leaf", to: "Other/\(count).txt") }
        _ = try shelf.shelf.shelf.reopen(shelf.project).rebuildSearchIndex(dryRun: false)
        mkdir("\(shelf.path)/New", 0o755)
        for count in 0..<60 { shelf.write("nothing that is looked for", to: "New/\(count).txt") }
        func padded(_ text: String) -> String { text + String(repeating: ".", count: 200 - text.utf8.count) }
        shelf.write(padded("leaf" + String(repeating: " wind", count: 20)), to: "Draft/windy.txt")
        shelf.write(padded("wind leaf leaf"), to: "Draft/leafy.txt")
        let search = try Search(words: "wind leaf")
        #expect(try paths(#require(try shelf.project.searchAsTold(search))) == ["Draft/leafy.txt", "Draft/windy.txt"])
        #expect(try paths(shelf.project.listing().search(search)) == ["Draft/leafy.txt", "Draft/windy.txt"])
    }

    @Test func `are found where they were written through another name of the file`() throws {
        let shelf = try IndexedShelf()
        let outside = "\(shelf.shelf.shelf.path)/outside.txt"
        #expect(link("\(shelf.path)/1/1.txt", outside) == 0)
        // The folder is looked at.
        shelf.write("more", to: "1/more.txt")
        #expect(try find("number1x1", in: shelf) == ["1/1.txt"])
        _ = try shelf.shelf.shelf.reopen(shelf.project).rebuildSearchIndex(dryRun: false)
        #expect(try find("summer", in: shelf) == [])
        TestFile.write("summer", to: outside)
        #expect(try find("summer", in: shelf) == ["1/1.txt"])
        #expect(try find("number1x1", in: shelf) == [])
    }

    @Test func `are left to who asks where the index is damaged, who says it`() throws {
        let shelf = try IndexedShelf()
        try shelf.shelf.shelf.shell("for f in state/projects/*/search-*.sqlite; do printf 'no index at all' > \"$f\"; done")
        let search = try Search(words: "spring")
        #expect(try shelf.project.searchAsTold(search) == nil)
        let result = try shelf.shelf.shelf.reopen(shelf.project).listing().search(search)
        #expect(result.isDamaged && result.hits.map(\.view.path) == ["Draft/b.txt"])
    }

    @Test func `are left to who asks as long as something waits that is refused`() throws {
        let shelf = try IndexedShelf("poetry")
        #expect(try shelf.project.searchAsTold(Search(words: "spring")) != nil)
        shelf.write("spring", to: "refused.txt")
        #expect(try shelf.project.searchAsTold(Search(words: "spring")) == nil)
        unlink("\(shelf.path)/refused.txt")
        #expect(try find("spring", in: shelf) == ["Draft/b.txt"])
    }
}
