import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRuleExamples
import ShedRules
import Testing

@testable import ShedCheck

/// `check --fix`: what is put right, and that nothing is lost by it.
struct `Putting right` {
    private static let decomposed: RelativePath = "Draft/cafe\u{301}.txt"

    private func mend(_ shelf: Shelf, _ project: Project, dryRun: Bool = false) throws -> [Mending] {
        let findings = try shelf.reopen(project, purpose: .look).check()
        return try shelf.reopen(project, purpose: dryRun ? .look : .change).change { try $0.mend(findings, dryRun: dryRun) }
    }

    private func contents(_ shelf: Shelf) throws -> String {
        try shelf.shell("find . -path ./state -prune -o -name .shed -prune -o -type f -exec cat {} + | sort")
    }

    @Test func `normalises names and takes off dots and spaces, and keeps the IDs`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all)
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > 'Draft/Ode. '; echo b > \"$(printf 'Draft/cafe\\314\\201.txt')\"; mkdir 'Collections/Spring.'; echo c > 'Collections/Spring./Rain '")
        try project.sync()
        let ids = try [project.id("Draft/Ode. "), project.id(Self.decomposed), project.id("Collections/Spring."), project.id("Collections/Spring./Rain ")]
        let before = try contents(shelf)
        let mendings = try mend(shelf, project)
        #expect(mendings.map(\.failure) == [nil, nil, nil, nil])
        #expect(mendings.map(\.to) == ["Collections/Spring", "Draft/Ode", "Draft/caf\u{e9}.txt", "Collections/Spring/Rain"])
        let again = try shelf.reopen(project)
        _ = try again.refresh()
        #expect(try [again.id("Draft/Ode"), again.id("Draft/caf\u{e9}.txt"), again.id("Collections/Spring"), again.id("Collections/Spring/Rain")] == ids)
        #expect(try shelf.reopen(project, purpose: .look).check().isEmpty)
        #expect(try contents(shelf) == before)
    }

    @Test func `foresees what it does, and each renaming can be taken back`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all)
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; mkdir 'Collections/It is.'; echo c > 'Collections/It is./Rain '")
        try project.sync()
        let foreseen = try mend(shelf, project, dryRun: true)
        let mendings = try mend(shelf, project)
        #expect(foreseen == mendings)
        let again = try shelf.reopen(project)
        for mending in mendings.reversed() {
            let from = try #require(mending.to)
            let name = try #require(mending.from.last)
            try again.change { try $0.move([from], to: from.parent.appending(name), isRename: true) }
        }
        #expect(try shelf.shell("cat 'My Poems/Collections/It is./Rain '") == "c\n")
    }

    @Test func `never renames over another, and says so`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all)
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems/Draft'; echo one > Ode; echo two > 'ode '; echo three > 'A.'; echo four > 'a '")
        try project.sync()
        let before = try contents(shelf)
        var findings = try shelf.reopen(project, purpose: .look).check()
        // What cannot be done is not promised.
        #expect(findings.filter(\.isFixable).map(\.path) == ["Draft/A.", "Draft/a "])
        // Asked all the same, as by a check that is old.
        for index in findings.indices where findings[index].path == "Draft/ode " { findings[index].fix = .rename(to: "ode") }
        let mendings = try shelf.reopen(project).change { try $0.mend(findings) }
        #expect(mendings.map(\.from) == ["Draft/A.", "Draft/a ", "Draft/ode "])
        #expect(mendings.map(\.to) == ["Draft/A", nil, nil])
        #expect(mendings[1].failure?.contains("Draft/a") == true && mendings[2].failure?.contains("Ode") == true)
        #expect(try contents(shelf) == before)
        #expect(try shelf.shell("cat 'My Poems/Draft/ode ' 'My Poems/Draft/a ' 'My Poems/Draft/A'") == "two\nfour\nthree\n")
    }

    @Test func `takes away an empty Rejected, and leaves one that was filled meanwhile`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all)
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > shopping.txt")
        try project.sync()
        try shelf.shell("cd 'My Poems'; mv Rejected/shopping.txt Research/")
        let findings = try shelf.reopen(project, purpose: .look).check()
        #expect(findings.map(\.rule) == ["empty-rejected"])
        try shelf.shell("cd 'My Poems'; echo hidden > Rejected/.note")
        let refused = try shelf.reopen(project).change { try $0.mend(findings) }
        #expect(refused.count == 1 && refused[0].failure != nil)
        #expect(try shelf.shell("cat 'My Poems/Rejected/.note'") == "hidden\n")
        try shelf.shell("rm 'My Poems/Rejected/.note'")
        #expect(try shelf.reopen(project).change { try $0.mend(findings) }.map(\.failure) == [nil])
        #expect(try shelf.shell("ls 'My Poems' | grep -c Rejected || true") == "0\n")
    }

    @Test func `only says what it would do in a dry run`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all)
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > 'Draft/Ode '")
        try project.sync()
        let list = "find 'My Poems' state -printf '%p %i %T@ %s\\n' | grep -v -e '-shm' -e '-wal' | sort"
        let before = try shelf.shell(list)
        let mendings = try mend(shelf, project, dryRun: true)
        #expect(mendings.map(\.to) == ["Draft/Ode"] && mendings[0].failure == nil)
        #expect(try shelf.shell(list) == before)
    }

    /// What the findings say may have changed before they are acted on.
    @Test(arguments: [
        ("rm 'Ode '", ""), ("mv 'Ode ' Elsewhere", "a\n"), ("echo b > Ode", "a\nb\n"), ("rm 'Ode '; mkdir 'Ode '; echo b > 'Ode /b'", "b\n"),
        ("mkdir Ode; echo b > Ode/b", "a\nb\n"), ("ln -s /etc/hosts Ode", "a\n"), ("mv 'Ode ' x; ln -s x 'Ode '", "a\n"),
    ]) func `loses nothing where something else came before it`(change: String, left: String) throws {
        let shelf = try Shelf(kinds: ProgramKinds.all)
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems/Research'; echo a > 'Ode '")
        try project.sync()
        let findings = try shelf.reopen(project, purpose: .look).check()
        #expect(findings.map(\.rule) == ["trailing-dot-or-space"])
        try shelf.shell("cd 'My Poems/Research'; \(change)")
        let mendings = try shelf.reopen(project).change { try $0.mend(findings) }
        #expect(mendings.count == 1)
        #expect(try contents(shelf) == left)
    }
}
