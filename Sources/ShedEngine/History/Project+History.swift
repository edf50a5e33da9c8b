import ShedModel

extension Project {
    /// Who does what is done, for the history: `daemon`, or a verb's name.
    public var actor: String {
        get { surroundings.actor }
        set { surroundings.actor = newValue }
    }

    /// Writes down what a walk came to. The caller holds the lock. Where it cannot be written, nothing is said: the
    /// history is a convenience.
    func remember(_ record: WalkRecord, dirty: Set<RelativePath>?) {
        guard let history, !record.isEmpty || toldConditions?.isEmpty == false else { return }
        var record = record
        record.add(untold(record.conditions, dirty, in: history))
        let lines = record.lines(at: surroundings.now())
        guard !lines.isEmpty else { return }
        Interruption.point("committed")
        history.append(lines)
    }

    /// The conditions that were not written down before. Those that are gone are told anew when they come back.
    private func untold(_ conditions: [HistoryEntry], _ dirty: Set<RelativePath>?, in history: History) -> [HistoryEntry] {
        guard !conditions.isEmpty || toldConditions?.isEmpty == false else { return [] }
        let known = toldConditions ?? HistoryCondition.standing(in: history)
        let now = Set(conditions.map(HistoryCondition.init))
        toldConditions = known.filter { now.contains($0) || !(dirty?.contains($0.path.parent) ?? true) }.union(now)
        return conditions.filter { !known.contains(HistoryCondition($0)) }
    }

    /// Writes down what a verb did that no walk sees, of the project itself.
    func record(_ event: HistoryEntry.Event, message: String? = nil, counts: [String: Int] = [:]) {
        append(HistoryEntry(
            event, at: surroundings.now(), by: actor, id: id, kind: .project, path: .root, message: message, counts: counts))
    }

    /// The same of a node.
    func record(_ event: HistoryEntry.Event, _ standing: Standing, from: RelativePath? = nil, message: String? = nil) {
        append(HistoryEntry(
            event, at: surroundings.now(), by: actor, id: standing.node.id, kind: standing.node.type, path: standing.path, from: from,
            message: message))
    }

    /// What was done to labels: a sentence for each.
    func record(_ sentences: [String]) {
        for sentence in sentences {
            append(HistoryEntry(.labelled, at: surroundings.now(), by: actor, id: id, kind: .project, path: .root, message: sentence))
        }
    }

    /// What was done to many nodes at once; more than a walk tells one by one are only counted.
    func record(_ event: HistoryEntry.Event, _ standings: [Standing], message: String) {
        guard standings.count > WalkRecord.most else {
            for standing in standings { record(event, standing, message: message) }
            return
        }
        append(HistoryEntry(.summary, at: surroundings.now(), by: actor, message: message, counts: [event.rawValue: standings.count]))
    }

    private func append(_ entry: HistoryEntry) {
        guard let history, let hold = try? acquire() else { return }
        defer { withExtendedLifetime(hold) {} }
        history.append(entry.line)
    }
}

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
