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
            guard let path = model.path(of: id), let name = path.last, let entries = open[name]?.filter({ node[$0] == nil && snapshot.path(of: $0) != path }), !entries.isEmpty
            else { continue }
            guard let stranding = situation.answers.stranded[id] else {
                wants.stranded.insert(id)
                continue
            }
            guard let place = self.path(of: id, by: stranding), let index = entries.first(where: { snapshot.path(of: $0) == place }) else { continue }
            bind(index, to: id)
        }
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
