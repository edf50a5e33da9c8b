import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Collections where shed is killed in the midst of its work. All is off: it would come to the same points first.
@Suite(.serialized, .waitsInTurn) struct `Collections after an interruption` {
    private func poems() throws -> Shelf { try Shelf.withCollection(settings: "views = false\n") }

    private func sh(_ shelf: Shelf, _ script: String) throws -> String { try shelf.script(Shelf.links + script).everything }

    /// Prepares, and has a verb killed at a point, which it has to come to.
    private func kill(at point: String, _ shelf: Shelf, after preparation: String, _ verb: String) throws {
        let output = try sh(shelf, "\(preparation)\nSHED_INTERRUPT_AT=\(point) \"$SHED\" \(verb) -q >../said 2>&1; echo \"ended $?\"")
        #expect(output.hasSuffix("ended 137\n"), "\(point): \(output)")
    }

    private static let collecting = "\"$SHED\" collect Draft/Ode.txt Draft/Rain.txt --in Book -q"

    /// Wherever the kill comes, no piece is taken out by it, and the next sync has all links right.
    @Test(arguments: ["written", "undo-noted", "committed", "compared", "links-compared", "link-aside", "link-made", "collection-kept"])
    func `a move that was interrupted takes nothing out`(point: String) throws {
        let shelf = try poems()
        try kill(at: point, shelf, after: Self.collecting, "mv Draft/Ode.txt Ready")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let place = shelf.exists("Poems/Ready/Ode.txt") ? "Ready" : "Draft"
        #expect(try sh(shelf, "links; ls -A Collections/Book | wc -l; cat Collections/Book/Ode.txt") == "Ode.txt ../../\(place)/Ode.txt\nRain.txt ../../Draft/Rain.txt\n2\nOde here\n")
    }

    @Test(arguments: ["written", "set", "link-made", "collection-kept"]) func `what was put in half is in whole, or not at all`(point: String) throws {
        let shelf = try poems()
        try kill(at: point, shelf, after: ":", "collect Draft/Ode.txt Draft/Rain.txt --in Book")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let isIn = try !shelf.shed("order", "Collections/Book", "-0", in: "Poems").text.isEmpty
        #expect(try sh(shelf, "links") == (isIn ? "Ode.txt ../../Draft/Ode.txt\nRain.txt ../../Draft/Rain.txt\n" : ""))
    }

    @Test func `what was taken out half is out`() throws {
        let shelf = try poems()
        try kill(at: "link-aside", shelf, after: Self.collecting, "uncollect Collections/Book/Ode.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try sh(shelf, "links; ls -A Collections/Book | wc -l; cat Draft/Ode.txt") == "Rain.txt ../../Draft/Rain.txt\n1\nOde here\n")
    }

    // MARK: Links and files together

    /// What stands where, in one line.
    private static let all = "echo $(links; ls Draft; echo in Spring; links Collections/Spring; ls Collections/Spring; echo in Trash; ls Trash)"

    private static let together = [
        "mv Collections/Book/Ode.txt Draft/Sea.txt Collections/Spring", "mv Collections/Book/Ode.txt Collections/Book/Rain.txt Collections/Spring",
        "rm Collections/Book/Ode.txt Draft/Sea.txt",
    ]

    private static let preparing = "mkdir Collections/Spring; \(collecting); \"$SHED\" sync -q"

    /// What is one step for undo is done or not done, and nothing between: after the next command, whatever that is.
    @Test(arguments: together) func `links and files that go together go together, or not at all`(verb: String) throws {
        let other = try poems()
        let before = try sh(other, "\(Self.preparing)\n\(Self.all)")
        let after = try sh(other, "\"$SHED\" \(verb) -q; \(Self.all)")
        #expect(before != after)
        // Links alone move no file.
        for point in verb.contains("Draft") ? ["undo-noted", "set", "written", "committed"] : ["undo-noted", "set"] {
            let shelf = try poems()
            try kill(at: point, shelf, after: Self.preparing, verb)
            #expect(try shelf.shed("tag", "add", "x", "Draft/Rain.txt", "--create", "-q", in: "Poems").code == 0)
            #expect([before, after].contains(try sh(shelf, Self.all)), "\(point)")
            #expect(try shelf.shed("sync", in: "Poems").code == 0)
            #expect([before, after].contains(try sh(shelf, Self.all)), "\(point)")
            #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true, "\(point)")
        }
    }

    @Test(arguments: together, ["undone", "set", "committed"])
    func `an undo of both that was interrupted is gone on with by the next command`(verb: String, point: String) throws {
        if point != "set", !verb.contains("Draft") { return }
        let shelf = try poems()
        let before = try sh(shelf, "\(Self.preparing)\n\(Self.all)")
        try kill(at: point, shelf, after: "\"$SHED\" \(verb) -q", "undo")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try sh(shelf, Self.all) == before)
    }

    @Test func `what was interrupted is taken back by undo too, and said by sync`() throws {
        let shelf = try poems()
        let before = try sh(shelf, "\(Self.preparing)\n\(Self.all)")
        try kill(at: "set", shelf, after: ":", Self.together[0])
        let undone = try shelf.shed("undo", in: "Poems")
        #expect(undone.code == 0, "\(undone)")
        #expect(try sh(shelf, Self.all) == before)
        try kill(at: "set", shelf, after: ":", Self.together[0])
        let said = try shelf.shed("sync", in: "Poems")
        #expect(said.everything.contains("was interrupted; what it had done is taken back") && said.code == 0, "\(said)")
        #expect(try sh(shelf, Self.all) == before)
        #expect(try shelf.shed("sync", in: "Poems").text.contains("interrupted") == false)
    }

