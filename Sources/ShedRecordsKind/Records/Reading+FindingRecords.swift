import ShedDisk
import ShedIndex
import ShedModel
import ShedProject
import ShedRecords

/// What is asked of a collection.
public struct RecordSearch {
    /// `nil`: every record.
    public var query: Query?
    public var order: Order?
    /// `nil`: all.
    public var limit: Int?

    public init(query: Query? = nil, order: Order? = nil, limit: Int? = nil) {
        self.query = query
        self.order = order
        self.limit = limit
    }
}

extension Reading {
    /// The records of a collection that fit a search, in its order, else in that of their names.
    ///
    /// Exact for the files as the last scan saw them: from the index, which is brought up to date first.
    public func records(in collection: RecordCollection, _ search: RecordSearch = RecordSearch()) throws(ShedError) -> [FoundRecord] {
        guard project.purpose != .look else { return try recordsFromFiles(in: collection, search) }
        var found = try readRecords(in: collection, search)
        if found == nil {
            try write { transaction throws(ShedError) in _ = try transaction.refreshRows(of: collection) }
            found = try readRecords(in: collection, search, believesAll: true)
        }
        return found ?? []
    }

    /// - Parameter believesAll: whether rows are taken as they are: they were just made.
    /// - Returns: `nil` where rows are missing or old.
    private func readRecords(
        in collection: RecordCollection, _ search: RecordSearch, believesAll: Bool = false
    ) throws(ShedError) -> [FoundRecord]? {
        let state = try load()
        let index = try store.writableIndex()
        let labels = LabelBits(search.query, state.model)
        var sorter = search.order.map { OrderSorter($0) }
        var found: [FoundRecord] = []
        var rowCheck = RecordRowCheck(collection.id, state, records?.trust[collection.id], believesAll: believesAll)
        var problems: [Int: NodeID] = [:]
        do {
            let isWhole = try index.forEachRow(in: collection.id, begin: { rowCheck.begin($0) }) { row in
                switch rowCheck.look(at: row) {
                case .counts: break
                case .stray: return true
                case .old: return false
                }
                guard row.hasContent else { return true }
                guard let packed = PackedRecord.view(row.content) else { return false }
                // Most rows do not fit: that can often be said without a look at the node.
                if let query = search.query, !query.needsName, !query.matches(row.asked(packed, labels)) { return true }
                guard let name = state.model.nodes[row.id]?.place?.name else { return false }
                let fits = name.withQueryRow(packed, row.id, labels, row.stamp.modified) { row in
                    guard search.query?.needsName != true || search.query?.matches(row) != false else { return false }
                    sorter?.add(row)
                    return true
                }
                guard fits else { return true }
                guard let record = packed.record() else { return false }
                if row.hasProblem { problems[found.count] = row.id }
                found.append(
                    FoundRecord(
                        id: row.id, path: collection.path.appending(name), collection: collection.id, record: record,
                        modified: row.stamp.modified / 1_000_000))
                return true
            }
            guard isWhole, rowCheck.isWhole else { return nil }
            records?.trust[collection.id] = rowCheck.trust
            let rows = try index.rows(problems.values, in: collection.id)
            for (position, id) in problems { found[position].problem = rows[id]?.problem.map(RecordComplaint.init) }
            return Reading.arranged(found, sorter, search.limit)
        } catch { throw ShedError(error) }
    }

    /// Where nothing may be written: every file is read.
    private func recordsFromFiles(in collection: RecordCollection, _ search: RecordSearch) throws(ShedError) -> [FoundRecord] {
        let state = try load()
        let labels = LabelBits(search.query, state.model)
        var sorter = search.order.map { OrderSorter($0) }
        var found: [FoundRecord] = []
        let files = state.recordIDs(in: collection.id).compactMap { id in
            state.model.nodes[id]?.place.map { (name: $0.name, id: Optional(id), evidence: state.memory.seen[id]?.evidence ?? Evidence()) }
        }
        let contents = try contents(of: collection.path, collection.id, files)
        // What a file last held as a record: in the index, if anywhere. A damaged one is a lost cache.
        let broken = contents.filter { $0.record == nil }.compactMap(\.id)
        let last = broken.isEmpty ? [:] : (try? store.index?.rows(broken, in: collection.id)) ?? [:]
        for content in contents {
            guard let id = content.id, let record = content.record ?? last[id]?.content.flatMap(Record.init(packed:)) else { continue }
            let fits = PackedRecord.pack(record).withUnsafeBytes { bytes in
                guard let packed = PackedRecord.view(bytes) else { return false }
                return content.name.withQueryRow(packed, id, labels, content.evidence.modified) { row in
                    guard search.query?.matches(row) != false else { return false }
                    sorter?.add(row)
                    return true
                }
            }
            guard fits else { continue }
            found.append(
                FoundRecord(
                    id: id, path: collection.path.appending(content.name), collection: collection.id, record: record,
                    modified: content.evidence.modified / 1_000_000, problem: content.complaint.map { RecordComplaint($0) }))
        }
        return Reading.arranged(found, sorter, search.limit)
    }

    private static func arranged(_ found: [FoundRecord], _ sorter: OrderSorter?, _ limit: Int?) -> [FoundRecord] {
        var found = sorter.map { $0.positions().map { found[$0] } } ?? found.sorted { $0.name == $1.name ? $0.id < $1.id : $0.name < $1.name }
        if let limit, found.count > limit { found.removeLast(found.count - limit) }
        return found
    }
}

extension ProjectIndex.ContentRowView {
    /// What a query is asked about that needs no name.
    fileprivate func asked(_ packed: PackedRecord, _ labels: LabelBits) -> QueryRow {
        QueryRow(record: packed, id: id, modified: stamp.modified / 1_000_000_000, labels: labels.bits(of: id))
    }
}

extension Name {
    /// What a query is asked about: a record with this file name.
    fileprivate func withQueryRow<Result>(
        _ packed: PackedRecord, _ id: NodeID, _ labels: LabelBits, _ modified: Int64, _ body: (QueryRow) -> Result
    ) -> Result {
        let stem = hasSuffix(".json") ? bytes.dropLast(5) : bytes[...]
        return stem.withUnsafeBufferPointer { stem in
            body(QueryRow(record: packed, id: id, name: stem, modified: modified / 1_000_000_000, labels: labels.bits(of: id)))
        }
    }
}

extension RecordComplaint {
    init(_ problem: ContentProblem) {
        self.init(rule: problem.rule, message: problem.message, line: problem.line, column: problem.column)
    }
}
