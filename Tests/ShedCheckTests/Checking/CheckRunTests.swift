import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRuleExamples
import ShedRules
import Testing

@testable import ShedCheck

@Suite struct `A check over projects` {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf(kinds: ProgramKinds.all)
        for name in ["Odes", "Songs"] { _ = try shelf.project(named: name) }
        try shelf.shell("touch Odes/stray.txt && touch 'Songs/Draft/odd.' && mkdir Songs/Draft/Refused")
    }

    private var base: [UInt8] { (try? RealPath.of(Array(shelf.path.utf8))) ?? [] }

    private func targets(_ paths: String...) throws(ShedError) -> CheckTargets { try CheckTargets(paths.map { Array($0.utf8) }, base: base, Registry(shelf.surroundings)) }

    private func run(_ targets: CheckTargets, _ layer: CheckLayer = CheckLayer(), tell: (String) -> Void = { _ in }) throws(ShedError) -> CheckRun {
        var run = CheckRun(targets, CheckRun.Options { _ in layer }, here: base, surroundings: shelf.surroundings)
        try run.perform(tell: tell)
        return run
    }

    private func places(_ run: CheckRun) -> [String] { run.report.items.map { "\($0.shown) \($0.rule.name)" } }

    // MARK: What is checked

    @Test func `is about the projects that paths stand in, or that are below them`() throws {
        let all = try targets()
        #expect(all.isMany)
        #expect(all.targets.map(\.isWhole) == [true, true])
        let part = try targets("Songs/Draft", "./Songs/Draft/../Draft/odd.")
        #expect(!part.isMany)
        #expect(part.targets.map(\.paths) == [[RelativePath(["Draft"]), RelativePath(["Draft", "odd."])]])
        #expect(try targets("Songs", "Odes").targets.map { $0.root.suffix(5) } == [Array("/Odes".utf8)[...], Array("Songs".utf8)[...]])
        for wrong in ["Songs/none", "none", "", "/etc/hostname"] { #expect(throws: ShedError.self, "\(wrong)") { try self.targets(wrong) } }
    }

    @Test func `finds what breaks a rule, project by project, with places from here`() throws {
        let found = try run(targets())
        #expect(places(found).contains("Odes/stray.txt file-at-root"))
        #expect(found.report.parts.map { $0.name } == ["Odes", "Songs"])
        #expect(found.report.exceeds(maxWarnings: nil))
        #expect(try places(run(targets("Songs/Draft/odd."))).allSatisfy { $0.hasPrefix("Songs/Draft/odd. ") })
    }

    @Test func `lists so many findings of rules of one's own, of what it is about, and says where there are more`() throws {
        try shelf.shell("cd Songs && for n in 1 2 3; do touch Draft/$n.bad; done && touch Ready/4.bad")
        var names = NameConditions()
        names.forbidden = ["*.bad"].compactMap { NamePattern($0) }
        let custom = [FolderChoice(roles: [.draft]), FolderChoice()].enumerated().map { CustomRule(name: "no-bad-\($0)", folders: $1, names: names) }
        let project = try Project.open(containing: base + Array("/Songs".utf8), surroundings: shelf.surroundings, purpose: .look)
        func found(_ scope: CheckScope, atMost most: Int = 3) throws -> [String] {
            try ProjectCheck(project, custom: custom, scope: scope, mostOfCustom: most).run().findings.filter { $0.rule.hasPrefix("no-bad") }
                .map { "\($0.path) \($0.rule)\($0.message.contains("finds 4 more") ? " and more" : "")" }
        }
        let ofDraft = ["Draft/1.bad no-bad-0", "Draft/2.bad no-bad-0", "Draft/3.bad no-bad-0"]
        #expect(try found(.whole) == [". no-bad-1 and more"] + ofDraft)
        #expect(try found(CheckScope(paths: ["Ready"])) == ["Ready/4.bad no-bad-1"])
        #expect(try found(CheckScope(staged: ["Ready/4.bad"])) == ["Ready/4.bad no-bad-1"])
        #expect(try found(CheckScope(paths: ["Draft"])).count == 4)
        // As many as may be listed are no more than that.
        let all = try found(.whole, atMost: 7)
        #expect(all.count == 7 && all.allSatisfy { $0.hasSuffix(".bad no-bad-0") || $0.hasSuffix(".bad no-bad-1") })
        #expect(try found(.whole, atMost: 6).contains { $0.hasPrefix(". no-bad-1") })
        #expect(ProjectCheck(project).mostOfCustom == 200_000)
    }

    @Test func `goes on where one of several projects cannot be checked, and says so in the report`() throws {
        try shelf.shell("echo '[' > Odes/.shed/settings.toml")
        let found = try run(targets())
        #expect(found.report.failures.map(\.place) == [Array("Odes".utf8)])
        #expect(found.report.parts.map { $0.name } == ["Songs"])
        #expect(throws: ShedError.self) { try self.run(self.targets("Odes")) }
    }

    @Test func `asks some rule, or says that nothing can be found`() throws {
        var layer = CheckLayer()
        layer.ignore = shelf.surroundings.kinds.rules.infos.map(RuleWord.init)
        #expect(throws: ShedError.self) { try self.run(self.targets(), layer) }
        try shelf.shell("printf '[check]\\nignore = [\"\(shelf.surroundings.kinds.rules.infos.map(\.name).joined(separator: "\", \""))\"]\\n' > Odes/.shed/settings.toml")
        var told: [String] = []
        _ = try run(targets("Odes")) { told.append($0) }
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("the settings leave no rule to ask in ") == true)
    }

    // MARK: The baseline

    @Test func `leaves out what is in the baseline, and tells what is there no more`() throws {
        let before = try run(targets())
        let baseline = before.baseline
        #expect(baseline.count == before.report.items.count)
        var again = try run(targets())
        #expect(again.apply(baseline).isEmpty)
        #expect(again.report.items.isEmpty)
        #expect(again.known == baseline.count)
        #expect(!again.report.exceeds(maxWarnings: nil))
        try shelf.shell("rm Odes/stray.txt")
        var later = try run(targets())
        #expect(later.apply(baseline).map { "\(String(decoding: $0.place, as: UTF8.self)) \($0.rule)" } == ["Odes/stray.txt file-at-root"])
        // What was not looked at may still be there.
        var part = try run(targets("Odes/Draft"))
        #expect(part.apply(baseline).isEmpty)
    }

    // MARK: Fixes

    @Test func `puts right what it can, and goes on under the new names`() throws {
        let targets = try targets("Songs/Draft/odd.")
        var told: [CheckRun.Mended] = []
        let foreseen = try run(targets).fix(dryRun: true) { told.append($0) }
        #expect(!foreseen.isChanged)
        #expect(told.flatMap(\.mendings).map(\.from) == [RelativePath(["Draft", "odd."])])
        let (again, isChanged) = try run(targets).fix(dryRun: false) { _ in }
        #expect(isChanged)
        #expect(again.targets.flatMap(\.paths) == told.flatMap(\.mendings).compactMap(\.to))
        #expect(try run(again).report.items.isEmpty)
    }
}

