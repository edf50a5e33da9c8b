import ShedModel
import ShedPapers
import ShedProject

extension ProjectReader {
    /// What people wrote and drew on a page, by its file, into which it was copied with the page.
    /// - Throws: ``ShedError`` where the file is not there or cannot be read.
    public func annotations(of page: PapersView.Page) throws(ShedError) -> [PDFAnnotation] {
        guard page.stands else { throw ShedError(.refused, "\(page.path) is missing", remedy: "“shed repair” makes it anew.") }
        let tools = try tools()
        do throws(PapersError) { return try PDFAnnotation.pages(of: pdf(at: page.path, tools), tools).first ?? [] } catch {
            throw ShedError(error, about: page.path)
        }
    }
}
