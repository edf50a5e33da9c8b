import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile

extension Project {
    /// What vanished and what came within this time belongs together, in milliseconds: a daemon believes a deletion later than what
    /// comes.
    private static let together: Int64 = 60_000
    /// So much earlier than a file was found gone may another have come that had to wait and still count as having come then, in
    /// milliseconds.
    private static let tolerance: Int64 = 5_000

    /// What a plan shows to have vanished and come at the same time, or shortly after what an earlier one did, and is likely the same.
    func likelyPairs(in plan: Plan, _ situation: Situation) -> [LikelyPair] {
        guard !situation.memory.isEmpty, situation.disk.incomplete.isEmpty else { return [] }
        let yielded = yieldedPairs(in: plan, situation)
        var gone = plan.gone.vanished.compactMap { goneFile($0, situation) }
        var entries: [RelativePath: Int] = [:]
        var fresh = freshFiles(plan, situation, &entries)
        guard !gone.isEmpty || !fresh.isEmpty, gone.count <= PairFinder.most, fresh.count <= PairFinder.most else { return yielded }
        // Without a daemon what vanished is believed at once, and what an earlier look saw beside it is another.
        if changeSource != nil, let lately = store.state?.changedLately(since: situation.now - Project.together) {
            if !fresh.isEmpty { gone += lately.filter { situation.memory.missing[$0] != nil }.compactMap { goneFile($0, situation) } }
            if !gone.isEmpty { fresh += filesMade(lately, besides: plan, situation) }
        }
        let known = Set(store.state?.meta.pairs.map(\.missing) ?? [])
        gone.removeAll { $0.id.map(known.contains) == true }
        let finder = PairFinder(
            gone: gone, fresh: fresh, sketches: { self.sketches(of: $0, situation.memory) },
            read: { file in entries[file.path].flatMap { situation.answers.sketches[$0] } ?? self.sketch(at: file.path) })
        return yielded + finder.find().filter { isLater($0, situation) }
    }

    /// Whether what has come with another device's ID got that later than what is gone: else it is a file of its own, which was moved there.
    private func isLater(_ pair: LikelyPair, _ situation: Situation) -> Bool {
        guard let present = pair.present, situation.memory.seen[present] == nil, let node = situation.model.nodes[present],
            let gone = situation.model.nodes[pair.missing]
        else { return true }
        return node.created > gone.created
    }

    /// The same of what was only previewed: without IDs that nothing has yet.
    package func foreseenPairs(in plan: Plan, _ situation: Situation) -> [LikelyPair] {
        likelyPairs(in: plan, situation).map { $0.known(to: situation.model) }
    }

    /// A file that vanished, unless it was given up or refused. What a kind makes by itself it knows by other marks, and much of it is
    /// alike.
    private func goneFile(_ id: NodeID, _ situation: Situation) -> PairFinder.File? {
        guard let node = situation.model.nodes[id], !node.type.isDirectory, node.details?.forgotten == nil, node.details?.rejection == nil,
            node.type.traits.isLookedInto, !situation.conventions.fields.bindsToPlace(node), let sighting = situation.memory.seen[id],
            let path = situation.model.path(of: id)
        else { return nil }
        // A daemon believes a deletion later than it sees it.
        let time = store.state?.doubts[id] ?? situation.memory.missing[id] ?? situation.now
        return PairFinder.File(id: id, path: path, type: node.type, size: sighting.evidence.size, time: time)
    }

    /// Files that are new by this plan, or to this machine: not what a verb made, nor what came from another project, nor what is refused.
    private func freshFiles(_ plan: Plan, _ situation: Situation, _ entries: inout [RelativePath: Int]) -> [PairFinder.File] {
        let moved = Set(plan.moves.map(\.from))
        var types = typesBrought(by: plan, situation)
        for operation in plan.operations where situation.model.nodes[operation.id] == nil {
            for case .type(let type) in operation.set where !type.isDirectory { types[operation.id] = type }
        }
        guard !types.isEmpty, types.count <= PairFinder.most else { return [] }
        // What was told to wait stood there before.
        let waited = Set(changeSource?.unresolved.map(\.path) ?? [])
        var fresh: [PairFinder.File] = []
        for (index, id) in plan.binding.enumerated() {
            guard let id, let type = types[id], situation.answers.foreign[index] == nil else { continue }
            let path = situation.snapshot.path(of: index)
            guard !moved.contains(path), situation.claims.assigned[path] == nil else { continue }
            entries[path] = index
            let evidence = situation.snapshot.entries[index].evidence
            let time = waited.contains(path) ? min(situation.now, evidence.changed / 1_000_000 + Project.tolerance) : situation.now
            fresh.append(PairFinder.File(id: id, path: path, type: type, size: evidence.size, time: time))
        }
        return fresh
    }

