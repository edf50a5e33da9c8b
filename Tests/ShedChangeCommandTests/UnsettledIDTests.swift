import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What a program moved to where it may not stay, and what is in it, has its ID there too, as long as it waits.
@Suite(.waitsForPrograms) struct `What was moved and is not taken in` {
    /// a.txt stands in Collections, the folder C in Draft, and nobody has judged that. `look` says whether each verb knows them.
    private static let moves = """
        id() { "$SHED" show --json "$1" | tr -d '\\n ' | sed 's/^{"id":"*\\([^",]*\\).*/\\1/'; }
        cd Poems; printf 'quiet = 600\\n' > .shed/settings.toml; mkdir Collections/C; echo c > Collections/C/c.txt; "$SHED" sync -q
        cd Collections/C; "$SHED" allow . both -q; mkdir Deep; "$SHED" allow Deep both -q; mkdir Deep/Deeper; echo d > Deep/Deeper/d.txt; "$SHED" sync -q; cd ../..
        a=$(id Draft/a.txt); folder=$(id Collections/C); c=$(id Collections/C/c.txt); "$SHED" tag new t -q; "$SHED" tag add t Draft/a.txt -q
        move() { mv Draft/a.txt Collections/; mv Collections/C Draft/C; echo new > Collections/new.txt; }
        look() {
            [ "$(id Collections/a.txt)" = $a ] && [ "$(id Draft/C)" = $folder ] && [ "$(id Draft/C/c.txt)" = $c ] && echo show
            "$SHED" tree -v | grep -c "$a\\|$folder\\|$c"; "$SHED" tree -v | grep 'no ID yet'; "$SHED" tree --depth 1 | grep -o 'Draft.*'
            "$SHED" ls -v Draft/C | grep -c $c; "$SHED" ls Draft/C/Deep --json | tr -d '\\n ' | grep -o '"id":"\\|"counts":{"files":1,"folders":0}'; "$SHED" find --tag t; "$SHED" tag show t | tail -1; "$SHED" status --json | grep -c "\\"$a\\"\\|\\"$folder\\""; id Collections/new.txt; echo
        }

        """
    private static let looks = "show\n3\n    new.txt  no ID yet\nDraft  (1 folder)\n1\n\"id\":\"\n\"counts\":{\"files\":1,\"folders\":0}\nCollections/a.txt\n  Collections/a.txt\n4\nnull\n"

    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        return shelf
    }

    private func attended(_ script: String) throws -> String {
        let shelf = try shelf()
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + Self.moves + "begin \"$SHED\" watch --json; move\n\(script)\nend\n"
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        return result.text
    }

    @Test func `is known to verbs that look, while a daemon watches`() throws {
        #expect(try attended("look; ls Collections Draft") == Self.looks + "Collections:\na.txt\nnew.txt\n\nDraft:\nC\nended 0\n")
    }

    @Test func `is known without a daemon, also where nothing can be written`() throws {
        #expect(try shelf().scenario(Self.moves + "move; look") == Self.looks)
        #expect(try shelf().scenario(Self.moves + "move; chmod -R a-w .; look; chmod -R u+w .", asNobody: true) == Self.looks)
    }

    @Test(arguments: [true, false])
    func `can be tagged, and what is new cannot`(isAttended: Bool) throws {
        let script = """
            "$SHED" tag add t Draft/C/c.txt Collections/a.txt 2> ../said; "$SHED" tag remove t Collections/a.txt 2> ../said; "$SHED" tag add t Collections/new.txt 2>&1 | cut -d. -f1,2
            "$SHED" sync --now -q > ../said; "$SHED" find --tag t; [ "$(id Draft/a.txt)" = $a ] && echo home
            """
        let output = try isAttended ? attended(script) : shelf().scenario(Self.moves + "move\n" + script)
        #expect(output == """
            tagged t: Draft/C/c.txt
            Collections/a.txt has the tag t already
            removed the tag t: Collections/a.txt
            shed: Collections/new.txt has no ID
            Collections/C/c.txt
            home

            """ + (isAttended ? "ended 0\n" : ""))
    }

    @Test func `has its ID at one place alone, where something new stands at its old one`() throws {
        let output = try attended("""
            "$SHED" status -q > ../said; echo other > Draft/a.txt; "$SHED" status -q > ../said
            [ "$(id Collections/a.txt)" = $a ] && [ "$(id Draft/a.txt)" != $a ] && echo one; "$SHED" tree -v | grep -c $a
            """)
        #expect(output == "one\n1\nended 0\n")
    }
}
