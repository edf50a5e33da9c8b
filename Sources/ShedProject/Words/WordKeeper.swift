import Glibc
import ShedDisk
import ShedModel

/// Knows the words of files that were counted before, takes note of those that are counted now, and writes them into the project's
/// folder of the state directory. All of it can be lost: then files are read again, and the history begins anew.
final class WordKeeper {
    private struct Fresh {
        var id: NodeID
        var known: WordMemory.Known
        /// Nanoseconds since 1970.
        var birth: Int64
        /// Whether it counts in the project's sum.
        var isCounted: Bool
    }

    private let project: Project
    private(set) var memory: WordMemory
    private var fresh: [Fresh] = []
    private let now: Int64

    private static let name: Name = "words"

    init(_ project: Project) {
        self.project = project
        now = project.home.surroundings.now()
        memory = WordKeeper.read(project)
    }

    /// What is known; nothing where there is none, or it is damaged.
    static func read(_ project: Project) -> WordMemory {
        guard let folder = project.home.stateFolder, let directory = try? DirectoryHandle(path: folder.path),
            let bytes = try? directory.read(WordKeeper.name, atMost: WordMemory.largest)
        else { return WordMemory() }
        return WordMemory(bytes) ?? WordMemory()
    }

    /// How many words a file holds that is still as it was, or that it holds no text; `nil` where it is to be read, as it is where it
    /// could not be counted.
    func known(_ id: NodeID, _ evidence: Evidence) -> TextCounter.Outcome? {
        guard let known = memory.known[id], known.stamp.isOf(evidence) else { return nil }
        switch known.words {
        case WordMemory.Known.noText: return .noText
        case WordMemory.Known.uncounted: return nil
        default: return .words(known.words)
        }
    }

    /// Whether nothing would come of reading a file, other than to say again that it cannot be counted.
    func isSettled(_ id: NodeID, _ evidence: Evidence) -> Bool { memory.known[id]?.stamp.isOf(evidence) == true }

    func note(_ outcome: TextCounter.Outcome, _ id: NodeID, _ evidence: Evidence, isCounted: Bool) {
        let words: Int
        switch outcome {
        case .words(let count): words = count
        case .noText: words = WordMemory.Known.noText
        case .tooLarge, .damaged, .unreadable: words = WordMemory.Known.uncounted
        }
        let known = WordMemory.Known(evidence, words: words, now: now)
        guard memory.known[id] != known else { return }
        fresh.append(Fresh(id: id, known: known, birth: evidence.birth, isCounted: isCounted))
    }

    /// So often it is written down that all files were looked at and none had changed: ten minutes, in milliseconds.
    private static let interval: Int64 = 600_000

    /// Writes what is new. Does nothing in a project that is only looked at, and says nothing where it cannot be written.
    /// - Parameter isWhole: whether all files of the project were looked at.
    func save(isWhole: Bool) {
        let isStale = isWhole && !(0..<WordKeeper.interval).contains(now &- memory.looked)
        guard project.purpose == .change, !fresh.isEmpty || isStale, let folder = project.home.stateFolder,
            let directory = try? DirectoryHandle(path: folder.path), let lock = try? FileLock.attempt(folder.path + "/words.lock")
        else { return }
        defer { withExtendedLifetime(lock) {} }
        // Somebody else may have counted meanwhile.
        memory = WordKeeper.read(project)
        let keepsDays = project.home.wordSettings.keepsHistory
        for item in fresh where memory.known[item.id] != item.known {
            let isKept = keepsDays && item.isCounted
            memory.take(item.id, item.known, birth: item.birth, now: now) { isKept ? CalendarDay(local: $0) : nil }
        }
        fresh = []
        if isWhole {
            memory.looked = now
            if let model = project.store.state?.model { memory.known = memory.known.filter { model.nodes[$0.key] != nil } }
        }
        if let today = CalendarDay(local: now) { memory.prune(today: today, project: project.home.id) }
        guard memory.known.count <= WordMemory.mostFiles else { return }
        try? directory.write(WordKeeper.name, memory.bytes, replacing: true)
    }
}
