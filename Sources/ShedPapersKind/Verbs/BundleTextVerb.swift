import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject

struct BundleTextVerb: BundleSubverb {
    static let configuration = CommandConfiguration(
        commandName: "text", abstract: "Print the text of a bundle, page by page.",
        discussion: """
            It is that of ocr.pdf, as “shed ocr” or the daemon took it, with a form feed behind each page, as pdftotext has \
            it. Characters that steer a terminal are escaped; --json has the text as it is, and the pages of display.pdf \
            that belong to it. Exits 1 where there is none, or a page could not be recognised, and says so.

            Example: shed bundle text "Calculus 2023" --pages 3-5
            """)

    @Argument(help: "The bundle: its name, path or ID.", completion: .directory) var bundle: String
    @Option(parsing: .unconditional, help: ArgumentHelp("Only these pages of ocr.pdf, such as 3-5,9.", valueName: "range")) var pages: String?
    @OptionGroup var global: GlobalOptions

    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        let found = try session.bundle(bundle, in: reading.project, view)
        let text = try reading.text(of: found)
        let wanted = try self.wanted(of: text, session)
        if global.json {
            session.output.json(PaperShapes(view: view).text(of: found, text, pages: wanted))
        } else if global.zero {
            session.output.path(session.style.place(found.path))
        } else {
            for page in wanted {
                for line in TextBlock.lines(text.page(page).text ?? "") { session.output.line(line) }
                session.output.bytes([0x0c])
            }
        }
        if case .failure(let lack) = text { session.warn(of: ShedError(.refused, .about(subject: session.style.path(found.path), text: lack.words(found.name.escaped)), remedy: lack.advice)) }
        let failed = wanted.filter { text.page($0).lack == .failed }
        if !failed.isEmpty {
            session.output.note("shed: \(session.style.path(found.path)): not recognised: \(failed.count == 1 ? "page" : "pages") \(PageRange.text(failed)) of ocr.pdf. \(session.style.text(TextLack.failed.advice))")
        }
        session.warnOfRest(in: reading.project)
        if case .success = text, failed.isEmpty { return .done }
        return .findings
    }

    private func wanted(of text: Result<KeptText, TextLack>, _ session: Session) throws(ShedError) -> [Int] {
        guard case .success(let kept) = text else { return [] }
        guard let pages else { return Array(1...kept.pages.count) }
        return try session.pageNumbers(pages, of: kept.pages.count, "--pages")
    }
}
