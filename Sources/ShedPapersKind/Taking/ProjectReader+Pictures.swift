import ShedMessages
import ShedModel
import ShedPapers
import ShedProject

/// The sort of file that a contact sheet is.
public enum SheetFormat: String, CaseIterable, Sendable {
    case pdf, png
}

extension ProjectReader {
    /// Makes small pictures of pages beside each other.
    /// - Throws: ``ShedError`` of kind refused where there are no pages, or too many for one sheet.
    public func sheet(
        of subject: PapersSubject, in view: PapersView, _ options: ContactSheet.Options, as format: SheetFormat
    ) throws(ShedError) -> MadeFile {
        let sources = try PaperSources(self, view)
        var cells: [ContactSheet.Cell] = []
        for page in subject.pages {
            let source = try sources.display(page.reference.bundle)
            cells.append(ContactSheet.Cell(source.file, source.facts, page: page.reference.number, caption: page.caption))
        }
        return try MadeFile(sources.tools) { destination throws(ShedError) in
            do throws(PapersError) {
                switch format {
                case .pdf: try ContactSheet.pdf(cells, options, sources.tools, to: destination)
                case .png: try ContactSheet.png(cells, options, sources.tools, to: destination)
                }
            } catch { throw ShedError(error, about: subject.path) }
        }
    }

    /// Makes a picture of a page, as a PNG.
    /// - Parameters:
    ///   - version: what it showed then, by the display variant of then; `nil`: what it shows.
    ///   - resolution: in pixels an inch.
    public func picture(
        of page: PapersView.Page, _ version: PageVersion? = nil, in view: PapersView, resolution: Double
    ) throws(ShedError) -> MadeFile {
        let sources = try PaperSources(self, view)
        let (source, number) = try sources.shown(by: page, version)
        return try MadeFile(sources.tools) { destination throws(ShedError) in
            do throws(PapersError) {
                try PDFImage.render(number, of: source.file, source.facts, PDFImage.Options(resolution: resolution), sources.tools, to: destination)
            } catch { throw ShedError(error, about: page.path) }
        }
    }

    /// Makes a PDF of a page alone, as ``picture(of:_:in:resolution:)`` does a picture.
    public func pdf(of page: PapersView.Page, _ version: PageVersion? = nil, in view: PapersView) throws(ShedError) -> MadeFile {
        let sources = try PaperSources(self, view)
        let (source, number) = try sources.shown(by: page, version)
        return try MadeFile(sources.tools) { destination throws(ShedError) in
            do throws(PapersError) {
                try PDFPages.extract([number], of: source.file, source.facts, sources.tools) { _ in destination }
            } catch { throw ShedError(error, about: page.path) }
        }
    }
}

extension ShedError {
    /// A PDF that was put into a group and is no page yet.
    static func waiting(_ page: PapersView.Page) -> ShedError {
        ShedError(.refused, .isNoPageYet(path: "\(page.path)"), remedy: .syncMakesOne)
    }
}