    /// What is here for the first time, with the ID that another device has made for it: that device may have been the first to see it, and
    /// cannot have known what it was.
    private func typesBrought(by plan: Plan, _ situation: Situation) -> [NodeID: NodeType] {
        let awaited = situation.memory.unsettled.incomingNodes
        guard !awaited.isEmpty else { return [:] }
        var types: [NodeID: NodeType] = [:]
        for case let id? in plan.binding where awaited.contains(id) && situation.memory.seen[id] == nil {
            guard let node = situation.model.nodes[id], !node.type.isDirectory, node.details?.rejection == nil else { continue }
            types[id] = node.type
        }
        return types
    }

    /// Files that are there and whose IDs were made lately.
    private func filesMade(_ lately: [NodeID], besides plan: Plan, _ situation: Situation) -> [PairFinder.File] {
        let vanished = Set(plan.gone.vanished)
        return lately.compactMap { id in
            guard let node = situation.model.nodes[id], node.created >= situation.now - Project.together, !node.type.isDirectory,
                node.details?.rejection == nil, situation.memory.isPresent(id), !vanished.contains(id), let sighting = situation.memory.seen[id],
                let path = situation.model.path(of: id)
            else { return nil }
            return PairFinder.File(id: id, path: path, type: node.type, size: sighting.evidence.size, time: node.created)
        }
    }

    /// What is known of contents, as long as it is of the content that was seen last.
    private func sketches(of ids: Set<NodeID>, _ memory: Memory) -> [NodeID: ContentSketch] {
        var known = (try? store.index?.sketches(of: ids)) ?? [:]
        for unsaved in store.hashes.sketches where ids.contains(unsaved.id) { known[unsaved.id] = unsaved }
        return known.compactMapValues { memory.seen[$0.id]?.hash == $0.hash ? $0.sketch : nil }
    }

    /// A link is not followed, and of a long file only the beginning counts.
    private func sketch(at path: RelativePath) -> ContentSketch? {
        guard let name = path.last, let directory = try? home.root.openDirectory(at: path.parent) else { return nil }
        return try? directory.sketch(name)
    }
}

extension LikelyPair {
    /// Those that walks have found and that still are.
    package static func known(_ meta: IndexMeta, _ model: Model, _ memory: Memory, since: Int64) -> [LikelyPair] {
        meta.pairs.compactMap { pair in
            let present = model.resolve(pair.present)
            guard let time = memory.missing[pair.missing], time >= since, present != pair.missing, memory.isPresent(present),
                let node = model.nodes[pair.missing], node.details?.forgotten == nil, model.nodes[present]?.type == node.type,
                let formerPath = model.path(of: pair.missing), let path = model.path(of: present)
            else { return nil }
            return LikelyPair(missing: pair.missing, formerPath: formerPath, present: present, path: path, likeness: pair.likeness)
        }.sorted { $0.path < $1.path }
    }

    /// Without an ID that is only foreseen.
    package func known(to model: Model) -> LikelyPair {
        var pair = self
        pair.present = present.flatMap { model.nodes[$0] == nil ? nil : $0 }
        return pair
    }

    /// So many are remembered.
    static let most = 100
}

extension ProjectReader {
    /// Files that are likely to be others that are missing, in the order of their paths: as long as those come back by their paths.
    public func likelyPairs() throws(ShedError) -> [LikelyPair] {
        let state = try load()
        return LikelyPair.known(state.meta, state.model, state.memory, since: home.surroundings.now() - home.configuration.settings.return)
    }
}
