import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

/// What one walk adds to the project's history.
///
/// Where more than ``most`` things happened at once they are only counted, but for what was refused, and for the moves
/// of folders, without which the paths in them could not be followed.
struct WalkRecord {
    static let most = 200
    /// How many entries of one walk are kept one by one in any case.
    private static let mostKept = 1_000
    /// How many bytes one walk adds.
    private static let mostBytes = 1 << 20
    /// How many things that wait are named one by one.
    private static let mostWaiting = 20

    private let actor: String
    private var entries: [HistoryEntry] = []
    private var counts: [String: Int] = [:]
    /// What waits or failed. It is the same at the next walk, and written down once.
    private(set) var conditions: [HistoryEntry] = []
    /// Where shed itself moved something in this walk, or has put something that is told otherwise.
    private var targets: Set<RelativePath>
    /// The paths of those changes of the next round that are told by nobody.
    private var leftOut: Set<RelativePath> = []

    /// Why shed itself moved what now stands at these paths.
    private let reasons: [RelativePath: Message]
    /// Why it put another file where one stood.
    private let remade: [RelativePath: Message]

    init(actor: String, _ request: WalkRequest = .refresh()) {
        self.actor = actor
        var effects = (told: Set<RelativePath>(), remade: [RelativePath: Message](), reasons: [RelativePath: Message]())
        switch request {
        case .afterStaging(let staged): (effects.told, effects.remade) = (staged.told, staged.remade)
        case .afterVerb(let done): effects.reasons = done.reason.map { reason in done.moved.mapValues { _ in reason } } ?? [:]
        default: break
        }
        (targets, remade, reasons) = effects
    }

    var isEmpty: Bool { entries.isEmpty && counts.isEmpty && conditions.isEmpty }

    // MARK: Taking

    /// Says nothing of what the next round, and no later one, has changed at some paths.
    mutating func leaveOut(_ paths: Set<RelativePath>) { leftOut = paths }

    /// Takes one round of the walk, after it was committed.
    /// - Parameters:
    ///   - done: the nodes that were moved.
    ///   - failures: what could not be moved in this round.
    ///   - returned: nodes that were missing before.
    ///   - model: after the commit.
    mutating func take(
        _ plan: Plan, _ situation: Situation, done: Set<NodeID>, failures: some Sequence<(path: RelativePath, reason: Message)>,
        returned: Set<NodeID> = [], _ model: Model?
    ) {
        defer { leftOut = [] }
        guard !plan.changes.isEmpty || !plan.moves.isEmpty || !plan.reports.isEmpty else { return }
        if !plan.changes.isEmpty { takeChanges(of: plan, situation, returned: returned, model) }
        for move in plan.moves where done.contains(move.node) {
            entries.append(HistoryEntry(
                move.purpose == .reject ? .rejected : .putBack, at: situation.now, by: actor, id: move.node,
                kind: model?.nodes[move.node]?.type, path: move.to, from: move.from, rule: move.refusal.rule.name,
                words: move.refusal.words))
            targets.insert(move.to)
        }
        for failure in failures {
            conditions.append(HistoryEntry(.failed, at: situation.now, by: actor, path: failure.path, words: failure.reason))
        }
        takeWaiting(plan, situation)
    }

    /// Takes what a kind has settled after a walk, as far as no walk has it.
    mutating func take(_ settled: [HistoryEntry]) { entries += settled }

