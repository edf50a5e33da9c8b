import Glibc
import ShedDisk
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedSidecar
import ShedTestSupport
import Testing

@testable import ShedProject

@Suite struct `Links that are mended` {
    let shelf: Shelf
    let project: Project

    init() throws {
        shelf = try Shelf()
        let made = try shelf.project()
        TestFile.write("links = \"mend\"\n", to: "\(shelf.path)/My Poems/.shed/settings.toml")
        project = try shelf.reopen(made)
        TestFile.write("Ode\n", to: "\(shelf.path)/My Poems/Draft/Ode.md")
        for name in ["a", "b", "c"] { TestFile.write("[a](../Draft/Ode.md)\n", to: "\(shelf.path)/My Poems/Research/\(name).md") }
        try project.sync()
    }

    private func texts() throws -> [String] { try shelf.shell("cat 'My Poems'/Research/*.md").split(separator: "\n").map(String.init) }

    @Test func `by themselves are tried again by the next command where nothing could be done`() throws {
        try shelf.shell("mv 'My Poems/Draft/Ode.md' 'My Poems/Ready'")
        let saved = "\(shelf.path)/My Poems/Research/c.md"
        let outcome = try Interruption.$visitor.withValue({ point in
            if point == "links-staged" { TestFile.write("[c](../Draft/Ode.md)\nsaved\n", to: saved) }
        }) { try project.sync() }
        #expect(outcome.linkNews.count == 1 && !outcome.linkNews.contains(.mendedLinks(count: 3, documents: 3)), "\(outcome.linkNews)")
        #expect(try texts() == ["[a](../Draft/Ode.md)", "[a](../Draft/Ode.md)", "[c](../Draft/Ode.md)", "saved"])
        let next = try shelf.reopen(project)
        #expect(next.owesLinks)
        try next.sync()
        #expect(try texts() == ["[a](../Ready/Ode.md)", "[a](../Ready/Ode.md)", "[c](../Ready/Ode.md)", "saved"])
        #expect(try !shelf.reopen(project).owesLinks)
    }

    @Test func `by themselves are tried again by who has failed only after a while`() throws {
        try shelf.shell("mv 'My Poems/Draft/Ode.md' 'My Poems/Ready'")
        let saved = "\(shelf.path)/My Poems/Research/c.md"
        let spoilt: @Sendable (String) -> Void = { point in
            if point == "links-staged" { TestFile.write("[c](../Draft/Ode.md)\nsaved\n", to: saved) }
        }
        let now = project.home.surroundings.now
        let moment = now()
        project.home.surroundings.now = { moment }
        defer { project.home.surroundings.now = now }
        let first = try Interruption.$visitor.withValue(spoilt) { try project.sync() }
        #expect(first.linkNews.count == 1, "\(first.linkNews)")
        // As a daemon does that sees what was exchanged back, and the verbs that it carries out.
        for actor in ["daemon", "ls"] {
            project.actor = actor
            #expect(try project.sync().linkNews.isEmpty)
        }
        #expect(project.owesLinks)
        #expect(try texts() == ["[a](../Draft/Ode.md)", "[a](../Draft/Ode.md)", "[c](../Draft/Ode.md)", "saved"])
        project.home.surroundings.now = { moment + 60_000 }
        #expect(try project.sync().linkNews == [.mendedLinks(count: 3, documents: 3)])
        #expect(!project.owesLinks)
    }

    @Test func `by themselves are not tried again where the same would hinder it each time`() {
        for code: DiskError.Code in [.noSpace, .tooManyOpen, .changed, .beingWritten] {
            #expect(ShedError(DiskError(code, action: "write", path: "a.md")).mayGoWellSoon, "\(code)")
            #expect(ShedError(SidecarError.disk(DiskError(code, action: "write", path: "a.md"))).mayGoWellSoon, "\(code)")
        }
        for code: DiskError.Code in [.notPermitted, .readOnly, .crossDevice, .busy, .other] {
            #expect(!ShedError(DiskError(code, action: "exchange", path: "a.md")).mayGoWellSoon, "\(code)")
        }
        #expect(ShedError(.refused, .disturbed(reason: .hasOtherNames), remedy: .changedBySomebody).mayGoWellSoon)
        #expect(!ShedError(.refused, .disturbed(reason: .hasOtherNames)).mayGoWellSoon)
    }

    @Test func `are others than those of documents in a folder that may not be written in, which are named`() throws {
        TestFile.write("[a](Ode.md)\n", to: "\(shelf.path)/My Poems/Draft/Rain.md")
        try project.sync()
        try shelf.shell("cd 'My Poems'; echo > .shed/settings.toml; mv Draft/Ode.md Ready; chmod 777 Draft; chmod 555 Research")
        defer { _ = try? shelf.shell("chmod 755 'My Poems/Research'") }
        let opened = try shelf.reopen(project)
        try opened.sync()
        let foreseen = try opened.change { transaction in try asNobody { try transaction.mendLinks(dryRun: true) } }
        #expect(foreseen.passedOver.map(\.path) == ["Research/a.md", "Research/b.md", "Research/c.md"], "\(foreseen.passedOver)")
        let reason = DiskError(errno: EACCES, action: "write in", path: "Research").why
        #expect(foreseen.passedOver.allSatisfy { $0.reason == reason }, "\(foreseen.passedOver)")
        #expect(foreseen.documents.map(\.path) == ["Draft/Rain.md"])
    }

    @Test func `are so many as undo has room for, and the others are named and come next`() throws {
        try shelf.shell("echo > 'My Poems/.shed/settings.toml'; mv 'My Poems/Draft/Ode.md' 'My Poems/Ready'")
        let opened = try shelf.reopen(project)
        try opened.sync()
        // Each holds 21 bytes.
        let foreseen = try opened.change { try $0.mendLinks(dryRun: true, room: 60) }
        let done = try opened.change { try $0.mendLinks(room: 60) }
        for mending in [foreseen, done] {
            #expect(mending.documents.map(\.path) == ["Research/a.md", "Research/b.md"])
            #expect(mending.passedOver.map(\.path) == ["Research/c.md"] && mending.passedOver.first?.reason == .beyondUndo)
        }
        #expect(try texts() == ["[a](../Ready/Ode.md)", "[a](../Ready/Ode.md)", "[a](../Draft/Ode.md)"])
        let rest = try opened.change { try $0.mendLinks(room: 60) }
        #expect(rest.documents.map(\.path) == ["Research/c.md"] && rest.passedOver.isEmpty)
    }
}
