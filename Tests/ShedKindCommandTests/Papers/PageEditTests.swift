import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// A page's file that somebody wrote into a moment ago, before anybody looked at it.
@Suite(.waitsForPrograms) struct `Verbs on pages that were written into` {
    /// Runs a script; `write PAGE WORD` writes a line behind the page's file, `last FILE` prints the last line of one.
    private func run(_ script: String) throws -> String {
        try Shelf.withPapers().exams(Shelf.finals + """
            write() { chmod u+w "$1"; echo "$2" >> "$1"; }
            last() { tail -n 1 "$1"; }
            P=Docs/Finals/Integration

            """ + script)
    }

    @Test func `page move takes the page along and leaves what was written in Rejected, and says so`() throws {
        let output = try run("""
            write "$P/02 Calculus p5.pdf" mine; exec 2>&1
            "$SHED" page move Finals/Integration/2 Finals/Series --dry-run; last "$P/02 Calculus p5.pdf"; ls
            "$SHED" page move Finals/Integration/2 Finals/Series; echo $?
            text "Docs/Finals/Series/01 Calculus p5.pdf"; last "Rejected/02 Calculus p5.pdf"
            "$SHED" sync; "$SHED" log --limit 10 | grep -c 'was rejected: It is made from page 5'; "$SHED" page versions Finals/Series/1 | wc -l
            """)
        let rule = "It is made from page 5 of its bundle, and"
        #expect(output == """
            shed: would reject Docs/Finals/Integration/02 Calculus p5.pdf → Rejected/02 Calculus p5.pdf: \(rule) would be made anew. [edited-page]
            would have moved Docs/Finals/Integration/02 Calculus p5.pdf to Docs/Finals/Series/01 Calculus p5.pdf
            mine\nBundles\nDocs\nTrash
            shed: rejected Docs/Finals/Integration/02 Calculus p5.pdf → Rejected/02 Calculus p5.pdf: \(rule) was made anew. [edited-page]
            moved Docs/Finals/Integration/02 Calculus p5.pdf to Docs/Finals/Series/01 Calculus p5.pdf
            0\nPage 5 \nmine\nNothing changed.\n1\n1

            """)
    }

    @Test func `page repoint and page restore lose nothing that was written`() throws {
        let output = try run("""
            exec 2>&1
            write "$P/01 Calculus p4.pdf" first; "$SHED" page repoint Finals/Integration/1 --page 6 | tail -1; last "Rejected/01 Calculus p4.pdf"; text "$P"/01*
            write "$P/01 Calculus p6.pdf" second; "$SHED" page restore Finals/Integration/1 1 | tail -1; last "Rejected/01 Calculus p6.pdf"; text "$P"/01*
            "$SHED" page restore Finals/Integration/1 1; "$SHED" sync -q; echo $?
            """)
        #expect(output == """
            shed: rejected Docs/Finals/Integration/01 Calculus p4.pdf → Rejected/01 Calculus p4.pdf: It is made from page 6 of its bundle, and was made anew. [edited-page]
            repointed Docs/Finals/Integration/01 Calculus p6.pdf: Calculus p6\nfirst\nPage 6\u{20}
            shed: rejected Docs/Finals/Integration/01 Calculus p6.pdf → Rejected/01 Calculus p6.pdf: It is made from page 4 of its bundle, and was made anew. [edited-page]
            restored Docs/Finals/Integration/01 Calculus p4.pdf: Calculus p4\nsecond\nPage 4\u{20}
            nothing to change: it shows that already\n0

            """)
    }

    @Test func `page repoint is undone whole also where the page was renamed since, or its group`() throws {
        let output = try run("""
            "$SHED" page repoint Finals/Integration/1 --page 6 -q; mv "$P/01 Calculus p6.pdf" "$P/01 Title.pdf"; "$SHED" undo > ../said 2>&1; echo $?
            text "$P/01 Title.pdf"; "$SHED" page show Finals/Integration/1 --json | grep -q '"number": 4' && echo shows it; "$SHED" sync; ls
            "$SHED" page repoint Finals/Integration/2 --page 6 -q; mv "$P" Docs/Finals/Other; "$SHED" undo > ../said 2>&1
            text Docs/Finals/Other/02*; "$SHED" sync; ls
            """)
        #expect(output == """
            1\nPage 4 \nshows it\nNothing changed.\nBundles\nDocs\nTrash\nPage 5 \nNothing changed.\nBundles\nDocs\nTrash\n
            """, "\(output)")
    }

    @Test func `page move refuses where the page cannot be made anew, and leaves what was written where it is`() throws {
        let output = try run("""
            write "$P/02 Calculus p5.pdf" mine; exec 2>&1; chmod -R u+w .shed/store; rm -r .shed/store; echo x >> Bundles/Calculus/display.pdf
            "$SHED" page move Finals/Integration/2 Finals/Series; echo $?; last "$P/02 Calculus p5.pdf"; ls Docs/Finals; ls
            """)
        #expect(output.contains("shed: Docs/Finals/Integration/02 Calculus p5.pdf was written into, and its page cannot be made anew: "), "\(output)")
        #expect(output.hasSuffix("\nmine\nIntegration\nBundles\nDocs\nTrash\n"), "\(output)")
    }

    @Test func `a dry run names the place in Rejected that is free`() throws {
        let output = try run("""
            again() { "$SHED" page repoint Finals/Integration/2 --page "$@" 2>&1 | head -1; }
            write "$P/02 Calculus p5.pdf" first; again 6 > ../said; again 5 > ../said; write "$P/02 Calculus p5.pdf" second
            again 6 --dry-run; again 6; last "Rejected/02 Calculus p5.pdf"; last "Rejected/02 Calculus p5 (2).pdf"
            """)
        let rule = "It is made from page 6 of its bundle, and"
        #expect(output == """
            shed: would reject Docs/Finals/Integration/02 Calculus p5.pdf → Rejected/02 Calculus p5 (2).pdf: \(rule) would be made anew. [edited-page]
            shed: rejected Docs/Finals/Integration/02 Calculus p5.pdf → Rejected/02 Calculus p5 (2).pdf: \(rule) was made anew. [edited-page]
            first\nsecond

            """)
    }

    /// While what was written cannot be put aside, each command fails, and says nothing to the sidecar a second time.
    @Test func `nothing is lost and nothing said again and again where Rejected cannot be written to`() throws {
        let output = try Shelf.withPapers().scenario(
            Shelf.paperPrelude + Shelf.finals + """
                P=Docs/Finals/Integration; page="$P/02 Calculus p5.pdf"; batches() { ls .shed/ops/*/*.jsonl | wc -l; }
                echo x > loose.txt; "$SHED" sync > ../said 2>&1; chmod 555 Rejected; chmod u+w "$page"; echo mine >> "$page"
                r page repoint Finals/Integration/2 --page 6; first=$(batches); r sync; r sync; r sync; [ "$(batches)" = "$first" ] && echo same
                chmod 755 Rejected; r sync; r sync; cat "$T/results"; tail -n 1 Rejected/02*; text "$P"/02*; ls -A .shed/staging/*; "$SHED" page versions Finals/Integration/2 | wc -l
                """, asNobody: true)
        #expect(output == "page 2\nsync 2\nsync 2\nsync 2\nsame\nsync 0\nsync 0\nNothing changed.\nmine\nPage 6 \n2\n")
    }
}
