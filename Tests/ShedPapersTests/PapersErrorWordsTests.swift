import ShedDisk
import ShedMessages
import ShedModel
import Testing

@testable import ShedPapers

@Suite struct `What is wrong with a PDF` {
    /// With what was said of each before it was in catalogues.
    private static let errors: [(error: PapersError, english: String)] = [
        (OtherContent.webPage.error("in/a.pdf"), "in/a.pdf is no PDF: it is a web page (HTML); open it in a browser; if it is what you want, print it there as a PDF, else fetch the PDF that it leads to"),
        (OtherContent.unknown.error("in/a.pdf"), "in/a.pdf is no PDF; convert it into one first, or put it into a folder for files"),
        (Tool.qpdf.missing, "the program qpdf is not installed; install it: apt install qpdf"),
        (PapersError(.tooManyPages, .pdfTooManyPages(file: "a.pdf", isClaim: true, count: 9, most: 5), cure: .pdfMadeToHarm), "a.pdf claims to have 9 pages; 5 are allowed; it is damaged, or was made to do harm: fetch it again from where it comes from"),
        (PapersError(.failed, .toolFell(tool: "qpdf", signal: 0, subject: .annotationsOf(file: "a.pdf"), said: .explained(by: .verbatim("oh")))), "qpdf had not enough memory while it worked on the annotations of a.pdf: oh"),
        (PapersError(.failed, .toolFailed(tool: "qpdf", subject: .verbatim("a.pdf"), said: .toolExit(code: 3))), "qpdf could not work on a.pdf (exit 3)"),
        (PapersError(DiskError(.isLink, action: "read", path: "a.pdf")), "\(DiskError(.isLink, action: "read", path: "a.pdf"))"),
    ]

    @Test func `is said in English as ever`() {
        for (error, english) in Self.errors { #expect(error.description == english) }
    }

    @Test(arguments: Array(Catalogue.languages.dropFirst())) func `is said in each language`(language: Language) {
        let catalogue = Catalogue.of(language)
        for (error, _) in Self.errors {
            let said = catalogue.text(error.wholeWords)
            #expect(!said.contains(error.message) && (error.remedy.isEmpty || !said.contains(error.remedy)), "\(language): \(said)")
        }
        for sort in OtherContent.allCases {
            let said = catalogue.text(sort.error("in/a.pdf").wholeWords)
            #expect(said.hasPrefix("in/a.pdf") && !said.contains(sort.error("").remedy), "\(language): \(said)")
        }
    }

    @Test func `is a sentence where what helps stands by itself`() {
        #expect(Message.asSentence(text: Tool.qpdf.missing.cure).english == "Install it: apt install qpdf.")
        #expect(Catalogue.of(Language(rawValue: "de")).text(.asSentence(text: .pdfChoosePages)) == "Seiten auswählen.")
        #expect(Catalogue.of(Language(rawValue: "ja")).text(.asSentence(text: .pdfChoosePages)) == "ページを選ぶ。")
    }
}
