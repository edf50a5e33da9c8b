import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What people are told of links in All and in collections that they or programs have changed, before and after.
@Suite(.serialized, .waitsInTurn) struct `What is told of links` {
    private func poems() throws -> Shelf { try Shelf.withCollection(settings: "quiet = 0.2\n") }

    private func sh(_ shelf: Shelf, _ script: String) throws -> String { try shelf.script(Shelf.links + script).everything }

    private static let collecting = "\"$SHED\" collect Draft/Ode.txt Draft/Rain.txt --in Book -q"

    /// The function `save TEXT FILE`, as editors do that rename.
    private static let save = "save() { echo \"$1\" > ../new; mv ../new \"$2\"; }"

    // MARK: Before

    @Test func `status says what sync will make of links in collections, and then nothing any more`() throws {
        let shelf = try poems()
        let told = try sh(shelf, """
            \(Self.collecting); rm Collections/Book/Rain.txt; ln -s ../../Draft/Sea.txt Collections/Book/; mv Collections/Book/Ode.txt Collections/Book/Other.txt
            "$SHED" status
            """)
        for line in [
            "there is a link to Draft/Sea.txt in Collections/Book: “shed sync” puts it in there too\n",
            "the link to Draft/Rain.txt in Collections/Book is gone: “shed sync” takes it out of there; the file stays where it is\n",
            "1 link is not in Collections/Book any more under its name: “shed sync” sets it right\n",
        ] { #expect(told.contains(line), "\(told)") }
        let links = try shelf.shed("status", "--json", in: "Poems").json()["links"]?.array ?? []
        #expect(links.map { $0["what"]?.string } == ["putIn", "takeOut", "setRight"] && links.map { $0["path"] } == ["Draft/Sea.txt", "Draft/Rain.txt", JSONValue.null])
        #expect(try sh(shelf, "\"$SHED\" sync -q; links; \"$SHED\" status | grep -c 'shed sync'") == "Ode.txt ../../Draft/Ode.txt\nSea.txt ../../Draft/Sea.txt\n0\n")
        #expect(try sh(shelf, "rm Collections/Book/*; \"$SHED\" status").contains("links are gone from Collections/Book: “shed sync” sets them anew\n"))
    }

    @Test func `also where another command has seen them meanwhile and decided nothing`() throws {
        let shelf = try poems()
        let told = try sh(shelf, "\(Self.collecting); rm Collections/Book/Rain.txt; \"$SHED\" mv Draft/Sea.txt Ready -q; \"$SHED\" status")
        #expect(told.contains("the link to Draft/Rain.txt in Collections/Book is gone"), "\(told)")
    }

    @Test func `status says that links in All are not as they were`() throws {
        let shelf = try poems()
        let told = try sh(shelf, "rm All/Sea.txt; mv All/Ode.txt All/x.txt; \"$SHED\" status; \"$SHED\" sync -q; \"$SHED\" status | grep -c 'shed sync'")
        #expect(told.contains("2 links are not in All any more under their names: “shed sync” sets them right\n") && told.hasSuffix("\n0\n"), "\(told)")
    }

    @Test(.enabled(if: hasSetpriv, "needs setpriv")) func `status says that an edit in All is refused where its text's folder may not be written to`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; echo ode > Draft/Ode.txt; "$SHED" sync -q; chmod a-w Draft; echo new > ../new; mv ../new All/Ode.txt
            "$SHED" status; "$SHED" sync -q > ../said; chmod u+w Draft; cat Rejected/Ode.txt Draft/Ode.txt; readlink All/Ode.txt
            """, asNobody: true)
        #expect(output.contains("All/Ode.txt → Rejected/Ode.txt") && !output.contains("modified") && output.contains("new\node\n../Draft/Ode.txt\n"), "\(output)")
    }

    // MARK: Files in place of links

    /// It is no file of the collection, and never was one.
    @Test(arguments: [false, true]) func `a file saved over a collection's link is an edit, and nothing came or went`(isWatched: Bool) throws {
        let shelf = try poems()
        let edit = "save edited Collections/Book/Ode.txt"
        let wait = "; await 'grep -q edited Draft/Ode.txt && [ -L Collections/Book/Ode.txt ]'"
        let script = isWatched ? Shelf.watched(edit + wait) : "\(edit); \"$SHED\" status; \"$SHED\" sync"
        let told = try sh(shelf, "\(Self.save); \(Self.collecting)\n\(script)")
        let naming = told.split(separator: "\n").filter { $0.contains("Collections/Book/Ode.txt") }
        let line = "Collections/Book/Ode.txt stands in place of its link: “shed sync” puts what it holds into Draft/Ode.txt, and sets the link anew"
        #expect(naming.count == (isWatched ? 0 : 1) && naming.allSatisfy { $0.hasSuffix(line) }, "\(told)")
        if !isWatched { #expect(told.split(separator: "\n").count { $0.contains("modified") && $0.contains("Draft/Ode.txt") } == 2, "\(told)") }
        let log = try sh(shelf, "\"$SHED\" log; \"$SHED\" status --missing; cat ../log 2> /dev/null | grep added")
        #expect(log.contains("saved in place of its link Collections/Book/Ode.txt"), "\(log)")
        #expect(!log.contains("a new file: Collections/Book") && !log.contains("gone from Collections/Book") && !log.contains("Missing") && !log.contains("\"added\""), "\(log)")
        #expect(try sh(shelf, "links; cat Draft/Ode.txt") == "Ode.txt ../../Draft/Ode.txt\nRain.txt ../../Draft/Rain.txt\nedited\n")
    }

    /// The piece gets one of them: that in All, as `sync` goes. What holds the same gives way to the link, as does its text.
    @Test(arguments: [("first", false), ("second", true), ("ode", true), ("../../Draft/Ode.txt", false)])
    func `of two files in place of a piece's links status says what becomes of each`(text: String, stays: Bool) throws {
        let shelf = try poems()
        let told = try sh(shelf, """
            save() { printf '%s' "$1" > ../new; mv ../new "$2"; }
            printf ode > Draft/Ode.txt; "$SHED" sync -q; \(Self.collecting); save first All/Ode.txt; save \(text) Collections/Book/Ode.txt
            "$SHED" status; echo; "$SHED" sync; cat Draft/Ode.txt
            """)
        #expect(told.ranges(of: "modified Draft/Ode.txt").count == 2, "\(told)")
        #expect(told.contains("All/Ode.txt stands in place of its link") && !told.contains("Book/Ode.txt stands in place of its link"), "\(told)")
        #expect(told.ranges(of: "added    Collections/Book/Ode.txt").count == (stays ? 2 : 0) && told.hasSuffix("first"), "\(told)")
    }

    @Test func `status names the file also where another command has seen it meanwhile, and decided nothing`() throws {
        let shelf = try poems()
        let told = try sh(shelf, "\(Self.save); \(Self.collecting); save edited Collections/Book/Ode.txt; \"$SHED\" mv Draft/Sea.txt Ready -q; \"$SHED\" status")
        #expect(told.contains("Collections/Book/Ode.txt stands in place of its link: “shed sync” puts what it holds into Draft/Ode.txt"), "\(told)")
        let link = try shelf.shed("status", "--json", in: "Poems").json()["links"]?.array?.first
        #expect(link?["what"]?.string == "edit" && link?["path"]?.string == "Draft/Ode.txt" && link?["file"]?.string == "Collections/Book/Ode.txt")
        #expect(try sh(shelf, "\"$SHED\" sync -q; cat Draft/Ode.txt; \"$SHED\" status | grep -c 'in place of'") == "edited\n0\n")
    }

    @Test(arguments: [false, true]) func `one that stays in the collection is told of once that is decided`(isWatched: Bool) throws {
        let shelf = try poems()
        // Nothing is decided before both are there.
        let lock = "'Collections/Book/.~lock.Ode.txt#'"
        let edit = ": > \(lock); save other Collections/Book/Ode.txt; save edited Draft/Ode.txt; rm \(lock)"
        let script = isWatched ? Shelf.watched("\(edit); await 'ls Collections/Book | grep -q Draft'; await 'grep -q Collections/Book/Ode.txt ../log'") : "\(edit); \"$SHED\" sync"
        let told = try sh(shelf, "\(Self.save); \(Self.collecting)\n\(script)")
        if !isWatched { #expect(told.contains("Collections/Book/Ode.txt"), "\(told)") }
        #expect(try sh(shelf, "\"$SHED\" log").contains("a new file: Collections/Book/Ode.txt"))
        #expect(try sh(shelf, "cat Collections/Book/Ode.txt Draft/Ode.txt; links") == "other\nedited\nOde (Draft).txt ../../Draft/Ode.txt\nRain.txt ../../Draft/Rain.txt\n")
    }

    // MARK: The daemon

    @Test func `a daemon takes an edit over once the editor's lock is gone, of which no event tells`() throws {
        let shelf = try poems()
        let output = try sh(shelf, Self.save + "; " + Self.collecting + "\n" + Shelf.watched("""
            : > 'Collections/Book/.~lock.Ode.txt#'; save edited Collections/Book/Ode.txt
            touch Draft/New.txt; await 'grep -q New.txt ../log'; await '[ -L All/New.txt ]'; [ -L Collections/Book/Ode.txt ] || echo waits
            rm 'Collections/Book/.~lock.Ode.txt#'; await 'grep -q edited Draft/Ode.txt && [ -L Collections/Book/Ode.txt ]'
            """))
        #expect(output == "waits\nended 0\n")
    }

    @Test func `a daemon in a terminal says in a line what was done with links, and nothing of what it settles itself`() throws {
        let shelf = try poems()
        let output = try sh(shelf, """
            \(Self.save); \(Self.collecting)
            \(ShellScript.await("cat ../told", otherwise: "kill -KILL $daemon; exit 9"))
            : > ../told; "$SHED" watch >> ../told 2>../errors & daemon=$!
            await 'grep -q watching ../told'
            rm Collections/Book/Rain.txt; await 'grep -q "took Draft/Rain.txt out of Collections/Book" ../told'
            ln -s ../../Draft/Sea.txt Collections/Book/; await 'grep -q "put Draft/Sea.txt into Collections/Book too" ../told'
            mv All/Rain.txt Ready/; await 'grep -q "Ready/Rain.txt: This is only a link to Draft/Rain.txt" ../told'; rm Ready/Rain.txt
            save one All/Ode.txt; save two Collections/Book/Sea.txt
            await 'grep -q one Draft/Ode.txt && grep -q two Draft/Sea.txt && [ -L All/Ode.txt ] && [ -L Collections/Book/Sea.txt ]'
            await 'grep -q "modified.*Draft/Ode.txt" ../told && grep -q "modified.*Draft/Sea.txt" ../told'
            kill -TERM $daemon; wait $daemon; echo "ended $?"; grep -c 'closed-folder\\|added' ../told
            """)
        #expect(output == "ended 0\n0\n")
    }
}
