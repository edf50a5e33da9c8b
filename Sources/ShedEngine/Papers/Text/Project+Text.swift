import Glibc
import ShedDisk
import ShedModel
import ShedPapers
import ShedSidecar

extension Project {
    private static let textName: Name = "text"

    /// The texts of PDFs, in `.shed/text`; `nil` where there are none and nothing is to be made.
    func textStore(making: Bool) throws(ShedError) -> TextStore? {
        do throws(DiskError) {
            return TextStore(try root.openDirectory(Sidecar.name).openDirectory(Project.textName, create: making))
        } catch {
            if !making, [.notFound, .notDirectory, .isLink].contains(error.code) { return nil }
            throw ShedError(error)
        }
    }

    /// For which contents there is a text, and in which languages.
    func textContents() throws(ShedError) -> [ContentHash: Set<String>] {
        guard let store = try textStore(making: false) else { return [:] }
        do throws(PapersError) { return try store.contents() } catch { throw ShedError(error) }
    }

    /// The bundles whose text is to be taken: those with an OCR variant of whose content there is no text yet. Each content
    /// once. Only after ``takeInPapers()``.
    /// - Parameters:
    ///   - bundles: among which; `nil`: all.
    ///   - languages: in which pages are to have been recognised; `nil`: in any.
    public func textJobs(of bundles: [PapersBook.Bundle]? = nil, languages: [String]? = nil) throws(ShedError) -> [TextJob] {
        let known = try textContents()
        var seen: Set<ContentHash> = []
        let wanted = if let bundles { bundles } else { try papers().bundles }
        return wanted.compactMap { bundle -> TextJob? in
            guard let file = bundle.files[.ocr], seen.insert(file.hash).inserted else { return nil }
            let there = known[file.hash] ?? []
            let isThere = languages.map { there.contains(TextStore.noLanguage) || there.contains(TextStore.word($0)) } ?? !there.isEmpty
            return isThere ? nil : TextJob(bundle: bundle.id, path: bundle.path, content: file.hash, pages: file.pages)
        }
    }

    /// How much text there is and how much is still to be taken.
    public func textCounts() throws(ShedError) -> TextCounts {
        let known = try textContents()
        var counts = TextCounts()
        let state = try load()
        // The book of all papers is not needed for this, and costs more.
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
    func textRun(languages: [String]?, threads: Int = Project.processors) throws(ShedError) -> TextRun {
        guard let store = try textStore(making: true) else { throw ShedError(.environment, "there is no place for texts in .shed") }
        return TextRun(
            root: root, tools: try tools(), store: store, languages: languages ?? settings.textLanguages,
            ownLanguage: TextLanguage.code(of: language.rawValue), threads: threads)
    }

    /// How many processors there are to work on.
    static var processors: Int { max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Takes the text of bundles (`ocr`). The project is not locked meanwhile.
    /// - Parameters:
    ///   - languages: in which pages without text are recognised; `nil`: those of the project.
    ///   - progress: called with pages done and in all, on any thread, never on two at a time.
    /// - Returns: what came of each job, in their order.
    public func takeText(
        _ jobs: [TextJob], languages: [String]? = nil, _ cancellation: Cancellation = Cancellation(),
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(ShedError) -> [TextResult] {
        guard !jobs.isEmpty else { return [] }
        let run = try textRun(languages: languages)
        do throws(PapersError) {
            try run.tools.sweep(now: surroundings.now() * 1_000_000)
            return try run.perform(jobs, cancellation, progress: { progress($0.done, $0.total) })
        } catch { throw ShedError(error) }
    }
}