@Suite struct `A file that an option names` {
    @Test func `is replaced in one step, if it is a file`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all)
        try shelf.shell("mkdir folder && ln -s nowhere link")
        let file = try NamedFile(Array("\(shelf.path)/out.json".utf8), of: "--output")
        #expect(!file.isThere)
        try file.write(Array("one".utf8))
        try file.write(Array("two".utf8))
        #expect(file.isThere)
        #expect(try file.read(atMost: 10) == Array("two".utf8))
        for name in ["folder", "link"] {
            #expect(throws: ShedError.self, "\(name)") { try NamedFile(Array("\(shelf.path)/\(name)".utf8), of: "--output").write([]) }
        }
        #expect(throws: ShedError.self) { try NamedFile(Array("\(shelf.path)/none/out.json".utf8), of: "--output") }
        #expect(throws: ShedError.self) { try NamedFile(Array("\(shelf.path)/".utf8), of: "--output") }
    }

    @Test func `is nobody's document where a report goes`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all)
        _ = try shelf.project(named: "Poems")
        try shelf.shell("mkdir .git && touch Poems/Draft/Ode.txt")
        for name in ["Poems/Draft/Ode.txt", "Poems/.shed/x", ".git/x", "shed.toml", "Poems/.shedignore"] {
            #expect(throws: ShedError.self, "\(name)") { try NamedFile(Array("\(shelf.path)/\(name)".utf8), of: "--output").refuseDocument(of: "--output") }
        }
        for name in ["out.json", "Poems/.out.json"] { try NamedFile(Array("\(shelf.path)/\(name)".utf8), of: "--output").refuseDocument(of: "--output") }
    }
}
