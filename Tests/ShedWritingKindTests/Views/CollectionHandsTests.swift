import ShedCheck
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRules
import ShedTestSupport
import Testing

@testable import ShedWritingKind

@Suite struct `What is told of links in collections` {
    @Test func `that all of them came back, once`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("rm Collections/Book/*")
        let outcome = try desk.project.sync()
        #expect(outcome.remarks.count == 1)
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n")
        #expect(try desk.project.sync().remarks.isEmpty)
    }

    @Test func `check says of those that sync will understand what it does`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("mv All/Sea.txt Collections/Book/; ln -s \"$PWD/Draft/Rain.txt\" Collections/Book/again.txt; ln -s /etc/passwd Collections/Book/passwd")
        let findings = try desk.shelf.reopen(desk.project, purpose: .look).check().filter { $0.path.parent == CollectionDesk.book }
        #expect(findings.map { "\($0.path)" }.sorted() == ["Collections/Book/Sea.txt", "Collections/Book/again.txt", "Collections/Book/passwd"])
        for finding in findings {
            let isAnothers = finding.path == "Collections/Book/passwd"
            #expect((finding.severity == .note) != isAnothers)
            #expect(finding.help.contains("shed sync") != isAnothers)
        }
    }

    @Test func `one of an absolute path below the project counts like any other, and no other one does`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        try desk.shell("""
            mkdir ../outside; echo x > ../outside/x; ln -s ../../outside Draft/out
            ln -s "$PWD/Draft/Sea.txt" Collections/Book/
            ln -s "$PWD/Draft/../../outside/x" Collections/Book/up; ln -s "$PWD/Draft/out/x" Collections/Book/out; ln -s "$PWD/../outside/x" Collections/Book/x
            """)
        let others = try desk.all().split(separator: "\n").filter { !$0.hasPrefix("Sea") && !$0.hasPrefix("Ode") }
        try desk.project.sync()
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Sea.txt"])
        let all = try desk.all().split(separator: "\n")
        #expect(all.contains("Sea.txt l ../../Draft/Sea.txt") && all.filter { !$0.hasPrefix("Sea") && !$0.hasPrefix("Ode") } == others)
    }
}

@Suite struct `A folder in place of a link in a collection` {
    private static let both = "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n"

    @Test func `is refused there, and the link is set anew`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("rm Collections/Book/Ode.txt; mkdir Collections/Book/Ode.txt; echo mine > Collections/Book/Ode.txt/a.txt")
        let outcome = try desk.project.sync()
        #expect(outcome.moves.map(\.to) == ["Rejected/Ode.txt"] && outcome.remarks.isEmpty)
        #expect(try desk.all() == Self.both)
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt"])
        #expect(try desk.read("Rejected/Ode.txt/a.txt") == "mine\n")
    }

    @Test func `goes home where it is known, and the link is set anew`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("mkdir Collections/Other; echo mine > Collections/Other/a.txt")
        try desk.project.sync()
        try desk.shell("rm Collections/Book/Ode.txt; mv Collections/Other Collections/Book/Ode.txt")
        #expect(try desk.project.sync().moves.map(\.to) == ["Collections/Other"])
        #expect(try desk.all() == Self.both)
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt"])
    }

    @Test func `that is gone again before anything is decided leaves the link taken out`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("rm Collections/Book/Ode.txt; mkdir Collections/Book/Ode.txt")
        _ = try desk.project.refresh()
        try desk.shell("rmdir Collections/Book/Ode.txt")
        #expect(try desk.project.sync().remarks.count == 1)
        #expect(try desk.members() == ["Draft/Rain.txt"])
    }
}
