import Glibc
import ShedDisk
import ShedModel
import ShedPapers
import ShedThreads

/// Takes the text of bundles, and reads their annotations, several at a time. It knows nothing of the project but its directory, and needs no lock: a
/// text is kept by the content that it was taken from, whatever becomes of the bundle meanwhile.
struct TextRun: Sendable {
    let root: DirectoryHandle
    var tools: Tools
    let store: TextStore
    /// The languages to recognise text in; empty: the project's own if it is installed, else English.
    let languages: [String]
    /// The project's language, as Tesseract names it; `nil` where it has no name for it.
    let ownLanguage: String?
    /// How many pages are recognised at once.
    let threads: Int

    /// How many processors there are to work on.
    static var processors: Int { max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// How far a run is: pages.
    struct Progress: Sendable {
        var done = 0
        var total = 0
    }

    /// Takes the text of one bundle after the other, on so many threads, this one among them.
    /// - Parameters:
    ///   - progress: called now and then, on any thread, never on two at a time.
    ///   - finished: called after each bundle, likewise.
    /// - Returns: in the order of the jobs; without those that were not begun when it was cancelled.
    /// - Throws: `languageMissing`.
    func perform(
        _ jobs: [TextJob], _ cancellation: Cancellation, progress: @escaping @Sendable (Progress) -> Void = { _ in },
        finished: @escaping @Sendable (TextResult) -> Void = { _ in }
    ) throws(PapersError) -> [TextResult] {
        // Annotations need no Tesseract.
        let reader = jobs.contains { $0.part == .text } ? try TextReader(tools, store, languages: chosenLanguages(), threads: threads) : nil
        let results = Lock([TextResult?](repeating: nil, count: jobs.count))
        let tally = Lock((counts: [Int](repeating: 0, count: jobs.count), last: Progress(total: jobs.reduce(0) { $0 + $1.pages })))
        @Sendable func note(_ job: Int, _ done: Int) {
            tally.withLock { tally in
                tally.last.done += done - tally.counts[job]
                tally.counts[job] = done
                progress(tally.last)
            }
        }
        Parallel.run(jobs.count, threads: threads) { [self] position in
            guard !cancellation.isCancelled else { return }
            let job = jobs[position]
            let result = read(job, reader, cancellation) { note(position, min($0.done, job.pages)) }
            if result.fault?.kind == .cancelled { return }
            note(position, job.pages)
            results.withLock { results in
                results[position] = result
                finished(result)
            }
        }
        return results.withLock { $0.compactMap(\.self) }
    }

    private func read(
        _ job: TextJob, _ reader: TextReader?, _ cancellation: Cancellation, _ progress: @escaping @Sendable (TextProgress) -> Void
    ) -> TextResult {
        var result = TextResult(job: job)
        do throws(PapersError) {
            let file = try PDFFile(job.fileName, in: folder(job.path), limits: tools.limits)
            guard job.part == .text, let reader else {
                let (hash, annotations) = try store.takeAnnotations(of: file, tools, cancellation)
                result.annotations = annotations.items.count
                result.isDone = hash == job.content
                return result
            }
            let (hash, outcome) = try reader.read(file, threads: threads, retries: job.retries > 0, isForced: job.isForced, cancellation, progress: progress)
            result.layered = outcome.text.count(.layer)
            result.recognised = outcome.text.count(.recognition)
            result.failed = outcome.text.count(.failed)
            result.remembered = outcome.progress.remembered
            result.fault = outcome.fault
            result.isDone = hash == job.content
        } catch { result.fault = error }
        return result
    }

    private func chosenLanguages() throws(PapersError) -> [String] {
        if !languages.isEmpty { return languages }
        if let ownLanguage, try TextReader.installed(tools).contains(ownLanguage) { return [ownLanguage] }
        return ["eng"]
    }

    private func folder(_ path: RelativePath) throws(PapersError) -> DirectoryHandle {
        do throws(DiskError) { return try root.openDirectory(at: path) } catch {
            throw PapersError(error)
        }
    }
}
