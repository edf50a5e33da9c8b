import ShedModel

extension Binder {
    /// What was put into a folder by one who did not know that another device had moved it, or was given another name there: it stands where the
    /// folder was, as long as something does, and what stands under its name in the folder is not it. Else a file that was in the folder when
    /// that was moved would be taken for it.
    ///
    /// Only what stands in folders that are nobody's yet is asked about, so nearly nothing is. That is asked of the batches first.
    mutating func bindStranded() {
        guard situation.disk.incomplete.isEmpty, situation.disk.isReplicaActive || situation.disk.hasCarrier else { return }
        let open = filesOfNobody()
        guard !open.isEmpty else { return }
        var candidates: [NodeID] = []
        for node in model.nodes.values where !node.type.isDirectory && !isBound(node.id) && memory.missing[node.id] == nil {
            guard let name = node.place?.name, open[name] != nil else { continue }
            candidates.append(node.id)
        }
        for id in candidates.sorted() {
            guard let path = model.path(of: id), let name = path.last, let found = open[name]?.filter({ node[$0] == nil }) else { continue }
            // Who made it did not know of a move that this device has not told yet: it is where the batches have it.
            if memory.seen[id] == nil, let index = found.first(where: { snapshot.path(of: $0) == path }), hasUnsaidMove(above: id) {
                bind(index, to: id)
                continue
            }
            let entries = found.filter { snapshot.path(of: $0) != path }
            guard !entries.isEmpty else { continue }
            guard let stranding = situation.answers.stranded[id] else {
                wants.stranded.insert(id)
                continue
            }
            guard let place = self.path(of: id, by: stranding), let index = entries.first(where: { snapshot.path(of: $0) == place }) else { continue }
            bind(index, to: id)
        }
    }

    /// Whether the folder that a node is in, or one above, was moved here since anybody looked.
    private func hasUnsaidMove(above id: NodeID) -> Bool {
        var current = id
        for _ in 0..<RelativePath.deepest {
            guard let place = model.nodes[current]?.place, case let parent = model.resolve(place.parent), parent != model.project else { return false }
            // One with a role may be taken home, or leave its role there; one that waits may be taken back.
            if directory[parent] == nil, model.nodes[parent]?.role == nil, !memory.unsettled.waitingMoves.values.contains(where: { $0.node == parent }), memory.isPresent(parent), memory.unsettled.incomingMoves[parent] == nil, stands(parent) { return true }
            current = parent
        }
        return false
    }

    /// Whether the very folder stands somewhere.
    private func stands(_ id: NodeID) -> Bool {
        guard situation.disk.trustsInodes, let identity = memory.seen[id]?.evidence.identity else { return false }
        return snapshot.entries.contains { $0.kind == .directory && $0.evidence.identity == identity }
    }

    /// The files in folders that are no known ones where they stand, by their names.
    private func filesOfNobody() -> [Name: [Int]] {
        var found: [Name: [Int]] = [:]
        for index in snapshot.entries.indices where node[index] == nil && snapshot.entries[index].kind == .file && folder[Int(snapshot.entries[index].parent)] == nil {
            found[snapshot.name(of: index), default: []].append(index)
        }
        return found
    }

    /// Where a node is if the folder above it is where it was.
    private func path(of id: NodeID, by stranding: Stranding) -> RelativePath? {
        guard let home = directory[model.resolve(stranding.place.parent)], let way = model.path(of: id), let folder = model.path(of: stranding.folder),
            way.names.count > folder.names.count
        else { return nil }
        var path = snapshot.path(ofDirectory: home).appending(stranding.place.name)
        for name in way.names.suffix(way.names.count - folder.names.count) { path = path.appending(name) }
        return path
    }
}
