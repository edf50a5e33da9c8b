import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `The doctor of papers projects` {
    @Test func `the doctor names the programs for PDFs and their packages, and what the daemon's own PATH lacks`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.withoutPDFPrograms + """
            # Whether the kernel keeps programs in a cell here is another question.
            doctor() { PATH="${1-$PATH}" "$SHED" doctor --plain -q | sed '/what reads PDFs has its limits/,/cure/d' | sed -n '/^Other programs/,/^$/p'; }
            "$SHED" doctor --json | sed -n 's/.*"message": "\\(.*\\), for PDFs".*/\\1, for PDFs/p'; doctor "$T/bin"
            printf '[papers]\\nlanguages = ["eng", "xyz"]\\n' > .shed/settings.toml; doctor; rm .shed/settings.toml
            \(ShellScript.hear)
            mkfifo "$T/says"; PATH="$T/bin" "$SHED" watch > "$T/says" 2>&1 & daemon=$!; exec 3< "$T/says"; hear watching
            doctor | sed "s/$daemon/PID/"; kill -TERM $daemon; wait $daemon; doctor
            """)
        #expect(output.replacing(shelf.path, with: "HERE") == """
            qpdf is there, for PDFs
            pdfinfo, pdftotext and pdftoppm are there, for PDFs
            tesseract is there, for PDFs
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
