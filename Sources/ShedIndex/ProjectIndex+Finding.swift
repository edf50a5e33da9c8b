import ShedModel

extension ProjectIndex {
    /// The nodes whose file was one of these when it was last seen; those found missing since are among them.
    ///
    /// For moves between projects. One pass over the packed rows; only what is found is made into nodes. More than one
    /// node may have the same identity (hard links). In the order of the nodes' IDs.
    public func find(identities: Set<FileIdentity>) throws(IndexError) -> [FoundNode] {
        guard !identities.isEmpty else { return [] }
        return try reading { db in
            var found: [FoundNode] = []
            let table = MetaTable(db)
            guard let meta = try table.meta() else { return [] }
            let folders = try Self.folders(db, total: try table.totals().folders)
            for folder in folders {
                guard let sighting = folder.sighting,
                    identities.contains(sighting.evidence.identity)
                else { continue }
                found.append(FoundNode(identity: sighting.evidence.identity, node: folder.node, sighting: sighting))
            }
            try Self.forEachFile(db) { (record, reader) throws(Malformed) in
                guard identities.contains(record.evidence.identity),
                    let sighting = reader.sighting(record)
                else { return }
                found.append(
                    FoundNode(identity: record.evidence.identity, node: try reader.node(record), sighting: sighting))
            }
            guard !found.isEmpty else { return [] }
            var model = Model(project: meta.project)
            model.reserve(folders.count)
            for folder in folders { model.insert(folder.node) }
            for (alias, target) in meta.aliases { model.insertAlias(alias, of: target) }
            for position in found.indices { found[position].path = Self.path(of: found[position].node, in: model) }
            return found.sorted { $0.node.id < $1.node.id }
        }
    }

    private static func path(of node: Node, in folders: Model) -> RelativePath? {
        if node.id == folders.project { return .root }
        guard let place = node.place else { return nil }
        return folders.path(of: place.parent)?.appending(place.name)
    }
}
