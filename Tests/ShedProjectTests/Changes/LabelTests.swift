import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// Tags and variables through what happens to the files that have them.
@Suite struct `Tags and variables` {
    let shelf: Shelf
    let project: Project

    init() throws {
        shelf = try Shelf(in: TestFile.quick)
        project = try shelf.project()
        try shelf.shell("cd 'My Poems/Draft'; echo ode > Ode.txt; echo sea > Sea.txt")
        try project.sync()
        try project.change { try $0.makeTag("Status/lent", colour: Colour("red"), scope: nil) }
        try project.change { try $0.makeVariable("rating", options: nil, scope: .file) }
        try project.change { try $0.addTag("lent", to: ["Draft/Ode.txt"]) }
        try project.change { try $0.addTag("urgent", to: ["Draft/Ode.txt"], creating: true) }
        try project.change { try $0.setVariable("rating", to: "5", of: ["Draft/Ode.txt"]) }
    }

    /// The tags and values at a path, as they are shown.
    private func labels(_ project: Project, _ path: RelativePath) throws -> [String] {
        let view = try project.listing().view(at: path)
        return view.labels.tags.map(\.title) + view.labels.values.map { "\($0.variable.name)=\($0.value)" }
    }

    private static let all = ["Status/lent", "urgent", "rating=5"]

    @Test func `stay through a rename, a move, a save that replaces, and an absence`() throws {
        #expect(try labels(project, "Draft/Ode.txt") == Self.all)
        try shelf.shell("cd 'My Poems'; mv Draft/Ode.txt Ready/Song.txt")
        try project.sync()
        try shelf.shell("cd 'My Poems/Ready'; echo longer > .new; mv .new Song.txt")
        try project.sync()
        #expect(try labels(project, "Ready/Song.txt") == Self.all)
        try shelf.shell("cd 'My Poems'; mv Ready/Song.txt ..")
        try project.sync()
        try shelf.shell("cd 'My Poems'; mv ../Song.txt Draft/")
        try project.sync()
        #expect(try labels(project, "Draft/Song.txt") == Self.all)
    }

    @Test func `go to another project where it has tags of the same group and name, and variables of the same name`() throws {
        let other = try shelf.project("blank", named: "Other")
        try other.change { try $0.makeTag("status/LENT", colour: nil, scope: nil) }
        try other.change { try $0.makeTag("Another/urgent", colour: nil, scope: nil) }
        try other.change { try $0.makeVariable("Rating", options: nil, scope: nil) }
        let id = try project.id("Draft/Ode.txt")
        try shelf.shell("mv 'My Poems/Draft/Ode.txt' Other/Files/")
        try other.sync()
        #expect(try other.id("Files/Ode.txt") == id)
        #expect(try labels(other, "Files/Ode.txt") == ["status/LENT", "Rating=5"])
        try shelf.shell("mv Other/Files/Ode.txt 'My Poems/Draft/'")
        try project.sync()
        #expect(try labels(project, "Draft/Ode.txt") == Self.all)
    }

    @Test func `the index that was kept up and one that is made anew say the same`() throws {
        try project.change { try $0.removeTag("urgent", from: ["Draft/Ode.txt"]) }
        try project.change { try $0.changeTag("lent", Transaction.TagChange(title: "/borrowed", colour: .some(nil), scope: .file)) }
        try project.change { try $0.setVariable("rating", to: "-2", of: ["Draft/Sea.txt", "Draft/Ode.txt"]) }
        let kept = try shelf.reopen(project).load().model
        let seat = try #require(project.home.stateFolder)
        try shelf.shell("rm -f '\(seat.index)' '\(seat.index)-wal' '\(seat.index)-shm'")
        let made = try shelf.reopen(project).load().model
        #expect(made.labels.records == kept.labels.records)
        #expect(made.nodes == kept.nodes)
        #expect(try labels(try shelf.reopen(project), "Draft/Ode.txt") == ["borrowed", "rating=-2"])
    }

    @Test func `a path that is joined with a missing ID has the tags of both`() throws {
        let old = try #require(try project.id("Draft/Ode.txt"))
        try shelf.shell("rm 'My Poems/Draft/Ode.txt'")
        try project.sync()
        try shelf.shell("echo other > 'My Poems/Draft/New.txt'")
        try project.sync()
        try project.change { try $0.addTag("fresh", to: ["Draft/New.txt"], creating: true) }
        try project.change { try $0.setVariable("rating", to: "1", of: ["Draft/New.txt"]) }
        try project.change { try $0.relink("Draft/New.txt", to: old) }
        #expect(try labels(project, "Draft/New.txt") == ["Status/lent", "fresh", "urgent", "rating=5"])
        #expect(try shelf.reopen(project).load().model.nodes == project.load().model.nodes)
    }

