import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRuleExamples
import ShedRules
import Testing

@testable import ShedCheck

/// As in CI: the batches are all that is known.
@Suite struct `A check without an index` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf(kinds: ProgramKinds.all)
        project = try shelf.project()
        try shelf.shell(
            "cd 'My Poems'; echo 1 > Draft/1.txt; echo 2 > Draft/2.txt; mkdir -p Collections/Spring; ln -s 1.txt Draft/link; echo 4 > Trash/4.txt"
        )
        try project.sync()
    }

    /// With nothing but the tree.
    private func check() throws -> ProjectCheck {
        ProjectCheck(try Project.open(containing: project.home.path, surroundings: shelf.elsewhere(), purpose: .look))
    }

    private func shown(_ findings: [Finding]) -> [String] { findings.map { "\($0.path) \($0.rule) \($0.id.map { "\($0)" } ?? "-") \($0.message) \($0.help)" }.sorted() }

    @Test func `plans nothing where all stands in its place, and finds what a plan does`() throws {
        for change in ["true", "echo x > 'Draft/odd. '", "mkdir -p 'Collections/aux'", "echo a > Draft/ode.txt; echo b > Draft/Ode.txt", "ln Draft/1.txt Draft/hard.txt"] {
            try shelf.shell("cd 'My Poems'; \(change)")
            try project.sync()
            let fresh = try #require(try check().fresh(), "\(change)")
            #expect(try shown(fresh.findings) == shown(check().full().findings), "\(change)")
        }
        // What the batches say is enough; where there is an index it is asked.
        #expect(try ProjectCheck(shelf.reopen(project, purpose: .look)).fresh() == nil)
    }

    @Test func `plans where anything else stands there than the batches say`() throws {
        for change in [
            "echo new > Draft/new.txt", "rm Draft/new.txt Draft/2.txt", "echo 2 > Draft/2.txt; mv Draft/1.txt Ready/1.txt", "mv Ready/1.txt Draft/1.txt; mkdir Draft/more",
            "rmdir Draft/more; rmdir Collections/Spring; echo > Collections/Spring", "rm Collections/Spring; mkdir Collections/Spring; rmdir Magazines",
        ] {
            try shelf.shell("cd 'My Poems'; \(change)")
            #expect(try check().fresh() == nil, "\(change)")
        }
        try shelf.shell("cd 'My Poems'; mkdir Magazines")
        #expect(try check().fresh() != nil)
        // Without a batch nobody knows what is what.
        try shelf.shell("cd 'My Poems'; rm $(ls .shed/ops/*/* | head -n 1)")
        #expect(try check().fresh() == nil)
    }

    @Test func `asks rules of one's own, and the labels`() throws {
        var names = NameConditions()
        names.forbidden = [NamePattern("2.*")].compactMap(\.self)
        let custom = [CustomRule(name: "no-two", folders: FolderChoice(roles: [.draft]), names: names)]
        let opened = try Project.open(containing: project.home.path, surroundings: shelf.elsewhere(), purpose: .look)
        let fresh = try #require(try ProjectCheck(opened, custom: custom).fresh())
        #expect(fresh.findings.filter { $0.rule == "no-two" }.map { "\($0.path)" } == ["Draft/2.txt"])
        #expect(fresh.findings.first { $0.rule == "no-two" }?.id == (try project.id("Draft/2.txt")))
    }
}
