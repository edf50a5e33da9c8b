import ShedModel
import ShedThreads

/// The text of all pages of a PDF: what each carries itself, else what is recognised in it.
///
/// A page that was recognised is kept at once, so whatever ends the work, no finished page is done again. What pages
/// carry themselves is read anew each time: that takes a hundredth of it.
public struct TextExtraction: Sendable {
    private let tools: Tools
    private let recogniser: Recogniser?
    private let cache: TextCache
    private let slots: WorkSlots?

    /// - Parameter recogniser: `nil` where Tesseract is not installed: pages that need it fail with `programMissing`.
    public init(_ tools: Tools, _ recogniser: Recogniser?, _ cache: TextCache) { self.init(tools, recogniser, cache, nil) }

    /// - Parameter slots: how many pages are recognised at a time where several PDFs are read at once.
    init(_ tools: Tools, _ recogniser: Recogniser?, _ cache: TextCache, _ slots: WorkSlots?) {
        self.tools = tools
        self.recogniser = recogniser
        self.cache = cache
        self.slots = slots
    }

    /// Gets the text of each page, in order.
    /// - Parameters:
    ///   - hash: of the file.
    ///   - threads: how many pages are recognised at a time.
    ///   - kept: an earlier text of the file, of which what the same engine recognised is taken over. What had to be recognised
    ///     for it has to be again.
    ///   - isForced: whether every page is recognised, whatever it carries.
    ///   - progress: called after each page that has to be recognised or is remembered, on any thread, never on two at a
    ///     time, in order.
    /// - Throws: `cancelled`, and what ``PDFText`` throws. What goes wrong with one page is that page's outcome.
    public func run(
        _ file: PDFFile, _ facts: PDFFacts, _ hash: ContentHash, threads: Int, kept: KeptText? = nil, isForced: Bool = false,
        _ cancellation: Cancellation = Cancellation(), progress: @escaping @Sendable (TextProgress) -> Void = { _ in }
    ) throws(PapersError) -> [PageOutcome] {
        let layers = try PDFText.pages(of: file, facts, tools, cancellation)
        let sources = TextSource.sources(of: layers)
        let wanted = layers.indices.filter { page in
            isForced || sources[page] == .recognition || kept?.origin(of: page + 1).map { $0 != .layer } == true
        }
        let state = State(layers.map { PageOutcome.text($0, .layer) }, done: layers.count - wanted.count)
        progress(state.progress)
        Parallel.run(wanted.count, threads: threads) { position in
            let page = wanted[position] + 1
            guard !cancellation.isCancelled else { return }
            do throws(PapersError) {
                let (found, isRemembered) = try text(page, of: file, facts, hash, kept, cancellation)
                state.finish(page, .text(found.text, .recognition, confidence: found.confidence), isRemembered: isRemembered, progress)
            } catch {
                guard error.kind != .cancelled else { return }
                // A page that was to be recognised although it carries text keeps that.
                let outcome = sources[page - 1] == .layer ? .text(layers[page - 1], .layer) : PageOutcome.failed(error)
                state.finish(page, outcome, isRemembered: false, progress)
            }
        }
        try cancellation.check()
        return state.outcomes
    }

    private func text(
        _ page: Int, of file: PDFFile, _ facts: PDFFacts, _ hash: ContentHash, _ kept: KeptText?, _ cancellation: Cancellation
    ) throws(PapersError) -> (RecognisedText, isRemembered: Bool) {
        guard let recogniser else { throw Tool.tesseract.missing }
        if let kept, kept.engine == recogniser.engine, kept.origin(of: page) == .recognition, let text = kept.text(of: page) {
            return (RecognisedText(text, confidence: kept.confidence(of: page)), true)
        }
        if let text = try cache.text(of: hash, page: page, engine: recogniser.engine) { return (text, true) }
        func recognise() throws(PapersError) -> RecognisedText { try recogniser.recognise(page, of: file, facts, cancellation) }
        let text = if let slots { try slots.work(recognise) } else { try recognise() }
        try cache.keep(text, of: hash, page: page, engine: recogniser.engine)
        return (text, false)
    }

    /// What the threads put together.
    private final class State: Sendable {
        private let value: Lock<(outcomes: [PageOutcome], progress: TextProgress)>

        init(_ outcomes: [PageOutcome], done: Int) {
            value = Lock((outcomes, TextProgress(done: done, total: outcomes.count)))
        }

        var outcomes: [PageOutcome] { value.withLock { $0.outcomes } }
        var progress: TextProgress { value.withLock { $0.progress } }

        func finish(_ page: Int, _ outcome: PageOutcome, isRemembered: Bool, _ report: (TextProgress) -> Void) {
            value.withLock { value in
                value.outcomes[page - 1] = outcome
                value.progress.done += 1
                switch outcome {
                case .failed: value.progress.failed += 1
                case .text where isRemembered: value.progress.remembered += 1
                case .text: value.progress.recognised += 1
                }
                // Under the lock, so that reports come in order.
                report(value.progress)
            }
        }
    }
}
