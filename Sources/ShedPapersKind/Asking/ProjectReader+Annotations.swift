import ShedMessages
import ShedModel
import ShedPapers
import ShedProject

extension ProjectReader {
    /// What people wrote and drew on a page, by its file, into which it was copied with the page.
    /// - Throws: ``ShedError`` where the file is not there or cannot be read.
    public func annotations(of page: PapersView.Page) throws(ShedError) -> [PDFAnnotation] {
        guard page.stands else { throw ShedError(.refused, .isMissing(path: "\(page.path)"), remedy: .repairMakesIt) }
        let tools = try tools()
        do throws(PapersError) { return try PDFAnnotation.pages(of: pdf(at: page.path, tools), tools).first ?? [] } catch {
            throw ShedError(error, about: page.path)
        }
    }

    /// What people wrote on a page, as it was read from its bundle's display variant and is searched.
    /// - Returns: `nil` where that was not read yet.
    func keptAnnotations(of page: PapersView.Page, in view: PapersView) throws(ShedError) -> [PDFAnnotation]? {
        guard let reference = page.reference, let file = view.model.nodes[reference.bundle]?.bundleFile(.display), let store = try textStore(making: false)
        else { return nil }
        do throws(PapersError) { return try store.annotations(of: file.hash)?.annotations(of: reference.number) } catch { throw ShedError(error) }
    }
}
