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
        if hasPapers { status.text = try textCounts() }
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
        status.changes = plan.changes.map { change in
            var change = change
            if let id = change.id, facts.model.nodes[id] == nil, !situation.foreign.values.contains(where: { $0.id == id }) { change.id = nil }
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

    /// Whether the digests of all directories, and the sidecar, are just as the index knows them, and the last walk left
    /// nothing to be said or done. Neither the model nor what was seen of files is loaded.
    func isUnchanged() throws(ShedError) -> Bool { try changedDirectories(besides: nil, atMost: 0) != nil }

    /// The directories whose digests are not as the index knows them, or that changed so shortly before they were looked at
    /// that a digest proves nothing: all that a walk has to look at.
    /// - Parameters:
    ///   - leftover: what the last walk may have left.
    ///   - mostChanged: with more of them all are to be looked at.
    /// - Returns: `nil` where a walk has to look at everything: the last one left something else to be said or done, the
    ///   sidecar is not as the index knows it, a directory cannot be read, or there are too many.
    func changedDirectories(besides leftover: Leftover? = .news, atMost mostChanged: Int = 100) throws(ShedError) -> Set<RelativePath>? {
        guard let index else { return nil }
        do {
            guard let meta = try index.meta(), meta.project == id, meta.intents.isEmpty, meta.pending.isEmpty, meta.awaited.isEmpty,
                isFolded(try sidecar.listing(), in: meta), meta.waitedFor.isEmpty, meta.leftover == nil || meta.leftover == leftover
            else { return nil }
            let records = try index.folders()
            let snapshot = try Crawler.crawl(root, options: Crawler.Options(listsFiles: false, ignore: ignore))
            return DigestComparison(records: records, project: id).differing(in: snapshot, atMost: mostChanged)
        } catch let error as IndexError where error.code == .corrupt {
            return nil
        } catch { throw ShedError(error) }
    }
}

/// Compares a scan with the folder records of the index, directory by directory.
struct DigestComparison {
    private var byPlace: [Place: FolderRecord] = [:]
    private var project: NodeID
    private var root: FolderRecord?
    private var present = 0

    init(records: [FolderRecord], project: NodeID) {
        self.project = project
        byPlace.reserveCapacity(records.count)
        for record in records {
            if record.node.id == project {
                root = record
            } else if let place = record.node.place, record.sighting != nil, record.missingSince == nil {
                byPlace[place] = record
                present += 1
            }
        }
    }

    /// The directories that have not the digest that the index knows, new ones among them.
    /// - Returns: `nil` where there are more than so many, one cannot be read, or one is gone and the directory that it stood
    ///   in has not changed.
    func differing(in snapshot: Snapshot, atMost most: Int) -> Set<RelativePath>? {
        guard let root else { return nil }
        var nodes: [NodeID?] = Array(repeating: nil, count: snapshot.directories.count)
        nodes[0] = root.node.id
        var differing: Set<RelativePath> = []
        var changed: Set<NodeID> = []
        for position in snapshot.directories.indices {
            let directory = snapshot.directories[position]
            guard directory.state == .read else { return nil }
            var record: FolderRecord? = root
            if position > 0 {
                let place = nodes[Int(directory.parent)].map { Place(parent: $0, name: snapshot.name(of: Int(directory.entry))) }
                record = place.flatMap { byPlace[$0] }
                nodes[position] = record?.node.id
            }
            if let digest = record?.digest, digest.value == directory.digest, !digest.isRacy { continue }
            guard differing.count < most else { return nil }
            differing.insert(snapshot.path(ofDirectory: position))
            if let id = record?.node.id { changed.insert(id) }
        }
        let standing = Set(nodes.compactMap(\.self))
        guard standing.count - 1 < present else { return differing }
        for (place, record) in byPlace where !standing.contains(record.node.id) {
            guard changed.contains(place.parent) || !standing.contains(place.parent) else { return nil }
        }
        return differing
    }
}