    @Test func `two devices that change them at once both count, and what either makes of one name is one`() throws {
        try shelf.shell("mkdir elsewhere; cp -a 'My Poems' elsewhere/")
        let there = try shelf.trusted("elsewhere/My Poems", on: shelf.elsewhere())
        try project.change { try $0.addTag("draft", to: ["Draft/Ode.txt"], creating: true) }
        try there.change { try $0.addTag("DRAFT", to: ["Draft/Sea.txt"], creating: true) }
        try there.change { try $0.addTag("lent", to: ["Draft/Sea.txt"]) }
        try there.change { try $0.removeTag("urgent", from: ["Draft/Ode.txt"]) }
        try project.change { try $0.setVariable("rating", to: "2", of: ["Draft/Sea.txt"]) }
        try shelf.shell("cp -a -n 'elsewhere/My Poems/.shed/ops/.' 'My Poems/.shed/ops/'; cp -a -n 'My Poems/.shed/ops/.' 'elsewhere/My Poems/.shed/ops/'")
        for side in [project, there] {
            try side.sync()
            #expect(try labels(side, "Draft/Ode.txt").map { $0.lowercased() } == ["status/lent", "draft", "rating=5"])
            #expect(try labels(side, "Draft/Sea.txt").map { $0.lowercased() } == ["status/lent", "draft", "rating=2"])
        }
        #expect(try project.asKnown.labels().sortedTags == there.asKnown.labels().sortedTags)
        // Taken away under both names.
        try project.change { try $0.removeTag("draft", from: ["Draft/Ode.txt", "Draft/Sea.txt"]) }
        #expect(try project.asKnown.uses().values.reduce(0, +) == 4)
        // Renamed, it takes the other with it for good.
        try there.change { try $0.changeTag("draft", Transaction.TagChange(title: "raw")) }
        #expect(try there.asKnown.labels().sortedTags.map(\.title).filter { $0.lowercased() == "draft" } == [])
        #expect(try labels(there, "Draft/Sea.txt").contains("raw"))
        #expect(try labels(there, "Draft/Ode.txt").contains("raw"))
    }

    @Test func `what is deleted is gone from everything that had it, and of a group all`() throws {
        try project.change { try $0.deleteTag("urgent") }
        #expect(try labels(project, "Draft/Ode.txt") == ["Status/lent", "rating=5"])
        let gone = try project.change { try $0.deleteTagGroup("status") }
        #expect(gone.tags.map(\.title) == ["Status/lent"])
        try project.change { try $0.deleteVariable("rating") }
        #expect(try labels(project, "Draft/Ode.txt") == [])
        // A new one of the name is another one.
        try project.change { try $0.makeTag("urgent", colour: nil, scope: nil) }
        #expect(try labels(project, "Draft/Ode.txt") == [])
    }

    @Test func `all or none get what has a scope`() throws {
        #expect(throws: ShedError.self) { try project.change { try $0.setVariable("rating", to: "3", of: ["Draft/Sea.txt", "Draft"]) } }
        #expect(try labels(project, "Draft/Sea.txt") == [])
        try project.change { try $0.addTag("urgent", to: [.root, "Draft"]) }
        #expect(try labels(project, .root) == ["urgent"])
    }

    @Test(arguments: ["", "a/b/c", "/", "x\n", "Status/", "Status/LENT", "URGENT"])
    func `a name that is taken, or cannot be written again, is refused`(name: String) throws {
        #expect(throws: ShedError.self) { try project.change { try $0.makeTag(name, colour: nil, scope: nil) } }
    }

    @Test func `a dry run changes nothing`() throws {
        let before = try project.load().model.labels.records
        let look = try shelf.reopen(project, purpose: .look)
        #expect(try look.change { try $0.addTag("new", to: ["Draft/Sea.txt"], creating: true, dryRun: true) }.nodes.map(\.isChanged) == [true])
        try look.change { try $0.deleteTagGroup("Status", dryRun: true) }
        #expect(try look.change { try $0.setVariable("rating", to: "5", of: ["Draft/Ode.txt", "Draft/Sea.txt"], dryRun: true) }.nodes.map(\.isChanged) == [false, true])
        #expect(try shelf.reopen(project).load().model.labels.records == before)
        #expect(try labels(project, "Draft/Sea.txt") == [])
    }
}
