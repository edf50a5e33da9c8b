import ShedModel

/// Something that waits or failed, and will again at the next walk.
struct HistoryCondition: Hashable {
    let event: HistoryEntry.Event
    let path: RelativePath
    let rule: String?

    init(_ entry: HistoryEntry) {
        event = entry.event
        path = entry.path ?? .root
        rule = entry.rule
    }

    /// How far back it is looked for what was said already.
    private static let reach = 500

    /// The conditions after which nothing else happened to their path, as far as the end of a history tells.
    static func standing(in history: History) -> Set<HistoryCondition> {
        guard var reader = try? HistoryReader(history) else { return [] }
        var seen: Set<RelativePath> = []
        var found: Set<HistoryCondition> = []
        for _ in 0..<reach {
            guard let entry = reader.next() else { break }
            guard let path = entry.path, seen.insert(path).inserted else { continue }
            if entry.event == .waiting || entry.event == .failed { found.insert(HistoryCondition(entry)) }
        }
        return found
    }
}
