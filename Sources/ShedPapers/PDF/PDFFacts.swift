import ShedMessages

/// What is known of a PDF that is in order.
public struct PDFFacts: Hashable, Sendable {
    /// The size of each page; the page with number n stands at n - 1. Never empty.
    public var sizes: [PageSize]
    /// What qpdf found wrong that does no harm; ten lines at most.
    public var warnings: [String]

    public var pageCount: Int { sizes.count }

    public init(sizes: [PageSize], warnings: [String] = []) {
        self.sizes = sizes
        self.warnings = warnings
    }

    /// The size of a page, from 1.
    /// - Throws: `noSuchPage`.
    public func size(of page: Int, label: String) throws(PapersError) -> PageSize {
        guard page >= 1, page <= sizes.count else {
            throw PapersError(
                .noSuchPage, .pdfLacksPage(file: label, page: page), cure: .choosePageTo(last: sizes.count))
        }
        return sizes[page - 1]
    }
}

extension PDFFacts {
    /// Looks through a PDF: `qpdf --check`, which reads all of it, and pdfinfo. The two must count the same pages.
    /// - Throws: `encrypted` where a password is to be typed, `damaged`, `noPages`, `tooManyPages`, and what running a
    ///   program throws. A file whose cross-reference table has to be made anew counts as damaged unless it has its end and
    ///   nothing else is wrong with it: else pages could be missing.
    public init(of file: PDFFile, _ tools: Tools, _ cancellation: Cancellation? = nil) throws(PapersError) {
        let work = try tools.work()
        let limits = tools.limits.tool.looking(at: file.size)
        let check = ToolJob(.qpdf, ["--check", "--show-npages", ToolJob.path(0)], files: [file], limits: limits)
        let checked = try tools.run(check, in: work, cancellation)
        let count = try PDFFacts.count(checked, check, file)
        guard count > 0 else {
            throw PapersError(.noPages, .pdfHasNoPages(file: file.label), cure: .pdfMakeAnew)
        }
        guard count <= tools.limits.pages else {
            throw PDFFacts.tooMany(count, file, tools.limits.pages)
        }
        let info = ToolJob(.pdfinfo, ["-f", "1", "-l", "\(count)", ToolJob.path(0)], files: [file], limits: limits)
        let told = try tools.run(info, in: work, cancellation)
        guard told.code == 0 else { throw info.failure(told, .damaged) }
        let sizes = PDFInfoReader.sizes(told.output)
        guard let sizes, sizes.count == count else {
            throw PapersError(
                .damaged, .pdfPagesDisagree(file: file.label), cure: .pdfPrintAndUse)
        }
        let said = checked.errors.textLines.filter { $0.hasPrefix("WARNING: ") }.prefix(10)
        self.init(sizes: sizes, warnings: said.map { ToolWords.text(Array($0.utf8)) })
    }

    /// A file that claims more pages than anybody could split was not made by a program that means well.
    private static func tooMany(_ count: Int, _ file: PDFFile, _ limit: Int) -> PapersError {
        let splits = count <= 20 * limit
        return PapersError(
            .tooManyPages, .pdfTooManyPages(file: file.label, isClaim: !splits, count: count, most: limit),
            cure: splits ? .pdfSplit(pages: limit) : .pdfMadeToHarm)
    }

    private static func count(_ result: ToolResult, _ job: ToolJob, _ file: PDFFile) throws(PapersError) -> Int {
        let lines = result.output.textLines
        // Without a password to type: it only says what its owner does not want done with it.
        let isOpen = lines.contains { $0 == "File is not encrypted" || $0.hasPrefix("Supplied password is ") }
        if result.errors.containsText("invalid password") || ([0, 3].contains(result.code) && !isOpen) {
            throw PapersError(
                .encrypted, .pdfEncrypted(file: job.subject), cure: .pdfDecrypt)
        }
        // 3: warnings only.
        guard [0, 3].contains(result.code), try isSound(result.errors, file), let count = lines.last.flatMap({ Int($0) }) else {
            let said = ToolWords.text(result.errors)
            throw PapersError(
                .damaged, .pdfDamaged(file: job.subject, said: ToolJob.behind(said)), cure: .pdfFetchAgain)
        }
        return count
    }

    /// Whether all of a file is there that qpdf could read. Where it had to look for the objects itself, it says so; what it says
    /// before that is why, and what it says behind it is wrong with the objects.
    private static func isSound(_ errors: [UInt8], _ file: PDFFile) throws(PapersError) -> Bool {
        let lines = errors.textLines
        guard let last = lines.lastIndex(where: { $0.hasSuffix("Attempting to reconstruct cross-reference table") }) else { return true }
        guard !lines[lines.index(after: last)...].contains(where: { $0.hasPrefix("WARNING: ") }) else { return false }
        return try file.hasEnd()
    }
}
