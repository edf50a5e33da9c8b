import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `PDFs that cannot be looked into` {
    @Test func `check names PDFs that wait, and why`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + Shelf.withoutPDFPrograms + """
            cp ../short.pdf Bundles/new.pdf; cp ../short.pdf Bundles/Calculus/ocr.pdf; cp ../short.pdf Docs/Finals/Integration/x.pdf
            find . -newer ../marked.pdf | sort > ../before
            "$SHED" check --select waiting-pdf --format concise; echo $?; PATH="$T/bin" "$SHED" check --select waiting-pdf --format concise; echo $?
            find . -newer ../marked.pdf | sort | cmp - ../before && echo untouched
            PATH="$T/bin" "$SHED" sync -q; PATH="$T/bin" "$SHED" check --select waiting-pdf --format concise; "$SHED" sync -q; "$SHED" check --select waiting-pdf -q; echo $?
            """)
        let waits = "“shed sync” looks into it and takes it in."
        let lacks = "It cannot be looked into: the program qpdf is not installed; install it: apt install qpdf."
        let places = ["Bundles/Calculus/ocr.pdf", "Bundles/new.pdf", "Docs/Finals/Integration/x.pdf"]
        func found(_ text: String) -> String { places.map { "\($0):1:1: note: \(text) [PAP013 waiting-pdf]\n" }.joined() }
        let lines = found(waits) + "0\n" + found(lacks) + "0\nuntouched\n" + places.map { "\($0): \(lacks) [waiting-pdf]\n" }.joined() + found(lacks) + "0\n"
        #expect(output.hasPrefix(lines), "\(output)")
    }

    @Test func `status names PDFs that wait, and what takes them in, also those that another verb took in`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + Shelf.withoutPDFPrograms + """
            status() { echo "- $1"; "$SHED" status | grep -v daemon; }; waiting() { "$SHED" status --json | grep -o '"waiting": [0-9]*'; }
            status before; cp ../short.pdf Bundles/new.pdf; cp ../short.pdf Bundles/Calculus/ocr.pdf; cp ../exam.pdf Docs/Finals/Integration/x.pdf; status new
            "$SHED" bundle list -q > ../said; status known; waiting; PATH="$T/bin" "$SHED" status | grep new.pdf
            "$SHED" sync -q; status done; waiting
            for i in $(seq 10 22); do cp ../scan.pdf Bundles/S$i.pdf; done; "$SHED" bundle list -q > ../said; status many; waiting; "$SHED" sync -q; status done
            """)
        let waits = "“shed sync” looks into it and takes it in. [waiting-pdf]"
        let files = ["Bundles/Calculus/ocr.pdf", "Bundles/new.pdf", "Docs/Finals/Integration/x.pdf"]
        func reports(_ files: [String]) -> String { "Reports\n" + files.map { "  \($0): \(waits)\n" }.joined() + "\n" }
        #expect(output == "- before\nClean.\n- new\nChanges\n" + files.map { "  added    \($0)\n" }.joined() + "\n" + reports(files)
            + "- known\n" + reports(files) + "\"waiting\": 3\n"
            + "  Bundles/new.pdf: It cannot be looked into: the program qpdf is not installed; install it: apt install qpdf. [waiting-pdf]\n"
            + "- done\nClean.\nText: 1 OCR variant still to be read, 0 done.\n\"waiting\": 0\n- many\n" + reports((10...19).map { "Bundles/S\($0).pdf" })
            + "3 more PDFs wait to be looked into: “shed sync”.\nText: 1 OCR variant still to be read, 0 done.\n\"waiting\": 13\n- done\nClean.\nText: 1 OCR variant still to be read, 0 done.\n", "\(output)")
    }

    @Test func `status and check say of what was written into by hand what it is, and what becomes of it`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            said() { echo "- $1"; "$SHED" status | grep -e '\\[' -e Clean; "$SHED" check --format concise | grep -e 'edited-page]' -e 'in-use]'; "$SHED" status --json | grep '"edited"'; }
            said before; page="Docs/Finals/Integration/01 Calculus p4.pdf"; chmod u+w "$page" Bundles/Calculus/display.pdf
            cat ../short.pdf > "$page"; cp ../exam.pdf Bundles/Calculus/display.pdf; said new
            "$SHED" bundle list -q > ../said; said known; [ -e Rejected ] || echo none
            "$SHED" sync -q; said done; ls Rejected
            """)
        let page = "Docs/Finals/Integration/01 Calculus p4.pdf"
        let edited = "It is not the file that was made from its bundle; “shed sync” makes that anew, and moves this one to Rejected."
        let display = "“shed sync” takes it in if it has all pages in use, and else puts that one back if there is a protected copy."
        for part in output.split(separator: "- ").filter({ $0.hasPrefix("new") || $0.hasPrefix("known") }) {
            #expect(part.contains("  \(page): \(edited) [edited-page]\n") && part.contains("\n\(page):1:1: error: \(edited) [PAP010 edited-page]\n"), "\(part)")
            #expect(part.contains("  Bundles/Calculus/display.pdf: It is another file than the one that pages are made from"), "\(part)")
            #expect(part.contains(display + " [bundle-in-use]\n") && part.contains("\"edited\": 1"), "\(part)")
        }
        #expect(output.hasPrefix("- before\nClean.\n  \"edited\": 0,\n- new\n") && output.contains("- known\n") && output.contains("\nnone\n"), "\(output)")
        #expect(output.contains("- done\n  \"edited\": 0,\n01 Calculus p4.pdf\n"), "\(output)")
    }

    @Test func `what came back from the copies is told as put back, what cannot be looked into as waiting`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.finals + Shelf.withoutPDFPrograms + """
            rm -r Bundles/Calculus; "$SHED" sync; rm Bundles/Calculus/display.pdf; "$SHED" sync --json | ids | grep -A5 '"rejected"'
            cp ../exam.pdf Bundles/Calculus/display.pdf; PATH="$T/bin" "$SHED" sync; echo $?; "$SHED" sync; echo $?; text Docs/Finals/Integration/03*
            """)
        #expect(output.hasPrefix("""
            removed  Bundles/Calculus/
            removed  Bundles/Calculus/display.pdf
            added    Bundles/Calculus/
            added    Bundles/Calculus/display.pdf
            put back Bundles/Calculus: Pages are made from it. It came from the protected copy. [bundle-in-use]
              "rejected": [
                {
                  "path": "Bundles/Calculus/display.pdf",
                  "origin": "Bundles/Calculus/display.pdf",
                  "rule": "bundle-in-use",
                  "time":
            """), "\(output)")
        #expect(output.hasSuffix("""
            modified Bundles/Calculus/display.pdf
            Bundles/Calculus/display.pdf: It cannot be looked into: the program qpdf is not installed; install it: apt install qpdf. [waiting-pdf]
            1
            made 3 pages anew, from display.pdf as it is now
            0
            Exam 9\u{20}

            """), "\(output)")
    }
}
