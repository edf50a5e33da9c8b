import Glibc
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// A kind with more than a project has, applied to it; roles that are given; another kind.
@Suite struct `A template that is applied` {
    private let shelf: Shelf
    private let project: Project

    private static let more = """
        name = "more"
        [[section]]
        key = "desk"
        title = "DESK"
        [[folder]]
        role = "world"
        section = "desk"
        accepts = "both"
        children = "both"
        name = "World"
        [[folder]]
        role = "maps"
        in = "world"
        accepts = "files"
        name = "Maps"
        [[folder]]
        role = "draft"
        section = "desk"
        emoji = "✏️"
        accepts = "files"
        name = "Other drafts"
        [[file]]
        key = "scene"
        text = "# Scene\\n"
        [[file]]
        in = "maps"
        name = "Coast.txt"
        text = "sea\\n"
        """

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt")
        try project.sync()
    }

    private func kind(_ text: String = more) throws -> Kind { try shelf.surroundings.kinds.kinds.kind(fromTOML: Array(text.utf8), path: "more.toml") }

    private func apply(_ text: String = more, dryRun: Bool = false) throws -> AppliedTemplate {
        let kind = try kind(text)
        return try project.change { try $0.apply(kind, dryRun: dryRun) }
    }

    private func undo() throws {
        let entry = try #require(try project.lastEntry())
        _ = try project.write { transaction throws(ShedError) in try transaction.undo(entry) }
    }

    private func exists(_ path: String) -> Bool { access("\(shelf.path)/My Poems/\(path)", F_OK) == 0 }

    @Test func `adds folders, sections and files, and changes nothing that is there`() throws {
        let before = project.home.template
        let foreseen = try apply(dryRun: true)
        #expect(foreseen.parts.map(\.path) == ["World", "World/Maps", "World/Maps/Coast.txt"] && foreseen.keys == ["scene"] && foreseen.isChanged)
        #expect(!exists("World") && project.home.template == before)
        let applied = try apply()
        #expect(applied.parts == foreseen.parts && applied.parts.allSatisfy { $0.failure == nil })
        #expect(try project.find("World").node.role?.rawValue == "world" && project.find("World/Maps").node.role?.rawValue == "maps")
        #expect(try shelf.shell("cat 'My Poems/World/Maps/Coast.txt'") == "sea\n" && project.id("World/Maps/Coast.txt") != nil)
        #expect(try project.find("Draft").node.role == .draft)
        let template = project.home.template
        #expect(template.kind == before.kind && template.folder(.draft)?.name == "Draft" && template.folder(.draft)?.badge.emoji == "✏️")
        #expect(template.file("scene")?.text == "# Scene\n")
        let again = try shelf.reopen(project)
        #expect(again.home.template == template)
        #expect(try again.sync().changes.isEmpty)
        let once = try apply()
        #expect(!once.isChanged && once.parts.isEmpty)
    }

    @Test func `is taken back whole, and can be applied once more`() throws {
        let before = project.home.template
        for _ in 0..<2 {
            _ = try apply()
            #expect(exists("World/Maps/Coast.txt"))
            try undo()
            #expect(!exists("World") && project.home.template == before)
            #expect(try shelf.reopen(project).home.template == before)
        }
    }

    @Test func `leaves away what somebody deleted, also when it is applied again`() throws {
        _ = try apply()
        try shelf.shell("rm -r 'My Poems/World/Maps' 'My Poems/Research'")
        try project.sync()
        #expect(try apply().parts.isEmpty && !exists("World/Maps") && !exists("Research"))
    }

    @Test func `takes a folder that is there by its name for the one of its role, and puts no file over another`() throws {
        try shelf.shell("cd 'My Poems'; mkdir World; echo mine > World/mine.txt")
        try project.sync()
        let id = try project.id("World")
        let foreseen = try apply(dryRun: true)
        let applied = try apply()
        #expect(applied.parts == foreseen.parts && applied.parts.first?.isTaken == true)
        #expect(try project.id("World") == id && project.find("World").node.role?.rawValue == "world" && project.find("World").node.accepts == .both)
        #expect(exists("World/mine.txt"))
        let text = Self.more.replacing("Coast.txt", with: "COAST.TXT")
        let other = try apply(text)
        #expect(other.parts.isEmpty && !other.isChanged)
        try shelf.shell("cd 'My Poems'; echo mine > World/Maps/Bay.txt")
        try project.sync()
        let bay = try apply(Self.more.replacing("Coast.txt", with: "bay.txt"))
        #expect(bay.parts.count == 1 && bay.parts.first?.failure != nil)
        #expect(try shelf.shell("cat 'My Poems/World/Maps/Bay.txt'") == "mine\n" && !exists("World/Maps/bay.txt"))
    }

    @Test func `is foreseen as it will be where a name stands there in other letters, and in what cannot be made`() throws {
        try shelf.shell("cd 'My Poems'; mkdir world; echo mine > world/mine.txt")
        try project.sync()
        let foreseen = try apply(dryRun: true)
        #expect(foreseen.parts.map(\.path) == ["World", "World/Maps", "World/Maps/Coast.txt"] && foreseen.parts.allSatisfy { $0.failure != nil })
        let applied = try apply()
        #expect(applied.parts == foreseen.parts && !exists("World") && exists("world/mine.txt"))
    }

    /// What a kill leaves besides what was done: the mark of the deed. Kills at each of its steps: `TemplateVerbTests`.
    @Test func `that was interrupted is taken back by the next command`() throws {
        let before = project.home.template
        _ = try apply()
        let entry = try #require(try project.lastEntry())
        try #require(DeedMark(project.home)).set(entry.number)
        #expect(try shelf.shell("ls -A 'My Poems/.shed/templates' | wc -l") == "1\n")
        let again = try shelf.reopen(project)
        try again.sync()
        #expect(again.home.template == before && !exists("World"))
        #expect(try shelf.shell("ls -A 'My Poems/.shed/templates' | wc -l") == "0\n")
        #expect(try shelf.reopen(project).home.template == before)
        #expect(exists("Draft/a.txt"))
    }

    @Test func `that two devices apply at once is on both the one that was applied last`() throws {
        try shelf.shell("mkdir elsewhere; cp -a 'My Poems' elsewhere/")
        let there = try shelf.trusted("elsewhere/My Poems", on: shelf.elsewhere())
        let kind = try kind(Self.more.replacing("World", with: "Earth"))
        _ = try apply()
        _ = try there.change { try $0.apply(kind) }
        try shelf.shell("for d in .shed/templates .shed/ops World Earth; do cp -an \"elsewhere/My Poems/$d/.\" \"My Poems/$d/\" 2>/dev/null; cp -an \"My Poems/$d/.\" \"elsewhere/My Poems/$d/\" 2>/dev/null; done; true")
        // Each asks for trust before it changes anything by the other's.
        let (here, other) = (try shelf.reopen(project, purpose: .look), try shelf.trusted("elsewhere/My Poems", on: shelf.elsewhere()))
        #expect(here.home.template == other.home.template)
        #expect(here.home.template.folder(Role(rawValue: "world")) != nil)
    }

    // MARK: Roles

    @Test func `gives a role to a folder at its place, and takes it back`() throws {
        try shelf.shell("cd 'My Poems'; rmdir Research; mkdir Notes; echo n > Notes/n.txt")
        try project.sync()
        #expect(try project.change { try $0.give(Role(rawValue: "research"), to: "Notes", dryRun: true) } == GivenRole())
        #expect(try project.find("Notes").node.role == nil)
        #expect(try project.change { try $0.give(Role(rawValue: "research"), to: "Notes") } == GivenRole())
        #expect(try project.find("Notes").node.role?.rawValue == "research" && project.find("Notes").node.accepts == .files)
        #expect(try project.change { try $0.give(Role(rawValue: "research"), to: "Notes") } == nil)
        try undo()
        #expect(try project.find("Notes").node.role == nil && exists("Notes/n.txt"))
    }

    @Test func `refuses a role that is taken, unknown, elsewhere, or not to be given`() throws {
        try shelf.shell("cd 'My Poems'; mkdir Notes Collections/Book; echo n > Notes/n.txt; rm -r All; rmdir Research Trash")
        try project.sync()
        func refusal(_ role: String, _ path: RelativePath) -> ShedError.Kind? {
            do {
                _ = try project.change { try $0.give(Role(rawValue: role), to: path) }
                return nil
            } catch { return (error as? ShedError)?.kind }
        }
        #expect(refusal("draft", "Notes") == .refused)
        #expect(refusal("chapters", "Notes") == .usage && refusal("rejected", "Notes") == .usage)
        #expect(refusal("research", "Collections/Book") == .refused)
        #expect(refusal("research", "Draft") == .refused && refusal("trash", "Notes") == .refused)
        #expect(refusal("all", "Notes") == .refused && refusal("research", "Notes/n.txt") == .usage)
        #expect(try project.find("Notes").node.role == nil)
    }

    @Test func `is not put in force, and gives no role, while the sidecar is not whole`() throws {
        try shelf.shell("cd 'My Poems'; rmdir Research; mkdir Notes")
        try project.sync()
        let novel = try shelf.surroundings.kinds.kinds.kind(named: "novel")
        let digits = String(repeating: "0", count: 64)
        try shelf.shell("cd 'My Poems/.shed/ops'; mkdir 0123456789abcdef; echo torn > 0123456789abcdef/0123456789abcdef-0123456789abcdef-\(digits).jsonl")
        let opened = try shelf.reopen(project)
        let changes: [(Transaction) throws -> Bool] = [
            { try $0.setKind(novel, dryRun: true) }, { try $0.setKind(novel) }, { try $0.give(Role(rawValue: "research"), to: "Notes") != nil },
        ]
        for change in changes { #expect { try opened.change(change) } throws: { ($0 as? ShedError)?.words == .templateNeedsSidecar } }
        try shelf.shell("rm -r 'My Poems/.shed/ops/0123456789abcdef'")
        #expect(try shelf.reopen(project).change { try $0.give(Role(rawValue: "research"), to: "Notes") != nil && $0.setKind(novel) })
    }

    // MARK: Another kind

    @Test func `makes the project one of another kind, moves nothing, and is taken back`() throws {
        let before = project.home.template
        let novel = try shelf.surroundings.kinds.kinds.kind(named: "novel")
        let listed = try shelf.shell("cd 'My Poems'; find . -path ./.shed -prune -o -print | sort")
        #expect(try project.change { try $0.setKind(novel, dryRun: true) } && project.home.template == before)
        #expect(try project.change { try $0.setKind(novel) })
        let again = try shelf.reopen(project)
        #expect(again.home.kindName == "novel" && again.home.template.folder(Role(rawValue: "chapters")) != nil)
        #expect(try shelf.shell("cd 'My Poems'; find . -path ./.shed -prune -o -print | sort") == listed)
        #expect(try !again.change { try $0.setKind(novel) })
        let entry = try #require(try again.lastEntry())
        _ = try again.write { transaction throws(ShedError) in try transaction.undo(entry) }
        #expect(try shelf.reopen(project).home.template == before)
    }
}
