import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// One poem through three venues: to Granta, which rejects it; to a competition, from which it is withdrawn; to Ambit, which takes it.
@Suite(.serialized, .waitsInTurn) struct `One poem and three venues` {
    /// `list` prints what is listed, with one blank between columns.
    private static let prelude = Shelf.daemonPrelude + """
        r() { timeout 60 "$SHED" "$@" > "$T/results" 2>&1; echo "$1 $?"; }
        list() { timeout 60 "$SHED" submissions "$@" | sed 's/   */|/g'; }
        mkdir -p Poems/Magazines/Granta Poems/Magazines/Ambit Poems/Competitions/Bridport
        cd Poems; printf 'O wind\\n' > Draft/Ode.txt; "$SHED" sync -q; "$SHED" mv Draft/Ode.txt Ready -q

        """

    private func run(_ script: String, isWatched: Bool) throws -> String {
        let shelf = try Shelf.withPoems()
        let start = isWatched ? "begin \"$SHED\" watch --json\n" : ""
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Self.prelude + start + script + (isWatched ? "\nend > /dev/null\n" : "\n")
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        return result.text
    }

    @Test(arguments: [false, true]) func `by verbs`(isWatched: Bool) throws {
        let output = try run("""
            r submit Ready/Ode.txt --to Magazines/Granta --date 2026-01-10 --due 2026-04-10 --note "by post"; cat "$T/results"
            r submit Ready/Ode.txt --to Granta --date 2026-01-11; said() { grep -c -- "$1" "$T/results"; }; said 'was submitted to Magazines/Granta before'
            r submit Ready/Ode.txt --to Magazines/Ambit --date 2026-01-12; said 'is out at Magazines/Granta since 2026-01-10'; ls Submissions
            r submissions reject Ready/Ode.txt --date 2026-03-01 --note 'Not for us'; cat "$T/results"
            r submit Ready/Ode.txt --to Bridport --date 2026-03-02
            r mv Ready/Ode.txt 'Set Aside/Ode to the wind.txt'; list --out
            r submissions withdraw 'Set Aside/Ode to the wind.txt' --date 2026-05-01
            r submissions accept 'Set Aside/Ode to the wind.txt'; r submissions reject 'Submissions/Granta/2026-01-10 Ode.md'
            r submit 'Set Aside/Ode to the wind.txt' --to Magazines/Ambit --date 2026-05-02
            r submissions accept 'Set Aside/Ode to the wind.txt' --publish --date 2026-06-01
            list; list --by venue --piece Published; "$SHED" submissions --out; echo $?; "$SHED" submissions --venue granta -0 | tr '\\0' '\\n'
            cat Published/*; ls Submissions/*; "$SHED" status --exit-code -q; echo $?; "$SHED" check -q; echo $?
            """, isWatched: isWatched)
        #expect(output == """
            submit 0
            submitted Ready/Ode.txt to Magazines/Granta: Submissions/Granta/2026-01-10 Ode.md
            submit 2
            1
            submit 2
            1
            Granta
            submissions 0
            recorded: Ready/Ode.txt was rejected by Magazines/Granta
            submit 0
            mv 0
            PIECE|VENUE|SENT|STATUS
            Set Aside/Ode to the wind.txt|Competitions/Bridport|2026-03-02|out
            submissions 0
            submissions 1
            submissions 1
            submit 0
            submissions 0
            PIECE|VENUE|SENT|STATUS
            Published/Ode to the wind.txt|Magazines/Ambit|2026-05-02|accepted, 2026-06-01
            Published/Ode to the wind.txt|Competitions/Bridport|2026-03-02|withdrawn, 2026-05-01
            Published/Ode to the wind.txt|Magazines/Granta|2026-01-10|rejected, 2026-03-01
            Magazines/Ambit
            PIECE|SENT|STATUS
            Published/Ode to the wind.txt|2026-05-02|accepted, 2026-06-01

            Competitions/Bridport
            PIECE|SENT|STATUS
            Published/Ode to the wind.txt|2026-03-02|withdrawn, 2026-05-01

            Magazines/Granta
            PIECE|SENT|STATUS
            Published/Ode to the wind.txt|2026-01-10|rejected, 2026-03-01
            Nothing.
            1
            Submissions/Granta/2026-01-10 Ode.md
            O wind
            Submissions/Ambit:
            2026-05-02 Ode to the wind.md
            2026-05-02 Ode to the wind.txt

            Submissions/Bridport:
            2026-03-02 Ode.md
            2026-03-02 Ode.txt

            Submissions/Granta:
            2026-01-10 Ode.md
            2026-01-10 Ode.txt
            0
            0

            """)
    }

    /// With an editor and a file manager alone: each record is a file that the person writes, each move one that they make.
    @Test(arguments: [false, true]) func `by editing files and dragging`(isWatched: Bool) throws {
        let output = try run("""
            send() { mkdir -p "Submissions/$1"; cp "$2" "Submissions/$1/$3 Ode.txt"; printf -- '---\\npiece: %s\\nsent: %s\\nfile: %s Ode.txt\\n---\\nMy own words.\\n' "$2" "$3" "$3" > "Submissions/$1/$3 Ode.md"; }
            answer() { sed -i "s/^sent:/status: $2\\nanswered: $3\\nsent:/" "$1"; }
            send Granta Ready/Ode.txt 2026-01-10; list
            answer 'Submissions/Granta/2026-01-10 Ode.md' rejected 2026-03-01
            send Bridport Ready/Ode.txt 2026-03-02; mv Ready/Ode.txt 'Set Aside'; list
            answer 'Submissions/Bridport/2026-03-02 Ode.md' Withdrawn 2026-05-01
            send Ambit 'Set Aside/Ode.txt' 2026-05-02; answer 'Submissions/Ambit/2026-05-02 Ode.md' accepted 2026-06-01; mv 'Set Aside/Ode.txt' Published
            list; r submit Published/Ode.txt --to Ambit --date 2026-07-01; grep -c 'was submitted to Ambit before' "$T/results"
            mv Submissions/Ambit Submissions/Ambit2; mv 'Submissions/Granta/2026-01-10 Ode.md' Submissions/Bridport; list --by venue | grep -v PIECE
            sed -i s/accepted/agreed/ Submissions/Ambit2/*.md; "$SHED" submissions -q 2>&1 | wc -l; "$SHED" check -q --select unreadable-submission > /dev/null; echo $?
            "$SHED" sync > /dev/null; "$SHED" status --exit-code -q; echo $?; tail -n 1 Submissions/*/*.md | sort -u | grep -c own
            """, isWatched: isWatched)
        #expect(output == """
            PIECE|VENUE|SENT|STATUS
            Ready/Ode.txt|Granta|2026-01-10|out
            PIECE|VENUE|SENT|STATUS
            Set Aside/Ode.txt|Bridport|2026-03-02|out
            Set Aside/Ode.txt|Granta|2026-01-10|rejected, 2026-03-01
            PIECE|VENUE|SENT|STATUS
            Published/Ode.txt|Ambit|2026-05-02|accepted, 2026-06-01
            Published/Ode.txt|Bridport|2026-03-02|withdrawn, 2026-05-01
            Published/Ode.txt|Granta|2026-01-10|rejected, 2026-03-01
            submit 2
            1
            Ambit2
            Published/Ode.txt|2026-05-02|accepted, 2026-06-01

            Bridport
            Published/Ode.txt|2026-03-02|withdrawn, 2026-05-01
            Published/Ode.txt|2026-01-10|rejected, 2026-03-01
            4
            1
            0
            1

            """)
    }
}
