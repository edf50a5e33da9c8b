import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile
import ShedSidecar

extension ModelStore {
    /// Loads the model: from the index where that has folded exactly the batches that are there, else from the batches.
    ///
    /// The index is a cache. What it remembers of the disk is kept also when the batches are folded anew.
    package func load() throws(ShedError) -> ProjectState {
        do throws(IndexFault) { return try loadOnce() } catch {
            guard case .damaged = error else { throw error.asShedError }
        }
        // A damaged index is a lost cache: it is made anew, or, where nothing may be written, not used.
        try abandonIndex()
        do throws(IndexFault) { return try loadOnce() } catch { throw error.asShedError }
    }

    /// Tells a damaged index from every other fault.
    private enum IndexFault: Error {
        case damaged(IndexError)
        case other(any Error)

        var asShedError: ShedError {
            switch self {
            case .damaged(let error): ShedError(error)
            case .other(let error): ShedError(error)
            }
        }
    }

    private func loadOnce() throws(IndexFault) -> ProjectState {
        do {
            let generation = try index?.generation()
            if let state, changeSource?.isSidecarQuiet == true, generation == state.meta.generation, state.meta.fold.knowsOthers { return state }
            let listing = try home.sidecar.listing()
            changeSource?.isSidecarQuiet = true
            if let state, generation == state.meta.generation, state.meta.fold.knowsOthers, isFolded(listing, in: state.meta, state.batches) { return state }
            if listing.batches.isEmpty, listing.bases.isEmpty, listing.unreadable.isEmpty,
                let (meta, batches) = try index?.metaAndBatches(), meta.project == home.id, !batches.isEmpty {
                throw ShedError.rootLost(.noBatches, home.path, remedy: "Bring .shed/ops back. If it is gone for good, delete .shed and adopt the folder anew.")
            }
            var contents = try index?.load()
            if contents?.meta.project != home.id { contents = nil }
            var loaded: ProjectState
            if let contents, contents.meta.labels != nil, contents.meta.isDated, contents.meta.fold.knowsOthers,
                isFolded(listing, in: contents.meta, contents.batches)
            {
                loaded = fromIndex(contents)
            } else {
                loaded = try fold(listing, remembered: contents)
            }
            rebase(&loaded)
            take(loaded)
            return loaded
        } catch let error as IndexError where error.code == .corrupt || mayLackIndex {
            throw .damaged(error)
        } catch { throw .other(error) }
    }

    /// Whether the model holds all batches that are there.
    package var isUpToDate: Bool {
        guard let state, let listing = try? home.sidecar.listing() else { return false }
        return isFolded(listing, in: state.meta, state.batches)
    }

    /// Whether the model holds what is there at these paths of the sidecar, and nothing that is not. They are relative to
    /// `.shed/`. Costs as much as there are.
    package func isUpToDate(at paths: [RelativePath]) -> Bool {
        guard let state, state.meta.fold.gaps.namesBatches else { return false }
        do {
            return try paths.allSatisfy { path in
                let known = state.batches[path]
                guard let file = try home.sidecar.file(at: path) else { return known == nil }
                return known?.isSame(file) == true
            }
        } catch { return false }
    }

    /// Whether just the batches that are listed are folded. Costs as much as there are.
    package func isFolded(_ listing: SidecarListing, in meta: IndexMeta, _ batches: FoldedBatches) -> Bool {
        guard listing.unreadable.isEmpty, meta.fold.gaps.namesBatches, listing.batches.count + listing.bases.count == batches.count
        else { return false }
        return (listing.batches + listing.bases).allSatisfy { batches[$0.path]?.isSame($0) == true }
    }

    private func fromIndex(_ contents: IndexContents) -> ProjectState {
        ProjectState(
            model: contents.model, memory: contents.memory, meta: contents.meta, digests: contents.digests,
            clock: HybridClock(replica: home.replica, last: contents.meta.clock),
            wasIndexed: true, batches: contents.batches)
    }

