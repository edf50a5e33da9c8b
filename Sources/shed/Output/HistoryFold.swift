import ShedEngine
import ShedModel
import ShedPapers

/// The newest entries of a history for people: what shed numbered anew in one folder within one minute is one line, where it
/// is much, and so are the pages that it made anew. Those who read `--json` or `--verbose` get each by itself.
struct HistoryFold {
    /// A line of a log.
    enum Line {
        case entry(HistoryEntry)
        /// The newest first, at least ``HistoryFold/least`` of them.
        case numbered([HistoryEntry])
        /// The same of pages that were made anew.
        case remade([HistoryEntry])
    }

    /// What is one line together.
    private struct Key: Hashable {
        var minute: Int64
        var folder: RelativePath
        var event: HistoryEntry.Event
    }

    /// So many renames at least are one line.
    static let least = 6

    private var entries: [(entry: HistoryEntry, key: Key?)] = []
    private var counts: [Key: Int] = [:]
    /// How many lines it comes to.
    private(set) var lineCount = 0

    /// Takes the entry that is the next older.
    mutating func add(_ entry: HistoryEntry) {
        let key = HistoryFold.key(entry)
        entries.append((entry, key))
        guard let key else { return lineCount += 1 }
        let count = counts[key, default: 0] + 1
        counts[key] = count
        if count < HistoryFold.least { lineCount += 1 } else if count == HistoryFold.least { lineCount -= HistoryFold.least - 2 }
    }

    /// Whether an entry adds no line, since it belongs to one that is there.
    func contains(_ entry: HistoryEntry) -> Bool { HistoryFold.key(entry).map { counts[$0, default: 0] >= HistoryFold.least } ?? false }

    /// What is much stands where its newest entry does.
    var lines: [Line] {
        let folded = Dictionary(grouping: entries.filter { $0.key.map { counts[$0, default: 0] >= HistoryFold.least } == true }) { $0.key }
        var told: Set<Key> = []
        return entries.compactMap { entry, key in
            guard let key, let all = folded[key] else { return .entry(entry) }
            guard told.insert(key).inserted else { return nil }
            return key.event == .renamed ? .numbered(all.map(\.entry)) : .remade(all.map(\.entry))
        }
    }

    private static func key(_ entry: HistoryEntry) -> Key? {
        guard let path = entry.path else { return nil }
        switch entry.event {
        case .renamed where entry.message == Project.numberedAnew && entry.from?.parent == path.parent: break
        case .modified where entry.message == Project.madeAnew: break
        default: return nil
        }
        return Key(minute: entry.time / 60_000, folder: path.parent, event: entry.event)
    }
}

extension HistoryLine {
    /// Many things of one folder that shed numbered anew, in plain words.
    /// - Parameter entries: the newest first; one thing may have got several numbers.
    static func text(numbered entries: [HistoryEntry], _ style: Style) -> String {
        var last: [NodeID?: Int] = [:]
        for entry in entries where last[entry.id] == nil { last[entry.id] = entry.path?.last.flatMap { OrderedName($0).number } }
        let range = last.values.min().flatMap { first in last.values.max().map { last.count == 1 ? ": \(first)" : ": \(first) to \($0)" } } ?? ""
        let what = entries.first?.kind?.isDirectory == true ? "group" : "page"
        let folder = entries.first?.path?.parent.description ?? ""
        let was = last.count == 1 ? "was" : "were"
        return "\(folder): \(Style.count(last.count, what)) " + style.warning("\(was) numbered anew by shed") + range
    }

    /// Many pages of one group that shed made anew, in plain words.
    /// - Parameter entries: at least one.
    static func text(remade entries: [HistoryEntry], _ style: Style) -> String {
        let folder = entries.first?.path?.parent.description ?? ""
        return "\(folder): \(Style.count(Set(entries.map(\.path)).count, "page")) " + style.warning("were made anew by shed") + ": \(Project.madeAnew.dropLast())"
    }
}
