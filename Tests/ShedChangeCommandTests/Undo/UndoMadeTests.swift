import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What was made and was moved or renamed since is taken back from where it is now.
@Suite(.waitsForPrograms) struct `What was made is followed` {
    /// `undo` prints what `shed undo` says, without the line that says how it is done again, and its exit code.
    private static let prelude = """
        exec 2>&1; printf 'Titel,Autor\\nEins,M\\nZwei,M\\nDrei,M\\n' > i.csv
        undo() { "$SHED" undo "$@" > "$T/said" 2>&1; code=$?; grep -v '^“shed undo\\|^shed: “shed undo' "$T/said"; echo "$code"; }
        files() { find . -name .shed -prune -o -mindepth 1 -type f -print -o -type d -empty -print | sort; }
        ids() { "$SHED" record list "$1" --json | grep '"id"' | sort; }

        """

    private func poems(_ script: String) throws -> String { try Shelf.withPoems().scenario(Self.prelude + "cd Poems\n" + script) }

    private func library(_ script: String) throws -> String { try Shelf.withBooks().scenario(Self.prelude + "cd Library\n" + script) }

    @Test(arguments: ["", "\"$SHED\" sync -q;"]) func `a file that was renamed, and that again`(sync: String) throws {
        let output = try poems("""
            "$SHED" add file Draft/a.txt --text x -q; mv Draft/a.txt Draft/b.txt; \(sync) undo --dry-run; undo; ls Draft; undo; ls Draft
            "$SHED" show Draft/b.txt > /dev/null; undo 1; ls Draft Trash; "$SHED" status -q --exit-code; echo $?
            """)
        #expect(output == """
            would have moved Draft/b.txt to Trash/b.txt
            0
            moved Draft/b.txt to Trash/b.txt
            0
            moved Trash/b.txt back to Draft/b.txt
            0
            b.txt
            moved Draft/b.txt back to Trash/b.txt
            0
            Draft:

            Trash:
            b.txt
            0

            """)
    }

    @Test func `another file that has its place by now stays`() throws {
        let output = try poems("""
            "$SHED" add file Draft/a.txt --text x -q; mv Draft/a.txt Draft/b.txt; echo mine > Draft/a.txt; undo; files | grep txt; cat Draft/a.txt
            """)
        #expect(output == "moved Draft/b.txt to Trash/b.txt\n0\n./Draft/a.txt\n./Trash/b.txt\nmine\n")
    }

    /// A power cut came before it was said which file was made.
    @Test(arguments: [("0", "./Trash/a.txt\n"), ("3600000", "./Draft/a.txt\n")])
    func `what came to its place long after is a person's own`(age: String, files: String) throws {
        let output = try poems("""
            SHED_INTERRUPT_AT=made "$SHED" add file Draft/a.txt --text x; rm Draft/a.txt
            perl -pi -e 's/"time":(\\d+)/"\\"time\\":" . ($1 - \(age))/ge' "$T"/state/projects/*/undo/1; echo mine > Draft/a.txt; undo > /dev/null; files | grep txt
            """)
        #expect(output.hasSuffix(files), "\(output)")
    }

    @Test func `what shed has written into it since is no change of anybody else's`() throws {
        let output = try library("""
            last() { "$SHED" undo --list --limit 1 | awk '{print $1}'; }
            "$SHED" record new Books Titel=A -q; n=$(last); "$SHED" record set Books/A Titel=B -q; undo -q; undo $n; files
            "$SHED" record new Books Titel=C -q; n=$(last); "$SHED" record set Books/C Titel=D -q; "$SHED" mv Books/C.json Books/E.json -q; undo $n; files
            "$SHED" record new Books Titel=F -q; n=$(last); "$SHED" record set Books/F Titel=G -q; echo >> Books/F.json; undo $n
            "$SHED" import ../i.csv --name B -q; n=$(last); "$SHED" record set B/Eins Autor=N -q; undo $n
            """)
        #expect(output == """
            0
            moved Books/A.json to Trash/A.json
            0
            ./Books
            ./Trash/A.json
            moved Books/E.json to Trash/E.json
            0
            ./Books
            ./Trash/A.json
            ./Trash/E.json
            shed: Books/F.json was left as it is: it was changed since; “shed rm” moves it to Trash.
            1
            moved B to Trash/B
            0

            """, "\(output)")
    }

    @Test func `the last that lay in Rejected takes that with it`() throws {
        let output = try poems("""
            "$SHED" add file Draft/b.txt --text x -q; mv Draft/b.txt b.txt; echo other > Draft/b.txt; "$SHED" sync > "$T/said"; ls Rejected; undo 1; files | grep txt; ls -d Rejected 2> "$T/said"
            """)
        #expect(output == "b.txt\nmoved Rejected/b.txt to Trash/b.txt\n0\n./Draft/b.txt\n./Trash/b.txt\n", "\(output)")
    }

    @Test func `a file that has got another name beside its own is left, as long as nobody can tell which was made`() throws {
        let output = try poems("""
            "$SHED" add file Draft/a.txt --text x -q; ln Draft/a.txt Draft/link.txt; "$SHED" sync -q; mv Draft/a.txt Ready; undo 1 > "$T/first"; tail -n 1 "$T/first"; files | grep txt
            grep -c '^shed: Draft/a.txt was left as it is' "$T/first"; rm Draft/link.txt; undo 1
            "$SHED" add file Draft/b.txt --text y -q; ln Draft/b.txt Draft/other.txt; undo; files | grep txt
            """)
        #expect(output == """
            1
            ./Draft/link.txt
            ./Ready/a.txt
            1
            moved Ready/a.txt to Trash/a.txt
            0
            moved Draft/b.txt to Trash/b.txt
            0
            ./Draft/other.txt
            ./Trash/a.txt
            ./Trash/b.txt

            """, "\(output)")
    }

    @Test func `what was changed since is left and named where it is, and the rest goes`() throws {
        let output = try library("""
            "$SHED" import ../i.csv --name B -q; mv B/Eins.json Books/one.json; mv B C; echo >> Books/one.json; echo >> C/Zwei.json; undo | sort; files
            """)
        #expect(output == """
            1
            moved C/Drei.json to Trash/Drei.json
            shed: Books/one.json was left as it is: it was changed since; “shed rm” moves it to Trash.
            shed: C was left as it is: something else is in it.
            shed: C/Zwei.json was left as it is: it was changed since; “shed rm” moves it to Trash.
            shed: Once nothing is in the way any more, “shed undo 2” takes back what was left.
            ./Books/one.json
            ./C/Zwei.json
            ./Trash/Drei.json

            """)
    }

    @Test func `a folder above it that was renamed, and one that is empty`() throws {
        let output = try poems("""
            "$SHED" allow Collections both -q; "$SHED" add folder Collections/F -q; "$SHED" allow Collections/F both -q
            "$SHED" add folder Collections/F/Sub -q; "$SHED" add file Collections/F/a.txt --text x -q
            id=$("$SHED" show Collections/F/Sub --json | grep '"id"')
            mv Collections/F Collections/G; undo 5; undo 4; undo; "$SHED" show Collections/G/Sub --json | grep -cF "$id"; undo; undo 2; ls Collections
            """)
        #expect(output == """
            moved Collections/G/a.txt to Trash/a.txt
            0
            removed the folder Collections/G/Sub
            0
            made the folder Collections/G/Sub again
            0
            1
            removed the folder Collections/G/Sub
            0
            removed the folder Collections/G
            0

            """)
    }

    @Test func `an empty folder that was taken back comes again in its folder, which was renamed`() throws {
        let output = try poems("""
            "$SHED" add folder Collections/F -q; "$SHED" allow Collections/F both -q; "$SHED" add folder Collections/F/Sub -q; undo
            mv Collections/F Collections/G; undo --dry-run; undo; find Collections -mindepth 1
            """)
        #expect(output == """
            removed the folder Collections/F/Sub
            0
            would have made the folder Collections/G/Sub again
            0
            made the folder Collections/G/Sub again
            0
            Collections/G
            Collections/G/Sub

            """)
    }

    @Test func `a folder whose making was taken back is not missing, but where something that was in it is`() throws {
        let output = try poems("""
            said() { "$SHED" status | grep removed; "$SHED" status --all | grep -c Collections/; }
            "$SHED" add folder Collections/F -q; undo; said; undo; undo; said; mkdir Collections/F; "$SHED" sync -q; rmdir Collections/F; "$SHED" sync -q; said
            "$SHED" add folder Collections/G -q; echo x > Collections/G/a.txt; "$SHED" sync -q; rm Collections/G/a.txt; "$SHED" sync -q; undo; "$SHED" status | grep removed
            """)
        let taken = "removed the folder Collections/F\n0\n"
        #expect(output == """
            \(taken)0
            made the folder Collections/F again
            0
            \(taken)0
            1 folder was removed in the last week: shed status --missing
            1
            removed the folder Collections/G
            0
            1 file and 2 folders were removed in the last week: shed status --missing

            """, "\(output)")
    }

    @Test(arguments: [1, 2]) func `a collection that was imported and renamed, with its records, and that again`(times: Int) throws {
        let output = try library("""
            "$SHED" import ../i.csv --name Buecher -q; ids Buecher > "$T/ids"; mv Buecher "Bücher 2019"
            for n in $(seq \(times)); do undo; ls; undo; ls "Bücher 2019"; ids "Bücher 2019" | cmp - "$T/ids"; done; "$SHED" check -q; echo $?
            """)
        let rest = "Trash/Bücher 2019\n0\nBooks\nTrash\nmoved Trash/Bücher 2019 back to Bücher 2019\n0\nDrei.json\nEins.json\nZwei.json\n"
        let more = String(repeating: "moved Bücher 2019 back to \(rest)", count: times - 1)
        #expect(output == "moved Bücher 2019 to \(rest)\(more)0\n")
    }

    @Test func `records of which one was renamed and one moved on, and a collection that was renamed`() throws {
        let output = try library("""
            "$SHED" import ../i.csv --name B -q; "$SHED" sync -q; mv B/Eins.json B/one.json; mv B/Zwei.json Books; mv B C
            undo; files; undo; files; ids Books | wc -l; undo; files
            """)
        let before = "./Books/Zwei.json\n./C/Drei.json\n./C/one.json\n./Trash\n"
        let after = "./Books\n./Trash/C/Drei.json\n./Trash/C/one.json\n./Trash/Zwei.json\n"
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("moved ") }.joined(separator: "\n")
        #expect(lines == "0\n\(after)0\n\(before)1\n0\n\(after)", "\(output)")
    }

    @Test func `what a person put into the collection stays, with the collection`() throws {
        let output = try library("""
            "$SHED" import ../i.csv --name B -q; echo '{"Titel": "mine"}' > B/mine.json; mv B C; mv C/Eins.json C/one.json
            undo > "$T/first"; files; undo | tail -1; files; sort "$T/first"
            """)
        #expect(output == """
            ./Books
            ./C/mine.json
            ./Trash/Drei.json
            ./Trash/Zwei.json
            ./Trash/one.json
            0
            ./Books
            ./C/Drei.json
            ./C/Zwei.json
            ./C/mine.json
            ./C/one.json
            ./Trash
            1
            moved C/Drei.json to Trash/Drei.json
            moved C/Zwei.json to Trash/Zwei.json
            moved C/one.json to Trash/one.json
            shed: C was left as it is: something else is in it.
            shed: Once nothing is in the way any more, “shed undo 2” takes back what was left.

            """)
    }

    @Test(arguments: ["undo-noted", "trashed", "written"], [false, true]) func `an undo that was killed is gone on with, and so is one of that`(point: String, isFilled: Bool) throws {
        let output = try library("""
            "$SHED" import ../i.csv --name B -q; \(isFilled ? "echo '{}' > B/mine.json;" : "") "$SHED" sync -q; ids B > "$T/ids"
            mv B C; mv C/Eins.json C/one.json; mv C/Zwei.json Books; files > "$T/before"
            SHED_INTERRUPT_AT=\(point) "$SHED" undo -q > "$T/killed" 2>&1; echo $?; "$SHED" undo -q > "$T/undone" 2>&1; echo $?; files
            SHED_INTERRUPT_AT=undone "$SHED" undo -q > "$T/killed" 2>&1; echo $?; "$SHED" undo -q; echo $?; files | diff - "$T/before"; (ids C; ids Books) | sort | cmp - "$T/ids"; "$SHED" check -q; echo $?
            """)
        let whole = "137\n0\n./Books\n./Trash/C/Drei.json\n./Trash/C/one.json\n./Trash/Zwei.json\n137\n0\n0\n"
        let filled = "137\n1\n./Books\n./C/mine.json\n./Trash/Drei.json\n./Trash/Zwei.json\n./Trash/one.json\n137\n0\n0\n"
        #expect(output == (isFilled ? filled : whole))
    }

    /// Of some disks the number is another after a restart.
    @Test func `is taken back where its device has another number since`() throws {
        let shelf = try Shelf.withPoems()
        let undone = try shelf.script("""
            "$SHED" add folder Collections/New -q; "$SHED" add file Draft/Ode.txt -q; device=$(stat -c %d .)
            for entry in $(ls "$SHED_STATE_DIR"/projects/*/undo/* | tail -n 2); do grep -c "\"$device\"" "$entry"; sed -i "s/\"$device\"/\"7$device\"/g" "$entry"; done
            "$SHED" undo 1 --yes -q; "$SHED" undo 2 --yes -q; ls -A Draft Collections
            """)
        #expect(undone.text == "1\n1\nCollections:\n\nDraft:\n", "\(undone.everything)")
    }
}
