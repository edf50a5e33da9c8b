import Glibc
import ShedModel
import ShedTestSupport
import Testing

/// `status` as people call it: what is now, and nothing of what is long done.
@Suite struct `Status is about now` {
    @Test func `what was deleted is one line, and a list where it is asked for`() throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\n") }
        shelf.makeDirectory("Poems/Collections/Book")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(!(try shelf.shed("status", in: "Poems").text.contains("removed")))
        let output = try shelf.scenario("cd Poems; rm Draft/a.txt; \"$SHED\" sync -q; \"$SHED\" status; rm -r Draft/b.txt Collections/Book; \"$SHED\" sync -q; \"$SHED\" status")
        #expect(output == """
            Clean.
            1 file was removed in the last week: shed status --missing
            No daemon watches this project.
            Clean.
            2 files and 1 folder were removed in the last week: shed status --missing
            No daemon watches this project.

            """)
        for option in ["--missing", "--all"] {
            let text = try shelf.shed("status", option, in: "Poems").text
            #expect(text.contains("Missing\n  Collections/Book  ") && text.contains("  Draft/a.txt  ") && !text.contains("in the last week"), "\(text)")
        }
        let json = try shelf.shed("status", "--json", in: "Poems").json()
        #expect(json["clean"]?.bool == true)
        #expect(json["missing"]?.array?.compactMap { $0["path"]?.string } == ["Collections/Book", "Draft/a.txt", "Draft/b.txt"])
    }

    @Test func `what is in Rejected and what is missing are told without an index too`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        shelf.makeFile("Poems/Collections/x.txt", "x\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        unlink(shelf.work + "/Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let known = try shelf.shed("status", "--json", in: "Poems").json()
        #expect(known["rejected"]?.array?.compactMap { $0["path"]?.string } == ["Rejected/x.txt"])
        #expect(try shelf.scenario("rm -rf \"$T/state\"") == "")
        let text = try shelf.shed("status", in: "Poems").text
        #expect(text.contains("Rejected/x.txt") && !text.contains("Clean"), "\(text)")
        let json = try shelf.shed("status", "--json", in: "Poems").json()
        #expect(json["rejected"] == known["rejected"])
        #expect(json["missing"] == known["missing"] && json["missing"]?.array?.count == 1)
    }

    /// It is asked again and again, by each judging and by each sync.
    @Test func `a report is told once`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Ready/x.txt")
        for _ in 0..<3 { #expect(try shelf.shed("sync", in: "Poems").code == 1) }
        let reports = try shelf.shed("status", "--json", in: "Poems").json()["reports"]?.array ?? []
        #expect(reports.compactMap { $0["path"]?.string } == ["Ready/x.txt"])
    }
}
