import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import Testing

@testable import ShedProject

@Suite("What a walk writes into the history")
struct HistoryWalkTests {
    let shelf: Shelf
    let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        project.actor = "test"
    }

    /// All entries, the oldest first, as `event from→path`.
    private func log() throws -> [String] { try entries().map(Self.text) }

    private static func text(_ entry: HistoryEntry) -> String {
        let from = entry.from.map { "\($0)→" } ?? ""
        let rule = entry.rule.map { " [\($0)]" } ?? ""
        let counts = entry.counts.isEmpty ? "" : " \(entry.counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ","))"
        return "\(entry.event.rawValue) \(from)\(entry.path.map { "\($0)" } ?? "-")\(rule)\(counts)"
    }

    private func entries() throws -> [HistoryEntry] {
        var reader = try HistoryReader(try #require(project.history))
        var entries: [HistoryEntry] = []
        while let entry = reader.next() { entries.insert(entry, at: 0) }
        return entries
    }

    private func walk(_ command: String) throws -> [String] {
        let before = try entries().count
        try shelf.shell("cd 'My Poems'; \(command)")
        try project.sync()
        return try entries().dropFirst(before).map(Self.text)
    }

    @Test func `a new project's first line says that it was made`() throws {
        #expect(try log() == ["made ."])
        #expect(try entries().first?.id == project.home.id)
    }

    @Test func `each thing that happens is one line, and nothing is one when nothing happened`() throws {
        #expect(try walk("echo one > Draft/a.txt") == ["added Draft/a.txt"])
        #expect(try walk(":") == [])
        #expect(try walk("mv Draft/a.txt Draft/b.txt") == ["renamed Draft/a.txt→Draft/b.txt"])
        #expect(try walk("mv Draft/b.txt Ready/") == ["moved Draft/b.txt→Ready/b.txt"])
        #expect(try walk("echo longer > Ready/b.txt") == ["modified Ready/b.txt"])
        #expect(try walk("mv Ready/b.txt ..") == ["removed Ready/b.txt"])
        #expect(try walk("mv ../b.txt Ready/") == ["returned Ready/b.txt"])
        #expect(try walk("mkdir Collections/Book") == ["added Collections/Book"])
        #expect(Set(try entries().dropFirst().dropLast().map(\.id)).count == 1)
        #expect(try entries().dropFirst().allSatisfy { $0.actor == "test" })
    }

    @Test func `what was refused is one line, with where it is, why and by which rule`() throws {
        #expect(try walk("mkdir Draft/Love; echo x > Draft/Love/x.txt") == ["rejected Draft/Love→Rejected/Love [wrong-type]"])
        #expect(try entries().last?.message?.isEmpty == false)
        #expect(try entries().last?.kind == .folder)
        _ = try walk("echo one > Draft/a.txt")
        #expect(try walk("mv Draft/a.txt Collections/") == ["putBack Collections/a.txt→Draft/a.txt [wrong-type]"])
        #expect(try walk("echo x > Ready/x.txt") == ["added Ready/x.txt [unexplained-addition]"])
        // It is still reported, but it happened once.
        #expect(try walk(":") == [])
    }

    @Test func `verbs that move nothing write a line too`() throws {
        _ = try walk("echo x > Ready/x.txt; echo lost > Draft/lost.txt")
        let lost = try #require(try project.id("Draft/lost.txt"))
        _ = try walk("rm Draft/lost.txt; echo found > Draft/found.txt")
        let before = try entries().count
        try project.change { try $0.accept(["Ready/x.txt"], to: nil) }
        try project.change { try $0.allow(.both, in: "Research") }
        try project.change { try $0.setDetails("For the spring competition") }
        try project.change { try $0.relink("Draft/found.txt", to: lost) }
        try project.change { try $0.trash(["Draft/found.txt"]) }
        try project.change { try $0.emptyTrash() }
        #expect(try entries().dropFirst(before).map(Self.text) == [
            "accepted Ready/x.txt", "allowed Research", "described .", "relinked Draft/lost.txt→Draft/found.txt",
            "moved Draft/found.txt→Trash/found.txt", "deleted Trash/found.txt",
        ])
    }

    @Test func `more than 200 things at once are one line with counts, and what was refused stays in full`() throws {
        let lines = try walk("for i in $(seq 250); do echo $i > Draft/n$i.txt; done; echo x > loose.txt")
        #expect(lines == ["summary - added=250", "rejected loose.txt→Rejected/loose.txt [file-at-root]"])
        #expect(try walk("rm Draft/n*.txt") == ["summary - removed=250"])
    }

    @Test func `200 things at once are 200 lines`() throws {
        #expect(try walk("for i in $(seq 200); do echo $i > Draft/n$i.txt; done").count == 200)
    }

    @Test func `moves of folders stay in full, so that paths in them can be followed`() throws {
        _ = try walk("for i in $(seq 210); do echo $i > Draft/n$i.txt; done; mkdir Collections/Book")
        let lines = try walk("rm Draft/*; mv Collections/Book Collections/Livre")
        #expect(lines == ["summary - removed=210", "renamed Collections/Book→Collections/Livre"])
    }

    @Test func `an adoption of many files is one line`() throws {
        try shelf.shell("mkdir Old Old/Draft; for i in $(seq 300); do echo $i > Old/Draft/$i.txt; done")
        let adoption = try Adoption(
            of: Array((shelf.path + "/Old").utf8), kind: shelf.surroundings.kinds.kinds.kind(named: "poetry"), language: .english, surroundings: shelf.surroundings)
        let adopted = try adoption.perform()
        var reader = try HistoryReader(try #require(adopted.history))
        #expect(reader.next().map(Self.text) == "adopted . files=300,folders=1")
        #expect(reader.next() == nil)
    }

    @Test func `what waits for a sync engine is said once, until something else happens to it`() throws {
        try shelf.shell("cd 'My Poems'; mkdir .stfolder; printf 'grace = 3600\\n' > .shed/settings.toml")
        let project = try shelf.reopen(project)
        func walk(_ project: Project, _ command: String) throws -> [String] {
            let before = try entries().count
            try shelf.shell("cd 'My Poems'; \(command)")
            try project.sync()
            return try entries().dropFirst(before).map(Self.text)
        }
        #expect(try walk(project, "echo x > loose.txt") == ["waiting loose.txt [carrier-arrival]"])
        #expect(try walk(project, ":") == [])
        // Another process reads from the history what was said.
        let other = try shelf.reopen(project)
        #expect(try walk(other, ":") == [])
        #expect(try walk(other, "rm loose.txt") == [])
        #expect(try walk(other, "echo x > loose.txt") == ["waiting loose.txt [carrier-arrival]"])
    }

    @Test func `a walk goes on where the history cannot be written`() throws {
        let path = try #require(project.history).path
        try shelf.shell("rm -f '\(path)'; mkdir '\(path)'")
        try shelf.shell("cd 'My Poems'; echo x > Draft/a.txt")
        #expect(try project.sync().changes.count == 1)
        #expect(try project.id("Draft/a.txt") != nil)
    }

    @Test func `a name that is no text comes back byte for byte`() throws {
        let name = Name(bytes: [0x62, 0xff, 0x2e, 0x74])
        #expect(try walk("printf x > \"Draft/$(printf 'b\\377.t')\"").count == 1)
        #expect(try entries().last?.path == RelativePath(["Draft", name]))
    }
}

