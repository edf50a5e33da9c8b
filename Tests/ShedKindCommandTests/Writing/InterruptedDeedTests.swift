import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What is said of a deed that was interrupted, and by whom it is taken back. All is off: it would come to the same points first.
@Suite(.serialized, .waitsInTurn) struct `A deed that was interrupted, for who uses the program` {
    private let shelf: Shelf
    /// What stood where before the deed.
    private let before: String

    /// A text was taken out of a collection, and another one is not in Trash yet.
    init() throws {
        shelf = try Shelf.withCollection(settings: "views = false\n")
        let collecting = "\"$SHED\" collect Draft/Ode.txt Draft/Rain.txt --in Book -q; \"$SHED\" sync -q"
        before = try shelf.script(Shelf.links + "\(collecting); \(Self.all)").everything
        let output = try shelf.script("SHED_INTERRUPT_AT=set \"$SHED\" rm Collections/Book/Ode.txt Draft/Sea.txt -q >../said 2>&1; echo \"ended $?\"").everything
        try #require(output.hasSuffix("ended 137\n"), "\(output)")
    }

    private static let all = "echo $(links; ls Draft; echo in Trash; ls Trash)"
    private static let takenBack = "“rm” (2) was interrupted; what it had done is taken back"

    private func shed(_ words: String...) throws -> RunResult { try shelf.spawnedInPoems(words) }

    @Test(arguments: ["tree", "ls Draft", "show Draft/Sea.txt", "log", "info", "find Sea", "tag list", "undo --list", "status"])
    func `is left alone by who looks`(verb: String) throws {
        let said = try shelf.script("\"$SHED\" \(verb)")
        #expect(!said.everything.contains("taken back"), "\(said)")
        #expect(try shed("status", "--json").json()["interrupted"]?["number"]?.integer == 2, "\(verb)")
    }

    @Test(arguments: ["tag add x Draft/Rain.txt --create", "tag add x Draft/Rain.txt --create --json", "sync", "sync --json", "repair --yes"])
    func `is taken back by who writes, who says so once`(verb: String) throws {
        let said = try shelf.script("\"$SHED\" \(verb)")
        #expect(said.everything.components(of: Self.takenBack) == 1, "\(said)")
        #expect(!said.everything.contains("Nothing changed"), "\(said)")
        #expect(try shelf.script(Shelf.links + Self.all).everything == before)
        #expect(try shed("status", "--json").json()["interrupted"] == nil)
    }

    @Test func `is named by status, which does not say that all is clean`() throws {
        let said = try shed("status").text
        #expect(said.contains("“rm” (2) was interrupted: the next command that writes takes back what it had done") && !said.contains("Clean"), "\(said)")
        let status = try shed("status", "--json").json()
        #expect(status["interrupted"]?["by"]?.string == "rm" && status["clean"]?.bool == false)
        #expect(try shed("status", "--exit-code", "--quiet").code == 1)
        #expect(try shed("sync").code == 0)
        #expect(try shed("status").text.contains("Clean"))
    }

    @Test func `is no step for undo once it was taken back`() throws {
        #expect(try shed("sync").code == 0)
        let list = try shed("undo", "--list").text
        #expect(list.contains("(was interrupted; taken back by 3)"), "\(list)")
        let undone = try shed("undo")
        #expect(undone.code == 0, "\(undone)")
        #expect(try shelf.script(Shelf.links + "echo $(links; ls Draft)").everything == "Ode.txt Rain.txt Sea.txt\n")
        // That was asked for, and can be done again.
        #expect(try shed("undo").code == 0)
        #expect(try shelf.script(Shelf.links + Self.all).everything == before)
    }

    @Test func `that has links set right by sync alone is something that changed`() throws {
        #expect(try shed("sync").code == 0)
        let killed = try shelf.script("SHED_INTERRUPT_AT=link-aside \"$SHED\" uncollect Collections/Book/Ode.txt Collections/Book/Rain.txt -q >../said 2>&1; echo \"ended $?\"")
        try #require(killed.everything.hasSuffix("ended 137\n"), "\(killed)")
        #expect(try (0..<2).map { _ in try shed("sync").text } == ["links were set right\n", "Nothing changed.\n"])
    }

    @Test func `is taken back by an undo, which does not offer to do it again by itself`() throws {
        let undone = try shed("undo")
        #expect(undone.code == 0 && undone.text.contains("shed undo 3"), "\(undone)")
        #expect(try shelf.script(Shelf.links + Self.all).everything == before)
    }
}

extension Shelf {
    fileprivate func spawnedInPoems(_ words: [String]) throws -> RunResult {
        try script("\"$SHED\" " + words.map { "'\($0)'" }.joined(separator: " "))
    }
}

extension String {
    /// How often something stands in it.
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
