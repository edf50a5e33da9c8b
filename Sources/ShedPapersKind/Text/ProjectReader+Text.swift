import ShedDisk
import ShedModel
import ShedPapers
import ShedProject

extension ProjectReader {
    /// For which contents there is a text that seems whole, and in which languages. Costs reading the first line of each.
    func wholeTexts() throws(ShedError) -> [ContentHash: Set<String>] {
        guard let store = try textStore(making: false) else { return [:] }
        do throws(PapersError) {
            var texts: [ContentHash: Set<String>] = [:]
            for (content, languages) in try store.contents() {
                let whole = try store.whole(of: content, languages, isThorough: false)
                if !whole.isEmpty { texts[content] = whole }
            }
            return texts
        } catch { throw ShedError(error) }
    }

    /// The contents whose annotations were read.
    func annotatedContents() throws(ShedError) -> Set<ContentHash> {
        guard let store = try textStore(making: false) else { return [] }
        do throws(PapersError) { return try store.annotatedContents() } catch { throw ShedError(error) }
    }

    /// For which contents there is a text, whole or not, and in which languages.
    func textContents() throws(ShedError) -> [ContentHash: Set<String>] {
        guard let store = try textStore(making: false) else { return [:] }
        do throws(PapersError) { return try store.contents() } catch { throw ShedError(error) }
    }

    /// The bundles whose text is to be taken: those with an OCR variant of whose content there is no text yet. Each content
    /// once.
    /// - Parameters:
    ///   - bundles: among which; `nil`: all.
    ///   - languages: in which pages are to have been recognised; `nil`: in any.
    ///   - retrying: whether texts are meant too with pages on which recognition failed, and those that are of the right length
    ///     and yet damaged. Costs reading all of each.
    ///   - isForced: whether the text of all of them is taken, also where there is one, and every page recognised.
    public func textJobs(
        of bundles: [PapersView.Bundle]? = nil, languages: [String]? = nil, retrying: Bool = false, isForced: Bool = false
    ) throws(ShedError) -> [TextJob] {
        let known = try textContents()
        let texts = try textStore(making: false)
        var seen: Set<ContentHash> = []
        let wanted = if let bundles { bundles } else { try papers().bundles }
        var jobs: [TextJob] = []
        for bundle in wanted {
            guard let file = bundle.files[.ocr], seen.insert(file.hash).inserted else { continue }
            guard !isForced else {
                jobs.append(TextJob(bundle: bundle.id, path: bundle.path, content: file.hash, pages: file.pages, isForced: true))
                continue
            }
            var there: Set<String> = []
            do throws(PapersError) { there = try texts?.whole(of: file.hash, known[file.hash] ?? [], isThorough: retrying) ?? [] } catch { throw ShedError(error) }
            var job = TextJob(bundle: bundle.id, path: bundle.path, content: file.hash, pages: file.pages)
            let isThere = languages.map { there.contains(TextStore.noLanguage) || there.contains(TextStore.word($0)) } ?? !there.isEmpty
            if isThere {
                guard retrying else { continue }
                if let languages { there.formIntersection([TextStore.word(languages)]) }
                let failures: (pages: Int, languages: [String])?
                do throws(PapersError) { failures = try texts?.failures(of: file.hash, there) } catch { throw ShedError(error) }
                guard let failures, failures.pages > 0 else { continue }
                (job.retries, job.languages) = (failures.pages, failures.languages)
            }
            jobs.append(job)
        }
        return jobs
    }

