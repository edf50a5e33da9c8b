import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Pieces in collections by verbs and by other programs, with the daemon on and off.
@Suite(.serialized, .waitsInTurn) struct `Collections by verbs and programs` {
    private func poems() throws -> Shelf { try Shelf.withCollection(settings: "quiet = 0.2\n") }

    private func sh(_ shelf: Shelf, _ script: String) throws -> String { try shelf.script(Shelf.links + script).everything }

    /// Does it while a daemon watches.
    private func watched(_ shelf: Shelf, _ script: String) throws -> String { try sh(shelf, Shelf.watched(script)) }

    private func paths(_ result: Shelf.Result) -> [String] { result.text.split(separator: "\0").map(String.init) }

    // MARK: Verbs

    @Test func `a piece is put in, and taken out, and undo takes back both`() throws {
        let shelf = try poems()
        let put = try shelf.shed("collect", "Draft/Ode.txt", "Draft/Rain.txt", "--in", "Collections/Book", in: "Poems")
        #expect(put.text == "put Draft/Ode.txt into Collections/Book too\nput Draft/Rain.txt into Collections/Book too\n" && put.code == 0, "\(put.err)")
        #expect(try sh(shelf, "links") == "Ode.txt ../../Draft/Ode.txt\nRain.txt ../../Draft/Rain.txt\n")
        #expect(try shelf.shed("collect", "Draft/Ode.txt", "--in", "Book", in: "Poems").text == "Draft/Ode.txt is in Collections/Book already\n")
        let taken = try shelf.shed("uncollect", "Collections/Book/Ode.txt", in: "Poems")
        #expect(taken.text == "took Draft/Ode.txt out of Collections/Book; the file stays where it is\n")
        #expect(try sh(shelf, "links; cat Draft/Ode.txt; \"$SHED\" undo -q; links") == """
            Rain.txt ../../Draft/Rain.txt
            Ode here
            Ode.txt ../../Draft/Ode.txt
            Rain.txt ../../Draft/Rain.txt

            """)
        #expect(try shelf.shed("uncollect", "Draft/Ode.txt", "Draft/Sea.txt", "--in", "Book", in: "Poems").text == """
            took Draft/Ode.txt out of Collections/Book; the file stays where it is
            Draft/Sea.txt is not in Collections/Book

            """)
        let log = try shelf.shed("log", in: "Poems").text
        #expect(log.contains("Draft/Ode.txt was put into Collections/Book too") && log.contains("Draft/Ode.txt was taken out of Collections/Book"), "\(log)")
        #expect(try shelf.shed("uncollect", "Draft/Rain.txt", in: "Poems").code == 2)
        #expect(try shelf.shed("collect", "Collections/Book", "--in", "Book", in: "Poems").code == 1)
        #expect(try shelf.shed("collect", "Draft/Ode.txt", "--in", "Draft", in: "Poems").code == 2)
        #expect(try shelf.shed("collect", "Draft/Ode.txt", "--in", "Nowhere", in: "Poems").code == 2)
    }

    @Test func `rm of a link takes the piece out, of its file throws it away`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("collect", "Draft/Ode.txt", "Draft/Rain.txt", "--in", "Book", "-q", in: "Poems").code == 0)
        #expect(try shelf.shed("rm", "--dry-run", "Collections/Book/Ode.txt", in: "Poems").text == "would have taken Draft/Ode.txt out of Collections/Book; the file stays where it is\n")
        #expect(try shelf.shed("rm", "Collections/Book/Ode.txt", "--permanently", in: "Poems").text == "took Draft/Ode.txt out of Collections/Book; the file stays where it is\n")
        #expect(shelf.exists("Poems/Draft/Ode.txt") && !shelf.exists("Poems/Collections/Book/Ode.txt"))
        #expect(try shelf.shed("undo", "-q", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Collections/Book/Ode.txt"))
        #expect(try shelf.shed("rm", "Draft/Ode.txt", "-q", in: "Poems").code == 0)
        #expect(!shelf.exists("Poems/Collections/Book/Ode.txt"))
        #expect(try shelf.shed("undo", "-q", in: "Poems").code == 0)
        #expect(try sh(shelf, "cat Collections/Book/Ode.txt") == "Ode here\n")
    }

    /// What is asked about may be anything beside the link.
    @Test(arguments: [false, true]) func `rm of a link and of other things does nothing before it is answered or where it is refused`(isWatched: Bool) throws {
        let shelf = try poems()
        let script = """
            exec 2>/dev/null; "$SHED" collect Draft/Ode.txt Draft/Rain.txt --in Book -q
            "$SHED" rm Collections/Book/Ode.txt Draft; echo $?
            "$SHED" rm --permanently --json Collections/Book/Ode.txt Draft/Sea.txt; echo $?
            "$SHED" rm Collections/Book/Ode.txt Trash; echo $?; links
            "$SHED" rm --dry-run Collections/Book/Ode.txt Draft/Sea.txt; links
            "$SHED" rm --permanently --yes Collections/Book/Ode.txt Draft/Sea.txt; links
            "$SHED" rm --yes Collections/Book/Rain.txt Draft; links; ls -d Draft
            """
        #expect(try (isWatched ? watched(shelf, script) : sh(shelf, script)) == """
            2
            2
            1
            Ode.txt ../../Draft/Ode.txt
            Rain.txt ../../Draft/Rain.txt
            would have taken Draft/Ode.txt out of Collections/Book; the file stays where it is
            would have moved Draft/Sea.txt to Trash/Sea.txt
            Ode.txt ../../Draft/Ode.txt
            Rain.txt ../../Draft/Rain.txt
            took Draft/Ode.txt out of Collections/Book; the file stays where it is
            deleted Draft/Sea.txt for good
            Rain.txt ../../Draft/Rain.txt
            took Draft/Rain.txt out of Collections/Book; the file stays where it is
            moved Draft to Trash/Draft

            """ + (isWatched ? "ended 0\n" : ""))
    }

    @Test func `rm of a link and of other things is one step for undo`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, """
            "$SHED" collect Draft/Ode.txt Draft/Rain.txt --in Book -q; "$SHED" rm Collections/Book/Ode.txt Draft/Sea.txt; links
            "$SHED" undo -q; links; ls Draft
            """) == """
            took Draft/Ode.txt out of Collections/Book; the file stays where it is
            moved Draft/Sea.txt to Trash/Sea.txt
            Rain.txt ../../Draft/Rain.txt
            Ode.txt ../../Draft/Ode.txt
            Rain.txt ../../Draft/Rain.txt
            Ode.txt
            Rain.txt
            Sea.txt

            """)
    }

    @Test func `mv of a link into another collection moves the link, elsewhere its file`() throws {
        let shelf = try poems()
        shelf.makeDirectory("Poems/Collections/Spring")
        #expect(try shelf.shed("collect", "Draft/Ode.txt", "Draft/Rain.txt", "--in", "Book", "-q", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "Collections/Book/Ode.txt", "Collections/Spring", in: "Poems").text == """
            put Draft/Ode.txt into Collections/Spring too
            took Draft/Ode.txt out of Collections/Book; the file stays where it is

            """)
        #expect(try sh(shelf, "links; links Collections/Spring; cat Draft/Ode.txt") == "Rain.txt ../../Draft/Rain.txt\nOde.txt ../../Draft/Ode.txt\nOde here\n")
        #expect(try shelf.shed("mv", "Collections/Spring/Ode.txt", "Collections/Spring", in: "Poems").code == 1)
        #expect(try sh(shelf, "\"$SHED\" undo -q; links; links Collections/Spring") == "Ode.txt ../../Draft/Ode.txt\nRain.txt ../../Draft/Rain.txt\n")
        // One step, or nothing of it: the one beside it is nowhere.
        #expect(try shelf.shed("mv", "Collections/Book/Ode.txt", "Draft/None.txt", "Collections/Spring", in: "Poems").code != 0)
        #expect(try sh(shelf, "links Collections/Spring") == "")
        #expect(try sh(shelf, "\"$SHED\" mv -q Collections/Book/Ode.txt Draft/Sea.txt Collections/Spring; ls Collections/Spring; \"$SHED\" undo -q; ls Collections/Spring; ls Draft") == """
            Ode.txt
            Sea.txt
            Ode.txt
            Rain.txt
            Sea.txt

            """)
        let moved = try shelf.shed("mv", "--json", "Collections/Book/Rain.txt", "Collections/Spring", in: "Poems").json().array ?? []
        #expect(moved.map { $0["takenOutOf"]?.string } == ["Collections/Book"] && moved.map { $0["putInto"]?.string } == ["Collections/Spring"])
        #expect(try shelf.shed("mv", "Collections/Spring/Rain.txt", "Ready", "-q", in: "Poems").code == 0)
        #expect(try sh(shelf, "links; links Collections/Spring; cat Ready/Rain.txt") == "Ode.txt ../../Draft/Ode.txt\nRain.txt ../../Ready/Rain.txt\nRain here\n")
    }

    @Test func `its order is its own, and all that looks follows it`() throws {
        let shelf = try poems()
        shelf.makeFile("Poems/Collections/Book/About.txt", "about\n")
        #expect(try shelf.shed("collect", "Draft/Sea.txt", "Draft/Ode.txt", "--in", "Collections/Book", "-q", in: "Poems").code == 0)
        #expect(try shelf.shed("collect", "Draft/Rain.txt", "--in", "Collections/Book", "--after", "Draft/Sea.txt", "-q", in: "Poems").code == 0)
        #expect(try shelf.shed("order", "Collections/Book/Ode.txt", "--first", in: "Poems").text == "put first in Collections/Book: Draft/Ode.txt\n")
        #expect(try shelf.shed("order", "Collections/Book/About.txt", "--after", "Collections/Book/Ode.txt", "-q", in: "Poems").code == 0)
        let order = ["Draft/Ode.txt", "Collections/Book/About.txt", "Draft/Sea.txt", "Draft/Rain.txt"]
        #expect(paths(try shelf.shed("order", "Collections/Book", "-0", in: "Poems")) == order)
        let listed = try shelf.shed("ls", "--json", "Collections/Book", in: "Poems").json().array ?? []
        #expect(listed.map { $0["path"]?.string } == order)
        #expect(listed.map { $0["link"]?.string } == ["Collections/Book/Ode.txt", nil, "Collections/Book/Sea.txt", "Collections/Book/Rain.txt"])
        #expect(try shelf.shed("tree", "Collections", in: "Poems").text.contains("Rain.txt"))
        #expect(try shelf.shed("find", "--in", "Collections/Book", "--text", "here", "--sort", "path", "-0", in: "Poems").text == "Draft/Ode.txt\0Draft/Rain.txt\0Draft/Sea.txt\0")
        #expect(try shelf.shed("compile", "Collections/Book", "--profile", "plain", "--output", "../book.md", "-q", in: "Poems").code == 0)
        let book = try sh(shelf, "cat ../book.md")
        let places = ["Ode here", "about", "Sea here", "Rain here"].compactMap { book.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 4 && places == places.sorted(), "\(book)")
        #expect(try shelf.shed("undo", "-q", in: "Poems").code == 0)
        // The file went behind it when the first was collected, so that its own order had nothing to do: what is taken back is that Ode was first.
        #expect(paths(try shelf.shed("order", "Collections/Book", "-0", in: "Poems")) == ["Collections/Book/About.txt", "Draft/Sea.txt", "Draft/Rain.txt", "Draft/Ode.txt"])
        // Named by its path it goes elsewhere in its own folder; one beside which something goes may be named by both.
        #expect(try shelf.shed("order", "Draft/Ode.txt", "--last", "-q", in: "Poems").code == 0)
        #expect(try shelf.shed("order", "Collections/Book/Ode.txt", "--before", "Draft/Sea.txt", "-q", in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/New.txt")
        #expect(try shelf.shed("order", "Collections/Book/Ode.txt", "--before", "Draft/New.txt", in: "Poems").code == 1)
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
        #expect(try shelf.shed("check", in: "Poems").text.contains("Collections/") == false)
    }

    @Test func `json and lists say the same`() throws {
        let shelf = try poems()
        let json = try shelf.shed("collect", "-", "--in", "Book", "--json", in: "Poems", input: "Draft/Sea.txt\nDraft/Ode.txt\n").json()
        #expect(json["folder"]?.string == "Collections/Book")
        #expect(json["order"]?.array?.map { $0["path"]?.string } == ["Draft/Sea.txt", "Draft/Ode.txt"])
        #expect(json["order"]?.array?.allSatisfy { $0["new"]?.bool == true } == true)
        #expect(paths(try shelf.shed("collect", "Draft/Rain.txt", "Draft/Ode.txt", "--in", "Book", "-0", in: "Poems")) == ["Draft/Rain.txt"])
        let taken = try shelf.shed("rm", "Collections/Book/Sea.txt", "--json", in: "Poems").json().array ?? []
        #expect(taken.map { $0["path"]?.string } == ["Draft/Sea.txt"] && taken.map { $0["takenOutOf"]?.string } == ["Collections/Book"])
    }

    /// Neither the sequence in which folders stand nor that in which their guests do.
    @Test func `of several the one is named first that was typed first, also in the undo journal`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, """
            mkdir Collections/Alone; "$SHED" collect Draft/Ode.txt Draft/Rain.txt Draft/Sea.txt --in Book -q; "$SHED" collect Draft/Ode.txt --in Alone -q
            "$SHED" rm Collections/Book/Sea.txt Collections/Alone/Ode.txt Collections/Book/Ode.txt
            "$SHED" undo --list --limit 1 | sed 's/.* rm: //'; "$SHED" undo -q
            "$SHED" uncollect Draft/Rain.txt Draft/Ode.txt --in Book -q; "$SHED" undo --list --limit 1 | sed 's/.* uncollect: //'
            """) == """
            took Draft/Sea.txt out of Collections/Book; the file stays where it is
            took Draft/Ode.txt out of Collections/Book; the file stays where it is
            took Draft/Ode.txt out of Collections/Alone; the file stays where it is
            took out of Collections/Book: 2 things, Draft/Sea.txt the first, took out of Collections/Alone: Draft/Ode.txt
            took out of Collections/Book: 2 things, Draft/Rain.txt the first

            """)
    }

    @Test func `of a folder and a file in it that are moved the one is named first that was typed first`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, """
            mkdir Collections/Box; echo x > Collections/Box/x.txt; "$SHED" sync -q; "$SHED" rm Collections/Box Collections/Box/x.txt -q
            "$SHED" undo --list --limit 1 | sed 's/.* rm: //'; "$SHED" undo -q; ls Collections/Box
            """) == "moved 2 things, Collections/Box the first\nx.txt\n")
    }

    @Test func `a link that is made or deleted by hand is told of by sync, and undo takes it back`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, """
            "$SHED" collect Draft/Ode.txt Draft/Rain.txt --in Book -q; rm Collections/Book/Ode.txt; ln -s ../../Draft/Sea.txt Collections/Book/
            "$SHED" ls Collections/Book; "$SHED" sync; links; "$SHED" undo -q; links; "$SHED" sync; links
            """) == """
            Rain.txt
            put Draft/Sea.txt into Collections/Book too
            took Draft/Ode.txt out of Collections/Book; the file stays where it is
            Rain.txt ../../Draft/Rain.txt
            Sea.txt ../../Draft/Sea.txt
            Ode.txt ../../Draft/Ode.txt
            Rain.txt ../../Draft/Rain.txt
            Nothing changed.
            Ode.txt ../../Draft/Ode.txt
            Rain.txt ../../Draft/Rain.txt

            """)
    }

    @Test func `what sync tells of links is in the language of who reads it`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, """
            "$SHED" collect Draft/Ode.txt Draft/Rain.txt --in Book -q; rm Collections/Book/Ode.txt; LC_ALL=de "$SHED" sync
            """) == "aus Collections/Book herausgenommen: Draft/Ode.txt; die Datei bleibt, wo sie ist\n")
    }

    // MARK: The daemon

    @Test func `with a daemon links follow, and what people do to them counts`() throws {
        let shelf = try poems()
        let output = try watched(shelf, """
            "$SHED" collect Draft/Ode.txt Draft/Rain.txt --in Book -q; links
            mv Draft/Ode.txt Ready/; await '[ "$(readlink Collections/Book/Ode.txt)" = ../../Ready/Ode.txt ]'; echo followed
            ln -s ../../Draft/Sea.txt Collections/Book/; await '"$SHED" order Collections/Book -0 | grep -qa Sea'; echo in
            rm Collections/Book/Rain.txt; await '! "$SHED" order Collections/Book -0 | grep -qa Rain'; echo out
            sed -i s/here/there/ Collections/Book/Ode.txt; await 'grep -q there Ready/Ode.txt && [ -L Collections/Book/Ode.txt ]'; echo edited
            "$SHED" rm Collections/Book/Ode.txt; links; cat Ready/Ode.txt Draft/Rain.txt
            """)
        #expect(output == """
            Ode.txt ../../Draft/Ode.txt
            Rain.txt ../../Draft/Rain.txt
            followed
            in
            out
            edited
            took Ready/Ode.txt out of Collections/Book; the file stays where it is
            Sea.txt ../../Draft/Sea.txt
            Ode there
            Rain here
            ended 0

            """)
    }

    @Test(.enabled(if: hasSetpriv, "needs setpriv")) func `a link that cannot be taken away is nobody's wish to have the piece in again`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; mkdir Collections/Book; echo ode > Draft/Ode.txt; echo rain > Draft/Rain.txt
            "$SHED" sync -q; "$SHED" collect Draft/Ode.txt Draft/Rain.txt --in Book -q
            chmod a-w Collections/Book; "$SHED" uncollect Draft/Ode.txt --in Book; "$SHED" sync; "$SHED" sync; ls Collections/Book
            chmod u+w Collections/Book; "$SHED" sync; ls Collections/Book
            """, asNobody: true)
        let none = "Nothing changed.\n"
        let took = "took Draft/Ode.txt out of Collections/Book; the file stays where it is\n"
        #expect(output == "\(took)\(none)\(none)Ode.txt\nRain.txt\nlinks were set right\nRain.txt\n")
    }

    @Test func `of a collection that is thrown away no hidden link is left when that was interrupted`() throws {
        let shelf = try poems()
        let left = try sh(shelf, """
            "$SHED" collect Draft/Ode.txt Draft/Rain.txt --in Book -q; SHED_INTERRUPT_AT=link-aside "$SHED" rm Collections/Book -q
            "$SHED" sync -q; "$SHED" sync -q; ls -A Trash/Book; "$SHED" restore Trash/Book -q; links
            """)
        #expect(left.contains("Ode.txt ../../Draft/Ode.txt\nRain.txt ../../Draft/Rain.txt\n") && !left.contains(".shed-tmp"), "\(left)")
    }
}
