import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedSearch
import ShedTestSupport
import Testing

@testable import ShedProject

/// What is found with an index of words, and without one.
@Suite struct `An index of words` {
    /// A clock that is some seconds ahead, so that nothing was written just now.
    private static let later: @Sendable () -> Int64 = { Surroundings.clock() + 10_000 }

    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf(now: Self.later)
        project = try shelf.project()
    }

    private func write(_ text: String, to path: String) { TestFile.write(text, to: "\(shelf.path)/My Poems/\(path)") }

    private func find(_ text: String, isExact: Bool = false, _ change: (inout Search) -> Void = { _ in }) throws -> [String] {
        var search = Search()
        let isSought = search.addText(text, isExact: isExact)
        #expect(isSought)
        change(&search)
        return try project.listing().search(search).hits.map(\.view.path.description)
    }

    private var keeper: SearchKeeper { SearchKeeper(project) }

    private func known() throws -> Int { try keeper.writing()?.files().count ?? -1 }

    private static let words = ["wind", "winding", "Wind", "rewind", "sea", "Café", "cafe\u{301}", "Straße", "東京都", "京", "don't", "don’t", "ring", "String", "the", "x1"]
    private static let questions = [
        "wind", "wind*", "WIND sea", "cafe", "\"Café\"", "strasse", "京都", "京", "東京都 sea", "don't", "don’t", "\"don't\"", "\"ring\"", "\"the sea\"", "\"wind the\" sea*", "x1 the", "—", "東*",
        "\"ind\" the", "s*",
    ]

    @Test(arguments: [3, 4] as [UInt64]) func `answers as the texts do, whatever is asked`(seed: UInt64) throws {
        var random = SeededRandom(seed)
        for count in 0..<60 {
            let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                (Self.words.randomElement(using: &random) ?? "") + ([" ", "\n", ", ", "-", ""].randomElement(using: &random) ?? "")
            }.joined()
            write(text, to: "Draft/\(count).txt")
        }
        write("wind the sea, winding: x1 the ring; 東京都 Straße Café don't", to: "Draft/60.txt")
        var expected: [[String]] = []
        for question in Self.questions { expected.append(try find(question).sorted()) }
        #expect(!keeper.isThere)
        #expect(try project.rebuildSearchIndex(dryRun: true).files == 61)
        #expect(!keeper.isThere)
        #expect(try project.rebuildSearchIndex(dryRun: false).files == 61)
        #expect(try known() == 61)
        for (question, expected) in zip(Self.questions, expected) {
            #expect(try find(question).sorted() == expected, "\(question)")
            #expect(!expected.isEmpty || question == "—", "\(question)")
        }
    }

    @Test func `looks past what nobody sees in a word, as reading does, and no line that is shown has it`() throws {
        let persian = "\u{645}\u{6cc}\u{200c}\u{634}\u{648}\u{62f}"
        write("Im Schiff\u{ad}fahrts\u{ad}museum: a\u{200b}b\u{2060}c\u{feff}d, \(persian)\n", to: "Draft/a.txt")
        write("Schiff fahrts museum\n", to: "Draft/b.txt")
        for isIndexed in [false, true] {
            if isIndexed { _ = try project.rebuildSearchIndex(dryRun: false) }
            for text in ["schifffahrtsmuseum", "Schiff\u{ad}fahrtsmuseum", "schifffahrts*", "\"schifffahrtsmuseum: abcd\"", "abcd", persian] {
                #expect(try find(text) == ["Draft/a.txt"], "\(text)")
            }
            #expect(try find("fahrtsmuseum", isExact: true) == ["Draft/a.txt"])
            for text in ["schiff", "fahrts", "museum"] { #expect(try find(text) == ["Draft/b.txt"], "\(text)") }
            // Joiners of letters tell words apart.
            #expect(try find(String(String.UnicodeScalarView(persian.unicodeScalars.filter { $0 != "\u{200c}" }))).isEmpty)
            var search = Search()
            search.terms = [SearchTerm("schifffahrtsmuseum")]
            let line = try #require(try project.listing().search(search).hits.first?.lines.first)
            #expect(line.text == "Im Schifffahrtsmuseum: abcd, \(persian)" && line.column == 4 && line.marks == [3..<21])
        }
    }

    @Test func `never answers for a file as it was`() throws {
        write("spring\n", to: "Draft/a.txt")
        write("autumn\n", to: "Draft/b.txt")
        _ = try project.rebuildSearchIndex(dryRun: false)
        #expect(try find("spring") == ["Draft/a.txt"])
        // As long as before, and its time put back.
        write("winter\n", to: "Draft/a.txt")
        var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, "\(shelf.path)/My Poems/Draft/a.txt", &times, 0) == 0)
        #expect(try find("spring").isEmpty)
        #expect(try find("winter") == ["Draft/a.txt"])
        write("spring\n", to: "Draft/c.txt")
        #expect(try find("spring") == ["Draft/c.txt"])
        // A file that came in the place of another, by its name.
        #expect(rename("\(shelf.path)/My Poems/Draft/b.txt", "\(shelf.path)/My Poems/Draft/c.txt") == 0)
        #expect(try find("spring").isEmpty)
        #expect(try find("autumn") == ["Draft/c.txt"])
    }

    @Test func `puts what fits best first`() throws {
        write(String(repeating: "other words here ", count: 40) + "wind", to: "Draft/a long.txt")
        write("wind wind wind and more", to: "Draft/b often.txt")
        write("wind and more of other things", to: "Draft/c short.txt")
        for isIndexed in [false, true] {
            if isIndexed { _ = try project.rebuildSearchIndex(dryRun: false) }
            #expect(try find("wind") == ["Draft/b often.txt", "Draft/c short.txt", "Draft/a long.txt"])
            #expect(try find("wind") { $0.limit = 1 } == ["Draft/b often.txt"])
            #expect(try find("wind") { $0.order = .path } == ["Draft/a long.txt", "Draft/b often.txt", "Draft/c short.txt"])
            #expect(try find("wind", isExact: true) == ["Draft/a long.txt", "Draft/b often.txt", "Draft/c short.txt"])
        }
    }

    @Test func `is damaged without harm, and made anew`() throws {
        write("spring\n", to: "Draft/a.txt")
        _ = try project.rebuildSearchIndex(dryRun: false)
        let folder = try #require(project.home.stateFolder?.path)
        try shelf.shell("for f in '\(folder)'/search-*.sqlite; do printf 'no index at all' > \"$f\"; done")
        var search = Search()
        search.terms = [SearchTerm("spring")]
        let result = try project.listing().search(search)
        #expect(result.isDamaged && result.hits.count == 1)
        #expect(!keeper.isThere)
        #expect(try !project.listing().search(search).isDamaged)
        #expect(try shelf.shell("ls '\(folder)' | grep -c '^search-.*sqlite' || true") == "0\n")
        _ = try project.rebuildSearchIndex(dryRun: false)
        #expect(try known() == 1)
    }

    @Test func `is written where a link or a pipe stands in place of its lock, which go`() throws {
        write("spring\n", to: "Draft/a.txt")
        let lock = try #require(project.home.stateFolder?.path) + "/search.lock"
        for command in ["ln -s '\(shelf.path)/elsewhere' '\(lock)'", "mkfifo '\(lock)'"] {
            try shelf.shell("rm -f '\(lock)'; \(command)")
            #expect(try project.rebuildSearchIndex(dryRun: false).files == 1)
            #expect(try shelf.shell("test -f '\(lock)' && ! test -L '\(lock)' && echo file") == "file\n")
            #expect(try known() == 1)
        }
        #expect(try shelf.shell("ls | grep -c elsewhere || true") == "0\n")
    }

    @Test func `says that a folder stands in place of its lock, which stays, and finds all the same`() throws {
        write("spring\n", to: "Draft/a.txt")
        let lock = try #require(project.home.stateFolder?.path) + "/search.lock"
        try shelf.shell("mkdir '\(lock)'; echo mine > '\(lock)/letter.txt'")
        let error = #expect(throws: ShedError.self) { _ = try project.rebuildSearchIndex(dryRun: false) }
        #expect(error?.kind == .environment && error?.message.contains(lock) == true, "\(error?.message ?? "")")
        #expect(keeper.writing() == nil)
        #expect(try find("spring") == ["Draft/a.txt"])
        #expect(try shelf.shell("cat '\(lock)/letter.txt'") == "mine\n")
    }

    @Test func `leaves nothing of one whose naming was lost, and what only begins with its name`() throws {
        write("spring\n", to: "Draft/a.txt")
        let folder = try #require(project.home.stateFolder?.path)
        try shelf.shell("""
            cd '\(folder)'; for f in 12-0.sqlite 12-1.sqlite-wal 7-1.sqlite-journal notes.txt 12-0.sqlite.bak 12-5.sqlite; do echo x > search-$f; done
            mkdir search-8-0.sqlite search-9-0.sqlite search-old; echo mine > search-9-0.sqlite/letter.txt; ln -s nowhere search-8-1.sqlite
            """)
        _ = try project.rebuildSearchIndex(dryRun: false)
        let number = try #require(keeper.number)
        let left = try shelf.shell("cd '\(folder)'; ls -d search-* | grep -v '^search-\(number)-'").split(separator: "\n").map(String.init).sorted()
        #expect(left == ["search-12-0.sqlite.bak", "search-12-5.sqlite", "search-9-0.sqlite", "search-notes.txt", "search-old"])
        #expect(try shelf.shell("cat '\(folder)/search-9-0.sqlite/letter.txt'") == "mine\n")
        #expect(try known() == 1)
    }

    @Test func `of another version is made anew without a word`() throws {
        write("spring\n", to: "Draft/a.txt")
        _ = try project.rebuildSearchIndex(dryRun: false)
        let folder = try #require(project.home.stateFolder?.path)
        try shelf.shell("for f in '\(folder)'/search-*.sqlite; do printf '\\002' | dd of=\"$f\" bs=1 seek=63 conv=notrunc status=none; rm -f \"$f\"-*; done")
        var search = Search()
        search.terms = [SearchTerm("spring")]
        let result = try project.listing().search(search)
        #expect(!result.isDamaged && result.hits.count == 1)
        #expect(!keeper.isThere)
        _ = try project.rebuildSearchIndex(dryRun: false)
        #expect(try known() == 1)
    }

    @Test func `goes where the settings want none`() throws {
        write("spring\n", to: "Draft/a.txt")
        _ = try project.rebuildSearchIndex(dryRun: false)
        write("search = false\n", to: ".shed/settings.toml")
        #expect(try project.home.reloadConfiguration())
        #expect(keeper.isThere)
        #expect(try find("spring") == ["Draft/a.txt"])
        #expect(!keeper.isThere)
        #expect(throws: ShedError.self) { _ = try project.rebuildSearchIndex(dryRun: false) }
    }

    @Test func `is begun by a search that has much to read, and kept up by the next ones`() throws {
        let text = String(repeating: "many words that nobody looks for\n", count: 4_000)
        for count in 0..<40 { write(text + "spring\(count)", to: "Draft/\(count).txt") }
        #expect(try find("spring7") == ["Draft/7.txt"])
        #expect(try known() == 40)
        write("autumn", to: "Draft/7.txt")
        #expect(try find("autumn") == ["Draft/7.txt"])
        #expect(try find("spring7").isEmpty)
        #expect(try known() == 40)
        let looked = try shelf.reopen(project, purpose: .look)
        var search = Search()
        search.terms = [SearchTerm("spring8")]
        #expect(try looked.listing().search(search).hits.count == 1)
    }

    @Test func `holds documents and books`() throws {
        let folder = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Fixtures/words"
        try shelf.shell("cd 'My Poems/Draft'; cp '\(folder)'/*.docx . 2>/dev/null; ls *.docx | head -n 1 > /dev/null; printf 'no zip' > torn.docx")
        let words = ["the", "a*", "1"]
        let before = try words.map { try find($0).sorted() }
        #expect(before.contains { !$0.isEmpty })
        _ = try project.rebuildSearchIndex(dryRun: false)
        #expect(try words.map { try find($0).sorted() } == before)
    }

    // MARK: In a daemon

    @Test func `is kept up by portions while nothing happens`() throws {
        let survey = project.searchSurvey
        let text = String(repeating: "many words that nobody looks for\n", count: 4_000)
        for count in 0..<40 { write(text + "spring\(count)", to: "Draft/\(count).txt") }
        try project.sync()
        survey.noteAll()
        for _ in 0..<200 where survey.isNeeded { try survey.step() }
        #expect(!survey.isNeeded && survey.due == nil)
        #expect(try known() == 40)
        write("autumn", to: "Draft/3.txt")
        unlink("\(shelf.path)/My Poems/Draft/4.txt")
        try project.sync()
        survey.note(try #require(try project.id("Draft/3.txt")))
        for _ in 0..<200 where survey.isNeeded { try survey.step() }
        let evidence = try #require(try project.home.root.openDirectory(at: "Draft").evidence(of: "3.txt"))
        #expect(try keeper.writing()?.files()[evidence.inode]?.stamp.isOf(evidence) == true)
        survey.noteAll()
        for _ in 0..<200 where survey.isNeeded { try survey.step() }
        #expect(try known() == 39)
    }

    @Test func `is not begun for little`() throws {
        write("spring", to: "Draft/a.txt")
        try project.sync()
        project.searchSurvey.noteAll()
        for _ in 0..<10 where project.searchSurvey.isNeeded { try project.searchSurvey.step() }
        #expect(!keeper.isThere)
    }

    @Test func `waits for nothing whose time lies ahead`() throws {
        write("spring\n", to: "Draft/a.txt")
        _ = try project.rebuildSearchIndex(dryRun: false)
        write("autumn\n", to: "Draft/a.txt")
        var times = [timespec(tv_sec: 4_102_444_800, tv_nsec: 0), timespec(tv_sec: 4_102_444_800, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, "\(shelf.path)/My Poems/Draft/a.txt", &times, 0) == 0)
        try project.sync()
        let survey = project.searchSurvey
        survey.note(try #require(try project.id("Draft/a.txt")))
        try survey.step()
        #expect(!survey.isNeeded && survey.due == nil)
        #expect(try find("autumn") == ["Draft/a.txt"])
    }

    @Test func `is told again of what changed while somebody else wrote it`() throws {
        write("spring\n", to: "Draft/a.txt")
        _ = try project.rebuildSearchIndex(dryRun: false)
        write("late autumn\n", to: "Draft/a.txt")
        try project.sync()
        let survey = project.searchSurvey
        survey.note(try #require(try project.id("Draft/a.txt")))
        var other = try FileLock.attempt(try #require(project.home.stateFolder).path + "/search.lock")
        #expect(other != nil)
        try survey.step()
        let due = try #require(survey.due)
        #expect(!survey.isNeeded)
        other = nil
        project.home.surroundings.now = { due + 1 }
        #expect(survey.isNeeded)
        try survey.step()
        #expect(!survey.isNeeded && survey.due == nil)
        let evidence = try #require(try project.home.root.openDirectory(at: "Draft").evidence(of: "a.txt"))
        #expect(try keeper.writing()?.files()[evidence.inode]?.stamp.isOf(evidence) == true)
    }

    /// Its number is another one then, which stands in no list that was read before.
    @Test func `says nothing by a list of files that was read before one of them was put in again`() throws {
        write("spring\n", to: "Draft/a.txt")
        _ = try project.rebuildSearchIndex(dryRun: false)
        let (number, folder) = (try #require(keeper.number), try #require(project.home.stateFolder?.path))
        let known = try #require(try keeper.known(number, in: folder))
        var search = Search()
        search.terms = [SearchTerm("spring")]
        let evidence = try #require(try project.home.root.openDirectory(at: "Draft").evidence(of: "a.txt"))
        #expect(try SearchSieve(known, search)?.mayHold(evidence) == true)
        _ = keeper.writing()?.takeIn([LinkedTexts.File(path: "Draft/a.txt", evidence: evidence)])
        #expect(try SearchSieve(known, search) == nil)
        #expect(keeper.sieve(search).mayHold(evidence))
    }

    /// What is missing is still known as it was last seen, and may stand elsewhere by now as another.
    @Test func `looks at all that were last seen as the same file`() throws {
        write("spring\n", to: "Draft/a.txt")
        write("spring\n", to: "Draft/b.txt")
        try project.sync()
        _ = try project.rebuildSearchIndex(dryRun: false)
        var search = Search()
        search.terms = [SearchTerm("spring")]
        let sieve = keeper.sieve(search)
        let numbers = try #require(sieve.numbers)
        let (one, other) = (try #require(try project.id("Draft/a.txt")), try #require(try project.id("Draft/b.txt")))
        for (first, second) in [(one, other), (other, one)] {
            var state = try project.asKnown.load()
            state.memory.record(try #require(state.memory.seen[first]), of: second)
            var found: [NodeID] = []
            let isAll = SearchPlaces(sieve, state, generation: 0).forEach(numbers) { position in
                found.append(state.memory.seen.keys[position])
                return true
            }
            #expect(isAll && found.count == 2 && Set(found) == [one, other])
        }
    }

    @Test func `is not asked for for ever where nobody can write it`() throws {
        write("spring\n", to: "Draft/a.txt")
        _ = try project.rebuildSearchIndex(dryRun: false)
        let survey = project.searchSurvey
        survey.noteAll()
        let other = try FileLock.attempt(try #require(project.home.stateFolder).path + "/search.lock")
        #expect(other != nil)
        var count = 0
        while count < 1_000, survey.isNeeded || survey.due != nil {
            if let due = survey.due { project.home.surroundings.now = { due + 1 } }
            try survey.step()
            count += 1
        }
        #expect(count > 2 && count < 1_000)
        withExtendedLifetime(other) {}
    }
}
