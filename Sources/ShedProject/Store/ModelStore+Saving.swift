import ShedIndex
import ShedModel
import ShedReconcile
import ShedRules

extension ModelStore {
    /// Brings the index up to date: only what differs, or everything where there was none.
    func save(
        _ state: inout ProjectState, changed: [NodeID], left: Set<NodeID>, _ plan: Plan, _ situation: Situation, by access: WriteAccess
    ) throws(ShedError) {
        let digests = ModelStore.digests(plan, situation, state.memory)
        state.meta.leftover = leftover(state, changed, plan, situation.snapshot)
        guard state.wasIndexed, !state.digests.isEmpty else {
            state.digests = digests
            return try saveAll(&state)
        }
        var touched = Touched(parents: left)
        for id in changed + plan.gone.vanished + state.saidBeside {
            if let node = state.model.nodes[id] { touched.insert(node, state.model) }
        }
        touched.folders.formUnion(digests.keys.filter { digests[$0] != state.digests[$0] })
        for id in touched.folders where state.model.nodes[id] != nil {
            state.digests[id] = digests[id] ?? (plan.gone.vanished.contains(id) ? nil : state.digests[id])
        }
        try save(&state, touched)
    }

    /// Writes everything.
    private func saveAll(_ state: inout ProjectState) throws(ShedError) {
        let index = try writableIndex()
        do throws(IndexError) { try index.replace(with: &state) } catch { throw ShedError(error) }
    }

    /// Writes what differs.
    private func save(_ state: inout ProjectState, _ touched: Touched) throws(ShedError) {
        let index = try writableIndex()
        var changes = IndexChanges(meta: state.meta, batches: state.batches)
        for id in touched.folders {
            guard let node = state.model.nodes[id] else { continue }
            changes.folders.append(
                FolderRecord(node: node, sighting: state.memory.seen[id], missingSince: state.memory.missing[id], digest: state.digests[id]))
        }
        changes.removed = touched.removed
        for folder in touched.parents { changes.files[folder] = ModelStore.files(in: folder, state) }
        do throws(IndexError) { state.noteSaved(try index.update(changes)) } catch { throw ShedError(error) }
    }

    private func leftover(_ state: ProjectState, _ changed: [NodeID], _ plan: Plan, _ snapshot: Snapshot) -> Leftover? {
        if !plan.reports.isEmpty || !plan.waiting.held.isEmpty || !plan.gone.doubted.isEmpty { return .work }
        // A walk through a part of the project knows nothing of what is left elsewhere.
        if state.meta.leftover == .work, snapshot.directories.contains(where: { $0.state == .partial }) { return .work }
        if !state.memory.missing.isEmpty || state.model.detailed.contains(where: { ModelStore.isNews($0, state.model) }) { return .news }
        // Where there were none, one that has come is among what changed.
        let known = state.meta.leftover != nil || !state.wasIndexed ? Array(state.model.nodes.keys) : changed
        return known.contains { ModelStore.isConflictCopy($0, state.model) } || ModelStore.lacksUnseen(state) ? .news : nil
    }

    /// Whether other devices know what was never seen here. Where all nodes but the project have been seen, none is looked at.
    private static func lacksUnseen(_ state: ProjectState) -> Bool {
        let others = state.model.nodes.count - (state.memory.seen[state.model.project] == nil ? 1 : 0)
        return others > state.memory.seen.count && state.model.nodes.keys.contains { state.memory.lacks($0, state.model) }
    }

    private static func isConflictCopy(_ id: NodeID, _ model: Model) -> Bool {
        guard let name = model.nodes[id]?.place?.name, let read = ConflictName(name) else { return false }
        return read.certainty != .possible
    }

    /// Whether something stands in Rejected, or came in a way that nobody saw.
    private static func isNews(_ id: NodeID, _ model: Model) -> Bool {
        model.nodes[id]?.details?.rejection != nil || model.nodes[id]?.details?.unexplained != nil
    }

    /// The records of all files that were last seen in a folder.
    static func files(in folder: NodeID, _ state: ProjectState) -> [FileRecord] {
        let children = folder == ProjectIndex.nowhere
            ? state.model.nodes.values.filter { !$0.type.isDirectory && ProjectIndex.home(of: $0, in: state.model) == folder }.map(\.id)
            : state.model.children(of: folder)
        return children.compactMap { id in
            guard let node = state.model.nodes[id], !node.type.isDirectory else { return nil }
            return FileRecord(node: node, sighting: state.memory.seen[id], missingSince: state.memory.missing[id])
        }
    }

    /// What differs from what the index holds.
    private struct Touched {
        var folders: Set<NodeID> = []
        /// Folders whose list of files has changed.
        var parents: Set<NodeID>
        /// What is no node any more.
        var removed: [NodeID] = []

        init(parents: Set<NodeID>) { self.parents = parents }

        mutating func insert(_ node: Node, _ model: Model) {
            if node.type.isDirectory { folders.insert(node.id) } else { parents.insert(ProjectIndex.home(of: node, in: model)) }
        }
    }

    /// The nodes whose sighting will differ from what is remembered, or may.
    static func differing(_ plan: Plan, _ situation: Situation, _ memory: Memory) -> [NodeID] {
        var result: [NodeID] = []
        for (index, id) in plan.binding.enumerated() {
            guard let id else { continue }
            guard let old = memory.seen[id], !old.isRacy, situation.answers.hashes[index] == nil, memory.missing[id] == nil,
                old.evidence == situation.snapshot.entries[index].evidence
            else {
                result.append(id)
                continue
            }
        }
        return result
    }