    private func fold(_ listing: SidecarListing, remembered contents: IndexContents?) throws -> ProjectState {
        var folded = FoldedBatches()
        var own = OwnBatches()
        var others: [ReplicaID: Int64] = [:]
        var strangers: Set<ReplicaID> = []
        let surroundings = home.surroundings
        let fold = try home.sidecar.fold(of: home.file, fields: surroundings.kinds.fields, listing: listing, now: surroundings.now()) { batchFile, batch in
            folded.insert(FoldedBatch(batchFile, id: batch?.id))
            // What the original of a copy wrote is history, not another device's.
            guard let batch else { return }
            if batch.header.replica == home.replica { own.add(batch) }
            guard batch.header.project == home.id, batch.header.replica != home.replica else { return }
            if !home.wroteFormerly(batch.header) { strangers.insert(batch.header.replica) }
            // What is from the future says nothing of when it was written.
            let times = batch.operations.lazy.map(\.at.milliseconds).filter { $0 <= surroundings.now() + HybridClock.tolerance }
            others[batch.header.replica] = max(others[batch.header.replica] ?? 0, times.max() ?? 0)
        }
        var result = fold.result()
        var meta = contents?.meta ?? IndexMeta(project: home.id)
        meta.fold.heads = fold.heads.map(\.bytes)
        meta.fold.future = result.future.map { FutureField(id: $0.key.id, field: $0.key.field, stamp: $0.value) }
        meta.clock = max(meta.clock, fold.maxStamp?.time ?? 0)
        meta.aliases = result.model.aliases
        meta.labels = result.model.labels.sortedRecords
        meta.isDated = true
        meta.setGaps(fold)
        let forks = fold.forks
        strangers.formUnion(forks.map(\.replica))
        others = others.filter { strangers.contains($0.key) }
        meta.fold.hasOtherReplicas = !others.isEmpty
        meta.fold.setDevices(others, forks, result.model)
        meta.fold.sharedReplica = home.sharedReplica(own, forks)
        meta.fold.doubled = result.doubled.prefix(200).map { DoubledIDs(older: $0.older, younger: $0.younger) }
        meta.fold.unknownOperations = fold.unknownOperations
        meta.fold.sequence = max(fold.sequences[home.replica] ?? 0, meta.fold.sequence)
        var memory = transferred(contents?.memory, to: result.model)
        var joins: [Operation] = []
        if let contents {
            memory.unsettled.incomingMoves = incomingMoves(from: contents, to: result.model, fold)
            memory.unsettled.rejections = explained(contents, result.model, fold)
            if meta.fold.hasOtherReplicas, meta.waitedFor.isEmpty { joins = earlyArrivals(contents, result.model, fold) }
            memory.follow(aliasesOf: joins)
            for operation in joins { result.model.apply(operation) }
        }
        var state = ProjectState(
            model: result.model, memory: memory, meta: meta, digests: [:],
            clock: HybridClock(replica: home.replica, last: meta.clock),
            wasIndexed: contents != nil, batches: folded)
        state.joins = joins
        // While the sidecar is not whole the index is not saved, and this would be found again and again.
        if let contents, state.incomplete.isEmpty {
            state.carried = carried(from: contents, to: state.model, fold)
            state.departed = departed(from: contents, state.model)
            state.memory.unsettled.incomingNodes = incomingNodes(from: contents, to: state, fold)
        }
        return state
    }

    /// What was remembered, for the nodes of a model that was folded anew: aliases go to their targets.
    private func transferred(_ old: Memory?, to model: Model) -> Memory {
        guard let old else { return Memory() }
        var memory = Memory()
        memory.unsettled.pending = old.unsettled.pending
        memory.unsettled.refused = old.unsettled.refused
        memory.unsettled.waitingMoves = old.unsettled.waitingMoves
        memory.unsettled.resolveMoves(model.resolve)
        for (id, sighting) in old.seen where model.nodes[id] != nil {
            memory.record(sighting, of: id)
            memory.missing[id] = old.missing[id]
        }
        for (id, sighting) in old.seen where model.nodes[id] == nil {
            let target = model.resolve(id)
            guard target != id, model.nodes[target] != nil, !memory.isPresent(target) else { continue }
            memory.record(sighting, of: target)
            memory.missing[target] = old.missing[id]
        }
        return memory
    }

    /// Nodes that were seen here, and which another device's batch that is folded now places elsewhere. What this machine said
    /// itself before its index was saved has happened here already.
    private func incomingMoves(from old: IndexContents, to model: Model, _ fold: Fold) -> [NodeID: IncomingMove] {
        var found: [NodeID: IncomingMove] = [:]
        for (id, node) in old.model.nodes {
            guard old.memory.isPresent(id), let sighting = old.memory.seen[id], let now = model.nodes[id]?.place,
                let place = old.memory.unsettled.incomingMoves[id]?.place ?? node.place,
                now.name != place.name || model.resolve(now.parent) != model.resolve(place.parent)
            else { continue }
            if old.memory.unsettled.incomingMoves[id] == nil, let last = fold.lastPlacing(of: id), last.stamp.replica == home.replica, last.place == now { continue }
            found[id] = old.memory.unsettled.incomingMoves[id] ?? IncomingMove(place: place, identity: sighting.evidence.identity, since: home.surroundings.now())
        }
        return found
    }

