import ShedModel

/// Writes the history of one project. What cannot be written is left out without a word: the history is a convenience.
final class HistoryJournal {
    private let home: ProjectHome
    /// What waits or failed and is in the history; `nil` until that was asked for.
    private var told: Set<HistoryCondition>?

    init(_ home: ProjectHome) { self.home = home }

    /// What happened here; `nil` while the project is not registered.
    var history: History? { home.stateFolder.map { History(in: $0.path) } }

    /// Writes down what a walk came to. The caller holds the lock.
    /// - Parameter dirty: the directories that were looked at; `nil`: all.
    func remember(_ record: WalkRecord, dirty: Set<RelativePath>?) {
        guard let history, !record.isEmpty || told?.isEmpty == false else { return }
        var record = record
        record.add(untold(record.conditions, dirty, in: history))
        let lines = record.lines(at: home.surroundings.now())
        guard !lines.isEmpty else { return }
        Interruption.point("committed")
        history.append(lines)
    }

    /// The conditions that were not written down before. Those that are gone are told anew when they come back.
    private func untold(_ conditions: [HistoryEntry], _ dirty: Set<RelativePath>?, in history: History) -> [HistoryEntry] {
        guard !conditions.isEmpty || told?.isEmpty == false else { return [] }
        let known = told ?? HistoryCondition.standing(in: history)
        let now = Set(conditions.map(HistoryCondition.init))
        told = known.filter { now.contains($0) || !(dirty?.contains($0.path.parent) ?? true) }.union(now)
        return conditions.filter { !known.contains(HistoryCondition($0)) }
    }

    /// Writes down one thing that a verb did.
    func append(_ entry: HistoryEntry) { history?.append(entry.line) }
}
