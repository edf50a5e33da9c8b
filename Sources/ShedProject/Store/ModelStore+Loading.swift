import ShedDisk
import ShedIndex
import ShedModel
import ShedReplicas
import ShedSidecar

extension ModelStore {
    /// Loads the model: from the index where that has folded exactly the batches that are there, else from the batches.
    ///
    /// The index is a cache. What it remembers of the disk is kept also when the batches are folded anew.
    package func load() throws(ShedError) -> ProjectState {
        openIndexToLoad()
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
            // Where there is no index, nobody else can have written into it what this one does not know.
            let generation = try index?.generation() ?? 0
            if let state, changeSource?.isSidecarQuiet == true, generation == state.meta.generation, state.meta.fold.knowsOthers { return state }
            if let state, generation == state.meta.generation, state.meta.fold.knowsOthers, stands(state.meta) {
                changeSource?.isSidecarQuiet = true
                return state
            }
            if let loaded = try loadStanding() {
                changeSource?.isSidecarQuiet = true
                return loaded
            }
            if let loaded = try loadNews() {
                changeSource?.isSidecarQuiet = true
                return loaded
            }
            let listing = try home.sidecar.listing()
            changeSource?.isSidecarQuiet = true
            if let known = state, generation == known.meta.generation, known.meta.fold.knowsOthers, case let batches = try allBatches(known),
                isFolded(listing, in: known.meta, batches)
            {
                changeMeta { $0.fold.standing.folders = ModelStore.standing(listing, batches) }
                return state ?? known
            }
            if listing.batches.isEmpty, listing.bases.isEmpty, listing.unreadable.isEmpty,
                let (meta, batches) = try index?.metaAndBatches(), meta.project == home.id, !batches.isEmpty {
                let way = home.isInOwnWorkTree ? ", as by “git checkout HEAD -- .shed/ops”" : ""
                throw ShedError.rootLost(.noBatches, home.path, remedy: "Bring .shed/ops back\(way). If it is gone for good, delete .shed and adopt the folder anew.")
            }
            var contents = try index?.load()
            if contents?.meta.project != home.id { contents = nil }
            var loaded: ProjectState
            if let contents, contents.meta.saysAll, isFolded(listing, in: contents.meta, contents.batches) {
                loaded = fromIndex(contents)
                loaded.meta.fold.standing.folders = ModelStore.standing(listing, contents.batches)
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
        guard let state else { return false }
        if stands(state.meta) { return true }
        guard let listing = try? home.sidecar.listing(), let batches = try? allBatches(state) else { return false }
        return isFolded(listing, in: state.meta, batches)
    }

    /// Whether the model holds what is there at these paths of the sidecar, and nothing that is not. They are relative to
    /// `.shed/`. Costs as much as there are.
    package func isUpToDate(at paths: [RelativePath]) -> Bool {
        guard let state, state.meta.fold.gaps.namesBatches else { return false }
        do {
            let batches = try allBatches(state)
            return try paths.allSatisfy { path in
                let known = batches[path]
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

    func fromIndex(_ contents: IndexContents) -> ProjectState {
        var model = contents.model
        model.outplaced = contents.meta.fold.outplaced
        return ProjectState(
            model: model, memory: contents.memory, meta: contents.meta, digests: contents.digests,
            clock: HybridClock(replica: home.replica, last: contents.meta.clock),
            wasIndexed: true, batches: contents.batches)
    }

    private func fold(_ listing: SidecarListing, remembered contents: IndexContents?) throws -> ProjectState {
        let surroundings = home.surroundings
        let saved = contents.flatMap(savedFold)
        var known = saved?.known
        let reading = home.sidecar.fold(of: home.file, fields: surroundings.kinds.fields, listing: listing, now: surroundings.now(), known: &known)
        let folded = ModelStore.batches(reading, listing, contents)
        let unkept = keep(reading, addedTo: saved?.checksum)
        return state(of: reading.fold, folded, ModelStore.standing(listing, folded), unkept, remembered: contents)
    }

    /// What the index holds with the batches that came, where nothing else changed and the fold that was kept is at hand: neither are other
    /// files looked at, nor is the list of them read.
    private func loadNews() throws -> ProjectState? {
        guard let index, let meta = try index.meta(), meta.project == home.id, meta.saysAll, case .came(let came, let folders) = try news(since: meta),
            let (reading, kept) = try foldOnward(came, since: meta), let contents = try index.load(batches: false),
            contents.meta.generation == meta.generation
        else { return nil }
        let new = Set(came.map(\.path))
        var folded = FoldedBatches.part
        var broken: Set<RelativePath> = []
        for (file, id) in reading.read {
            if new.contains(file.path) { folded.insert(FoldedBatch(file, id: id)) }
            if id == nil { broken.insert(file.path.parent) }
        }
        let standing = folders.map { $0.marked(isWhole: $0.isWhole && !broken.contains($0.path)) }
        var loaded = state(of: reading.fold, folded, standing, keep(reading, addedTo: kept), remembered: contents)
        rebase(&loaded)
        take(loaded)
        return loaded
    }

    private func state(
        of fold: Fold, _ folded: FoldedBatches, _ standing: [ListedFolder], _ unkept: UnkeptBatches, remembered contents: IndexContents?
    ) -> ProjectState {
        let surroundings = home.surroundings
        let writers = Writers(fold, home)
        var meta = contents?.meta ?? IndexMeta(project: home.id)
        meta.setGaps(fold)
        let (forks, others) = (fold.forks, writers.others(fold.forks))
        meta.fold.hasOtherReplicas = !others.isEmpty
        meta.fold.standing.folders = standing
        meta.fold.unkept = unkept
        let shared = home.sharedReplica(writers.own, forks)
        let refolding = Refolding(
            fold, before: contents.map { Refolding.Known(model: $0.model, memory: $0.memory, clock: $0.meta.clock) },
            Refolding.Circumstances(
                replica: home.replica, now: surroundings.now(), hasOthers: !others.isEmpty, isWhole: meta.waitedFor.isEmpty, isShared: shared != nil))
        meta.take(fold, refolding, by: home.replica)
        meta.fold.setDevices(others, forks, refolding.folded.model)
        meta.fold.sharedReplica = shared
        return ProjectState(
            refolding, meta, clock: HybridClock(replica: home.replica, last: meta.clock), wasIndexed: contents != nil, batches: folded)
    }

    /// Has what was seen on the devices on which it is now (``DeviceNumbers``).
    func rebase(_ state: inout ProjectState) {
        guard let numbers = try? DeviceNumbers(of: home.root), let first = state.memory.seen.values.first?.evidence.device else { return }
        let model = state.model
        func isFolder(_ id: NodeID) -> Bool { model.nodes[id]?.type.isDirectory == true }
        let others = numbers.areSeveral ? changes(state, isFolder) : [:]
        // All folders have one number.
        let folder = numbers.areSeveral ? state.memory.seen.keys.first(where: isFolder).flatMap { state.memory.seen[$0]?.evidence.device } : first
        guard !others.isEmpty || folder.map({ $0 != numbers.root }) == true else { return }
        func now(_ id: NodeID, _ device: UInt64) -> UInt64 { numbers.areSeveral && !isFolder(id) ? others[device] ?? device : numbers.root }
        var memory = Memory()
        memory.unsettled.pending = state.memory.unsettled.pending
        memory.unsettled.refused = state.memory.unsettled.refused
        memory.unsettled.rejections = state.memory.unsettled.rejections
        for (id, item) in state.memory.unsettled.rejections {
            memory.unsettled.rejections[id]?.identity.device = now(id, item.identity.device)
        }
        memory.missing = state.memory.missing
        memory.unsettled.waitingMoves = state.memory.unsettled.waitingMoves
        memory.unsettled.incomingNodes = state.memory.unsettled.incomingNodes
        memory.unsettled.incomingMoves = state.memory.unsettled.incomingMoves
        for (id, move) in state.memory.unsettled.incomingMoves {
            memory.unsettled.incomingMoves[id]?.identity.device = now(id, move.identity.device)
        }
        for (id, sighting) in state.memory.seen {
            var sighting = sighting
            sighting.evidence.device = now(id, sighting.evidence.device)
            memory.record(sighting, of: id)
        }
        state.memory = memory
    }

    /// The numbers that the devices of files have now which had others.
    private func changes(_ state: ProjectState, _ isFolder: (NodeID) -> Bool) -> [UInt64: UInt64] {
        let (seen, root) = (state.memory.seen, home.root)
        return DeviceNumbers.changes(seen.values.lazy.map(\.evidence.device)) { position in
            let id = seen.keys[position]
            return isFolder(id) || !state.memory.isPresent(id) ? nil : seen.values[position].evidence.identity
        } there: { position in
            state.model.path(of: seen.keys[position]).flatMap { DeviceNumbers.file(at: $0, in: root) }
        }
    }
}

extension FoldedBatch {
    /// - Parameter id: `nil` for a file that could not be folded.
    init(_ file: BatchFile, id: BatchID?) {
        self.init(
            path: file.path, size: file.evidence.size, modified: file.evidence.modified, inode: file.evidence.inode,
            id: id?.bytes ?? [UInt8](repeating: 0, count: 32))
    }

    /// Whether the file is in the same state as when it was folded, as far as its evidence tells.
    func isSame(_ file: BatchFile) -> Bool {
        size == file.evidence.size && modified == file.evidence.modified && inode == file.evidence.inode
    }

    /// Whether it could not be folded, or is a base of which an earlier shed took note.
    package var hasNoID: Bool { id.allSatisfy { $0 == 0 } }
}

extension IndexMeta {
    /// Whether it says all that a fold says now; one of an earlier version does not.
    package var saysAll: Bool { labels != nil && isDated && fold.rules == Fold.rules && fold.knowsOthers }

    /// Takes over what batches fold to, but for what is missing of them (``setGaps(_:)``).
    fileprivate mutating func take(_ fold: Fold, _ refolding: Refolding, by replica: ReplicaID) {
        self.fold.heads = fold.heads.map(\.bytes)
        self.fold.future = refolding.folded.future.map { FutureField(id: $0.key.id, field: $0.key.field, stamp: $0.value) }
        clock = max(clock, fold.maxStamp?.time ?? 0)
        aliases = refolding.aliases
        labels = refolding.folded.model.labels.sortedRecords
        isDated = true
        self.fold.rules = Fold.rules
        self.fold.outplaced = refolding.folded.model.outplaced
        self.fold.hints = refolding.hints
        self.fold.doubled = refolding.folded.doubled.prefix(200).map { DoubledIDs(older: $0.older, younger: $0.younger) }
        self.fold.unknownOperations = fold.unknownOperations
        self.fold.sequence = max(fold.sequences[replica] ?? 0, self.fold.sequence)
    }
}

extension ProjectState {
    fileprivate init(_ refolding: Refolding, _ meta: IndexMeta, clock: HybridClock, wasIndexed: Bool, batches: FoldedBatches) {
        self.init(
            model: refolding.folded.model, memory: refolding.memory, meta: meta, digests: [:], clock: clock, wasIndexed: wasIndexed,
            batches: batches)
        (joins, carried, departed) = (refolding.joins, refolding.carried, refolding.departed)
    }
}

extension BatchID {
    /// The 32 bytes.
    var bytes: [UInt8] { Hexadecimal.bytes(of: description) ?? [] }
}
