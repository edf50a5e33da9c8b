import ShedDisk
import ShedIndex
import ShedModel
import ShedRecords
import ShedRules

extension Project {
    /// Files younger than this when they are read are read again next time: their times may not show a later change.
    /// In nanoseconds.
    private static let racyRecord: Int64 = 50_000_000

    /// Brings the index of a collection's records up to what the last scan saw: reads what is new or changed.
    ///
    /// Where a file is no record any more, what it last held as one is kept, with what is wrong now.
    /// - Parameter limit: reads no more files than this.
    /// - Returns: how many files are still to be read.
    @discardableResult
    func refreshRecords(in collection: RecordCollection, atMost limit: Int = .max) throws(ShedError) -> Int {
        guard let index = purpose == .look ? nil : try writableIndex() else { return 0 }
        let state = try load()
        do {
            let (stale, gone) = try doubtedRecords(in: collection, index, state) ?? staleRecords(in: collection, index, state)
            guard !stale.isEmpty || !gone.isEmpty else { return 0 }
            let directory = try root.openDirectory(at: collection.path)
            var start = 0
            let end = min(stale.count, limit)
            repeat {
                let part = stale[start..<min(start + Project.recordsAtOnce, end)]
                let old = try index.records(part, in: collection.id)
                let rows = part.compactMap { id in row(of: id, in: collection.id, directory, state, old: old[id]) }
                try index.writeRecords(rows, removing: start == 0 ? gone.map { (collection.id, $0) } : [])
                start += part.count
            } while start < end
            return stale.count - end
        } catch { throw ShedError(error) }
    }

    /// The records of a collection whose rows are missing or old, and the rows of what is no record there.
    private func staleRecords(
        in collection: RecordCollection, _ index: ProjectIndex, _ state: ProjectState
    ) throws(IndexError) -> (stale: [NodeID], gone: [NodeID]) {
        let ids = state.recordIDs(in: collection.id)
        var fresh: Set<NodeID> = []
        var gone: [NodeID] = []
        let present = Set(ids)
        try index.forEachRecord(in: collection.id) { row in
            if !present.contains(row.id) { gone.append(row.id) } else if state.isFresh(row) { fresh.insert(row.id) }
            return true
        }
        // Rows will be written of which an earlier search knows nothing.
        recordTrust[collection.id] = nil
        return (ids.filter { !fresh.contains($0) }, gone)
    }

    /// The records that an earlier search is not sure of any more: all others need no look.
    /// - Returns: `nil` where no search before can say.
    private func doubtedRecords(
        in collection: RecordCollection, _ index: ProjectIndex, _ state: ProjectState
    ) throws(IndexError) -> (stale: [NodeID], gone: [NodeID])? {
        guard let trust = recordTrust[collection.id], try index.foreign() == trust.foreign else { return nil }
        return (trust.doubted.sorted().filter { state.isRecord($0, in: collection.id) }, [])
    }

    /// Reads records that were just taken in into the index: what they hold now is what they last held, should they be
    /// saved broken next. Of a flood it reads none: idle moments and searches do.
    func keepRecords(_ changes: [Change]) {
        guard hasCollections, purpose == .change, let state, let index, (1...Project.recordsAtOnce).contains(changes.count) else { return }
        var byFolder: [NodeID: [NodeID]] = [:]
        for change in changes where change.kind != .removed && !change.type.isDirectory {
            guard let id = change.id, let node = state.model.nodes[id], node.type == .record, state.stands(id), let place = node.place else { continue }
            byFolder[state.model.resolve(place.parent), default: []].append(id)
        }
        for (collection, ids) in byFolder {
            // A cache: what fails here is read when it is asked for.
            guard let path = state.model.path(of: collection), let directory = try? root.openDirectory(at: path),
                let old = try? index.records(ids, in: collection)
            else { continue }
            try? index.writeRecords(ids.compactMap { row(of: $0, in: collection, directory, state, old: old[$0]) })
            recordTrust[collection]?.doubted.formUnion(ids)
        }
    }

    /// The same for all collections, as far as a number of files goes.
    /// - Returns: whether nothing is left to read.
    func refreshRecords(atMost limit: Int) throws(ShedError) -> Bool {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        for collection in try collections() where try refreshRecords(in: collection, atMost: limit) > 0 { return false }
        return true
    }

    /// So many are read before they are written into the index.
    private static let recordsAtOnce = 5_000

    private func row(
        of id: NodeID, in collection: NodeID, _ directory: DirectoryHandle, _ state: ProjectState, old: RecordRow?
    ) -> RecordRow? {
        guard let name = state.model.nodes[id]?.place?.name else { return nil }
        let limit = surroundings.now() * 1_000_000 - Project.racyRecord
        let file: RecordFile
        do throws(DiskError) { file = try RecordFile(name, in: directory) } catch {
            // Gone or being written: the next scan tells.
            guard error.code != .notFound, error.code != .changed, let sighting = state.memory.seen[id] else { return nil }
            let problem = RecordProblem(rule: UnreadableEntry.info.name, message: error.description)
            return RecordRow(id: id, collection: collection, stamp: RecordStamp(sighting.evidence), isRacy: true, pairs: old?.pairs, problem: problem)
        }
        let isRacy = max(file.evidence.modified, file.evidence.changed) > limit
        return RecordRow(
            id: id, collection: collection, stamp: RecordStamp(file.evidence), isRacy: isRacy,
            pairs: file.record.map(PackedRecord.pack) ?? old?.pairs, problem: file.complaint.map(RecordProblem.init))
    }
}
