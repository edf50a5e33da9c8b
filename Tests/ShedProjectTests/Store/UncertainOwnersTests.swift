import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject

/// What a project's own batches leave open of who owns a path is found by the next fold of all.
@Suite struct `Who owns a path that several came to` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        for name in ["a", "b", "c"] { try shelf.shell("cd 'My Poems'; echo 'the text of \(name), which is long enough to tell' > Draft/\(name).txt") }
        try project.sync()
    }

    /// Who gives way by the fold of all batches.
    private func givingWay() throws -> Set<NodeID> {
        let surroundings = project.home.surroundings
        return try project.home.sidecar.fold(of: project.home.file, fields: surroundings.kinds.fields, now: surroundings.now()).result().model.outplaced
    }

    @Test func `is what all batches say once the last of them has left it`() throws {
        let first = try #require(try project.id("Draft/a.txt"))
        for (from, to) in [("b", "a"), ("c", "a"), ("a", "z")] {
            try shelf.shell("cd 'My Poems/Draft'; mv \(from).txt \(to).txt")
            try project.sync()
        }
        #expect(try project.load().model.outplaced == [first])
        #expect(try givingWay() == [first] && project.store.isUpToDate)
        #expect(try shelf.reopen(project, purpose: .look).load().model.outplaced == [first])
    }

    @Test func `is what all batches say once one of them is another’s second name`() throws {
        let (first, other) = (try #require(try project.id("Draft/a.txt")), try #require(try project.id("Draft/b.txt")))
        try shelf.shell("cd 'My Poems/Draft'; mv b.txt a.txt")
        try project.sync()
        #expect(try project.load().model.outplaced == [first])
        try project.commit([Operation(other, [.alias(try #require(try project.id("Draft/c.txt")))])])
        #expect(try project.load().model.outplaced == givingWay())
        #expect(try shelf.reopen(project, purpose: .look).load().model.outplaced == givingWay())
        try project.sync()
        #expect(try project.store.isUpToDate && project.load().model.outplaced == givingWay())
    }
}
