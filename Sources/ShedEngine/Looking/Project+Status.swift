import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

/// What `status` says.
public struct Status: Sendable {
    public struct Rejected: Sendable {
        public var path: RelativePath
        public var rejection: Rejection
        public var id: NodeID
    }

    public struct Missing: Sendable {
        public var id: NodeID
        public var path: RelativePath?
        /// Milliseconds since 1970; 0 for what this machine has never seen.
        public var since: Int64
        /// The root of another project of this machine, if the file is there now.
        public var movedOut: [UInt8]?
    }

    public var changes: [Change] = []
    public var reports: [Report] = []
    public var rejected: [Rejected] = []
    public var missing: [Missing] = []
    /// What `sync` would move: the path and the refusal.
    public var wouldMove: [Move] = []
    public var incomplete: [String] = []
    public var watcher: WatchPresence?
    /// How its watch is doing; `nil` where this was not asked of the daemon itself.
    public var health: WatchHealth?
    /// How much text there is and how much is still to be taken; `nil` in a project that has no bundles.
    public var text: TextCounts?

    /// Whether nothing changed on disk since the last `sync`.
    public var isClean: Bool { changes.isEmpty }
}

extension Project {
    /// What happened on disk since the last `sync`, what is in Rejected and what is missing. Writes nothing.
    /// - Parameter all: also what has been missing for more than 30 days.
    public func status(all: Bool = false) throws(ShedError) -> Status {
        var status = try settledStatus(all: all)
        if settings.rejection == .report { try addTakenIn(&status) }
        if hasPapers {
            status.text = try textCounts()
            let told = Set(status.reports.map { [$0.rule.name, "\($0.path)"] })
            status.reports += try strangeDisplays().filter { !told.contains([$0.rule.name, "\($0.path)"]) }
        }
        return status
    }

    /// With `rejection = "report"` what a rule refuses is taken in all the same, so that no walk reports it again: what
    /// stands there is asked for it.
    private func addTakenIn(_ status: inout Status) throws(ShedError) {
        let refusing = RuleBook.all.map { $0.info }.filter(RuleBook.refuses)
        let told = Set(status.reports.map { [$0.rule.name, "\($0.path)"] })
        for finding in try check(RuleSelection(selected: refusing.map(RuleWord.init))) where !told.contains([finding.rule, "\(finding.path)"]) {
            guard let rule = RuleBook.info(named: finding.rule) else { continue }
            status.reports.append(Report(rule: rule, path: finding.path, id: finding.id, message: finding.message))
        }
        status.reports.sort { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
    }

    private func settledStatus(all: Bool) throws(ShedError) -> Status {
        if let attendant { return try self.status(by: attendant, all: all) }
        // Everything ever known is not in the folder records.
        if !all, let quick = try quickStatus() { return quick }
        var errand = Errand()
        errand.hashing = 0
        let (situation, plan, facts) = try preview(errand)
        var status = Status()
        status.watcher = watcher
        status.incomplete = facts.incomplete
        let immigrants = Set(situation.foreign.values.map(\.id))
        status.changes = plan.changes.map { change in
            var change = change
            if let id = change.id, facts.model.nodes[id] == nil, !immigrants.contains(id) { change.id = nil }
            return change
        }
        status.reports = plan.reports
        status.wouldMove = plan.moves
        let nodes = facts.model.detailed.compactMap { facts.model.nodes[$0] }
        status.rejected = rejected(nodes, facts.model, isPresent: facts.memory.isPresent)
        var missing = facts.memory.missing
        for id in plan.vanished { missing[id] = situation.now }
        if all { for id in neverSeen(facts) { missing[id] = 0 } }
        for id in plan.binding { if let id { missing[id] = nil } }
        status.missing = Project.missing(missing, facts.model, now: situation.now, all: all)
        findMovedOut(&status.missing, facts.memory)
        return status
    }

    /// The same where a daemon watches, which has taken in what changed: nothing has to be looked at.
    private func status(by attendant: any Attendant, all: Bool) throws(ShedError) -> Status {
        try takeIn()
        let state = try load()
        var status = Status()
        status.watcher = watcher
        status.health = attendant.health
        status.incomplete = state.incomplete
        status.reports = attendant.standing
        status.changes = attendant.unsettled.map { change in
            var change = change
            if let id = change.id, state.model.nodes[id] == nil { change.id = nil }
            return change
        }
        status.rejected = rejected(state.model.detailed.compactMap { state.model.nodes[$0] }, state.model, isPresent: state.memory.isPresent)
        var missing = state.memory.missing
        if all { for id in neverSeen(state.facts) { missing[id] = 0 } }
        status.missing = Project.missing(missing, state.model, now: surroundings.now(), all: all)
        findMovedOut(&status.missing, state.memory)
        return status
    }

    /// Nodes that this machine has never seen on disk: their files have not arrived, or went before it looked.
    private func neverSeen(_ facts: ProjectState.Facts) -> [NodeID] {
        facts.model.nodes.values.filter {
            $0.type != .project && $0.place != nil && facts.memory.seen[$0.id] == nil && facts.memory.missing[$0.id] == nil
        }.map(\.id)
    }

    func rejected(_ nodes: some Sequence<Node>, _ model: Model, isPresent: (NodeID) -> Bool) -> [Status.Rejected] {
        nodes.compactMap { node in
            guard let rejection = node.details?.rejection, isPresent(node.id), let path = model.path(of: node.id) else { return nil }
            return Status.Rejected(path: path, rejection: rejection, id: node.id)
        }.sorted { $0.path < $1.path }
    }

    /// Says of missing nodes which other registered project has them now.
    private func findMovedOut(_ missing: inout [Status.Missing], _ memory: Memory) {
        var byIdentity: [FileIdentity: Int] = [:]
        for (position, item) in missing.enumerated() {
            if let identity = memory.seen[item.id]?.evidence.identity, identity.birth != 0 { byIdentity[identity] = position }
        }
        guard !byIdentity.isEmpty else { return }
        for seat in registry.seats() where seat.path != self.seat?.path {
            guard let index = try? ProjectIndex.open(path: seat.index, access: .readOnly),
                let found = try? index.find(identities: Set(byIdentity.keys))
            else { continue }
            for item in found { if let position = byIdentity[item.identity] { missing[position].movedOut = seat.record.root } }
        }
    }

    /// 30 days, in milliseconds.
    private static let recently: Int64 = 30 * 86_400_000

    static func missing(_ since: [NodeID: Int64], _ model: Model, now: Int64, all: Bool) -> [Status.Missing] {
        since.compactMap { id, since in
            guard let node = model.nodes[id], node.role != .rejected, node.details?.forgotten == nil,
                node.details?.rejection?.known != false, all || now - since <= recently else { return nil }
            return Status.Missing(id: id, path: model.path(of: id), since: since)
        }.sorted { ($0.path ?? .root, $0.id) < ($1.path ?? .root, $1.id) }
    }

    /// The same without loading the model, if the digests of all directories say that nothing changed.
    private func quickStatus() throws(ShedError) -> Status? {
        guard try isUnchanged() else { return nil }
        var status = Status()
        status.watcher = watcher
        return status
    }
}
