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
        public var isFolder: Bool
        /// Milliseconds since 1970; 0 for what this machine has never seen.
        public var since: Int64
        /// The root of another project of this machine, if the file is there now.
        public var movedOut: [UInt8]?
    }

    public var changes: [Change] = []
    public var reports: [Report] = []
    public var rejected: [Rejected] = []
    public var missing: [Missing] = []
    /// How many files, and folders with a role, that other devices know were never seen here. What they say was removed, and what lies in
    /// Trash or Rejected, is not counted.
    public var neverSeen = 0
    /// What is likely to be what is missing.
    public var likely: [LikelyPair] = []
    /// What `sync` would move: the path and the refusal.
    public var wouldMove: [Move] = []
    public var incomplete: [String] = []
    /// Whether that may be in the person's own git.
    public var gitMayHaveRest = false
    public var watcher: WatchPresence?
    /// How its watch is doing; `nil` where this was not asked of the daemon itself.
    public var health: WatchHealth?
    /// Other roots of the same project on this machine, with the same IDs, of which nobody said whether they are meant.
    public var otherRoots: [[UInt8]] = []
    /// The one of them that this one is a copy of, so that the first change gives it IDs of its own.
    public var futureOriginal: [UInt8]?
    /// Whether it was not told from digests alone that nothing changed.
    package var hasLooked = false
    /// How many conflict copies stand in the project.
    public var conflictCopies = 0
    /// A deed that was interrupted, and that the next command which writes takes back: its number and who did it.
    public var interruptedDeed: (number: Int, actor: String)?
    /// Whether links are still to be mended that a verb broke which was killed: the next command that writes does so.
    public var owesLinks = false
    /// What the project's kind has to say: one value of each sort at most.
    public var ofKind: [any StatusOfKind] = []

    /// What it has to say of one sort.
    public func ofKind<Own: StatusOfKind>(_ sort: Own.Type) -> Own? { ofKind.lazy.compactMap { $0 as? Own }.first }

    /// Whether nothing changed on disk since the last `sync`, and nothing is half done.
    public var isClean: Bool { changes.isEmpty && interruptedDeed == nil && !owesLinks }

    /// What was removed in the last seven days.
    /// - Parameter now: milliseconds since 1970.
    public func removedLately(now: Int64) -> [Missing] { missing.filter { $0.since > 0 && now - $0.since <= 7 * 86_400_000 } }
}

/// What a kind of project adds to its status.
public protocol StatusOfKind: Sendable {}

extension Project {
    /// What happened on disk since the last `sync`, what is in Rejected and what is missing. Writes nothing.
    /// - Parameter all: also what has been missing for more than 30 days.
    package func settledStatus(all: Bool) throws(ShedError) -> Status {
        if let changeSource { return try status(by: changeSource, all: all) }
        // Everything ever known is not in the folder records.
        if !all, let quick = try quickStatus() { return quick }
        let (situation, plan, facts) = try preview(.sync())
        var status = Status()
        status.hasLooked = true
        status.watcher = watcher
        status.incomplete = facts.incomplete
        status.gitMayHaveRest = situation.disk.gitMayHaveRest
        let immigrants = Set(situation.answers.foreign.values.map(\.id))
        let changes = facts.meta.told.isEmpty ? plan.changes : plan.telling(besides: facts.meta.told, situation).changes
        status.changes = changes.map { change in
            var change = change
            if let id = change.id, facts.model.nodes[id] == nil, !immigrants.contains(id) { change.id = nil }
            return change
        }
        status.reports = plan.reports
        let told = Set(plan.reports.map(\.path))
        for path in situation.snapshot.nestedProjects(in: home.root) where !told.contains(path) {
            status.reports.append(Report(rule: NestedProject.info, path: path, id: nil, .apartFolder))
        }
        // What goes where it belongs is no refusal.
        status.wouldMove = plan.moves.filter { $0.purpose != .takeBack }
        let nodes = facts.model.detailed.compactMap { facts.model.nodes[$0] }
        // Without an index, what is there is known by this look alone, and what is missing by the sidecar.
        let isFirst = facts.memory.isEmpty
        let bound = Set(plan.binding.compactMap(\.self))
        let standing = isFirst ? bound : []
        status.rejected = rejected(nodes, facts.model, facts.memory) { isFirst ? standing.contains($0) : facts.memory.isPresent($0) }
        var missing = facts.memory.missing
        for id in plan.gone.vanished where !plan.gone.takenByGit.contains(id) { missing[id] = situation.now }
        for id in plan.gone.overdue { missing[id] = situation.now }
        let unseen = neverSeen(facts)
        if all { for id in unseen { missing[id] = 0 } }
        status.neverSeen = countUnseen(unseen.filter { !bound.contains($0) && facts.memory.lacks($0, facts.model) }, facts.model, now: situation.now)
        if isFirst { for node in nodes { if let since = node.details?.content?.since { missing[node.id] = since } } }
        for id in plan.binding { if let id { missing[id] = nil } }
        status.missing = kind.missed(Status.missing(missing, facts.model, now: situation.now, all: all))
        findMovedOut(&status.missing, facts.memory)
        status.add(leftBehind(facts.model, facts.memory))
        status.likely = known(facts.meta, facts.model, facts.memory) + likelyPairs(in: plan, situation).map { $0.known(to: facts.model) }
        status.conflictCopies = try asKnown.countConflictCopies() + changes.count(where: { $0.kind == .added && $0.isNewConflictCopy })
        return status
    }

