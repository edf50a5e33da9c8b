import ShedModel
import ShedTestSupport
import Testing

/// What people are told where something is amiss, or was done without them.
@Suite struct `Papers in trouble` {
    // MARK: Files that are no sound PDFs

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

    @Test func `one page is one page`() throws {
        let output = try Shelf.withPapers().exams("""
            qpdf ../short.pdf --pages . 1 -- ../one.pdf; "$SHED" bundle add ../one.pdf --ocr ../short.pdf --name A; "$SHED" bundle add ../short.pdf --ocr ../one.pdf --name B; "$SHED" bundle map A --ocr 1,2
            """)
        #expect(output == """
            made Bundles/A with 1 page\nmade Bundles/B with 2 pages\nmapped Bundles/A\n  --ocr 1-2
            shed: Bundles/A: ocr.pdf has 2 pages and display.pdf 1, and no mapping says which belong together.
            shed: Bundles/B: ocr.pdf has 1 page and display.pdf 2, and no mapping says which belong together.
            shed: Bundles/A: The mapping of ocr.pdf has 2 entries for 1 page.

            """)
    }

    /// Seed 004, PDFBundle, rule 5: “user-defined mapping”: one page of a scan may be two of the display variant.
    @Test func `a mapping may name one page for two`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf --ocr ../scan.pdf --name A -q 2> /dev/null; "$SHED" bundle map A --ocr 3,3; echo $?; "$SHED" check --select page-counts-differ,page-out-of-range; echo $?
            """)
        #expect(output.hasPrefix("mapped Bundles/A\n  --ocr 3,3\n0\n"), "\(output)")
        #expect(output.contains("\n0\n") && !output.contains("page-counts-differ]"), "\(output)")
    }

    // MARK: The log

    @Test func `the log says what shed renamed and moved by itself`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.finals + """
            said() { "$SHED" log --limit "$1" | sed 's/^  ..:..  //' | grep -v '^Today'; }
            "$SHED" page move Finals/Integration/3 Finals/Integration --at 1 -q; said 3
            "$SHED" page repoint Finals/Integration/1 --page 12 -q; said 1
            "$SHED" page move Finals/Integration/2 Finals/Other -q; said 2
            P=Docs/Finals/Integration; mv $P/01* $P/'03 Calculus p12.pdf'; "$SHED" sync -q; said 3
            mv Bundles/Calculus Trash/; "$SHED" sync -q; said 2
            cp ../short.pdf Bundles/; "$SHED" sync -q; said 3
            "$SHED" log --json --limit 50 | grep -c '"message": "It was numbered anew."'
            """)
        #expect(output == """
            Docs/Finals/Integration/02 Calculus p5.pdf was renamed by shed to 03 Calculus p5.pdf: It was numbered anew
            Docs/Finals/Integration/01 Calculus p4.pdf was renamed by shed to 02 Calculus p4.pdf: It was numbered anew
            Docs/Finals/Integration/03 Calculus p9.pdf was renamed by shed to 01 Calculus p9.pdf: It was numbered anew
            Docs/Finals/Integration/01 Calculus p9.pdf was renamed by shed to 01 Calculus p12.pdf: It shows another page now
            you moved Docs/Finals/Integration/02 Calculus p4.pdf to Docs/Finals/Other/01 Calculus p4.pdf
            a new folder: Docs/Finals/Other
            Docs/Finals/Integration/03 Calculus p12.pdf was renamed by shed to 02 Calculus p12.pdf: It was numbered anew
            Docs/Finals/Integration/03 Calculus p5.pdf was renamed by shed to 01 Calculus p5.pdf: It was numbered anew
            you renamed Docs/Finals/Integration/01 Calculus p12.pdf to 03 Calculus p12.pdf
            put back Trash/Calculus → Bundles/Calculus: Pages are made from it. [bundle-in-use]
            Trash/Calculus was moved by shed to Bundles/Calculus: Pages are made from it
            you moved Calculus from Bundles to Trash
            Bundles/short.pdf was moved by shed to Bundles/short/display.pdf: It became a bundle
            a new folder: Bundles/short
            a new file: Bundles/short.pdf
            5

            """)
    }

    @Test func `the log says of what came back what it was, why, and where the newcomer went`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            said() { "$SHED" log --limit "$1" | sed 's/^  ..:..  //' | grep -v '^Today'; }
            rm Bundles/Calculus/display.pdf; "$SHED" sync -q > /dev/null; said 2; echo; cp ../short.pdf Bundles/Calculus/display.pdf; "$SHED" sync -q > /dev/null; said 3; echo
            P=Docs/Finals/Integration/01*; chmod u+w $P; echo x | tee -a $P > /dev/null; "$SHED" sync -q > /dev/null; said 2; echo; rm -r Bundles/Calculus; "$SHED" sync -q > /dev/null; said 3
            """)
        #expect(output == """
            Bundles/Calculus/display.pdf was put back: Pages are made from it
            display.pdf is gone from Bundles/Calculus

            Bundles/Calculus/display.pdf was put back: It came from the protected copy; what stood there is in Rejected/display.pdf
            Bundles/Calculus/display.pdf was rejected: It has 2 pages, and Docs/Finals/Integration/01 Calculus p4.pdf shows page 4; it is in Rejected/display.pdf
            Bundles/Calculus/display.pdf was changed

            Docs/Finals/Integration/01 Calculus p4.pdf was rejected: It is made from page 4 of its bundle, and was made anew; it is in Rejected/01 Calculus p4.pdf
            Docs/Finals/Integration/01 Calculus p4.pdf was changed

            Bundles/Calculus was put back: Pages are made from it. It came from the protected copy
            display.pdf is gone from Bundles/Calculus
            Calculus is gone from Bundles

            """)
    }

    @Test func `many new numbers are one line of the log for people, and each is there for programs`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            for n in 1 2 3 4 5; do cp ../short.pdf "Docs/Finals/Integration/0$n short$n.pdf"; done; "$SHED" sync -q
            # Where a minute ends between the renames, they are more lines, or fewer are one.
            lines() { "$SHED" log --limit 500 "$@" | sed 's/^  ..:..  //' | grep 'numbered anew'; }
            lines > ../told; grep -q '^Docs/Finals/Integration: [0-9]* pages were numbered anew by shed: [0-9]* to [0-9]*$' ../told && echo one; [ $(wc -l < ../told) -le 7 ] && echo few
            lines -v | wc -l; "$SHED" log --limit 500 --json | grep -c '"message": "It was numbered anew."'; lines "Docs/Finals/Integration/09 Calculus p9.pdf"; "$SHED" log --limit 3 | grep -c :
            """)
        let renamed = ["08", "07", "03"].enumerated().map { offset, from in
            "Docs/Finals/Integration/\(from) Calculus p9.pdf was renamed by shed to \(["09", "08", "07"][offset]) Calculus p9.pdf: It was numbered anew\n"
        }
        #expect(output == "one\nfew\n16\n16\n\(renamed.joined())3\n")
    }

    // MARK: What waits, and what came back

    /// A `PATH` with what is needed to start programs, and none that reads PDFs.
    private static let bare = """
        mkdir "$T/bin"; for name in prlimit setpriv; do ln -s "$(command -v $name)" "$T/bin/$name"; done

        """

    @Test func `check names PDFs that wait, and why`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + Self.bare + """
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

    @Test func `what came back from the copies is told as put back, what cannot be looked into as waiting`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.finals + Self.bare + """
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

    // MARK: The doctor

    @Test func `the doctor names the programs for PDFs and their packages, and what the daemon's own PATH lacks`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Self.bare + """
            doctor() { PATH="${1-$PATH}" "$SHED" doctor --plain -q | sed -n '/^Other programs/,/^$/p'; }
            "$SHED" doctor --json | sed -n 's/.*"message": "\\(.*\\), for PDFs".*/\\1, for PDFs/p'; doctor "$T/bin"
            printf '[papers]\\nlanguages = ["eng", "xyz"]\\n' > .shed/settings.toml; doctor; rm .shed/settings.toml
            : > "$T/log"; PATH="$T/bin" "$SHED" watch > "$T/log" 2>&1 & daemon=$!
            n=0; until grep -q watching "$T/log" || [ $n -gt 1200 ]; do n=$((n+1)); sleep 0.05; done
            doctor | sed "s/$daemon/PID/"; kill -TERM $daemon; wait $daemon; doctor
            """)
        #expect(output.replacing(shelf.path, with: "HERE") == """
            qpdf is there, for PDFs
            pdfinfo, pdftotext and pdftoppm are there, for PDFs
            tesseract is there, for PDFs
            prlimit and setpriv are there, for PDFs
            Other programs
              warning: qpdf is not installed, or not where your PATH leads [program]
                  costs: no PDF is looked into: new ones wait, and no page is made
                  cure: sudo apt install qpdf
              warning: pdfinfo, pdftotext and pdftoppm are not installed, or not where your PATH leads [program]
                  costs: no PDF is looked into: new ones wait; and no text or picture is taken of a page
                  cure: sudo apt install poppler-utils
              warning: tesseract is not installed, or not where your PATH leads [program]
                  costs: pages that are only pictures have no text, so “shed find” does not find what they say
                  cure: sudo apt install tesseract-ocr

            Other programs
              warning: WORK/Exams: its settings ask for text in “xyz”, which tesseract does not know [program]
                  costs: “shed ocr” recognises no text there
                  cure: sudo apt install tesseract-ocr-xyz

            Other programs
              warning: for the daemon (process PID) pdfinfo, pdftotext, pdftoppm, qpdf and tesseract are not where its PATH leads (HERE/bin) [program]
                  costs: it carries the verbs out while it runs, and does without them
                  cure: install them (poppler-utils, qpdf, tesseract-ocr), or start the daemon again where they are found


            """)
    }
}
