import ShedModel
import ShedTestSupport
import Testing

extension Shelf {
    /// A papers project “Exam” beside PDFs: `Calculus.pdf` of six pages, `Algebra.pdf` of three, `Annotated.pdf` of three,
    /// `Short.pdf` of one.
    package static func withExam() throws -> Shelf {
        let shelf = try Shelf()
        for (name, count) in [("Calculus", 6), ("Algebra", 3), ("Annotated", 3), ("Short", 1)] { shelf.makePDF(name, pages: count) }
        let made = try shelf.shed("new", "papers", "Exam", "--language", "en")
        try #require(made.code == 0, "\(made.err)")
        TestFile.write("quiet = 0.2\n", to: "\(shelf.work)/Exam/.shed/settings.toml")
        return shelf
    }

    /// Writes a PDF whose pages say their names and numbers.
    package func makePDF(_ name: String, pages: Int) {
        let pdf = TestPDF((1...pages).map { TestPDF.Page(["\(name) page \($0)"]) })
        TestFile.write(String(decoding: pdf.bytes, as: UTF8.self), to: "\(work)/\(name).pdf")
    }

    /// Runs shed in the project.
    package func exam(_ arguments: String...) throws -> Result { try run(arguments.map { Array($0.utf8) }, in: "Exam") }

    /// Runs a script in the project, with `$SHED`.
    package func inExam(_ script: String) throws -> String {
        let text = "export SHED='\(ShedProgram.path)'; cd Exam\n" + script
        let result = try spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: work)
        #expect(result.err == "")
        return result.text
    }

    /// The names in a folder of the project, in order.
    package func names(_ folder: String) throws -> [String] { try inExam("ls -1 '\(folder)'").split(separator: "\n").map(String.init) }

    /// What a page says.
    package func text(_ path: String) throws -> String {
        try inExam("pdftotext '\(path)' - | head -1").filter { $0 != "\n" }
    }

    /// The ID of what stands at a path.
    package func paperID(_ path: String) throws -> String { try exam("show", "--json", path).json()["id"]?.string ?? "" }
}
