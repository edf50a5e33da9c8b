import ShedCommand
import ShedProject
import ShedModel

/// The newest entries of a history for people: where a kind of project says so, what is much in one folder within one minute is
/// one line. Those who read `--json` or `--verbose` get each by itself.
struct HistoryFold {
    /// A line of a log.
    enum Line {
        case entry(HistoryEntry)
        /// The newest first, at least ``HistoryFold/least`` of them; and what they are for people.
        case folded([HistoryEntry], by: any KindCommands)
    }

    /// What is one line together.
    private struct Key: Hashable {
        var minute: Int64
        var folder: RelativePath
        var event: HistoryEntry.Event
        /// The position of the kind that folds it.
        var kind: Int
    }

    /// So many entries at least are one line.
    static let least = 6

    private let kinds: [any KindCommands]
    private var entries: [(entry: HistoryEntry, key: Key?)] = []
    private var counts: [Key: Int] = [:]
    /// How many lines it comes to.
    private(set) var lineCount = 0

    /// - Parameter kinds: of the project whose history it is.
    init(_ kinds: [any KindCommands]) { self.kinds = kinds }

    /// Takes the entry that is the next older.
    mutating func add(_ entry: HistoryEntry) {
        let key = key(entry)
        entries.append((entry, key))
        guard let key else { return lineCount += 1 }
        let count = counts[key, default: 0] + 1
        counts[key] = count
        if count < HistoryFold.least { lineCount += 1 } else if count == HistoryFold.least { lineCount -= HistoryFold.least - 2 }
    }

    /// Whether an entry adds no line, since it belongs to one that is there.
    func contains(_ entry: HistoryEntry) -> Bool { key(entry).map(isFolded) ?? false }

    /// What is much stands where its newest entry does.
    var lines: [Line] {
        let folded = Dictionary(grouping: entries.filter { $0.key.map(isFolded) == true }) { $0.key }
        var told: Set<Key> = []
        return entries.compactMap { entry, key in
            guard let key, let all = folded[key] else { return .entry(entry) }
            return told.insert(key).inserted ? .folded(all.map(\.entry), by: kinds[key.kind]) : nil
        }
    }

    private func isFolded(_ key: Key) -> Bool { counts[key, default: 0] >= HistoryFold.least }

    private func key(_ entry: HistoryEntry) -> Key? {
        guard let path = entry.path, let kind = kinds.firstIndex(where: { $0.folds(entry) }) else { return nil }
        return Key(minute: entry.time / 60_000, folder: path.parent, event: entry.event, kind: kind)
    }
}