@Suite("A node's own history")
struct HistorySubjectTests {
    let shelf: Shelf
    let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
    }

    private func walk(_ commands: String...) throws {
        for command in commands {
            try shelf.shell("cd 'My Poems'; \(command)")
            try project.sync()
        }
    }

    private func log(_ subject: HistorySubject) throws -> [String] {
        var subject = subject
        var reader = try HistoryReader(try #require(project.history))
        var lines: [String] = []
        while let entry = reader.next() { if subject.takesOlder(entry) { lines.append("\(entry.event.rawValue) \(entry.path.map { "\($0)" } ?? "")") } }
        return lines
    }

    @Test func `it follows the ID, by the path now, the path then and the ID`() throws {
        try walk("echo one > Draft/a.txt; echo two > Draft/other.txt", "mv Draft/a.txt Draft/b.txt", "mv Draft/b.txt Ready/", "echo more > Ready/b.txt")
        let expected = ["modified Ready/b.txt", "moved Ready/b.txt", "renamed Draft/b.txt", "added Draft/a.txt"]
        #expect(try log(project.asKnown.historySubject(at: "Ready/b.txt")) == expected)
        #expect(try log(project.asKnown.historySubject(at: "Draft/a.txt")) == expected)
        #expect(try log(project.asKnown.historySubject(at: "Draft/b.txt")) == expected)
        #expect(try log(project.asKnown.historySubject(of: try #require(try project.id("Ready/b.txt")))) == expected)
    }

    @Test func `moves of the folders above it belong to it, and what stood there before does not`() throws {
        try walk(
            "mkdir Collections/Book; echo one > Collections/Book/1.txt", "mv Collections/Book Collections/Livre",
            "mv Collections/Livre/1.txt Draft/1.txt", "echo other > Collections/Livre/1.txt", "mv Collections/Livre Collections/Buch")
        #expect(try log(project.asKnown.historySubject(at: "Draft/1.txt")) == ["moved Draft/1.txt", "renamed Collections/Livre", "added Collections/Book/1.txt"])
        #expect(try log(project.asKnown.historySubject(at: "Collections/Buch/1.txt")) == ["renamed Collections/Buch", "added Collections/Livre/1.txt"])
    }

    @Test func `a folder's history shows what happened in it, under the names that it had`() throws {
        try walk(
            "mkdir Collections/Book", "echo one > Collections/Book/1.txt", "mv Collections/Book Collections/Livre",
            "mv Collections/Livre/1.txt Draft/")
        #expect(try log(project.asKnown.historySubject(at: "Collections/Livre")) == [
            "moved Draft/1.txt", "renamed Collections/Livre", "added Collections/Book/1.txt", "added Collections/Book",
        ])
    }

    @Test func `an ID that was joined with another brings its history along`() throws {
        try walk("echo lost > Draft/lost.txt")
        let lost = try #require(try project.id("Draft/lost.txt"))
        try walk("rm Draft/lost.txt; echo something quite different > Draft/found.txt")
        try project.change { try $0.relink("Draft/found.txt", to: lost) }
        #expect(try Set(log(project.asKnown.historySubject(at: "Draft/found.txt"))) == [
            "relinked Draft/found.txt", "removed Draft/lost.txt", "added Draft/found.txt", "added Draft/lost.txt",
        ])
    }

    @Test func `forward, it goes the same ways`() throws {
        try walk("mkdir Collections/Book; echo one > Collections/Book/1.txt")
        var subject = try project.asKnown.historySubject(at: "Collections/Book/1.txt")
        var tail = HistoryTail(try #require(project.history), after: try HistoryReader(try #require(project.history)))
        try walk("mv Collections/Book Collections/Livre", "echo x > Draft/x.txt", "mv Collections/Livre Collections/Buch", "mv Collections/Buch/1.txt Draft/")
        let lines = tail.next().filter { subject.takesNewer($0) }.compactMap { $0.path.map { "\($0)" } }
        #expect(lines == ["Collections/Livre", "Collections/Buch", "Draft/1.txt"])
    }

    @Test func `what nobody knows is an error`() throws {
        #expect(throws: ShedError.self) { _ = try project.asKnown.historySubject(at: "Draft/never.txt") }
        #expect(throws: ShedError.self) { _ = try project.asKnown.historySubject(of: NodeID(high: 1, low: 2)) }
    }
}
