import ShedDisk
import ShedModel

/// Pages taken out of PDFs and put together again, by qpdf. What is made depends on the input alone: the same pages of
/// the same file give the same bytes (with the same version of qpdf), whatever the file is called, and whichever other
/// pages are asked for.
public enum PDFPages {
    /// A PDF of one page that was made.
    public struct Extracted: Hashable, Sendable {
        /// Of the file that it comes from, from 1.
        public var page: Int
        public var hash: ContentHash
        /// In bytes.
        public var size: Int64
    }

    /// Makes a PDF of one page for each of the pages: one run of qpdf for all of them.
    ///
    /// A page keeps its content, boxes, rotation, annotations and form fields. What belongs to the document stays behind:
    /// bookmarks, attached files, scripts that run when it is opened, its title. Links to other pages lead nowhere.
    /// - Parameters:
    ///   - pages: in any order, from 1; each counts once.
    ///   - destination: where the PDF of a page goes; asked once for each page.
    /// - Returns: in the order of the page numbers.
    /// - Throws: `noSuchPage`, before anything is made; `damaged`; `disk(.exists)`. Then no page is left at its destination.
    @discardableResult
    public static func extract(
        _ pages: [Int], of file: PDFFile, _ facts: PDFFacts, _ tools: Tools, _ cancellation: Cancellation? = nil,
        to destination: (Int) -> Destination
    ) throws(PapersError) -> [Extracted] {
        let pages = Set(pages).sorted()
        guard !pages.isEmpty else { return [] }
        let work = try tools.work()
        let names = try split(pages, of: file, facts, tools, in: work, cancellation)
        var made: [Extracted] = []
        var places: [Destination] = []
        do throws(PapersError) {
            for (page, name) in zip(pages, names) {
                try cancellation?.check()
                let place = destination(page)
                let copy = try work.deliver(name, to: place)
                places.append(place)
                made.append(Extracted(page: page, hash: copy.hash, size: copy.size))
            }
        } catch {
            for place in places { try? place.directory.removeFile(place.name) }
            throw error
        }
        return made
    }

    /// What the PDFs of these pages hold, which are not kept.
    /// - Returns: by their numbers.
    /// - Throws: as ``extract(_:of:_:_:_:to:)`` does.
    public static func contents(of pages: Set<Int>, in file: PDFFile, _ facts: PDFFacts, _ tools: Tools) throws(PapersError) -> [Int: ContentHash] {
        let pages = pages.sorted()
        guard !pages.isEmpty else { return [:] }
        let work = try tools.work()
        let names = try split(pages, of: file, facts, tools, in: work, nil)
        var contents: [Int: ContentHash] = [:]
        for (page, name) in zip(pages, names) {
            contents[page] = try PapersError.onDisk { () throws(DiskError) in try work.handle.hash(name, expecting: nil) }
        }
        return contents
    }

    /// Has qpdf take pages out of a file.
    /// - Parameter pages: in order, each once.
    /// - Returns: the names of what it made, one for each page.
    private static func split(
        _ pages: [Int], of file: PDFFile, _ facts: PDFFacts, _ tools: Tools, in work: WorkDirectory, _ cancellation: Cancellation?
    ) throws(PapersError) -> [Name] {
        for page in pages { _ = try facts.size(of: page, label: file.label) }
        let arguments =
            ["--deterministic-id", "--warning-exit-0", "--split-pages=1", ToolJob.path(0), "--pages", "."]
            + [PageRange.text(pages), "--", "%d.pdf"]
        let job = ToolJob(.qpdf, arguments, files: [file], limits: tools.limits.tool)
        let result = try tools.run(job, in: work, cancellation)
        guard result.code == 0 else { throw job.failure(result, .damaged) }
        // qpdf counts in decimals that are all as wide as the largest needs.
        let width = String(pages.count).count
        return (1...pages.count).map { position in
            let digits = String(position)
            return Name(String(repeating: "0", count: width - digits.count) + digits + ".pdf")
        }
    }
}
