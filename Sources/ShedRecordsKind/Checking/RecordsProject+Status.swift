import ShedDisk
import ShedModel
import ShedProject
import ShedReconcile
import ShedRecords
import ShedRules

extension RecordsProject {
    /// So many records of which something is known to be wrong are looked at; that there are more is said.
    private static let mostLooked = 100
    /// So many rows are asked for.
    private static let mostRows = 10_000

    /// A record that is broken or breaks its schema.
    private struct Fault {
        var path: RelativePath
        var id: NodeID
        var complaint: ContentComplaint
    }

    /// Adds one report on the records that are broken or break their schema, since no bulk edit is made as long as they do.
    ///
    /// Looks at those alone of which the index knows that, and at those that changed; the rest is what `check` is for.
    func complete(_ status: inout Status) throws(ShedError) {
        let reader = project.asKnown
        let (state, collections) = (try reader.load(), Set(try reader.collections().map(\.id)))
        // Rows of what is gone, or in Trash, are there until their collection is read. A damaged index is a lost cache.
        let rows = (try? project.store.index?.faultyRows(atMost: RecordsProject.mostRows)) ?? []
        var ids = rows.filter { collections.contains($0.folder) && state.stands($0.id) }.prefix(RecordsProject.mostLooked + 1).map(\.id)
        let known = Set(ids)
        ids += status.changes.filter { $0.kind == .modified }.prefix(RecordsProject.mostLooked).compactMap(\.id).filter { !known.contains($0) }
        guard !ids.isEmpty else { return }
        let told = Set(status.reports.map(\.path)).union(status.wouldMove.map(\.from))
        let faults = try faults(of: ids.prefix(RecordsProject.mostLooked), in: collections, reader, state).filter { !told.contains($0.path) }.sorted { $0.path < $1.path }
        guard let first = faults.first else { return }
        let others =
            switch (faults.count, ids.count > RecordsProject.mostLooked) {
            case (2..., true): "It and at least \(faults.count - 1) more keep bulk edits of their collections from being made"
            case (1, _): "It keeps bulk edits of its collection from being made"
            case (2, _): "It and 1 more record keep bulk edits of their collections from being made"
            case (let count, _): "It and \(count - 1) more records keep bulk edits of their collections from being made"
            }
        let message = "\(first.complaint.sentence) \(others); “shed check” says more."
        status.reports.append(Report(rule: first.complaint.rule, path: first.path, id: first.id, message: message))
        status.reports.sort { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
    }

    /// Which of some records are broken or break their schema now.
    private func faults(
        of ids: some Sequence<NodeID>, in collections: Set<NodeID>, _ reader: some ProjectReader, _ state: ProjectState
    ) throws(ShedError) -> [Fault] {
        var schemas: [NodeID: Schema?] = [:]
        return ids.compactMap { id in
            guard let node = state.model.nodes[id], node.type == .record, node.details?.exception != true, state.stands(id), let place = node.place,
                collections.contains(state.model.resolve(place.parent)), let path = state.model.path(of: id), let folder = path.parent.last,
                let file = try? RecordFile(place.name, in: reader.root.openDirectory(at: path.parent))
            else { return nil }
            if let complaint = file.complaint { return Fault(path: path, id: id, complaint: complaint) }
            let collection = RecordCollection(id: state.model.resolve(place.parent), name: folder)
            let schema: Schema? = schemas[collection.id] ?? (try? reader.schema(of: collection))
            schemas[collection.id] = .some(schema)
            guard let problem = file.record.flatMap({ schema?.check($0).first }) else { return nil }
            return Fault(path: path, id: id, complaint: ContentComplaint(problem))
        }
    }
}
