import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What a person moved where it may not be is not put back by a verb that does something else, and is the same as long as it waits.
@Suite(.waitsForPrograms) struct `What waits where it may not be, between verbs` {
    private static let prelude = """
        cd Poems; mkdir Songs; for n in 1 2; do echo "one $n" > Songs/$n.txt; done; "$SHED" sync -q
        id() { "$SHED" show --json "$1" | sed -n 's/^  "id": "\\(.*\\)",$/\\1/p'; }

        """

    @Test func `is the same after it was saved anew, in a folder that waits or by itself, and then moved on`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + """
            first=$(id Songs/1.txt); second=$(id Songs/2.txt)
            mv Songs Draft/Songs; mv Draft/Songs/2.txt Collections/; "$SHED" add file Draft/r.txt --text q -q
            sed -i s/one/other/ Draft/Songs/1.txt Collections/2.txt; "$SHED" add file Draft/s.txt --text q -q
            mv Draft/Songs/1.txt Draft/; mv Collections/2.txt Draft/; "$SHED" sync
            [ "$(id Draft/1.txt)" = "$first" ] && [ "$(id Draft/2.txt)" = "$second" ] && echo same
            """)
        #expect(output.contains("\nsame\n"), "\(output)")
    }

    @Test func `is the same after it was moved into a folder that may not stand there, and saved anew by a verb's next look`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + """
            first=$(id Songs/1.txt); second=$(id Songs/2.txt)
            mkdir Draft/Fresh; mv Songs/1.txt Draft/Fresh/; "$SHED" tag new blue -q
            mv Songs/2.txt Draft/Fresh/; "$SHED" tag new red -q
            for text in other 'and other'; do
              for name in 1 2; do echo "$text $name" > ../new; mv ../new Draft/Fresh/$name.txt; done
              "$SHED" add file Draft/"$text.txt" --text q -q
            done
            [ "$(id Draft/Fresh/1.txt)" = "$first" ] && [ "$(id Draft/Fresh/2.txt)" = "$second" ] && echo same
            "$SHED" sync -q > ../said; [ "$(id Songs/1.txt)" = "$first" ] && [ "$(id Songs/2.txt)" = "$second" ] && echo back
            """)
        #expect(output.hasPrefix("same\nback\n"), "\(output)")
    }

    /// Another came to its place meanwhile, which nobody could read: so the sidecar does not say that it is gone.
    @Test(arguments: [
        // It waits where it may not be, and is put back.
        "mkdir Draft/Fresh; mv Songs/1.txt Draft/Fresh/; \"$SHED\" tag new a -q; mv Songs/big Songs/1.txt; \"$SHED\" tag new b -q; rm Songs/1.txt; \"$SHED\" tag new c -q",
        // It is missing, and comes back.
        "mv Songs/1.txt ../; mv Songs/big Songs/1.txt; \"$SHED\" sync -q; rm Songs/1.txt; \"$SHED\" sync -q; mv ../1.txt Songs/",
    ])
    func `is the same on every device when it is back`(away: String) throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + """
            truncate -s 65G Songs/big; "$SHED" sync -q; first=$(id Songs/1.txt)
            \(away); "$SHED" sync -q > ../said
            [ "$(id Songs/1.txt)" = "$first" ] && echo same
            export SHED_STATE_DIR="$T/other"; [ "$(id Songs/1.txt)" = "$first" ] && echo there
            """)
        #expect(output.hasPrefix("same\nthere\n"), "\(output)")
    }

    @Test func `has not vanished for a verb that looks at a part of the project`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + """
            "$SHED" add folder Lieder -q; mv Songs Draft/Songs; "$SHED" undo -q
            "$SHED" add folder Neu -q; "$SHED" rm Neu -q; "$SHED" restore Trash/Neu -q
            echo "missing $("$SHED" status --missing | grep -c 'Songs.*, since'), gone $("$SHED" log | grep -c 'Songs.* is gone')"
            """)
        #expect(output.contains("missing 0, gone 0\n"), "\(output)")
    }

    @Test(arguments: ["", "\"$SHED\" sync -q > ../said;"]) func `is accepted with what is in it, whether it was seen before or not`(meanwhile: String) throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; mkdir -p Draft/Box/In/Deep; echo z > Draft/Box/In/Deep/y.txt; \(meanwhile)
            if [ -d Rejected/Box ]; then "$SHED" accept Rejected/Box --to Draft -q; else "$SHED" accept Draft/Box -q; fi
            "$SHED" sync; "$SHED" check 2> ../said; echo $?; echo more > Draft/Box/In/n.txt; "$SHED" sync; mkdir Draft/Box/Other; "$SHED" sync
            """)
        #expect(output == "Nothing changed.\n0\nadded    Draft/Box/In/n.txt\nadded    Draft/Box/Other/\n", "\(output)")
    }
}
