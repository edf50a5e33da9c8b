import Glibc
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// A kind that a project gets when it is there already, and one whose file changed since.
@Suite struct `A kind that a project gets later` {
    private let shelf: Shelf
    private let project: Project

    private static let werk = """
        name = "werk"
        [[section]]
        key = "desk"
        title = "DESK"
        [[section]]
        key = "trash"
        [[folder]]
        role = "ideas"
        section = "desk"
        emoji = "💡"
        accepts = "files"
        name = "Ideas"
        [[folder]]
        role = "part"
        section = "desk"
        accepts = "files"
        name = "Parts"
        [[folder]]
        role = "trash"
        section = "trash"
        accepts = "nothing"
        filling = "anything"
        [[file]]
        key = "place"
        text = "# Place\\n"
        [[file]]
        in = "ideas"
        name = "Read me.txt"
        text = "An idea a file.\\n"
        """

    private static let part = Role(rawValue: "part")

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt")
        try project.sync()
    }

    private func kind(_ text: String = werk) throws -> Kind { try shelf.surroundings.kinds.kinds.kind(fromTOML: Array(text.utf8), path: "werk.toml") }

    private func set(_ text: String = werk) throws -> Project {
        let kind = try kind(text)
        _ = try project.change { try $0.setKind(kind) }
        return try shelf.reopen(project)
    }

    private func exists(_ path: String) -> Bool { access("\(shelf.path)/My Poems/\(path)", F_OK) == 0 }

    @Test func `has its files made, which stay away where somebody renamed or removed them`() throws {
        let opened = try set()
        let kind = try kind()
        let foreseen = try opened.change { try $0.apply(kind, dryRun: true) }
        #expect(foreseen.parts.map(\.path) == ["Ideas", "Parts", "Ideas/Read me.txt"])
        let applied = try opened.change { try $0.apply(kind) }
        #expect(applied.parts == foreseen.parts && exists("Ideas/Read me.txt"))
        #expect(try opened.change { try $0.apply(kind) }.parts.isEmpty)
        try shelf.shell("cd 'My Poems/Ideas'; mv 'Read me.txt' Read.txt")
        try opened.sync()
        #expect(try opened.change { try $0.apply(kind) }.parts.isEmpty && !exists("Ideas/Read me.txt"))
        try shelf.shell("rm 'My Poems/Ideas/Read.txt'")
        try opened.sync()
        #expect(try opened.change { try $0.apply(kind) }.parts.isEmpty)
    }

    @Test func `has files also in folders that stood there before`() throws {
        try shelf.shell("cd 'My Poems'; mkdir Ideas; echo b > Ideas/b.txt")
        try project.sync()
        let opened = try set()
        let kind = try kind()
        let applied = try opened.change { try $0.apply(kind) }
        #expect(applied.parts.map(\.path) == ["Ideas", "Parts", "Ideas/Read me.txt"] && applied.parts.first?.given == GivenRole())
        #expect(exists("Ideas/Read me.txt") && exists("Ideas/b.txt"))
    }

    // MARK: Roles of before

    @Test func `has folders of its own where one with a role of before stands`() throws {
        let text = Self.werk.replacing("name = \"Parts\"", with: "name = \"Ready\"")
        let opened = try set(text)
        let kind = try kind(text)
        let id = try opened.id("Ready")
        #expect(try opened.find("Ready").node.role == .ready)
        let applied = try opened.change { try $0.apply(kind) }
        #expect(applied.parts.contains { $0.path == "Ready" && $0.isTaken && $0.failure == nil })
        #expect(try opened.find("Ready").node.role == Self.part && opened.id("Ready") == id && opened.find("Ready").node.accepts == .files)
    }

    @Test func `lets a role of before be replaced and taken away, and binds no folder by it`() throws {
        let opened = try set()
        #expect(try opened.change { try $0.give(Self.part, to: "Draft") } == GivenRole())
        #expect(try opened.find("Draft").node.role == Self.part)
        let taken = try opened.change { try $0.takeRole(from: "Magazines") }
        #expect(taken?.former.rawValue == "magazines" && taken?.now == nil)
        let again = try opened.change { try $0.takeRole(from: "Magazines") }
        #expect(try opened.find("Magazines").node.role == nil && again == nil)
        // A folder of the template stands at the root; one that was may be put into another folder.
        #expect(try opened.change { try $0.allow(.folders, in: "Magazines") } == false)
        _ = try opened.change { try $0.move(["Commissions"], to: "Magazines") }
        #expect(exists("Magazines/Commissions"))
    }

    @Test func `leaves roles by which shed goes, and those that would be back at once`() throws {
        func refusal(_ path: RelativePath) -> Message? {
            do {
                _ = try project.change { try $0.takeRole(from: path) }
                return nil
            } catch { return (error as? ShedError)?.words }
        }
        #expect(refusal("Trash") == .roleStays(path: "Trash", role: "trash") && refusal("All") == .roleStays(path: "All", role: "all"))
        #expect(refusal("Research") == .roleComesBack(path: "Research", role: "research"))
        try shelf.shell("cd 'My Poems'; mv Research Notes")
        try project.sync()
        #expect(refusal("Notes") == nil)
        try project.sync()
        #expect(try project.find("Notes").node.role == nil)
    }

    // MARK: Folders that are lived in

    private func liveIn(_ commands: String) throws {
        try shelf.shell("cd 'My Poems'; mkdir Parts")
        try project.sync()
        _ = try project.change { try $0.allow(.both, in: "Parts") }
        try shelf.shell("cd 'My Poems/Parts'; \(commands)")
        try project.sync()
    }

    @Test func `closes no folder that holds files and folders`() throws {
        try liveIn("mkdir Sub; echo b > b.txt")
        let kind = try kind()
        let foreseen = try project.change { try $0.apply(kind, dryRun: true) }
        let applied = try project.change { try $0.apply(kind) }
        #expect(Set(applied.parts) == Set(foreseen.parts))
        #expect(applied.parts.first { $0.path == "Parts" }?.given == GivenRole(acceptsBoth: true, staying: 0))
        #expect(try project.find("Parts").node.role == Self.part && project.find("Parts").node.accepts == .both)
    }

    @Test func `lets stay what its folder takes none of`() throws {
        try liveIn("mkdir Sub")
        let kind = try kind()
        let applied = try project.change { try $0.apply(kind) }
        #expect(applied.parts.first { $0.path == "Parts" }?.given == GivenRole(acceptsBoth: false, staying: 1))
        #expect(try project.find("Parts/Sub").node.details?.exception == true && project.find("Parts").node.accepts == .files)
        try project.sync()
        #expect(exists("Parts/Sub"))
    }

    // MARK: Changed

    @Test func `gives texts and looks where it changed, and names the rest`() throws {
        let kind = try kind()
        _ = try project.change { try $0.apply(kind) }
        let text = Self.werk.replacing("💡", with: "🔥").replacing("# Place", with: "# Town").replacing("name = \"Parts\"", with: "name = \"Pieces\"")
            .replacing("emoji = \"🔥\"\naccepts = \"files\"", with: "emoji = \"🔥\"\naccepts = \"both\"")
        let changed = try self.kind(text)
        let foreseen = try project.change { try $0.apply(changed, dryRun: true) }
        let applied = try project.change { try $0.apply(changed) }
        #expect(applied.keys == ["place"] && applied.isChanged && applied.parts.isEmpty)
        #expect(foreseen.differences == applied.differences)
        let differences: [AppliedTemplate.Difference] = [
            .init(path: "Ideas", role: Role(rawValue: "ideas"), matter: .accepts(.both)), .init(path: "Parts", role: Self.part, matter: .name("Pieces")),
        ]
        #expect(applied.differences == differences)
        let template = project.home.template
        #expect(template.file("place")?.text == "# Town\n" && template.folder(Role(rawValue: "ideas"))?.badge.emoji == "🔥")
        #expect(try project.find("Ideas").node.accepts == .files && exists("Parts"))
        // What was taken is named no more.
        _ = try project.change { try $0.allow(.both, in: "Ideas") }
        let again = try project.change { try $0.apply(changed) }
        #expect(!again.isChanged && again.keys.isEmpty && again.differences.map(\.path) == ["Parts"])
    }

    // MARK: Taken back from Trash

    @Test func `comes back from Trash without a role that another folder got`() throws {
        try shelf.shell("cd 'My Poems'; mkdir Notes; echo n > Research/n.txt")
        try project.sync()
        _ = try project.change { try $0.trash(["Research"]) }
        _ = try project.change { try $0.give(Role(rawValue: "research"), to: "Notes") }
        let pairs = try project.change { try $0.restore(["Trash/Research"]) }
        #expect(pairs.map(\.to) == ["Research"])
        let without = try project.asKnown.rolesGivenAway(of: ["Research", "Notes"])
        #expect(without.map(\.path) == ["Research"] && without.first?.role.rawValue == "research")
    }
}