    // MARK: Files in place of links, and hands

    @Test(arguments: ["written", "sealed", "placed", "carried", "taken-in", "said", "edit-taken-over", "file-aside", "file-linked", "link-made", "collection-kept"])
    func `an edit in place of a link that was interrupted is taken over in the end`(point: String) throws {
        let shelf = try poems()
        try kill(at: point, shelf, after: "\(Self.collecting); sed -i s/here/there/ Collections/Book/Ode.txt", "sync")
        for _ in 0..<3 { _ = try shelf.shed("sync", in: "Poems") }
        #expect(try sh(shelf, "cat Draft/Ode.txt; links; ls -A Collections/Book | wc -l") == "Ode there\nOde.txt ../../Draft/Ode.txt\nRain.txt ../../Draft/Rain.txt\n2\n")
    }

    /// Whichever command sees it first, and is killed when the file is a node and the links were not looked at yet.
    @Test(arguments: ["written", "collection-kept"]) func `an edit in place of a link that another command saw is one after an interruption too`(point: String) throws {
        let shelf = try poems()
        let saving = "\(Self.collecting); sed -i s/here/there/ Collections/Book/Ode.txt; rm Collections/Book/Rain.txt; cp Draft/Rain.txt Collections/Book/Rain.txt"
        try kill(at: point, shelf, after: saving, "tag add x Draft/Rain.txt --create")
        let told = try shelf.shed("sync", in: "Poems").text
        #expect(told.hasPrefix("modified Draft/Ode.txt\n") && !told.contains("added"), "\(told)")
        #expect(try sh(shelf, "cat Draft/Ode.txt; links; ls -A Collections/Book | wc -l") == "Ode there\nOde.txt ../../Draft/Ode.txt\nRain.txt ../../Draft/Rain.txt\n2\n")
    }

    /// What was said of the file in its place before the link took it stands after the kill too.
    @Test(arguments: ["set", "edit-taken-over", "file-aside", "file-linked"])
    func `a file that gave way to its link is missed by nobody after an interruption either, and no copy of the piece is it`(point: String) throws {
        let shelf = try poems()
        try kill(at: point, shelf, after: "\(Self.collecting); sed -i s/here/there/ Collections/Book/Ode.txt", "sync")
        let told = try sh(shelf, "for n in 1 2 3; do \"$SHED\" sync; \"$SHED\" status --missing; done")
        #expect(!told.contains("removed") && !told.contains("Missing"), "\(told)")
        let copied = try sh(shelf, "cp Draft/Ode.txt Collections/Book/Copy.txt; \"$SHED\" sync")
        #expect(copied == "added    Collections/Book/Copy.txt\n")
    }

    @Test(arguments: ["noted", "moved", "written", "committed"]) func `a folder in place of a link takes no piece out after an interruption either`(point: String) throws {
        let shelf = try poems()
        try kill(at: point, shelf, after: "\(Self.collecting); rm Collections/Book/Ode.txt; mkdir Collections/Book/Ode.txt", "sync")
        let told = try sh(shelf, "for n in 1 2; do \"$SHED\" sync; done; links; ls Rejected")
        #expect(told.hasSuffix("Ode.txt ../../Draft/Ode.txt\nRain.txt ../../Draft/Rain.txt\nOde.txt\n") && !told.contains("took"), "\(told)")
    }

    /// Where links come back, what an interruption has left half done is nobody's doing.
    @Test(arguments: ["link-made", "collection-kept"]) func `links that come back are in after an interruption too`(point: String) throws {
        let shelf = try poems()
        try kill(at: point, shelf, after: "\"$SHED\" collect Draft/Ode.txt Draft/Rain.txt Draft/Sea.txt --in Book -q; rm Collections/Book/*", "sync")
        for _ in 0..<2 { #expect(try shelf.shed("sync", in: "Poems").code == 0) }
        #expect(try sh(shelf, "links") == "Ode.txt ../../Draft/Ode.txt\nRain.txt ../../Draft/Rain.txt\nSea.txt ../../Draft/Sea.txt\n")
    }

    /// What a person took out by hand is not lost either: at the latest the next sync has it.
    @Test(arguments: ["written", "set", "collection-kept"]) func `a link that was deleted is out after an interruption too`(point: String) throws {
        let shelf = try poems()
        try kill(at: point, shelf, after: "\(Self.collecting); rm Collections/Book/Ode.txt", "sync")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try sh(shelf, "links; cat Draft/Ode.txt") == "Rain.txt ../../Draft/Rain.txt\nOde here\n")
    }

    /// It is no deed that is taken back then: the links would be set as they were before a person changed them.
    @Test(arguments: ["undo-noted", "written", "set", "collection-kept"])
    func `a link that was put in and one that was deleted are taken up after an interruption too`(point: String) throws {
        let shelf = try poems()
        let hands = "\"$SHED\" collect Draft/Ode.txt Draft/Sea.txt --in Book -q; rm Collections/Book/Ode.txt; ln -s ../../Draft/Rain.txt Collections/Book/"
        try kill(at: point, shelf, after: hands, "sync")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try sh(shelf, "links") == "Rain.txt ../../Draft/Rain.txt\nSea.txt ../../Draft/Sea.txt\n")
        #expect(try shelf.shed("order", "Collections/Book", "-0", in: "Poems").text == "Draft/Sea.txt\0Draft/Rain.txt\0")
    }
}