    /// Where nodes were when they were last seen here that the sidecar has elsewhere now: another device's batches came, or own
    /// ones went, as git brings and takes them. What this machine said itself since the index was saved is told already.
    private func carried(from old: IndexContents, to model: Model, _ fold: Fold) -> [NodeID: RelativePath] {
        var found: [NodeID: RelativePath] = [:]
        for (id, node) in old.model.nodes {
            guard old.memory.isPresent(id), let place = node.place, let now = model.nodes[id]?.place,
                now.name != place.name || model.resolve(now.parent) != model.resolve(place.parent), let path = old.model.path(of: id)
            else { continue }
            if let last = fold.lastPlacing(of: id), last.stamp.replica == home.replica, last.stamp.time > old.meta.clock { continue }
            found[id] = path
        }
        return found
    }

    /// What was here when it was last looked at, and which the sidecar does not know any more: git took its batches.
    private func departed(from old: IndexContents, _ model: Model) -> [Departure] {
        old.model.nodes.compactMap { id, node in
            guard old.memory.isPresent(id), model.nodes[id] == nil, model.resolve(id) == id, node.role != .rejected else { return nil }
            return old.model.path(of: id).map { Departure(id: id, path: $0, type: node.type) }
        }
    }

    /// Nodes that the sidecar knows and did not know, and that were not seen here. What this machine said itself since the index was
    /// saved is told already.
    private func incomingNodes(from old: IndexContents, to state: ProjectState, _ fold: Fold) -> Set<NodeID> {
        // Who never looked has no news.
        guard !old.memory.isEmpty else { return [] }
        let known = old.memory.unsettled.incomingNodes.filter { state.model.nodes[$0] != nil }
        let new = state.model.nodes.keys.filter { id in
            guard old.model.nodes[id] == nil, state.model.nodes[id]?.role != .rejected else { return false }
            guard let last = fold.lastPlacing(of: id) else { return false }
            return last.stamp.replica != home.replica || last.stamp.time <= old.meta.clock
        }
        return known.union(new).filter { state.memory.seen[$0] == nil }
    }

    /// The device number of a file system can differ after a restart; within a project all nodes are on the root's.
    private func rebase(_ state: inout ProjectState) {
        guard let device = (try? home.root.ownEvidence())?.device, let first = state.memory.seen.values.first?.evidence.device,
            first != device
        else { return }
        var memory = Memory()
        memory.unsettled.pending = state.memory.unsettled.pending
        memory.unsettled.refused = state.memory.unsettled.refused
        memory.unsettled.rejections = state.memory.unsettled.rejections.mapValues { item in
            var item = item
            item.identity.device = device
            return item
        }
        memory.missing = state.memory.missing
        memory.unsettled.waitingMoves = state.memory.unsettled.waitingMoves
        memory.unsettled.incomingNodes = state.memory.unsettled.incomingNodes
        memory.unsettled.incomingMoves = state.memory.unsettled.incomingMoves.mapValues { move in
            var move = move
            move.identity.device = device
            return move
        }
        for (id, sighting) in state.memory.seen {
            var sighting = sighting
            sighting.evidence.device = device
            memory.record(sighting, of: id)
        }
        state.memory = memory
    }
}

extension FoldedBatch {
    /// - Parameter id: `nil` for a file that could not be folded, or is a base.
    init(_ file: BatchFile, id: BatchID?) {
        self.init(
            path: file.path, size: file.evidence.size, modified: file.evidence.modified, inode: file.evidence.inode,
            id: id?.bytes ?? [UInt8](repeating: 0, count: 32))
    }

    /// Whether the file is in the same state as when it was folded, as far as its evidence tells.
    func isSame(_ file: BatchFile) -> Bool {
        size == file.evidence.size && modified == file.evidence.modified && inode == file.evidence.inode
    }

    /// Whether it could not be folded, or is a base.
    package var hasNoID: Bool { id.allSatisfy { $0 == 0 } }
}

extension BatchID {
    /// The 32 bytes.
    var bytes: [UInt8] { Hexadecimal.bytes(of: description) ?? [] }
}
