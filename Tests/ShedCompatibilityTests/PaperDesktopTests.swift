import ShedTestSchedule
import ShedTestSupport
import Testing

private let thunar = Program("thunar", "thunar", "Xvfb", "xdotool", "dbus-run-session", "qpdf", "pdfinfo")

/// A papers project in the hands of a file manager with windows: `make torture`.
@Suite(.serialized, .waitsInTurn) struct `Papers in a file manager` {
    @Test(.enabled(if: thunar.isWanted, "\(thunar.unwanted)"), arguments: Attendance.allCases)
    func `thunar moves a page to another group, deletes it, and it has its history wherever it is`(attendance: Attendance) throws {
        let bench = try Bench()
        let pdf = TestPDF(pages: 3)
        TestFile.write(String(decoding: pdf.bytes, as: UTF8.self), to: bench.path + "/work/Algebra.pdf")
        let made = try bench.run("""
            set -eu
            "$SHED" new papers Exam --language en -q; cd Exam; printf 'quiet = 0.2\\n' > .shed/settings.toml
            "$SHED" bundle add ../Algebra.pdf -q; "$SHED" doc new Finals -q
            "$SHED" page add Finals/Integration --from Algebra --pages 1 -q; "$SHED" page add Finals/More --from Algebra --pages 2-3 -q
            """, in: bench.path + "/work")
        try #require(made.code == 0, "\(made.text)\(made.err)")
        let script = TrialScript.text(desktop("""
            page=$(id 'Docs/Finals/Integration/01 Algebra p1.pdf'); more=Docs/Finals/More
            thunar Docs/Finals/Integration 2> /dev/null & manager=$!
            window Integration; xdotool key ctrl+a ctrl+x
            thunar $more; window More; xdotool key ctrl+v
            # There are two with the number 1 then, and all are numbered anew.
            await 'barrier; test -e "$more/01 Algebra p1.pdf" -a -e "$more/02 Algebra p2.pdf" -a -e "$more/03 Algebra p3.pdf"'
            test "$(id "$more/01 Algebra p1.pdf")" = "$page"; test -z "$(ls Docs/Finals/Integration)"
            cp -a $more ../saved
            thunar $more; window More; xdotool key ctrl+a Delete; window Attention; xdotool key Return
            await 'test -z "$(ls $more)"'; barrier
            await 'test "$("$SHED" page list --missing -0 | tr "\\0" "\\n" | grep -c .)" = 3'
            "$SHED" page versions "$page" > /dev/null
            thunar ../saved; window saved; xdotool key ctrl+a ctrl+c
            thunar $more; window More; xdotool key ctrl+v; await 'test -e "$more/03 Algebra p3.pdf"'; barrier
            await 'test -z "$("$SHED" page list --missing -0)"'
            test "$(id "$more/01 Algebra p1.pdf")" = "$page"; test ! -e Rejected
            thunar -q; wait $manager
            """), attendance)
        let result = try bench.run(script, in: bench.path + "/work/Exam")
        #expect(result.code == 0, "\(result.text)\(result.err)")
    }
}