    private func known(_ meta: IndexMeta, _ model: Model, _ memory: Memory) -> [LikelyPair] {
        LikelyPair.known(meta, model, memory, since: home.surroundings.now() - home.configuration.settings.return)
    }

    /// The same where a daemon watches, which has taken in what changed: nothing has to be looked at.
    private func status(by changeSource: any ChangeSource, all: Bool) throws(ShedError) -> Status {
        _ = try refresh()
        let state = try store.load()
        var status = Status()
        status.hasLooked = true
        status.watcher = watcher
        status.health = changeSource.health
        status.incomplete = state.incomplete
        status.gitMayHaveRest = state.meta.lacksBatches && home.isInOwnWorkTree
        status.reports = changeSource.unresolved
        status.changes = changeSource.unsettled.map { change in
            var change = change
            if let id = change.id, state.model.nodes[id] == nil { change.id = nil }
            return change
        }
        status.rejected = rejected(state.model.detailed.compactMap { state.model.nodes[$0] }, state.model, state.memory, isPresent: state.memory.isPresent)
        var missing = state.memory.missing
        let unseen = neverSeenLately(state.facts)
        if all { for id in unseen { missing[id] = 0 } }
        status.neverSeen = countUnseen(unseen.filter { state.memory.lacks($0, state.model) }, state.model, now: home.surroundings.now())
        status.missing = kind.missed(Status.missing(missing, state.model, now: home.surroundings.now(), all: all))
        findMovedOut(&status.missing, state.memory)
        status.add(leftBehind(state.model, state.memory))
        status.likely = known(state.meta, state.model, state.memory)
        status.conflictCopies = try asKnown.countConflictCopies()
        return status
    }

    /// The root that this one is a copy of, as long as it still has its IDs.
    package var futureOriginal: [UInt8]? { home.copying.flatMap { $0.isDone ? nil : $0.original } }

    /// Other roots of the same project on this machine, of which nobody said what they are.
    package var otherRoots: [[UInt8]] { changeSource == nil ? home.otherRoots : home.otherRootsNow() }

    /// Nodes that this machine has never seen on disk: their files have not arrived, or went before it looked.
    private func neverSeen(_ facts: ProjectState.Facts) -> [NodeID] { facts.model.nodes.keys.filter { facts.memory.neverSaw($0, facts.model) } }

    /// The same, without going through all nodes again as long as nothing has changed.
    private func neverSeenLately(_ facts: ProjectState.Facts) -> [NodeID] {
        if let unseen, unseen.generation == store.generation { return unseen.ids }
        let ids = neverSeen(facts)
        unseen = (store.generation, ids)
        return ids
    }

    /// How many of what this machine lacks are told: what lies in Trash or Rejected is not.
    private func countUnseen(_ ids: [NodeID], _ model: Model, now: Int64) -> Int {
        var unseen = IDTable<Int64>()
        for id in ids { unseen[id] = 0 }
        guard !unseen.isEmpty else { return 0 }
        let shelters = model.roleBearers.compactMap { model.nodes[$0] }.filter { $0.role.map(Shelters.roles.contains) ?? false }.compactMap { model.path(of: $0.id) }
        let told = kind.missed(Status.missing(unseen, model, now: now, all: true))
        return told.count { item in item.path.map { path in !shelters.contains(where: path.isInside) } ?? false }
    }

    private func rejected(_ nodes: some Sequence<Node>, _ model: Model, _ memory: Memory, isPresent: (NodeID) -> Bool) -> [Status.Rejected] {
        let trash = Set(model.roleBearers.compactMap { model.nodes[$0] }.filter { $0.role == .trash }.compactMap { model.path(of: $0.id) })
        return nodes.compactMap { node in
            // What another device has moved stands where it was until it has come.
            guard let rejection = node.details?.rejection, isPresent(node.id), let path = memory.placeAwaitedFrom(node.id, model) ?? model.path(of: node.id)
            else { return nil }
            // What was thrown away is not to be looked at again.
            guard !trash.contains(where: path.isInside) else { return nil }
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
        for folder in home.registry.folders() where folder.path != home.stateFolder?.path {
            guard let index = try? ProjectIndex.open(path: folder.index, access: .readOnly),
                let found = try? index.find(identities: Set(byIdentity.keys))
            else { continue }
            for item in found { if let position = byIdentity[item.identity] { missing[position].movedOut = folder.record.root } }
        }
    }

    /// The same without loading the model, if the digests of all directories say that nothing changed.
    private func quickStatus() throws(ShedError) -> Status? {
        guard try isUnchanged() else { return nil }
        var status = Status()
        status.watcher = watcher
        return status
    }
}

extension Status {
    /// 30 days, in milliseconds.
    private static let recently: Int64 = 30 * 86_400_000

    package static func missing(_ since: IDTable<Int64>, _ model: Model, now: Int64, all: Bool) -> [Missing] {
        let made = model.madeForRefused(among: since.keys)
        return since.compactMap { id, since in
            guard let node = model.nodes[id], node.role != .rejected, !made.contains(id), node.details?.forgotten == nil,
                node.details?.rejection?.known != false, all || now - since <= recently else { return nil }
            return Missing(id: id, path: model.path(of: id), isFolder: node.type.isDirectory, since: since)
        }.sorted { ($0.path ?? .root, $0.id) < ($1.path ?? .root, $1.id) }
    }
}
