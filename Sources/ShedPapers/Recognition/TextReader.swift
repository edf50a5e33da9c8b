import ShedModel
import ShedThreads

/// Takes the text of PDFs and keeps it. Any number of threads may use one at a time.
public struct TextReader: Sendable {
    private let tools: Tools
    private let store: TextStore
    private let recogniser: Recogniser?
    private let languages: [String]
    private let slots: WorkSlots

    /// What came of one PDF.
    public struct Outcome: Sendable {
        public var text: KeptText
        /// Of the pages that had to be recognised: how many were, and how many had been before.
        public var progress: TextProgress
        /// What was wrong with the first page that could not be recognised.
        public var fault: PapersError?
    }

    /// - Parameters:
    ///   - languages: of Tesseract, in the order of their weight. Not asked for where Tesseract is not installed: then
    ///     PDFs whose pages all carry text can still be read.
    ///   - threads: how many pages are recognised at once, over all PDFs.
    /// - Throws: `languageMissing`.
    public init(_ tools: Tools, _ store: TextStore, languages: [String], threads: Int) throws(PapersError) {
        (self.tools, self.store, self.languages) = (tools, store, languages)
        slots = WorkSlots(threads)
        recogniser = tools.missing(of: [.tesseract]).isEmpty ? try Recogniser(languages, tools) : nil
    }

    /// The languages of these that are installed, else those that are; sorted. Empty without Tesseract.
    public static func installed(_ tools: Tools) throws(PapersError) -> [String] {
        tools.missing(of: [.tesseract]).isEmpty ? try Recogniser.languages(tools) : []
    }

    /// Takes the text of all pages of a PDF and keeps it. What was recognised before it was ended is not done again.
    ///
    /// A page that cannot be recognised has no text, and the others are none the worse for it; but where a program is
    /// missing or the disk is full, nothing is kept but the pages that were recognised.
    /// - Parameters:
    ///   - retries: whether a page is tried again on which recognition failed before. Until that is done, the text stays as
    ///     it is.
    ///   - isForced: whether every page is recognised, whatever it carries and whatever text there is.
    ///   - progress: called after each page, on any thread.
    public func read(
        _ file: PDFFile, threads: Int, retries: Bool = false, isForced: Bool = false, _ cancellation: Cancellation,
        progress: @escaping @Sendable (TextProgress) -> Void = { _ in }
    ) throws(PapersError) -> (hash: ContentHash, outcome: Outcome) {
        let hash = try file.hash()
        let before = try known(hash)
        // Another process may have been quicker, or the same content stands in another bundle.
        if !isForced, let before, !retries || before.text.count(.failed) == 0 { return (hash, before) }
        do throws(PapersError) {
            return (hash, try read(file, hash, threads: threads, isForced ? nil : before?.text, isForced: isForced, cancellation, progress))
        } catch {
            // It took the single pages away when it was done.
            if before == nil, let known = try known(hash) { return (hash, known) }
            throw error
        }
    }

    private func known(_ hash: ContentHash) throws(PapersError) -> Outcome? {
        guard let text = try store.text(of: hash, [TextStore.noLanguage, TextStore.word(languages)]) else { return nil }
        let count = text.pages.count
        return Outcome(text: text, progress: TextProgress(done: count, total: count, remembered: text.count(.recognition)))
    }

    private func read(
        _ file: PDFFile, _ hash: ContentHash, threads: Int, _ kept: KeptText?, isForced: Bool, _ cancellation: Cancellation,
        _ progress: @escaping @Sendable (TextProgress) -> Void
    ) throws(PapersError) -> Outcome {
        let facts = try PDFFacts(of: file, tools, cancellation)
        let last = Lock(TextProgress(total: facts.pageCount))
        let extraction = TextExtraction(tools, recogniser, store.pages, slots)
        let outcomes = try extraction.run(file, facts, hash, threads: threads, kept: kept, isForced: isForced, cancellation) { now in
            last.withLock { $0 = now }
            progress(now)
        }
        var fault: PapersError?
        for case .failed(let error) in outcomes {
            // Of the page, or of the machine?
            guard [.outOfTime, .tooMuchWork, .failed, .hindered, .damaged, .tooLarge].contains(error.kind) else { throw error }
            fault = fault ?? error
        }
        let text = KeptText(outcomes, engine: recogniser?.engine)
        try store.keep(text, of: hash, languages)
        return Outcome(text: text, progress: last.withLock { $0 }, fault: fault)
    }
}

/// Lets so many threads at once do something that takes a processor.
struct WorkSlots: Sendable {
    private let free: Monitor<Int>

    init(_ count: Int) { free = Monitor(max(1, count)) }

    /// Waits for a free place and does it.
    func work<Result>(_ body: () throws(PapersError) -> Result) throws(PapersError) -> Result {
        free.wait { count -> Void? in
            guard count > 0 else { return nil }
            count -= 1
            return ()
        }
        defer {
            free.withLock { $0 += 1 }
            free.wakeOne()
        }
        return try body()
    }
}
