import ShedDisk
import ShedIndex
import ShedModel
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
            if let state, changeSource?.isSidecarQuiet == true, try index?.generation() == state.meta.generation { return state }
            let meta = try index?.meta()
            let listing = try home.sidecar.listing()
            changeSource?.isSidecarQuiet = true
            if let state, meta?.generation == state.meta.generation, isFolded(listing, in: state.meta) { return state }
            if let meta, meta.project == home.id, !meta.batches.isEmpty, listing.batches.isEmpty, listing.bases.isEmpty,
                listing.unreadable.isEmpty {
                throw ShedError.rootLost(.noBatches, home.path, remedy: "Bring .shed/ops back. If it is gone for good, delete .shed and adopt the folder anew.")
            }
            let contents = try meta?.project == home.id ? index?.load() : nil
            var loaded: ProjectState
            if let contents, contents.meta.labels != nil, isFolded(listing, in: contents.meta) {
                loaded = fromIndex(contents)
            } else {
                loaded = try fold(listing, remembered: contents)
            }
            rebase(&loaded)
            loaded.model.prepareChildren()
            take(loaded)
            return loaded
        } catch let error as IndexError where error.code == .corrupt || mayLackIndex {
            throw .damaged(error)
        } catch { throw .other(error) }
    }

    /// Whether the model holds all batches that are there.
    package var isUpToDate: Bool {
        guard let state, let listing = try? home.sidecar.listing() else { return false }
        return isFolded(listing, in: state.meta)
    }

    /// Whether the index has folded just the batches that are listed.
    package func isFolded(_ listing: SidecarListing, in meta: IndexMeta) -> Bool {
        guard listing.unreadable.isEmpty, meta.knowsGaps, listing.batches.count + listing.bases.count == meta.batches.count else { return false }
        let known = Set(meta.batches.map(Fingerprint.init))
        return (listing.batches + listing.bases).allSatisfy { known.contains(Fingerprint($0)) }
    }

    private func fromIndex(_ contents: IndexContents) -> ProjectState {
        ProjectState(
            model: contents.model, memory: contents.memory, meta: contents.meta, digests: contents.digests,
            clock: HybridClock(replica: home.replica, last: contents.meta.clock),
            incomplete: contents.meta.waitedFor,
            hasOtherReplicas: contents.meta.extra["others"] != nil, wasIndexed: true)
    }

    private func fold(_ listing: SidecarListing, remembered contents: IndexContents?) throws -> ProjectState {
        var folded: [FoldedBatch] = []
        var others = false
        let fold = try home.sidecar.fold(of: home.file, fields: home.surroundings.kinds.fields, listing: listing, now: home.surroundings.now()) { batchFile, batch in
            folded.append(FoldedBatch(batchFile, id: batch?.id))
            // What the original of a copy wrote is history, not another device's.
            if let header = batch?.header, header.project == home.id, header.replica != home.replica { others = true }
        }
        let result = fold.result()
        var meta = contents?.meta ?? IndexMeta(project: home.id)
        meta.batches = folded
        meta.heads = fold.heads.map(\.bytes)
        meta.future = result.future.map { FutureField(id: $0.key.id, field: $0.key.field, stamp: $0.value) }
        meta.clock = max(meta.clock, fold.maxStamp?.time ?? 0)
        meta.aliases = result.model.aliases
        meta.labels = result.model.labels.sortedRecords
        meta.setGaps(fold)
        meta.extra["others"] = others ? [1] : nil
        meta.extra["doubled"] = result.doubled.isEmpty ? nil : Array(result.doubled.prefix(200).map { "\($0.older) \($0.younger)" }.joined(separator: "\n").utf8)
        meta.extra["unknown"] = fold.unknownOperations == 0 ? nil : Array(String(fold.unknownOperations).utf8)
        meta.extra["sequence"] = Array(String(max(fold.sequences[home.replica] ?? 0, meta.sequence)).utf8)
        var memory = transferred(contents?.memory, to: result.model)
        if let contents { memory.awaited = awaited(from: contents, to: result.model, fold) }
        return ProjectState(
            model: result.model, memory: memory, meta: meta, digests: [:],
            clock: HybridClock(replica: home.replica, last: meta.clock), incomplete: meta.waitedFor, hasOtherReplicas: others,
            wasIndexed: contents != nil)
    }

    /// What was remembered, for the nodes of a model that was folded anew: aliases go to their targets.
    private func transferred(_ old: Memory?, to model: Model) -> Memory {
        guard let old else { return Memory() }
        var memory = Memory()
        memory.pending = old.pending
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
    private func awaited(from old: IndexContents, to model: Model, _ fold: Fold) -> [NodeID: Awaited] {
        var found: [NodeID: Awaited] = [:]
        for (id, node) in old.model.nodes {
            guard old.memory.isPresent(id), let sighting = old.memory.seen[id], let now = model.nodes[id]?.place,
                let place = old.memory.awaited[id]?.place ?? node.place,
                now.name != place.name || model.resolve(now.parent) != model.resolve(place.parent)
            else { continue }
            if old.memory.awaited[id] == nil, let last = fold.lastPlacing(of: id), last.replica == home.replica, last.place == now { continue }
            found[id] = old.memory.awaited[id] ?? Awaited(place: place, identity: sighting.evidence.identity, since: home.surroundings.now())
        }
        return found
    }

    /// The device number of a file system can differ after a restart; within a project all nodes are on the root's.
    private func rebase(_ state: inout ProjectState) {
        guard let device = (try? home.root.ownEvidence())?.device, let first = state.memory.seen.values.first?.evidence.device,
            first != device
        else { return }
        var memory = Memory()
        memory.pending = state.memory.pending
        memory.missing = state.memory.missing
        memory.awaited = state.memory.awaited.mapValues { awaited in
            var awaited = awaited
            awaited.identity.device = device
            return awaited
        }
        for (id, sighting) in state.memory.seen {
            var sighting = sighting
            sighting.evidence.device = device
            memory.record(sighting, of: id)
        }
        state.memory = memory
    }
}

/// What tells one state of a batch file from another.
private struct Fingerprint: Hashable {
    var directory: Name
    var name: Name
    var size: Int64
    var modified: Int64
    var inode: UInt64

    init(_ file: BatchFile) {
        directory = file.replicaDirectory ?? file.area
        name = file.name
        size = file.evidence.size
        modified = file.evidence.modified
        inode = file.evidence.inode
    }

    init(_ batch: FoldedBatch) {
        directory = batch.directory
        name = batch.name
        size = batch.size
        modified = batch.modified
        inode = batch.inode
    }
}

extension FoldedBatch {
    /// - Parameter id: `nil` for a file that could not be folded, or is a base.
    init(_ file: BatchFile, id: BatchID?) {
        self.init(
            directory: file.replicaDirectory ?? file.area, name: file.name, size: file.evidence.size,
            modified: file.evidence.modified, inode: file.evidence.inode,
            id: id?.bytes ?? [UInt8](repeating: 0, count: 32))
    }
}

extension BatchID {
    /// The 32 bytes.
    var bytes: [UInt8] { Hexadecimal.bytes(of: description) ?? [] }
}
