import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What people are told of links that programs moved out of All, and of files in their place.
@Suite(.serialized, .waitsInTurn) struct `Links that were dragged out of All` {
    private func poems() throws -> Shelf {
        try Shelf.withPoems(settings: "quiet = 0.2\nviews = true\n", drafts: ["Ode.txt": "ode\n", "Rain, rain.txt": "rain\n"])
    }

    private func sh(_ shelf: Shelf, _ script: String) throws -> String { try shelf.script(script).everything }

    private func findings(_ shelf: Shelf, _ rule: String) throws -> [String] {
        let found = try shelf.shed("check", "--json", "--select", rule, in: "Poems").json()["findings"]?.array ?? []
        return found.map { "\($0["path"]?.string ?? "") \($0["severity"]?.string ?? "")" }
    }

    @Test func `sync tells in that moment that the text stayed, and check as long as the link stands`() throws {
        let shelf = try poems()
        let told = try sh(shelf, "mv 'All/Rain, rain.txt' Published/; \"$SHED\" sync; readlink 'All/Rain, rain.txt'")
        #expect(told.contains("Published/Rain, rain.txt: This is only a link to Draft/Rain, rain.txt"), "\(told)")
        #expect(told.contains("shed mv 'Draft/Rain, rain.txt' Published") && told.hasSuffix("../Draft/Rain, rain.txt\n"), "\(told)")
        #expect(try sh(shelf, "\"$SHED\" sync") == "Nothing changed.\n")
        #expect(try findings(shelf, "dragged-link") == ["Published/Rain, rain.txt note"])
        #expect(try sh(shelf, "rm Published/Rain*; \"$SHED\" mv 'Draft/Rain, rain.txt' Published; readlink All/Rain*").hasSuffix("../Published/Rain, rain.txt\n"))
        #expect(try findings(shelf, "dragged-link") == [])
    }

    @Test func `a link that leads nowhere where it was dragged to is said to be the view's`() throws {
        let shelf = try poems()
        let told = try sh(shelf, "mkdir Submissions/Granta; mv All/Ode.txt Submissions/Granta/; \"$SHED\" sync -q; \"$SHED\" check")
        #expect(told.contains("This is a link of “All” to Draft/Ode.txt, which leads nowhere from here."), "\(told)")
        // Links of people's own that lead to a text are theirs.
        let theirs = try sh(shelf, "rm Submissions/Granta/Ode.txt; ln -s ../Draft/Ode.txt Research/Ode.txt; ln -s Ode.txt Draft/Alias.txt; \"$SHED\" check")
        #expect(theirs.contains("Nothing found."), "\(theirs)")
    }

    @Test func `a daemon tells of it in its log`() throws {
        let shelf = try poems()
        let waiting = ShellScript.await("cat ../log", otherwise: "kill -KILL $daemon; exit 9")
        let output = try sh(shelf, """
            \(waiting)
            : > ../log; "$SHED" watch --json >> ../log 2>../errors & daemon=$!
            await 'grep -q watching ../log'
            mv All/Ode.txt Published/; await '[ -L All/Ode.txt ]'; await 'grep -q dragged-link ../log'; echo told
            kill -TERM $daemon; wait $daemon; echo "ended $?"; cat ../errors
            """)
        #expect(output == "told\nended 0\n")
    }

    @Test func `a link that was dragged out before all others were deleted is told of, and one whose folder went with it is not`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, "cp -a All/Ode.txt Published/; rm All/*; \"$SHED\" sync; ls All").contains("Published/Ode.txt: This is only a link"))
        let told = try sh(shelf, "rm Published/Ode.txt; \"$SHED\" sync -q; cp -a All/Rain* Published/; mv All ../gone; \"$SHED\" sync; ls | grep -c '^All$'")
        #expect(!told.contains("only a link") && told.hasSuffix("0\n"), "\(told)")
    }

    @Test func `check says what sync makes of a file in place of a link, and complains of others alone`() throws {
        let shelf = try poems()
        _ = try sh(shelf, "sed -i s/ode/edited/ All/Ode.txt; cp -L All/Rain* r; mv r 'All/Rain, rain.txt'; echo new > All/New.txt")
        #expect(try findings(shelf, "closed-folder").sorted() == ["All/New.txt error", "All/Ode.txt note", "All/Rain, rain.txt note"])
        let told = try shelf.shed("check", in: "Poems").text
        #expect(told.contains("puts what it holds into Draft/Ode.txt, and sets the link anew.") && told.contains("“shed sync” sets the link anew."), "\(told)")
        _ = try sh(shelf, "rm All/New.txt; \"$SHED\" sync -q")
        #expect(try findings(shelf, "closed-folder") == [] && sh(shelf, "cat Draft/Ode.txt") == "edited\n")
    }

    @Test func `a link beside which a hundred others vanished is not told of`() throws {
        let shelf = try poems()
        let output = try sh(shelf, """
            i=0; while [ $i -lt 120 ]; do : > Draft/p$i.txt; i=$((i+1)); done; "$SHED" sync -q
            mv All/Ode.txt Published/; rm All/*; "$SHED" sync; ls All | wc -l
            """)
        #expect(output == "links were set right\n122\n")
    }
}
