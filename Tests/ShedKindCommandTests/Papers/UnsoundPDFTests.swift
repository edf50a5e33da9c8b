import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What people are told of files that are no PDFs, or damaged ones, and what becomes of them.
@Suite(.waitsForPrograms) struct `PDFs that are not sound` {
    private static let damaged = "It is damaged: its end is missing; nothing in it leads to its pages; fetch it again, or see what “qpdf IN.pdf OUT.pdf” can save and use that."

    @Test func `what is no PDF is called what it is, with what to do`() throws {
        let output = try Shelf.withPapers().exams("""
            printf '<!DOCTYPE html>\\n<html>sign in</html>' > ../web.pdf; printf '\\211PNG\\r\\n' > ../picture.pdf; : > ../empty.pdf; mkdir ../dir.pdf; head -c 300 ../marked.pdf > ../cut.pdf
            for name in web picture empty dir cut; do "$SHED" bundle add ../$name.pdf; echo $?; done; "$SHED" bundle add ../dir.pdf/ ; echo $?
            """)
        #expect(output == """
            1\n1\n1\n2\n1\n2
            shed: WORK/web.pdf is no PDF: it is a web page (HTML). Open it in a browser; if it is what you want, print it there as a PDF, else fetch the PDF that it leads to.
            shed: WORK/picture.pdf is no PDF: it is a picture. Make a PDF of it first: img2pdf PICTURE --output FILE.pdf.
            shed: WORK/empty.pdf is no PDF: it is empty. Fetch or save it again.
            shed: WORK/dir.pdf is a folder, not a PDF. Name a PDF; “shed bundle add WORK/dir.pdf/*.pdf” makes a bundle of each that is in it.
            shed: WORK/cut.pdf is damaged: its end is missing; nothing in it leads to its pages. Fetch it again, or see what “qpdf IN.pdf OUT.pdf” can save and use that.
            shed: WORK/dir.pdf is a folder, not a PDF. Name a PDF; “shed bundle add WORK/dir.pdf/*.pdf” makes a bundle of each that is in it.

            """)
    }

    @Test func `a damaged PDF that was dropped into the project goes to Rejected with its own name in the message`() throws {
        let output = try Shelf.withPapers().exams("""
            head -c 300 ../marked.pdf > Bundles/cut.pdf; "$SHED" sync; echo $?
            """)
        #expect(output.contains("Bundles/cut.pdf is damaged: its end is missing"), "\(output)")
        #expect(!output.contains("/proc/") && !output.contains("WARNING"), "\(output)")
    }

    @Test func `a damaged PDF that was accepted is named with what is wrong with it, until a sound one is there`() throws {
        let output = try Shelf.withPapers().exams("""
            exec 2>&1; check() { "$SHED" check --format concise "$@" 2> /dev/null; }; "$SHED" doc new Finals -q; head -c 300 ../marked.pdf > Bundles/cut.pdf; "$SHED" sync -q > /dev/null
            "$SHED" accept Rejected/cut.pdf; "$SHED" sync -q > /dev/null
            "$SHED" bundle list; "$SHED" bundle show cut | sed 1d; "$SHED" bundle list --json | grep -A1 unusable
            check --select not-a-pdf,waiting-pdf; echo $?; "$SHED" page add Finals/A --from cut --pages 1; echo $?
            cp ../short.pdf Bundles/cut/display.pdf; check --select not-a-pdf,waiting-pdf; "$SHED" sync -q; echo $?
            "$SHED" bundle list; check --select not-a-pdf,waiting-pdf; echo $?
            """)
        let damaged = Self.damaged
        #expect(output == """
            shed: Bundles/cut.pdf: \(damaged) It may stay, and nothing is made from it.
            moved Rejected/cut.pdf to Bundles/cut.pdf
            cut  no pages  display.pdf does not count: it is damaged: its end is missing
            display.pdf   does not count: \(damaged)
            ocr.pdf       none
            original.pdf  none
            used by no page
                "unusable": {
                  "display": "\(damaged)"
            Bundles/cut/display.pdf:1:1: error: \(damaged) The bundle has no display variant until there is a sound PDF. [PAP001 not-a-pdf]
            1
            shed: Bundles/cut: its display.pdf does not count: \(damaged.replacing("It is", with: "it is")) Convert or mend it first (the message says what is wrong), or put it into another place.
            1
            Bundles/cut/display.pdf:1:1: note: “shed sync” looks into it and takes it in. [PAP013 waiting-pdf]
            0
            cut  2 pages
            0

            """)
    }

    @Test func `each PDF of a group that was refused is named with its own reason, and what came along with a refused folder`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            exec 2>&1; check() { "$SHED" check --format concise "$@" 2> /dev/null; }; G=Docs/Finals/Drop; mkdir $G; cp ../short.pdf "$G/01 good.pdf"; cp ../short.pdf "$G/03 again.pdf"; head -c 300 ../marked.pdf > "$G/02 cut.pdf"; echo hello > $G/text.pdf
            mkdir Docs/Finals/Integration/Sub; cp ../short.pdf ../exam.pdf Docs/Finals/Integration/Sub
            "$SHED" sync -q > /dev/null; ls $G; check; mkdir Rejected/Drop/mine; "$SHED" sync -q; check | grep Drop:
            """)
        let refused = "It was refused by the rule"
        #expect(output == """
            01 01 good p1.pdf\n02 01 good p2.pdf\n03 01 good p1.pdf\n04 01 good p2.pdf
            Rejected/Drop/02 cut.pdf:1:1: note: \(refused) not-a-pdf at Docs/Finals/Drop/02 cut.pdf. \(Self.damaged) [PLC011 rejected-leftover]
            Rejected/Drop/text.pdf:1:1: note: \(refused) not-a-pdf at Docs/Finals/Drop/text.pdf. It is no PDF; convert it into one first, or put it into a folder for files. [PLC011 rejected-leftover]
            Rejected/Sub:1:1: note: \(refused) nested-group at Docs/Finals/Integration/Sub. With it wait “exam.pdf” and “short.pdf”, which no rule refused by themselves. [PLC011 rejected-leftover]
            Rejected/Drop:1:1: note: It stands in Rejected. With it waits “mine”, which no rule refused by itself. [PLC011 rejected-leftover]

            """)
    }
}
