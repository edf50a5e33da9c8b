import ShedDisk
import ShedMessages
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
        /// Whether it was never read as a record: then it is passed over by what changes all of its collection.
        var neverWasOne = false
    }

    /// Adds one report on the records that are broken or break their schema, since no bulk edit is made as long as they do, and one on
    /// files that stand among records and never were any.
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
        guard !faults.isEmpty else { return }
        let isMore = ids.count > RecordsProject.mostLooked
        for neverWere in [false, true] {
            let faults = faults.filter { $0.neverWasOne == neverWere }
            guard let first = faults.first else { continue }
            let problem = Message.verbatim(first.complaint.sentence)
            let words = neverWere
                ? Message.neverWereRecords(problem: problem, others: faults.count - 1, isMore: isMore)
                : .keepFromBulkEdits(problem: problem, others: faults.count - 1, isMore: isMore)
            status.reports.append(Report(rule: first.complaint.rule, path: first.path, id: first.id, words))
        }
        status.reports.sort { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
    }

    /// Which of some records are broken or break their schema now.
    private func faults(
        of ids: some Sequence<NodeID>, in collections: Set<NodeID>, _ reader: some ProjectReader, _ state: ProjectState
    ) throws(ShedError) -> [Fault] {
        var schemas: [NodeID: Schema?] = [:]
        let allowance = PatternAllowance()
        let files = LinkedFiles()
        return ids.compactMap { id in
            guard let node = state.model.nodes[id], node.type == .record, node.details?.exception != true, state.stands(id), let place = node.place,
                collections.contains(state.model.resolve(place.parent)), let path = state.model.path(of: id), let folder = path.parent.last,
                let file = try? files.file(place.name, in: reader.root.openDirectory(at: path.parent))
            else { return nil }
            let collection = RecordCollection(id: state.model.resolve(place.parent), name: folder)
            if let complaint = file.complaint {
                // Of what has no row nobody knows, but that it was taken in.
                let row = (try? project.store.index?.rows([id], in: collection.id))?[id]
                return Fault(path: path, id: id, complaint: complaint, neverWasOne: row.map { $0.content == nil } ?? false)
            }
            let schema: Schema? = schemas[collection.id] ?? (try? reader.schema(of: collection))
            schemas[collection.id] = .some(schema)
            guard let problem = file.record.flatMap({ schema?.check($0, within: allowance).first }) else { return nil }
            return Fault(path: path, id: id, complaint: ContentComplaint(problem))
        }
    }
}
