import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `shed undo` of what is done to papers.
@Suite(.waitsForPrograms) struct `What was done to papers is taken back` {
    /// What stands in the project, and what its pages say.
    private static let state = """
        state() { find Bundles Docs -print | sort; find Docs -name '*.pdf' | sort | while read -r f; do echo "$f: $(pdftotext "$f" - | tr '\\f\\n' '  ')"; done
            "$SHED" doc show Finals -0 2> /dev/null | tr '\\0' '\\n'; }
        undo() { "$SHED" undo -q "$@" > "$T/said" 2>&1 || { echo "failed $?"; cat "$T/said"; }; }
        again() { state > "$T/before"; "$SHED" "$@" -q || echo "failed $?"; state > "$T/after"; cmp -s "$T/before" "$T/after" && echo "nothing done"
            undo; state | diff "$T/before" -; undo; state | diff "$T/after" -; undo; state | diff "$T/before" -; }

        """

    @Test func `the order of groups and pages, moves between groups, new pages, other pages, deleted ones`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + `What was done to papers is taken back`.state + """
            "$SHED" page add Finals/Series --from Calculus --pages 1-2 -q
            again doc order Finals Series
            again doc order Finals/Integration 3 1
            again page move Finals/Integration/2 Finals/Series
            again page move Finals/Integration/2 Finals/Series --at 1
            again page add Finals/Integration --from Calculus --pages 7-8
            again page add Finals/New --from Calculus --pages 7
            again page repoint Finals/Integration/1 --page 10
            again page delete Finals/Integration/1
            again doc delete Finals
            "$SHED" check -q; echo $?; "$SHED" status -q --exit-code; echo $?
            """)
        #expect(output == "0\n0\n")
    }

    /// What shed numbers anew, it has made all the same.
    @Test(arguments: [
        "\"$SHED\" page move Finals/G/1 Finals/G --at 5 -q", "cp ../short.pdf 'Docs/Finals/G/1 Front.pdf'; \"$SHED\" sync -q",
        "mv Docs/Finals/G Docs/Finals/H",
    ])
    func `pages that have other names since`(change: String) throws {
        let output = try Shelf.withPapers().exams(`What was done to papers is taken back`.state + """
            "$SHED" bundle add ../marked.pdf --name Calculus -q; "$SHED" bundle add ../exam.pdf --name Exam -q; "$SHED" doc new Finals -q
            "$SHED" page add Finals/G --from Calculus --pages 1-3 -q; "$SHED" page add Finals/G --from Exam --pages 1-2 -q
            n=$("$SHED" undo --list | head -1 | cut -d' ' -f1); \(change); state > "$T/before"
            undo $n; find Docs -name '*Exam*'; find Docs -name '*Calculus*' | wc -l; "$SHED" check -q; echo $?; state > "$T/after"
            undo; state | diff "$T/before" -; undo $n; state | diff "$T/after" -; "$SHED" status -q --exit-code; echo $?
            """)
        #expect(output == "3\n0\n0\n")
    }

    @Test(arguments: ["sealed", "placed", "carried", "taken-in", "said"]) func `pages that were being made are one deed, whoever finishes it`(point: String) throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            SHED_INTERRUPT_AT=\(point) "$SHED" page add Finals/New --from Calculus --pages 1-2 -q > /dev/null 2>&1; echo $?
            "$SHED" sync -q; ls Docs/Finals/New 2> /dev/null
            "$SHED" undo -q; ls Docs/Finals; "$SHED" undo -q; "$SHED" page list --in Finals/New; "$SHED" check -q; echo $?
            """)
        let pages = ["01 Calculus p1.pdf", "02 Calculus p2.pdf"]
        #expect(output == "137\n" + pages.map { $0 + "\n" }.joined() + "Integration\n" + pages.map { "Docs/Finals/New/\($0)  \($0.dropFirst(3).dropLast(4))\n" }.joined() + "0\n")
    }

    @Test func `what an adoption left and was taken up is not taken back, and that is said`() throws {
        let output = try Shelf.withPapers().exams("""
            cd ..; mkdir -p Old/Bundles Old/Docs/Fin/Int; cp short.pdf Old/Docs/Fin/Int/lecture.pdf; "$SHED" adopt Old --kind papers --yes -q; cd Old
            "$SHED" sync --convert -q; "$SHED" undo --yes; echo $?; ls Docs/Fin/Int
            """)
        #expect(output == """
            1
            01 lecture p1.pdf
            02 lecture p2.pdf
            shed: number 1 cannot be taken back: “sync” took up what was left at the adoption, so that bundles and pages are made of it. “shed undo --list” lists what can be.

            """)
    }
}
