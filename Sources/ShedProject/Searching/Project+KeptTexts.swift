import ShedDisk
import ShedModel

extension Project {
    private static let mostKept = 1_000_000

    /// The files in which the kind keeps texts (``ProjectKind/keptTexts``), as they are on the disk; none where they cannot be listed.
    func keptTexts() -> [LinkedTexts.File] {
        guard let folder = kind.keptTexts, let directory = try? home.root.openDirectory(at: folder), let entries = try? directory.list(atMost: Project.mostKept)
        else { return [] }
        return entries.compactMap { entry in
            guard entry.kind == .file, let evidence = try? directory.evidence(of: entry.name), evidence.size <= Search.largestText else { return nil }
            return LinkedTexts.File(path: folder.appending(entry.name), evidence: evidence)
        }
    }

    /// Has the kind look in what it knows of files, but for what the index of words rules out; and puts into that what it lacked.
    /// - Parameter texts: phrases and words, as for files.
    /// - Returns: what was found, why something could not be read, and whether the index was damaged.
    func searchContents(_ texts: Search, fitting: Set<NodeID>) throws(ShedError) -> (hits: [any ContentHit], unreadable: [String], isDamaged: Bool) {
        let keeper = SearchKeeper(self)
        let sieve = keeper.sieve(texts)
        // One that is no text any more is damaged, which the kind finds out by reading it.
        let content = ContentSearch(phrases: texts.texts, words: texts.terms) { if case .absent = sieve.answer($0) { false } else { true } }
        let found = try kind.search(content, fitting: fitting)
        if changeSource == nil {
            keeper.takeIn(keptTexts().filter { if case .unknown = sieve.answer($0.evidence) { true } else { false } }, mayMake: true)
        }
        return (found.hits, found.unreadable, sieve.isDamaged)
    }
}
