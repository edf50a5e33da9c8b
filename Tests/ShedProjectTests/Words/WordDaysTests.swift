import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// Words as they were written, day by day, of a project.
@Suite struct `Words by day` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo one two three > Draft/Ode.txt; echo four five > Research/Notes.md")
        try count()
    }

    /// Counts as `stats` does.
    @discardableResult
    private func count() throws -> Listing { try #require(try project.statisticsWithWords().listing) }

    private func today(_ path: RelativePath = .root) throws -> DayOfWords { try #require(try project.asKnown.wordDays(at: path, last: 1).first).words }

    @Test func `are those that came and went since they were last counted`() throws {
        #expect(try today() == DayOfWords(added: 0, removed: 0, found: 5))
        try shelf.shell("cd 'My Poems'; echo six seven >> Draft/Ode.txt; echo four > Research/Notes.md")
        try count()
        #expect(try today() == DayOfWords(added: 2, removed: 1, found: 5))
        #expect(try today("Draft") == DayOfWords(added: 2, removed: 0, found: 3) && today("Research/Notes.md").removed == 1)
        try count()
        #expect(try today().added == 2)
    }

    @Test func `are none where a file is moved, renamed, thrown away or brought back`() throws {
        let before = try today()
        try shelf.shell("cd 'My Poems'; mv Draft/Ode.txt Ready/Hymn.txt")
        try count()
        #expect(try today() == before && today("Ready") == DayOfWords(added: 0, removed: 0, found: 3))
        try shelf.shell("cd 'My Poems'; mv Ready/Hymn.txt Trash/")
        try count()
        try shelf.shell("cd 'My Poems'; mv Trash/Hymn.txt Ready/")
        try count()
        #expect(try today() == before)
    }

    @Test func `of what lies in Trash are not counted`() throws {
        try shelf.shell("cd 'My Poems'; echo a b c d > Trash/Old.txt")
        let view = try count().view(at: .root)
        #expect(view.counts.words == 5)
        #expect(try today().found == 5)
    }

    @Test func `that came at once were found`() throws {
        let text = String(repeating: "word ", count: 5_000)
        TestFile.write(text, to: "\(shelf.path)/My Poems/Draft/Ode.txt")
        try count()
        #expect(try today() == DayOfWords(added: 0, removed: 0, found: 5_002))
    }

    @Test func `are not kept where that is not wanted`() throws {
        TestFile.write("[words]\nhistory = false\n", to: "\(shelf.path)/My Poems/.shed/settings.toml")
        _ = try project.home.reloadConfiguration()
        try shelf.shell("cd 'My Poems'; echo six >> Draft/Ode.txt")
        try count()
        #expect(try today().added == 0)
        TestFile.write("[words]\nhistory = 1\n", to: "\(shelf.path)/My Poems/.shed/settings.toml")
        #expect(throws: ShedError.self) { _ = try project.home.reloadConfiguration() }
    }

    @Test func `stand in the state directory, and a file that stays as it is is not read again`() throws {
        // Long enough after it was written to.
        let later = project.home.surroundings.now() + 10_000
        project.home.surroundings.now = { later }
        try count()
        let ode = try project.find("Draft/Ode.txt")
        let keeper = WordKeeper(try shelf.reopen(project))
        guard case .words(3) = keeper.known(ode.node.id, ode.evidence) else {
            Issue.record("it is read again")
            return
        }
        #expect(keeper.memory.known.count == 2)
        #expect(!FilePath.exists("\(shelf.path)/My Poems/.shed/words"))
    }

    @Test func `are lost with what is damaged, and nothing else is`() throws {
        let folder = try #require(project.home.stateFolder)
        TestFile.write("nonsense", to: folder.path + "/words")
        #expect(try today() == DayOfWords())
        try count()
        #expect(try today().found == 5)
    }

    @Test func `are not written by who only looks`() throws {
        let looking = try shelf.reopen(project, purpose: .look)
        try shelf.shell("cd 'My Poems'; echo six >> Draft/Ode.txt")
        #expect(try looking.statisticsWithWords().listing?.view(at: .root).counts.words == 6)
        #expect(try today().added == 0)
    }

    @Test func `are counted in idle moments of files that changed`() throws {
        try shelf.shell("cd 'My Poems'; echo six seven >> Draft/Ode.txt; echo new words here > Draft/New.txt")
        try project.sync()
        let survey = WordSurvey(project)
        #expect(!survey.isNeeded)
        survey.noteAll()
        while survey.isNeeded { try survey.step() }
        let words = try today()
        #expect(words.added + words.found == 10 && words.removed == 0 && words.added >= 2)
        survey.note(try project.find("Draft/New.txt").node.id)
        while survey.isNeeded { try survey.step() }
        #expect(try today() == words)
    }
}

private enum FilePath {
    static func exists(_ path: String) -> Bool { !TestFile.read(path).isEmpty }
}