    /// The lists of files that nodes stand in before operations are applied: one that is moved leaves its list.
    static func fileLists(of operations: [Operation], _ model: Model) -> Set<NodeID> {
        var lists: Set<NodeID> = []
        for operation in operations {
            guard let node = model.nodes[operation.id] else { continue }
            if !node.type.isDirectory { lists.insert(ProjectIndex.home(of: node, in: model)) }
        }
        return lists
    }

    /// The digests of the directories that were read. One in which something has to wait gets none that could ever
    /// match, so that it is looked at again.
    static func digests(_ plan: Plan, _ situation: Situation, _ memory: Memory) -> [NodeID: DirectoryDigest] {
        let snapshot = situation.snapshot
        var result: [NodeID: DirectoryDigest] = [:]
        var waiting: Set<Int> = []
        for index in plan.waiting.held { waiting.insert(Int(snapshot.entries[index].parent)) }
        for (position, directory) in snapshot.directories.enumerated() where directory.state == .read {
            let node = position == 0 ? situation.model.project : plan.binding[Int(directory.entry)]
            guard let node else { continue }
            var files = 0
            var folders = 0
            var isRacy = waiting.contains(position)
            for index in directory.entries {
                switch snapshot.entries[index].kind {
                case .file: files += 1
                case .directory: folders += 1
                case .link, .special: continue
                }
                guard let id = plan.binding[index] else {
                    isRacy = true
                    continue
                }
                if let sighting = memory.seen[id], sighting.isRacy, sighting.hash != nil { isRacy = true }
            }
            result[node] = DirectoryDigest(value: directory.digest, isRacy: isRacy, files: files, folders: folders)
        }
        return result
    }
}

extension ModelStore {
    /// Brings the index up to date after operations that changed no file.
    /// - Parameter left: the lists of files that nodes stood in before (``fileLists(of:_:)``).
    func save(_ state: inout ProjectState, touching ids: [NodeID], left: Set<NodeID> = [], by access: WriteAccess) throws(ShedError) {
        // While the sidecar is not whole, what was folded lacks nodes: the index keeps what it remembers of them, and the
        // batch that was just written is folded when the rest is here.
        if !state.incomplete.isEmpty, state.wasIndexed { return }
        // Nor is it to say that it has the batches whose second names are not in the sidecar yet.
        if !state.joins.isEmpty, state.wasIndexed { return }
        // What was refused may be said by fields alone, as where an undo puts something back into Rejected.
        if state.meta.leftover == nil, ids.contains(where: { ModelStore.isNews($0, state.model) || ModelStore.isConflictCopy($0, state.model) }) { state.meta.leftover = .news }
        guard state.wasIndexed, !state.digests.isEmpty else { return try saveAll(&state) }
        var touched = Touched(parents: left)
        for id in state.saidBeside.union(ids) {
            if let node = state.model.nodes[id] { touched.insert(node, state.model) } else { touched.removed.append(id) }
        }
        try save(&state, touched)
    }
}

extension ModelStore {
    /// Writes everything anew, without digests: the next scan looks at everything.
    func saveAnew(_ state: inout ProjectState, by access: WriteAccess) throws(ShedError) {
        state.digests = [:]
        try saveAll(&state)
    }

    /// Keeps what was told, and nothing else: while the sidecar is not whole the index stays as it is.
    func save(_ told: [NodeID: ToldChange], in state: inout ProjectState, by access: WriteAccess) throws(ShedError) {
        guard told != state.meta.told else { return }
        state.meta.told = told
        let index = try writableIndex()
        do throws(IndexError) {
            if let writes = try index.write(told) { state.meta.takeGeneration(of: writes) }
        } catch { throw ShedError(error) }
    }

    /// Keeps what contents are like.
    func keep(_ sketches: [KnownSketch], by access: WriteAccess) throws(ShedError) {
        guard !sketches.isEmpty else { return }
        let index = try writableIndex()
        do throws(IndexError) { try index.write(sketches) } catch { throw ShedError(error) }
    }

    /// Writes down moves that are about to be made.
    func save(_ intents: [Intent], by access: WriteAccess) throws(ShedError) {
        guard let state else { return }
        let index = try writableIndex()
        do throws(IndexError) {
            let writes: IndexWrites
            // Nothing else: what was folded since the index was saved is not in it, and it must not say that it is.
            if state.wasIndexed, let written = try index.write(intents) {
                writes = written
            } else {
                var meta = state.meta
                meta.intents = intents
                writes = try index.replace(
                    with: IndexContents(model: state.model, memory: state.memory, meta: meta, digests: [:], batches: state.batches))
            }
            changeMeta { meta in
                meta.intents = intents
                meta.takeGeneration(of: writes)
            }
        } catch { throw ShedError(error) }
    }

    /// Moves that were written down and, as far as the index knows, not committed.
    /// - Returns: `nil` where the index was damaged.
    func savedIntents() throws(ShedError) -> [Intent]? {
        let index = try writableIndex()
        do throws(IndexError) { return try index.intents() } catch {
            guard error.code == .corrupt else { throw ShedError(error) }
            try abandonIndex()
            return nil
        }
    }
}

extension ProjectIndex {
    /// Writes everything anew.
    fileprivate func replace(with state: inout ProjectState) throws(IndexError) {
        let contents = IndexContents(
            model: state.model, memory: state.memory, meta: state.meta, digests: state.digests, batches: state.batches)
        let writes = try replace(with: contents)
        state.meta = contents.settledMeta
        state.wasIndexed = true
        state.noteSaved(writes)
    }
}

extension ProjectState {
    /// The index holds its meta and its batches now.
    fileprivate mutating func noteSaved(_ writes: IndexWrites) {
        meta.takeGeneration(of: writes)
        batches.markSaved()
        saidBeside = []
    }
}
