import ShedModel

extension Plan {
    /// Takes out what follows from something having vanished: a program that saves may have deleted it just now to write it
    /// again.
    /// - Parameter model: the one of which the plan was made.
    /// - Returns: the directories to look at again.
    public mutating func doubtVanished(_ snapshot: Snapshot, _ model: Model) -> Set<RelativePath> {
        // So many are no editor's doing; and where another file stands now, nothing will be written again.
        guard (1...100).contains(gone.vanished.count) else { return waiting.aside }
        var doubted = gone.doubted
        var directories = waiting.aside
        let folders = places(of: Set(gone.vanished.compactMap { model.nodes[$0]?.place.map { model.resolve($0.parent) } }), snapshot)
        for id in gone.vanished {
            guard let place = model.nodes[id]?.place, case let parent = model.resolve(place.parent),
                let folder = folders[parent] ?? model.path(of: parent), snapshot.entry(at: folder.appending(place.name)) == nil
            else { continue }
            doubted.insert(id)
            directories.insert(folder)
        }
        gone.vanished.removeAll(where: doubted.contains)
        gone.doubted = doubted
        changes.removeAll { $0.kind == .removed && $0.id.map(doubted.contains) == true }
        operations.removeAll { doubted.contains($0.id) }
        return directories
    }

    /// Where nodes are in a snapshot, which may be elsewhere than the model has them.
    private func places(of ids: Set<NodeID>, _ snapshot: Snapshot) -> [NodeID: RelativePath] {
        var places: [NodeID: RelativePath] = [:]
        for (index, id) in binding.enumerated() { if let id, ids.contains(id) { places[id] = snapshot.path(of: index) } }
        return places
    }

    /// What files hold that this walk has read, and that were not known to hold that: said along with what is written anyway, so that
    /// devices that never saw them know them again (``SeenContent``).
    /// - Parameter situation: the one of which the plan was made, with its memory.
    public func hints(in situation: Situation) -> [Operation] {
        var result: [Operation] = []
        for (index, hash) in situation.answers.hashes {
            let entry = situation.snapshot.entries[index]
            guard entry.kind == .file, entry.evidence.size > 0, let id = binding[index], !waiting.held.contains(index) else { continue }
            if situation.memory.seen[id]?.hash == hash || situation.hints[id]?.hash == hash { continue }
            result.append(Operation(id, [SeenContent.field(FileContent(size: entry.evidence.size, hash: hash))]))
        }
        return Array(result.sorted { $0.id < $1.id }.suffix(SeenContent.mostInBatch))
    }

    /// The files of which a batch says what they hold, and that were written here since they were seen: it says nothing of them any more.
    /// - Parameters:
    ///   - hints: what batches say.
    ///   - snapshot: the one of which the plan was made.
    ///   - memory: as it was before the plan was taken over.
    public func overtaken(_ hints: [NodeID: FileContent], in snapshot: Snapshot, _ memory: Memory) -> [NodeID] {
        guard !hints.isEmpty else { return [] }
        return binding.enumerated().compactMap { index, id in
            guard let id, hints[id] != nil, let old = memory.seen[id]?.evidence, case let new = snapshot.entries[index].evidence,
                old.size != new.size || old.modified != new.modified
            else { return nil }
            return id
        }
    }

    /// Takes out of what moved and went with batches what this plan's walk has told.
    /// - Parameters:
    ///   - carried: where nodes were when they were last seen that the sidecar has elsewhere now.
    ///   - departed: what was there and the sidecar does not know any more.
    ///   - snapshot: the one of which the plan was made.
    public func settle(_ carried: inout [NodeID: RelativePath], _ departed: inout [Departure], _ snapshot: Snapshot) {
        guard !carried.isEmpty || !departed.isEmpty else { return }
        let told = Set(changes.compactMap(\.id))
        carried = carried.filter { !told.contains($0.key) }
        departed.removeAll { item in told.contains(item.id) || snapshot.entry(at: item.path).map { binding[$0] != nil } == true }
    }

    /// What goes into the sidecar once some of the moves were done.
    /// - Parameter done: the nodes that were moved.
    public func operations(afterMoving done: Set<NodeID>) -> [Operation] {
        operations + moves.filter { done.contains($0.node) }.flatMap(\.operations)
    }
}
