import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `.shed` is removed, and the folder adopted once more.
@Suite(.serialized, .waitsInTurn) struct `A folder that is adopted anew` {
    private func run(_ shelf: Shelf, _ script: String) throws -> String {
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + script
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        return result.text.replacing(shelf.work, with: "WORK")
    }

    /// Of the daemon, `watched` waits until the project says who watches it.
    private static let again = """
        watched() { await '"$SHED" -C Poems status | grep -q "Watched by process $daemon\\."'; }
        again() { rm -rf Poems/.shed; "$SHED" adopt Poems --kind poetry --language en --yes -q; }

        """

    @Test(arguments: ["", "Poems"]) func `is watched again, listed once, and the doctor is content`(directory: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try run(shelf, Self.again + """
            begin "$SHED" watch \(directory) --json
            again; watched
            echo one > Poems/Draft/one.txt; before=$("$SHED" -C Poems show Draft/one.txt --json | grep '"id"')
            mv Poems/Draft/one.txt Poems/Ready/; [ "$("$SHED" -C Poems show Ready/one.txt --json | grep '"id"')" = "$before" ] && echo same
            again; watched
            "$SHED" projects; "$SHED" doctor -q > "$T/said"; echo "doctor $?"; ls "$T/state/projects" | wc -l; grep -c 'watched already' "$T/log" "$T/errors"
            end
            """)
        #expect(output.replacing(shelf.path, with: "HERE") == "same\nWORK/Poems  poetry\ndoctor 0\n1\nHERE/log:0\nHERE/errors:0\nended 0\n")
    }

    @Test func `is listed once without a daemon too, and one that was listed twice is so no longer`() throws {
        let shelf = try Shelf.withPoems()
        let output = try run(shelf, Self.again + """
            daemon=; mkdir kept; cp -a "$T/state/projects/"* kept/
            again; "$SHED" projects; ls "$T/state/projects" | wc -l
            cp -a kept/* "$T/state/projects/"; "$SHED" projects | wc -l; "$SHED" doctor > "$T/said"; echo "doctor $?"; grep -c 'that of another project now' "$T/said"
            "$SHED" -C Poems sync -q; "$SHED" projects; "$SHED" doctor -q > "$T/said"; echo "doctor $?"
            """)
        #expect(output == "WORK/Poems  poetry\n1\n2\ndoctor 0\n1\nWORK/Poems  poetry\ndoctor 0\n")
    }

    @Test func `what is kept of it stays where only its project file says that it is another`() throws {
        let shelf = try Shelf.withPoems()
        let output = try run(shelf, Self.again + """
            daemon=; echo a > Poems/Draft/a.txt; "$SHED" -C Poems sync -q; before=$("$SHED" -C Poems log | wc -l); cp Poems/.shed/project.json kept
            sed -i 's/"id": *".*"/"id": "01a20000-0000-7000-8000-00000000beef"/' Poems/.shed/project.json; cmp -s kept Poems/.shed/project.json || echo another
            "$SHED" -C Poems sync > "$T/said" 2>&1; cp kept Poems/.shed/project.json; "$SHED" -C Poems sync -q
            [ "$("$SHED" -C Poems log | wc -l)" -ge "$before" ] && echo kept
            """)
        #expect(output == "another\nkept\n")
    }

    /// As after a restore from a backup, or where somebody put a directory of their own in the place of a watched one.
    @Test func `a directory in the place of a watched one is left alone until it is trusted, which the daemon says`() throws {
        let shelf = try Shelf.withPoems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            cp -a Poems keep; rm -rf Poems; await 'grep -q "offline.*is gone" "$T/log"'
            mv keep Poems; await 'grep -q "offline.*shed trust" "$T/log"'; grep -c 'watching.*Poems' "$T/log"
            "$SHED" trust Poems -q; await '[ $(grep -c "watching.*Poems" "$T/log") = 2 ]'
            echo one > Poems/Draft/one.txt; "$SHED" -C Poems ls Draft -0 | tr '\\0' '\\n'
            end
            """)
        #expect(output == "1\nPoems/Draft/one.txt\nended 0\n", "\(output)")
    }
}
