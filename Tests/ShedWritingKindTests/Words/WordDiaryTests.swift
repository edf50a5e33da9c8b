import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedWritingKind

/// What a daemon does in idle moments so that the words of a day are known.
@Suite struct `A daemon that is idle` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo one two three > Draft/Ode.txt; printf '\\001\\002' > Draft/cover.png")
        idle(after: try project.sync(), isWhole: true)
        try finish()
    }

    private func idle(after outcome: Outcome, isWhole: Bool = false) { project.kind.noteIdleWork(after: outcome, isWhole: isWhole, isJudged: true) }

    private func finish() throws {
        for _ in 0..<100 where project.kind.hasIdleWork { try project.kind.doIdleWork(nil) }
        #expect(!project.kind.hasIdleWork)
    }

    private func today() throws -> DayOfWords { try #require(try project.asKnown.wordDays(at: .root, last: 1).first).words }

    @Test func `counts what changed, and nothing twice`() throws {
        #expect(try today().found == 3)
        try shelf.shell("cd 'My Poems'; echo four >> Draft/Ode.txt")
        idle(after: try project.sync())
        #expect(project.kind.hasIdleWork)
        try finish()
        #expect(try today().added == 1 && today().found == 3)
        idle(after: try project.sync(), isWhole: true)
        try finish()
        #expect(try today().added == 1)
    }

    @Test func `has nothing to do where nothing is kept, or only something else changed`() throws {
        try shelf.shell("cd 'My Poems'; mkdir Collections/Book; rm Draft/cover.png")
        idle(after: try project.sync())
        #expect(!project.kind.hasIdleWork)
        TestFile.write("[words]\nhistory = false\n", to: "\(shelf.path)/My Poems/.shed/settings.toml")
        let anew = try shelf.reopen(project)
        try shelf.shell("cd 'My Poems'; echo four >> Draft/Ode.txt")
        anew.kind.noteIdleWork(after: try anew.sync(), isWhole: true, isJudged: true)
        #expect(!anew.kind.hasIdleWork)
    }

    @Test func `leaves copies of what was sent, and what lies in Trash, out of the sum`() throws {
        try shelf.shell("cd 'My Poems'; mkdir Submissions/Granta; echo a b c d > Submissions/Granta/Sent.md")
        idle(after: try project.sync())
        try finish()
        #expect(try today().found == 3)
        let listing = try #require(try project.statisticsWithWords().listing)
        #expect(try listing.view(at: .root).counts.words == 3 && listing.view(at: "Submissions").counts.words == 4)
    }
}
