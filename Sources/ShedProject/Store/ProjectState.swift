import ShedIndex
import ShedModel
import ShedReconcile
import ShedSidecar

/// The model with what was read along with it.
package struct ProjectState {
    package var model: Model
    package var memory: Memory
    /// What is missing, once it was gathered (``prepareForParts()``); then kept up.
    private(set) var missingContents: MissingContents?
    /// Nodes of which something was said lately and when that was, in milliseconds since 1970; the newest last.
    private var lately: [(id: NodeID, time: Int64)] = []
    /// Nodes that were found not to be there, which is not believed at once, and since when, in milliseconds since 1970.
    private(set) var doubts: [NodeID: Int64] = [:]
    package var meta: IndexMeta
    package var digests: [NodeID: DirectoryDigest]
    package var clock: HybridClock
    /// Whether an index was there to load.
    package var wasIndexed: Bool
    /// The files of the sidecar that the model is the fold of.
    package var batches: FoldedBatches
    /// Whether the model is the fold of what was written since, too: what is not is folded when the project is next loaded.
    var isFold = true
    /// Second names that loading has found, and that the next walk writes into the sidecar. The model has them already.
    var joins: [Operation] = []
    /// Nodes that were given fields beside what a batch was written for, until the index has them.
    var saidBeside: Set<NodeID> = []
    /// Where nodes were when they were last seen here that the sidecar, when it was folded anew, has elsewhere; until they are seen
    /// there.
    var carried: [NodeID: RelativePath] = [:]
    /// What was here when it was last looked at and the sidecar, when it was folded anew, does not know any more; until it is gone
    /// or something else.
    var departed: [Departure] = []

    init(
        model: Model, memory: Memory, meta: IndexMeta, digests: [NodeID: DirectoryDigest], clock: HybridClock, wasIndexed: Bool,
        batches: FoldedBatches
    ) {
        self.model = model
        self.memory = memory
        self.meta = meta
        self.digests = digests
        self.clock = clock
        self.wasIndexed = wasIndexed
        self.batches = batches
        self.model.prepareChildren(missing: memory.missing)
    }

    /// Prepares for looks at parts of the project, which then cost nothing for what they do not look at.
    mutating func prepareForParts() {
        memory.prepareIdentities()
        missingContents = missingContents ?? MissingContents(model, memory)
    }

    /// Forgets of what moved, came and went with batches what a plan's walk has told.
    mutating func settleCarried(_ plan: Plan, _ snapshot: Snapshot) { plan.settle(&carried, &departed, snapshot) }

    var isPreparedForParts: Bool { memory.hasIdentities && missingContents != nil }

    /// Brings what follows from model and memory up to date.
    mutating func follow(_ change: ModelChange) {
        switch change {
        case .everything:
            model.setMissing(memory.missing)
            if missingContents != nil { missingContents = MissingContents(model, memory) }
        case .nodes(let ids, .model):
            // What was in a folder comes behind it where both vanished.
            for id in ids.reversed() { model.setMissing(id, memory.missing.position(of: id) != nil) }
            for id in ids {
                missingContents?.note(id, model, memory)
                guard let time = memory.missing[id] ?? model.nodes[id]?.created else { continue }
                lately.append((id, time))
            }
            if lately.count > 2 * ProjectState.mostLately { lately.removeFirst(lately.count - ProjectState.mostLately) }
        // Nothing came or went.
        case .nodes(_, .sightings), .nodes(_, .hashes): break
        }
    }

    /// Takes note of what a walk has doubted to be gone, and of what it saw again.
    /// - Parameter seen: the node of each entry that the walk saw.
    mutating func noteDoubts(_ gone: Set<NodeID>, seen: [NodeID?], now: Int64) {
        if !doubts.isEmpty {
            for case let id? in seen where doubts[id] != nil { doubts[id] = nil }
            doubts = doubts.filter { now - $0.value < ProjectState.longestDoubt }
        }
        for id in gone where doubts[id] == nil { doubts[id] = now }
    }

    /// In milliseconds.
    private static let longestDoubt: Int64 = 120_000

    /// The nodes that were made, or found missing, since a time, as far as this process has seen it: the newest ones, each once.
    /// - Parameter time: in milliseconds since 1970.
    func changedLately(since time: Int64) -> [NodeID] {
        var known: Set<NodeID> = []
        return lately.filter { $0.time >= time && known.insert($0.id).inserted }.map(\.id)
    }

    private static let mostLately = 1_024

    /// Why the sidecar is not whole, but for what this machine has gone on without.
    package var incomplete: [String] { meta.waitedFor }

    /// What a walk tells that an earlier one has not, and what has been told then: as long as the sidecar is not whole each meets the same.
    func telling(_ plan: Plan, _ situation: Situation) -> (changes: [Change], told: [NodeID: ToldChange]) {
        guard !meta.told.isEmpty || !incomplete.isEmpty else { return (plan.changes, [:]) }
        return plan.telling(besides: meta.told, situation)
    }

    /// Whether the sidecar holds batches of other replicas.
    package var hasOtherReplicas: Bool { meta.fold.hasOtherReplicas }

    /// Whether one of them wrote within the last 30 days, by its own stamps.
    /// - Parameter now: in milliseconds since 1970.
    func isReplicaActive(now: Int64) -> Bool { meta.fold.lastOfOthers.map { now - $0 < 30 * 86_400_000 } ?? false }

    /// What the index has of folders, but for their digests.
    package var folderRecords: [FolderRecord] {
        model.nodes.values.filter(\.type.isDirectory)
            .map { FolderRecord(node: $0, sighting: memory.seen[$0.id], missingSince: memory.missing[$0.id]) }
    }

    /// Whether a node is where the model has it, as far as this machine knows: one that never saw the project believes the
    /// sidecar.
    package func stands(_ id: NodeID) -> Bool { memory.isEmpty || memory.isPresent(id) }

    /// The node that was last seen at a path.
    package func node(at path: RelativePath) -> NodeID? { memory.node(at: path, model) }

    /// With the old and the new places of what another device has moved: neither says anything without the other. And with where
    /// known nodes wait that would else seem to have vanished.
    /// - Returns: `nil` where that is too much to name: everything.
    func withAwaited(_ dirty: Set<RelativePath>) -> Set<RelativePath>? {
        var result = dirty.union(memory.unsettled.waitingMoves.keys.lazy.map(\.parent))
        for (id, move) in memory.unsettled.incomingMoves {
            guard let old = model.path(of: move.place.parent)?.appending(move.place.name), let new = model.path(of: id) else { continue }
            result.formUnion([old.parent, new.parent])
            var folders = [(id, old, new)]
            while let (folder, old, new) = folders.popLast() {
                guard model.nodes[folder]?.type.isDirectory == true else { continue }
                result.formUnion([old, new])
                guard result.count < 1_000 else { return nil }
                for child in model.children(of: folder) {
                    if let name = model.nodes[child]?.place?.name { folders.append((child, old.appending(name), new.appending(name))) }
                }
            }
        }
        return result
    }

    /// What those who only look may know.
    package struct Facts: Sendable {
        package var model: Model
        package var memory: Memory
        package var meta: IndexMeta

        package var incomplete: [String] { meta.waitedFor }
    }

    package var facts: Facts { Facts(model: model, memory: memory, meta: meta) }
}
