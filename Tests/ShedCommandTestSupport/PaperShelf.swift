import ShedModel
import ShedTestSupport
import Testing

extension Shelf {
    /// A papers project “Exams”, and beside it marked.pdf (12 pages, “Page 1” …), scan.pdf (13, “Scan 1” …), exam.pdf (10,
    /// “Exam 1” …), and short.pdf (2, “Short 1” …).
    package static func withPapers() throws -> Shelf {
        let shelf = try Shelf()
        let made = try shelf.shed("new", "papers", "Exams", "--language", "en")
        try #require(made.code == 0, "\(made.err)")
        shelf.makePDF("marked.pdf", 12, "Page")
        shelf.makePDF("scan.pdf", 13, "Scan")
        shelf.makePDF("exam.pdf", 10, "Exam")
        shelf.makePDF("short.pdf", 2, "Short")
        return shelf
    }

    /// A PDF in the work directory; each page says the word and its number.
    package func makePDF(_ name: String, _ pages: Int, _ word: String) {
        let pdf = TestPDF((1...pages).map { TestPDF.Page(["\(word) \($0)"]) })
        makeFile(name, String(decoding: pdf.bytes, as: UTF8.self))
    }

    /// Runs shed in the project.
    package func papers(_ arguments: String..., input: String? = nil) throws -> Result {
        try run(arguments.map { Array($0.utf8) }, in: "Exams", input: input)
    }

    /// Runs a script in the project; `text F` prints the text of a PDF in one line, `ids` replaces IDs.
    /// - Returns: what was said, the errors behind the rest, with `WORK` for the work directory.
    package func exams(_ script: String) throws -> String { try scenario(Shelf.paperPrelude + script).replacing(work, with: "WORK") }

    package static let paperPrelude = """
        cd Exams
        text() { pdftotext "$1" - | tr '\\f\\n' '  ' | tr -s ' '; echo; }
        ids() { sed 's/[0-9a-f]\\{8\\}-[-0-9a-f]\\{27\\}/ID/g'; }
        tree() { find . -name .shed -prune -o -print | sort; }

        """

    /// The bundle Calculus of marked.pdf, and pages 4, 5 and 9 of it in Finals/Integration.
    package static let finals = """
        "$SHED" bundle add ../marked.pdf --name Calculus -q; "$SHED" doc new Finals -q
        "$SHED" page add Finals/Integration --from Calculus --pages 4-5,9 -q

        """

    /// Makes `$T/bin`: a `PATH` without a program that reads PDFs; to start one, none is needed.
    package static let withoutPDFPrograms = """
        mkdir "$T/bin"

        """
}
