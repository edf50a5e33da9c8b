import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Issue 6: “two people or programs never edit one page's metadata at once: … a stale edit (made on an older state) is
/// refused with what changed”.
@Suite(.waitsForPrograms) struct `An edit that is made on what somebody saw` {
    private static let prelude = Shelf.finals + """
        state() { "$SHED" ${2:-page} show "$1" --json | sed -n 's/^  "state": "\\(.*\\)"$/\\1/p'; }
        P="Docs/Finals/Integration/01 Calculus p4.pdf"; "$SHED" tag new hard -q; "$SHED" tag new easy -q; "$SHED" var new Score --int -q; "$SHED" tag add easy "$P" -q; "$SHED" var set Score=3 "$P" -q

        """

    @Test func `is made while it is still so`() throws {
        let output = try Shelf.withPapers().exams(Self.prelude + """
            "$SHED" tag add hard "$P" --if-state "$(state Finals/Integration/1)"; "$SHED" tag remove easy "$P" --if-state "$(state Finals/Integration/1)"
            "$SHED" var set Score=4 "$P" --if-state "$(state Finals/Integration/1)"; "$SHED" var unset Score "$P" --if-state "$(state Finals/Integration/1)"
            "$SHED" page repoint Finals/Integration/1 --page 6 --if-state "$(state Finals/Integration/1)" -q; "$SHED" page restore Finals/Integration/1 1 --if-state "$(state Finals/Integration/1)" -q
            "$SHED" page show Finals/Integration/1 | grep -E '^(shows|tags|variable)'; "$SHED" page versions Finals/Integration/1 | wc -l
            [ "$(state Finals/Integration/1)" = "$("$SHED" show "$P" --json | sed -n 's/^  "state": "\\(.*\\)"$/\\1/p')" ] && echo same
            "$SHED" tag add hard Docs/Finals --if-state "$(state Finals doc)" -q; echo $?; "$SHED" tag add easy Bundles/Calculus --if-state "$(state Calculus bundle)" -q; echo $?
            """)
        #expect(output == """
            tagged hard: Docs/Finals/Integration/01 Calculus p4.pdf\nremoved the tag easy: Docs/Finals/Integration/01 Calculus p4.pdf
            set Score = 4: Docs/Finals/Integration/01 Calculus p4.pdf\nunset Score: Docs/Finals/Integration/01 Calculus p4.pdf
            shows         Calculus p4\ntags          hard\n3\nsame\n0\n0

            """)
    }

    @Test func `is refused with what changed when it is otherwise by now`() throws {
        let output = try Shelf.withPapers().exams(Self.prelude + """
            old=$(state Finals/Integration/1); "$SHED" tag add hard "$P" -q; "$SHED" tag remove easy "$P" -q; "$SHED" var set Score=4 "$P" -q; "$SHED" page repoint Finals/Integration/1 --page 6 -q
            P=$(echo Docs/Finals/Integration/01*); now=$(state Finals/Integration/1)
            for verb in "tag add easy" "tag remove hard" "var set Score=5" "var unset Score"; do "$SHED" $verb "$P" --if-state "$old"; echo $?; "$SHED" $verb "$P" --if-state "$old" --dry-run 2> /dev/null; echo $?; done
            "$SHED" page repoint Finals/Integration/1 --page 7 --if-state "$old" 2> /dev/null; echo $?; "$SHED" page restore Finals/Integration/1 1 --if-state "$old" 2> /dev/null; echo $?
            [ "$(state Finals/Integration/1)" = "$now" ] && echo same; "$SHED" page versions Finals/Integration/1 | wc -l
            "$SHED" tag remove hard "$P" -q; "$SHED" tag add easy "$P" -q; "$SHED" var set Score=3 "$P" -q; "$SHED" page restore Finals/Integration/1 1 -q; [ "$(state Finals/Integration/1)" = "$old" ] && echo again
            """)
        let said = "shed: Docs/Finals/Integration/01 Calculus p6.pdf was changed meanwhile, and was left as it is: it showed page 4 of “Calculus” and shows page 6 of “Calculus”; the tag “hard” was added; the tag “easy” was removed; “Score” was 3 and is 4. Look at it again, and edit it with its new state.\n"
        #expect(output == String(repeating: "1\n", count: 10) + "same\n2\nagain\n" + String(repeating: said, count: 4))
    }

    @Test func `takes no other word for a state`() throws {
        let output = try Shelf.withPapers().exams(Self.prelude + """
            other=$(state Finals/Integration/2); long=$(head -c 100000 /dev/zero | tr '\\0' A)
            for state in x '' e30= "$long" "$other" "$(printf '{"id":"x"}' | base64)"; do "$SHED" tag add hard "$P" --if-state "$state" 2> /dev/null; echo $?; done
            "$SHED" tag add hard "$P" Docs --if-state "$(state Finals/Integration/1)" 2> /dev/null; echo $?; "$SHED" page repoint Finals/Integration/1 Finals/Integration/2 --page 1 --if-state "$other" 2> /dev/null; echo $?
            "$SHED" page show Finals/Integration/1 | grep '^tags'
            """)
        #expect(output == "2\n2\n2\n2\n2\n2\n2\n2\ntags          easy\n")
    }

    /// Each reads the state and edits on it, again where another was first: no edit is lost, however they interleave.
    @Test func `is not lost when many are made at once`() throws {
        let output = try Shelf.withPapers().exams(Self.prelude + """
            more() { n=0; while [ $n -lt 5 ]; do "$SHED" page show Finals/Integration/1 --json > "$T/$1"; state=$(sed -n 's/^  "state": "\\(.*\\)"$/\\1/p' "$T/$1")
              score=$(tr -d ' \\n' < "$T/$1" | sed 's/.*"variables":{"Score":\\([0-9]*\\)}.*/\\1/'); "$SHED" var set Score=$((score + 1)) "$P" --if-state "$state" -q 2> /dev/null && n=$((n + 1)); done; }
            more a & more b & more c & wait; "$SHED" page show Finals/Integration/1 | grep '^variable'
            """)
        #expect(output == "variable      Score = 18\n")
    }
}
