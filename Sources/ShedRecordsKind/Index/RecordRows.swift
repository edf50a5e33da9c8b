import ShedDisk
import ShedIndex
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

extension Transaction {
    /// Brings the index of a collection's records up to what the last scan saw: reads what is new or changed.
    ///
    /// Where a file is no record any more, what it last held as one is kept, with what is wrong now.
    /// - Parameters:
    ///   - limit: reads no more files than this.
    ///   - bytes: and no more than one that exceeds this with those before it.
    /// - Returns: how many files are still to be read.
    @discardableResult
    func refreshRows(of collection: RecordCollection, atMost limit: Int = .max, bytes: Int = .max) throws(ShedError) -> Int {
        try requireWriting()
        let index = try store.writableIndex()
        let state = try load()
        do {
            let (stale, gone) = try doubtedRecords(in: collection, index, state) ?? staleRecords(in: collection, index, state)
            guard !stale.isEmpty || !gone.isEmpty else { return 0 }
            let directory = try root.openDirectory(at: collection.path)
            let allowance = PatternAllowance()
            var start = 0
            let end = bytes == .max ? min(stale.count, limit) : RecordsProject.portion(of: stale.prefix(limit), bytes: bytes, state)
            repeat {
                let part = stale[start..<min(start + RecordsProject.rowsAtOnce, end)]
                let old = try index.rows(part, in: collection.id)
                let reader = RowReader(collection: collection.id, directory, state, try? self.schema(of: collection), allowance, now: surroundings.now())
                let rows = part.compactMap { reader.row(of: $0, old: old[$0]) }
                try index.writeRows(rows, removing: start == 0 ? gone.map { (collection.id, $0) } : [])
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
        try index.forEachRow(in: collection.id) { row in
            if !present.contains(row.id) { gone.append(row.id) } else if state.isFresh(row) { fresh.insert(row.id) }
            return true
        }
        // Rows will be written of which an earlier search knows nothing.
        records?.trust[collection.id] = nil
        return (ids.filter { !fresh.contains($0) }, gone)
    }

    /// The records that an earlier search is not sure of any more: all others need no look.
    /// - Returns: `nil` where no search before can say.
    private func doubtedRecords(
        in collection: RecordCollection, _ index: ProjectIndex, _ state: ProjectState
    ) throws(IndexError) -> (stale: [NodeID], gone: [NodeID])? {
        guard let trust = records?.trust[collection.id], try index.foreign() == trust.foreign else { return nil }
        return (trust.doubted.sorted().filter { state.isRecord($0, in: collection.id) }, [])
    }

    /// Brings up to a schema that was just set which records the index says break theirs. No file is read.
    func noteBreaches(in collection: RecordCollection) throws(ShedError) {
        try requireWriting()
        let schema = try? self.schema(of: collection)
        let allowance = PatternAllowance()
        do {
            let index = try store.writableIndex()
            var wrong: [NodeID] = []
            try index.forEachRow(in: collection.id) { row in
                guard !row.hasProblem, row.hasContent, let record = PackedRecord.view(row.content)?.record() else { return true }
                if (schema?.check(record, within: allowance).isEmpty == false) != row.isInBreach { wrong.append(row.id) }
                return true
            }
            for start in stride(from: 0, to: wrong.count, by: RecordsProject.rowsAtOnce) {
                let part = wrong[start..<min(start + RecordsProject.rowsAtOnce, wrong.count)]
                try index.writeRows(index.rows(part, in: collection.id).values.map { row in
                    var row = row
                    row.isInBreach.toggle()
                    return row
                })
            }
        } catch { throw ShedError(error) }
    }

    /// Brings the index up for all collections, as far as a number of files goes.
    /// - Returns: whether nothing is left to read.
    func refreshRows(atMost limit: Int) throws(ShedError) -> Bool {
        for collection in try collections() where try refreshRows(of: collection, atMost: limit, bytes: RecordsProject.bytesAtOnce) > 0 { return false }
        return true
    }
}

extension RecordsProject {
    /// So many are read before they are written into the index.
    static let rowsAtOnce = 5_000
    /// So many bytes of files are read at once where it can wait; each name of a file counts.
    static let bytesAtOnce = 64 << 20

    /// How many of some records come to no more than a number of bytes, at least one.
    static func portion(of ids: some Collection<NodeID>, bytes: Int, _ state: ProjectState) -> Int {
        var (count, sum) = (0, 0)
        for id in ids {
            sum += min(Int(state.memory.seen[id]?.evidence.size ?? 0), RecordText.largest)
            guard count == 0 || sum <= bytes else { break }
            count += 1
        }
        return count
    }

    /// Reads records that were just taken in into the index: what they hold now is what they last held, should they be
    /// saved broken next. Of a flood it reads none: idle moments and searches do.
    func keepRows(of changes: [Change]) {
        // Walks that write nothing have nothing to keep.
        guard project.purpose == .change else { return }
        guard let state = project.store.state, let index = project.store.index, (1...RecordsProject.rowsAtOnce).contains(changes.count) else { return }
        var byFolder: [NodeID: [NodeID]] = [:]
        var bytes = 0
        for change in changes where change.kind != .removed && !change.type.isDirectory {
            guard let id = change.id, let node = state.model.nodes[id], node.type == .record, state.stands(id), let place = node.place else { continue }
            byFolder[state.model.resolve(place.parent), default: []].append(id)
            bytes += min(Int(state.memory.seen[id]?.evidence.size ?? 0), RecordText.largest)
        }
        guard bytes <= RecordsProject.bytesAtOnce else { return }
        let allowance = PatternAllowance()
        for (collection, ids) in byFolder {
            // A cache: what fails here is read when it is asked for.
            guard let path = state.model.path(of: collection), let name = path.last, let directory = try? project.home.root.openDirectory(at: path),
                let old = try? index.rows(ids, in: collection)
            else { continue }
            let schema = try? project.asKnown.schema(of: RecordCollection(id: collection, name: name))
            let reader = RowReader(collection: collection, directory, state, schema, allowance, now: project.home.surroundings.now())
            try? index.writeRows(ids.compactMap { reader.row(of: $0, old: old[$0]) })
            trust[collection]?.doubted.formUnion(ids)
        }
    }
}

/// Reads the files of a collection into rows of the index.
private struct RowReader {
    private let collection: NodeID
    private let directory: DirectoryHandle
    private let state: ProjectState
    private let schema: Schema?
    private let allowance: PatternAllowance
    private let files = LinkedFiles()
    /// What changed later, in nanoseconds since 1970, is read again next time: its times may not show another change.
    private let limit: Int64

    /// In nanoseconds.
    private static let racyWindow: Int64 = 50_000_000

    /// - Parameter now: in milliseconds since 1970.
    init(collection: NodeID, _ directory: DirectoryHandle, _ state: ProjectState, _ schema: Schema?, _ allowance: PatternAllowance, now: Int64) {
        self.schema = schema
        self.allowance = allowance
        self.collection = collection
        self.directory = directory
        self.state = state
        limit = now * 1_000_000 - RowReader.racyWindow
    }

    func row(of id: NodeID, old: ContentRow?) -> ContentRow? {
        guard let name = state.model.nodes[id]?.place?.name else { return nil }
        let file: RecordFile
        do throws(DiskError) { file = try files.file(name, in: directory) } catch {
            // Gone or being written: the next scan tells.
            guard error.code != .notFound, error.code != .changed, let sighting = state.memory.seen[id] else { return nil }
            let problem = ContentProblem(rule: UnreadableEntry.info.name, message: error.description)
            return ContentRow(id: id, folder: collection, stamp: ContentStamp(sighting.evidence), isRacy: true, content: old?.content, problem: problem)
        }
        let isRacy = max(file.evidence.modified, file.evidence.changed) > limit
        return ContentRow(
            id: id, folder: collection, stamp: ContentStamp(file.evidence), isRacy: isRacy,
            content: file.record.map(PackedRecord.pack) ?? old?.content, problem: file.complaint.map(ContentProblem.init),
            isInBreach: file.record.map { schema?.check($0, within: allowance).isEmpty == false } ?? false)
    }
}