    private mutating func takeChanges(of plan: Plan, _ situation: Situation, returned: Set<NodeID>, _ model: Model?) {
        let minted = plan.operations.lazy.filter(\.isOfNew)
        let held = Set(plan.waiting.held.map(situation.snapshot.path(of:)))
        let changes = plan.changes.lazy.filter { [targets, leftOut] change in
            if change.kind != .removed, held.contains(change.path) { return false }
            if change.kind == .removed, WalkRecord.isMadeForRefused(change, model) { return false }
            if leftOut.contains(change.path) { return false }
            // What follows a move of shed's is no news.
            return targets.isEmpty || !WalkRecord.isInside(change.path, targets)
        }
        if plan.changes.count - held.count > WalkRecord.most { return tally(changes, minted: minted.count, at: situation.now) }
        let isMinted = Set(minted.map(\.id))
        let foreign = Set(situation.answers.foreign.values.lazy.map(\.id))
        func isForeign(_ id: NodeID?) -> Bool { id.map(foreign.contains) ?? false }
        let reports = Dictionary(plan.reports.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        for change in changes {
            let report = change.kind == .added ? reports[change.path] : nil
            // That it is gone was told already.
            let isBack = change.kind == .moved && change.id.map(returned.contains) == true
            let words: Message? =
                switch change.kind {
                case .added: isForeign(change.id) ? .cameFromOtherProject : nil
                case .moved: isBack ? nil : reasons[change.path]
                case .modified: remade[change.path]
                case .removed: nil
                }
            entries.append(HistoryEntry(
                isBack ? .returned : event(of: change, isMinted: isNew(change, isMinted, model), model), at: situation.now, by: actor,
                id: change.id, kind: change.type, path: change.path, from: change.from, rule: report?.rule.name, words: report?.words ?? words))
        }
    }

    /// Whether something that came was never here, as far as that is known: what git brings back with its batch, but for folders of
    /// the template, is as new.
    private func isNew(_ change: Change, _ minted: Set<NodeID>, _ model: Model?) -> Bool {
        guard let id = change.id else { return true }
        return minted.contains(id) || change.isCarried && model?.nodes[id]?.role == nil
    }

    /// Whether it is a folder in Rejected that was not refused itself: it came and went without a word.
    private static func isMadeForRefused(_ change: Change, _ model: Model?) -> Bool {
        guard let model, let node = change.id.flatMap({ model.nodes[$0] }), node.type == .folder, node.details?.rejection == nil, node.role == nil,
            let top = change.path.names.first, change.path.names.count > 1
        else { return false }
        return model.children(of: model.project, named: top).contains { model.nodes[$0]?.role == .rejected }
    }

    private static func isInside(_ path: RelativePath, _ targets: Set<RelativePath>) -> Bool {
        (1...max(1, path.names.count)).contains { targets.contains(RelativePath(Array(path.names.prefix($0)))) }
    }

    private func event(of change: Change, isMinted: Bool, _ model: Model?) -> HistoryEntry.Event {
        switch change.kind {
        case .added: isMinted ? .added : .returned
        case .modified: .modified
        case .moved: change.from?.parent == change.path.parent ? .renamed : .moved
        case .removed: change.id.flatMap { model?.nodes[$0]?.details?.forgotten } == nil ? .removed : .deleted
        }
    }

    /// Counts changes without making an entry of each.
    /// - Parameter minted: how many IDs were given.
    private mutating func tally(_ changes: some Sequence<Change>, minted: Int, at now: Int64) {
        var (added, minted) = (0, minted)
        for change in changes {
            if change.kind == .moved, change.type == .folder {
                entries.append(HistoryEntry(
                    event(of: change, isMinted: false, nil), at: now, by: actor, id: change.id, kind: .folder, path: change.path, from: change.from))
            } else if change.kind == .added {
                added += 1
                if change.isCarried { minted += 1 }
            } else {
                counts[event(of: change, isMinted: false, nil).rawValue, default: 0] += 1
            }
        }
        let new = min(added, minted)
        counts[HistoryEntry.Event.added.rawValue, default: 0] += new
        counts[HistoryEntry.Event.returned.rawValue, default: 0] += added - new
    }

    private mutating func takeWaiting(_ plan: Plan, _ situation: Situation) {
        let waiting = plan.reports.filter { [CarrierArrival.info, AbsentParent.info, BulkAddition.info].contains($0.rule) }
        func entry(_ report: Report, _ path: RelativePath, _ words: Message) -> HistoryEntry {
            HistoryEntry(.waiting, at: situation.now, by: actor, id: report.id, path: path, rule: report.rule.name, words: words)
        }
        guard waiting.count > WalkRecord.mostWaiting else { return conditions += waiting.map { entry($0, $0.path, $0.words) } }
        for (_, group) in Dictionary(grouping: waiting, by: \.rule.name).sorted(by: { $0.key < $1.key }) {
            conditions.append(entry(group[0], .root, .manyWait(count: group.count, path: "\(group[0].path)", message: group[0].words)))
        }
    }

    // MARK: Giving

    /// Adds conditions that were not written down before.
    mutating func add(_ conditions: [HistoryEntry]) { entries += conditions }

    /// The lines to append, a summary first if there is one.
    func lines(at now: Int64) -> [UInt8] {
        var counts = counts
        var kept = entries
        if entries.count > WalkRecord.most || !counts.isEmpty {
            kept = Array(entries.filter(WalkRecord.isKept).prefix(WalkRecord.mostKept))
            for entry in entries { counts[entry.event.rawValue, default: 0] += 1 }
            for entry in kept { counts[entry.event.rawValue, default: 0] -= 1 }
        }
        var bytes: [UInt8] = []
        for entry in kept {
            let line = entry.line
            if line.count < HistoryEntry.longestLine, bytes.count + line.count <= WalkRecord.mostBytes {
                bytes += line
            } else {
                counts[entry.event.rawValue, default: 0] += 1
            }
        }
        counts = counts.filter { $0.value > 0 }
        guard !counts.isEmpty else { return bytes }
        return HistoryEntry(.summary, at: now, by: actor, counts: counts).line + bytes
    }

    private static func isKept(_ entry: HistoryEntry) -> Bool {
        switch entry.event {
        case .rejected, .putBack, .failed, .waiting: true
        case .moved, .renamed, .returned: entry.kind == .folder && entry.from != nil
        default: false
        }
    }
}

extension Operation {
    /// Whether a plan makes something known with it: what it is, and where.
    fileprivate var isOfNew: Bool {
        guard set.count > 1, case .type = set[0], case .place = set[1] else { return false }
        return true
    }
}
