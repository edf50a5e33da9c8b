import ShedDisk
import ShedMessages
import ShedModel

extension PDFPages {
    /// How many parts one run of qpdf takes: each is an open file.
    static let partsOfARun = 200

    /// Puts pages of several files together to one PDF, with bookmarks.
    ///
    /// One run of qpdf for 200 parts, and two more for the bookmarks. Bookmarks of the files themselves are left out, and
    /// so is all else that belongs to a document.
    /// - Parameters:
    ///   - parts: in the order wanted.
    ///   - bookmarks: in the order wanted; those with a page that the result has not are an error.
    /// - Throws: `noPages` without any page; `noSuchPage` for a bookmark (for a page of a part qpdf says so: `damaged`);
    ///   `tooManyPages` beyond ``PDFLimits/joinedPages``; `disk(.exists)`. Then nothing is made.
    @discardableResult
    public static func join(
        _ parts: [PDFPart], bookmarks: [PDFBookmark] = [], _ tools: Tools, _ cancellation: Cancellation? = nil,
        to destination: Destination
    ) throws(PapersError) -> FileCopy {
        var parts = parts.filter { !$0.pages.isEmpty }
        let count = parts.reduce(0) { $0 + $1.pages.count }
        guard count > 0 else { throw PapersError(.noPages, .pdfNothingToJoin, cure: .pdfChoosePages) }
        guard count <= tools.limits.joinedPages else {
            throw PapersError(
                .tooManyPages, .pdfTooManyJoined(count: count, most: tools.limits.joinedPages), cure: .pdfMakeSeveral)
        }
        try Outline.check(bookmarks, pages: count)
        let work = try tools.work()
        var step = 0
        while parts.count > partsOfARun {
            var joined: [PDFPart] = []
            for start in stride(from: 0, to: parts.count, by: partsOfARun) {
                let some = Array(parts[start..<min(start + partsOfARun, parts.count)])
                step += 1
                let file = try concatenate(some, as: "step\(step).pdf", tools, work, cancellation)
                joined.append(PDFPart(file, Array(1...some.reduce(0) { $0 + $1.pages.count })))
            }
            parts = joined
        }
        let plain = try concatenate(parts, as: "plain.pdf", tools, work, cancellation)
        guard !bookmarks.isEmpty else { return try work.deliver("plain.pdf", to: destination) }
        try Outline.add(bookmarks, pages: count, to: plain, as: "marked.pdf", tools, work, cancellation)
        return try work.deliver("marked.pdf", to: destination)
    }

    private static func concatenate(
        _ parts: [PDFPart], as name: String, _ tools: Tools, _ work: WorkDirectory, _ cancellation: Cancellation?
    ) throws(PapersError) -> PDFFile {
        var arguments = ["--empty", "--deterministic-id", "--warning-exit-0", "--pages"]
        for (position, part) in parts.enumerated() { arguments += [ToolJob.path(position), PageRange.text(part.pages)] }
        let job = ToolJob(
            .qpdf, arguments + ["--", name], files: parts.map(\.file), limits: tools.limits.tool, subject: .pagesToJoin)
        let result = try tools.run(job, in: work, cancellation)
        guard result.code == 0 else { throw job.failure(result, .damaged) }
        var limits = tools.limits
        limits.size = .max
        return try PDFFile(Name(name), in: work.handle, limits: limits)
    }
}
