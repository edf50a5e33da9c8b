import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Papers under a daemon. The barrier is a verb itself: what it answers, it has seen.
@Suite(.serialized, .waitsInTurn) struct `Papers that a daemon watches` {
    private func run(_ shelf: Shelf, _ script: String) throws -> String {
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + Shelf.paperPrelude + script
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        return result.text.replacing(shelf.work, with: "WORK")
    }

    @Test func `are shown as without it`() throws {
        let shelf = try Shelf.withPapers()
        _ = try shelf.exams(Shelf.finals + """
            "$SHED" tag add hard Docs/Finals/Integration/01* --create -q; "$SHED" page repoint Finals/Integration/2 --page 1 -q; rm Docs/Finals/Integration/03*; "$SHED" sync -q
            """)
        let output = try run(shelf, """
            look() { for verb in "bundle list" "bundle show Calculus" "bundle show none" "doc list" "doc show Finals" "page list" "page list --tag hard" "page list --missing" "page show Finals/Integration/1" \\
              "page versions Finals/Integration/2" "page show none" "doc export Finals --format json" "show Docs/Finals" "doc order Finals/Integration 2 --dry-run" "page add Finals/X --from Calculus --pages 2 --dry-run"; do
              echo "$verb"; "$SHED" $verb --json 2>&1; echo "$?"; "$SHED" $verb -v 2>&1; echo "$?"; "$SHED" $verb -0 2>&1 | od -c | head -40; done; }
            look > "$T/alone"
            begin "$SHED" watch --json
            look > "$T/asked"
            cmp "$T/alone" "$T/asked" && echo same || diff "$T/alone" "$T/asked" | head -20
            "$SHED" status --json | grep -c "\\"pid\\": $daemon"
            end
            """)
        #expect(output == "same\n1\nended 0\n")
    }

    /// Whoever asks for `sync` does not wait for quiet, however long that is.
    @Test func `are in order after sync`() throws {
        let shelf = try Shelf.withPapers()
        _ = try shelf.exams(Shelf.finals + """
            printf 'quiet = "1 h"\\n' > .shed/settings.toml
            """)
        let output = try run(shelf, """
            begin "$SHED" watch --json
            cp ../scan.pdf Bundles/Calculus/display.pdf; "$SHED" sync | grep anew; "$SHED" bundle show Calculus | grep -o 'display.pdf *13 pages'
            cp ../exam.pdf Bundles/; "$SHED" sync -q; "$SHED" bundle list
            cp ../short.pdf Docs/Finals/Integration/; "$SHED" sync -q; "$SHED" bundle list
            end
            """)
        #expect(output == """
            made 3 pages anew, from display.pdf as it is now
            display.pdf   13 pages
            Calculus  13 pages, used by 3 pages
            exam  10 pages
            Calculus  13 pages, used by 3 pages
            exam  10 pages
            short  2 pages, used by 2 pages
            ended 0

            """)
    }

    @Test func `are changed as without it`() throws {
        let script = """
            r() { timeout 120 "$SHED" "$@" > "$T/results" 2>&1; echo "$1 ${2-} $?"; ids < "$T/results"; }
            r bundle add ../marked.pdf --ocr ../scan.pdf --name Calculus; r bundle add ../short.pdf; r bundle attach Calculus ../exam.pdf --as original; r bundle map Calculus --ocr 2-13
            r doc new Finals; r page add Finals/Integration --from Calculus --pages 4-5,9; r page add Finals/Series --from short --pages 1; r doc order Finals Series; r doc order Finals/Integration 3
            r page move Finals/Integration/3 Finals/Series --at 1; r page repoint Finals/Series/1 --page 7; r page restore Finals/Series/1 1; r bundle delete Calculus; r page delete Finals/Series/2; r bundle delete short
            r empty-trash --yes; r bundle delete short; rm Docs/Finals/02*/01*; r page delete --missing; r page delete --missing --yes; r doc export Finals --output ../f.pdf; text ../f.pdf; r doc sheet Finals --output ../f.png
            r page image Finals/Series/1 --output ../p.png; r doc delete Finals; r restore Trash/Finals; r doc show Finals
            r page move Finals/Series/1 Finals/New; r page add Finals/More --from Calculus --pages 2; r tag add hard Finals/More/1 --create; r doc show Finals/More; r sync; tree

            """
        let alone = try run(Shelf.withPapers(), script)
        let asked = try run(Shelf.withPapers(), "begin \"$SHED\" watch --json\n" + script + "end\n")
        #expect(asked == alone + "ended 0\n")
        #expect(alone.contains("restore Trash/Finals 0") && alone.contains("bundle delete 1") && alone.contains("page delete 2"), "\(alone)")
    }
}
