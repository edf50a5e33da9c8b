import ShedMessages
import ShedModel
import ShedPapers
import ShedProject

/// A doc as one PDF.
public struct ExportedDoc: Sendable {
    public var file: MadeFile
    /// How many pages are in it.
    public var pages: Int
    /// Those that are not.
    public var left: [LeftPage]
}

extension ProjectReader {
    /// Puts a doc's pages together, group by group in their order, with a bookmark for each group that has any.
    /// - Parameter variant: whose pages are taken; those that belong to a page by the bundle's mapping.
    /// - Throws: ``ShedError`` of kind refused where no page is left.
    public func export(_ doc: PapersView.Doc, _ variant: PDFVariant, in view: PapersView) throws(ShedError) -> ExportedDoc {
        let sources = try PaperSources(self, view)
        var parts: [PDFPart] = []
        var bookmarks: [PDFBookmark] = []
        var left: [LeftPage] = []
        var count = 0
        for group in doc.groups {
            let start = count
            for page in group.pages {
                let part: PDFPart
                do throws(ShedError) { part = try self.part(page, variant, view, sources) } catch {
                    guard error.kind == .refused else { throw error }
                    left.append(LeftPage(path: page.path, words: error.words))
                    continue
                }
                // Pages of one file behind each other are one part: each part is an argument of its own.
                if let last = parts.last, last.file === part.file { parts[parts.count - 1].pages += part.pages } else { parts.append(part) }
                count += 1
            }
            if count > start { bookmarks.append(PDFBookmark(group.ordered.title.escaped, page: start + 1)) }
        }
        guard !parts.isEmpty else { throw ShedError.nothingToExport(doc, variant, left) }
        let (pages, titles) = (parts, bookmarks)
        let file = try MadeFile(sources.tools) { destination throws(ShedError) in
            do throws(PapersError) { try PDFPages.join(pages, bookmarks: titles, sources.tools, to: destination) } catch { throw ShedError(error, about: doc.path) }
        }
        return ExportedDoc(file: file, pages: count, left: left)
    }

    private func part(_ page: PapersView.Page, _ variant: PDFVariant, _ view: PapersView, _ sources: PaperSources) throws(ShedError) -> PDFPart {
        guard let reference = page.reference else { throw ShedError.waiting(page) }
        let file = try sources.file(reference.bundle, variant)
        let name = view.name(ofBundle: reference.bundle)
        guard let number = view.model.nodes[reference.bundle]?.alignment.page(of: variant, forDisplayPage: reference.number) else {
            throw ShedError(.refused, .lacksCounterpart(number: reference.number, name: "\(name)", file: variant.fileName))
        }
        return PDFPart(file, [number])
    }
}

extension ShedError {
    fileprivate static func nothingToExport(_ doc: PapersView.Doc, _ variant: PDFVariant, _ left: [LeftPage]) -> ShedError {
        guard !left.isEmpty else { return ShedError(.refused, .docHasNoPages(path: "\(doc.path)"), remedy: .pageAddMakesSome) }
        return ShedError(
            .refused, .nothingToTake(path: "\(doc.path)", file: variant.fileName, pages: LeftPage.named(left)),
            remedy: variant == .display ? .checkSaysWhatIsMissing : .attachAddsVariant)
    }
}
