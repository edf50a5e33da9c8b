import ShedMessages

/// The text that a PDF carries itself.
public enum PDFText {
    /// The text of each page, in order: one run of pdftotext for all pages.
    ///
    /// In reading order, not in the layout of the page: phrases must be found that go on in the next line of a column.
    /// - Throws: `tooLarge` beyond ``PDFLimits/text``, and what running a program throws.
    public static func pages(
        of file: PDFFile, _ facts: PDFFacts, _ tools: Tools, _ cancellation: Cancellation? = nil
    ) throws(PapersError) -> [String] {
        let work = try tools.work()
        var limits = tools.limits.tool
        limits.output = tools.limits.text
        let all = try run(file, 1, facts.pageCount, limits, tools, work, cancellation)
        let parts = split(all, pages: facts.pageCount)
        if let parts { return parts.map { PlainText.normalised($0, atMost: tools.limits.pageText) } }
        // A page can hold form feeds itself. Then pages are read one by one, all in the time of one run.
        var pages: [String] = []
        let end = ContinuousClock.now + .milliseconds(limits.milliseconds)
        for page in 1...facts.pageCount {
            guard ContinuousClock.now < end else {
                throw PapersError(
                    .outOfTime, .pdfTextOutOfTime(file: file.label), cure: .pdfSaveAnew)
            }
            let text = try run(file, page, page, limits, tools, work, cancellation)
            pages.append(PlainText.normalised(text, atMost: tools.limits.pageText))
        }
        return pages
    }

    /// Each page ends with a form feed.
    /// - Returns: `nil` unless there are exactly as many as pages.
    static func split(_ output: [UInt8], pages: Int) -> [ArraySlice<UInt8>]? {
        let parts = output.split(separator: 0x0c, omittingEmptySubsequences: false)
        return parts.count == pages + 1 && parts.last?.isEmpty == true ? parts.dropLast() : nil
    }

    private static func run(
        _ file: PDFFile, _ first: Int, _ last: Int, _ limits: ToolLimits, _ tools: Tools, _ work: WorkDirectory,
        _ cancellation: Cancellation?
    ) throws(PapersError) -> [UInt8] {
        let arguments = ["-enc", "UTF-8", "-eol", "unix", "-f", "\(first)", "-l", "\(last)", ToolJob.path(0), "-"]
        let job = ToolJob(.pdftotext, arguments, files: [file], limits: limits)
        let result = try tools.run(job, in: work, cancellation)
        guard result.code == 0 else { throw job.failure(result, .damaged) }
        return result.output
    }
}