    /// The bundles whose annotations are to be read: those with a display variant of whose content they were not yet, as in
    /// projects of earlier versions of shed. Each content once.
    /// - Parameters:
    ///   - bundles: among which; `nil`: all.
    ///   - isThorough: whether what is kept is read, and counts only where it is whole.
    ///   - isForced: whether those of all of them are read anew.
    public func annotationJobs(
        of bundles: [PapersView.Bundle]? = nil, isThorough: Bool = false, isForced: Bool = false
    ) throws(ShedError) -> [TextJob] {
        let store = try textStore(making: false)
        let wanted = if let bundles { bundles } else { try papers().bundles }
        var jobs: [TextJob] = []
        do throws(PapersError) {
            var seen: Set<ContentHash> = try isForced ? [] : store?.annotatedContents() ?? []
            if isThorough, let store { for content in seen where try store.annotations(of: content) == nil { seen.remove(content) } }
            for bundle in wanted {
                guard let file = bundle.files[.display], seen.insert(file.hash).inserted else { continue }
                jobs.append(TextJob(part: .annotations, bundle: bundle.id, path: bundle.path, content: file.hash, pages: file.pages))
            }
        } catch { throw ShedError(error) }
        return jobs
    }

    /// How much text there is and how much is still to be taken.
    public func textCounts() throws(ShedError) -> TextCounts {
        let known = try wholeTexts()
        var counts = TextCounts()
        let state = try load()
        // The view of all papers is not needed for this, and costs more.
        var contents: Set<ContentHash> = []
        for node in state.model.nodes.values where node.type == .bundle && state.stands(node.id) {
            guard let content = node.bundleFile(.ocr)?.hash, let parent = node.place?.parent,
                state.model.nodes[state.model.resolve(parent)]?.role == .bundles
            else { continue }
            contents.insert(content)
        }
        for content in contents {
            if known[content] == nil { counts.queued += 1 } else { counts.done += 1 }
        }
        return counts
    }

    /// What a run over some bundles needs.
    /// - Parameter languages: `nil`: those of the project.
    func textRun(languages: [String]?, threads: Int = TextRun.processors) throws(ShedError) -> TextRun {
        guard let store = try textStore(making: true) else { throw ShedError(.environment, "there is no place for texts in .shed") }
        return TextRun(
            root: root, tools: try tools(), store: store, languages: languages ?? papersSettings.textLanguages,
            ownLanguage: TextLanguage.code(of: home.language.rawValue), threads: threads)
    }

    /// Takes the text of bundles, and reads their annotations (`ocr`). The project is not locked meanwhile.
    /// - Parameters:
    ///   - languages: in which pages without text are recognised; `nil`: those of the project.
    ///   - progress: called with pages done and in all, on any thread, never on two at a time.
    /// - Returns: what came of each job, in their order.
    public func takeText(
        _ jobs: [TextJob], languages: [String]? = nil, _ cancellation: Cancellation = Cancellation(),
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(ShedError) -> [TextResult] {
        guard !jobs.isEmpty else { return [] }
        let tools = try tools()
        tools.sweep(now: surroundings.now() * 1_000_000)
        let total = jobs.reduce(0) { $0 + $1.pages }
        var results: [TextJob: TextResult] = [:]
        var before = 0
        // What is tried again is read in the languages that it was read in.
        let texts = Dictionary(grouping: jobs.filter { $0.part == .text }) { $0.languages ?? languages ?? [] }
        // Annotations are read in no time, and in no language.
        var groups = [(key: [String](), value: jobs.filter { $0.part == .annotations })]
        groups += texts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        for (chosen, group) in groups where !group.isEmpty {
            let run = try textRun(languages: chosen.isEmpty ? nil : chosen)
            let done = before
            do throws(PapersError) {
                for result in try run.perform(group, cancellation, progress: { progress(done + $0.done, total) }) { results[result.job] = result }
            } catch {
                // A language that is not installed any more is that text's fault alone.
                guard group.allSatisfy({ $0.retries > 0 }) else { throw ShedError(error) }
                for job in group {
                    var result = TextResult(job: job)
                    result.fault = error
                    results[job] = result
                }
            }
            before += group.reduce(0) { $0 + $1.pages }
        }
        return jobs.compactMap { results[$0] }
    }
}
