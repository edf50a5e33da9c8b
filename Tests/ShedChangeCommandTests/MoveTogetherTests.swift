import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What is named together is moved together, or not at all.
@Suite(.waitsForPrograms) struct `Several things that are moved at once` {
    private static let prelude = """
        cd Poems; exec 2>&1; mkdir -p Collections/A Collections/B; echo a > Collections/A/same.txt; echo b > Collections/B/same.txt
        echo x > Draft/x.txt; echo X > Research/X.txt; "$SHED" sync -q
        """

    @Test func `stay where they are when two would get one name, and the dry run says so`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + "\n" + """
            for option in --dry-run -q; do "$SHED" mv $option Collections/A/same.txt Collections/B/same.txt Draft; echo $?; done
            for option in --dry-run -q; do "$SHED" mv $option Draft/x.txt Research/X.txt Collections/A; echo $?; done
            "$SHED" undo --list; find . -name .shed -prune -o -type f -print | sort
            """)
        let same = "shed: Collections/A/same.txt and Collections/B/same.txt cannot both move to Draft: their names are the same [name-collision]. Nothing was moved; rename one of them first.\n1\n"
        let alike = "shed: Draft/x.txt and Research/X.txt cannot both move to Collections/A: their names differ in case or Unicode normalisation alone [name-collision]. Nothing was moved; rename one of them first.\n1\n"
        #expect(output == same + same + alike + alike + """
            Nothing was done here that could be taken back.
            ./Collections/A/same.txt\n./Collections/B/same.txt\n./Draft/x.txt\n./Research/X.txt

            """)
    }

    @Test func `count once when they are named twice`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + "\n" + """
            "$SHED" mv Draft/x.txt ./Draft/x.txt Ready; "$SHED" rm Ready/x.txt Ready/x.txt; "$SHED" restore Trash/x.txt Trash/x.txt
            "$SHED" rm --permanently -y Ready/x.txt Ready/x.txt; "$SHED" undo --list | cut -d' ' -f1,6-
            """)
        #expect(output == """
            moved Draft/x.txt to Ready/x.txt
            moved Ready/x.txt to Trash/x.txt
            restored Trash/x.txt to Ready/x.txt
            deleted Ready/x.txt for good
            4 rm: deleted Ready/x.txt for good (cannot be taken back)
            3 restore: moved Trash/x.txt to Ready/x.txt
            2 rm: moved Ready/x.txt to Trash/x.txt
            1 mv: moved Draft/x.txt to Ready/x.txt

            """)
    }

    @Test func `may lie in each other`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + "\n" + """
            "$SHED" rm Collections/A Collections/A/same.txt; "$SHED" undo
            """)
        #expect(output == """
            moved Collections/A to Trash/A
            moved Collections/A/same.txt to Trash/same.txt
            moved Trash/A back to Collections/A
            moved Trash/same.txt back to Collections/A/same.txt
            “shed undo” does it again; “shed undo --list” shows what was done before.

            """)
    }

    @Test func `get the names in Trash that the dry run says`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + "\n" + """
            for option in --dry-run ""; do "$SHED" rm $option Collections/A/same.txt Collections/B/same.txt; done
            for option in --dry-run ""; do "$SHED" restore $option Trash/same.txt "Trash/same (2).txt"; done
            "$SHED" rm -q Collections/A/same.txt; echo new > Collections/A/same.txt; "$SHED" sync -q; "$SHED" rm -q Collections/A/same.txt
            for option in --dry-run ""; do "$SHED" restore $option Trash/same.txt "Trash/same (2).txt"; done
            """)
        func twice(_ lines: String) -> String { lines.split(separator: "\n").map { "would have \($0)\n" }.joined() + lines }
        let removed = "moved Collections/A/same.txt to Trash/same.txt\nmoved Collections/B/same.txt to Trash/same (2).txt\n"
        let restored = "restored Trash/same.txt to Collections/A/same.txt\nrestored Trash/same (2).txt to Collections/B/same.txt\n"
        let numbered = "restored Trash/same.txt to Collections/A/same.txt\nrestored Trash/same (2).txt to Collections/A/same (2).txt\n"
        #expect(output == twice(removed) + twice(restored) + twice(numbered))
    }

    @Test func `are restored with the folder before what was in it`() throws {
        let output = try Shelf().scenario("""
            exec 2>&1; mkdir -p Tree/R/A/N Tree/S; cd Tree; echo 1 > R/one; echo 2 > R/A/N/two; "$SHED" adopt . --kind blank --folders --yes -q > /dev/null
            for folder in R/A/N R/A R S; do "$SHED" rm -q --yes $folder; done; mkdir S; "$SHED" sync -q
            for option in --dry-run ""; do "$SHED" restore --all $option; done; find . -name .shed -prune -o -type f -print | sort
            "$SHED" rm -q --yes R/A R; mkdir R; "$SHED" sync -q; for option in --dry-run ""; do "$SHED" restore Trash/A Trash/R $option; done
            """)
        func twice(_ lines: String) -> String { lines.split(separator: "\n").map { "would have \($0)\n" }.joined() + lines }
        #expect(output == twice("restored Trash/R to R\nrestored Trash/S to S (2)\nrestored Trash/A to R/A\nrestored Trash/N to R/A/N\n")
            + "./R/A/N/two\n./R/one\n" + twice("restored Trash/R to R (2)\nrestored Trash/A to R (2)/A\n"), "\(output)")
    }

    @Test func `are accepted all or none`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + "\n" + """
            echo n > note.txt; "$SHED" sync -q > /dev/null; ls Rejected
            for option in --dry-run -q; do "$SHED" accept $option Rejected/note.txt Collections/A/same.txt Collections/B/same.txt --to Draft > /dev/null; echo $?; done
            ls Rejected Draft; for option in --dry-run -q; do "$SHED" restore $option Trash/nothing.txt Rejected/note.txt > /dev/null; echo $?; done
            "$SHED" mv -q Collections/A/same.txt Collections/A/note.txt
            for option in --dry-run ""; do "$SHED" accept $option Rejected/note.txt Collections/A/note.txt --to Draft; done; "$SHED" undo --list | wc -l
            """)
        #expect(output.hasPrefix("note.txt\n"), "\(output)")
        #expect(output.contains("would have moved Rejected/note.txt to Draft/note (2).txt\nwould have moved Collections/A/note.txt to Draft/note.txt\n"), "\(output)")
        #expect(output.contains("\nmoved Rejected/note.txt to Draft/note (2).txt\nmoved Collections/A/note.txt to Draft/note.txt\n"), "\(output)")
    }

    @Test(.enabled(if: hasSetpriv, "needs setpriv")) func `are named as far as they were moved, when one cannot be`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + "\n" + """
            chmod a-w Research; "$SHED" rm Draft/x.txt Research/X.txt Collections/B/same.txt 2> error; wc -l < error; rm error; find . -name .shed -prune -o -type f -print | sort
            """, asNobody: true)
        #expect(output.hasSuffix("""
            moved Draft/x.txt to Trash/x.txt
            1
            ./Collections/A/same.txt\n./Collections/B/same.txt\n./Research/X.txt\n./Trash/x.txt

            """), "\(output)")
    }
}
