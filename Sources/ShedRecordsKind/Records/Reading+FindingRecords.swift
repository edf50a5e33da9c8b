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
        try find(in: collection, search).inOrder()
    }

    /// The records of several collections that fit what is asked of each, in one order over all of them (``Order/united(_:)``), where one
    /// is asked for of each; else one collection after the other. In an order with a limit few more are kept at a time than that.
    /// - Parameter searches: all with the same limit.
    public func records(in searches: [(collection: RecordCollection, search: RecordSearch)]) throws(ShedError) -> [FoundRecord] {
        let orders = Order.united(searches.compactMap(\.search.order))
        guard orders.count == searches.count else {
            var all: [FoundRecord] = []
            for (collection, search) in searches {
                all += try records(in: collection, search)
                if let limit = search.limit, all.count > limit { all.removeLast(all.count - limit) }
            }
            return all
        }
        var all: RecordFinds?
        for ((collection, search), order) in zip(searches, orders) {
            var search = search
            search.order = order
            let found = try find(in: collection, search)
            if all == nil { all = found } else { all?.add(found) }
        }
        return all?.inOrder() ?? []
    }

    private func find(in collection: RecordCollection, _ search: RecordSearch) throws(ShedError) -> RecordFinds {
        guard project.purpose != .look else { return try findInFiles(of: collection, search) }
        if let found = try findInRows(of: collection, search) { return found }
        try write { transaction throws(ShedError) in _ = try transaction.refreshRows(of: collection) }
        return try findInRows(of: collection, search, believesAll: true) ?? RecordFinds(search)
    }

    /// - Parameter believesAll: whether rows are taken as they are: they were just made.
    /// - Returns: `nil` where rows are missing or old.
    private func findInRows(
        of collection: RecordCollection, _ search: RecordSearch, believesAll: Bool = false
    ) throws(ShedError) -> RecordFinds? {
        let state = try load()
        let index = try store.writableIndex()
        let labels = LabelBits(search.query, state.model)
        var found = RecordFinds(search)
        var rowCheck = RecordRowCheck(collection.id, state, records?.trust[collection.id], believesAll: believesAll)
        var problems: Set<NodeID> = []
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
                let (id, modified) = (row.id, row.stamp.modified)
                guard let name = state.model.nodes[id]?.place?.name else { return false }
                let isTaken: Bool? = name.withQueryRow(packed, id, labels, modified) { asked in
                    guard search.query?.needsName != true || search.query?.matches(asked) != false else { return nil }
                    return found.add(asked) {
                        guard let record = packed.record() else { return nil }
                        return FoundRecord(
                            id: id, path: collection.path.appending(name), collection: collection.id, record: record, modified: modified / 1_000_000)
                    }
                }
                if isTaken == true, row.hasProblem { problems.insert(id) }
                return isTaken != false
            }
            guard isWhole, rowCheck.isWhole else { return nil }
            records?.trust[collection.id] = rowCheck.trust
            guard !problems.isEmpty else { return found }
            let rows = try index.rows(found.ids.filter(problems.contains), in: collection.id)
            found.update { record in record.problem = rows[record.id]?.problem.map(RecordComplaint.init) }
            return found
        } catch { throw ShedError(error) }
    }

    /// Where nothing may be written: every file is read.
    private func findInFiles(of collection: RecordCollection, _ search: RecordSearch) throws(ShedError) -> RecordFinds {
        let state = try load()
        let labels = LabelBits(search.query, state.model)
        var found = RecordFinds(search)
        let files = state.recordIDs(in: collection.id).compactMap { id in
            state.model.nodes[id]?.place.map { (name: $0.name, id: Optional(id), evidence: state.memory.seen[id]?.evidence ?? Evidence()) }
        }
        let contents = try contents(of: collection.path, collection.id, files)
        // What a file last held as a record: in the index, if anywhere. A damaged one is a lost cache.
        let broken = contents.filter { $0.record == nil }.compactMap(\.id)
        let last = broken.isEmpty ? [:] : (try? store.index?.rows(broken, in: collection.id)) ?? [:]
        for content in contents {
            guard let id = content.id, let record = content.record ?? last[id]?.content.flatMap(Record.init(packed:)) else { continue }
            PackedRecord.pack(record).withUnsafeBytes { bytes in
                guard let packed = PackedRecord.view(bytes) else { return }
                content.name.withQueryRow(packed, id, labels, content.evidence.modified) { row in
                    guard search.query?.matches(row) != false else { return }
                    _ = found.add(row) {
                        FoundRecord(
                            id: id, path: collection.path.appending(content.name), collection: collection.id, record: record,
                            modified: content.evidence.modified / 1_000_000, problem: content.complaint.map { RecordComplaint($0) })
                    }
                }
            }
        }
        return found
    }
}

/// Records as they are found, with what puts them in order.
private struct RecordFinds {
    private let limit: Int?
    /// Where an order is asked for.
    private var sorter: OrderSorter<FoundRecord>?
    private var unsorted: [FoundRecord] = []

    init(_ search: RecordSearch) {
        limit = search.limit
        sorter = search.order.map { OrderSorter($0, limit: search.limit) }
    }

    /// - Parameter record: what was found; asked for only where it may be among what is wanted.
    /// - Returns: `false` where that was asked for, and there is none.
    mutating func add(_ row: QueryRow, _ record: () -> FoundRecord?) -> Bool {
        guard sorter == nil else { return sorter?.add(row, record) ?? false }
        guard let found = record() else { return false }
        unsorted.append(found)
        return true
    }

    /// Adds what was found in the next collection, in an order too.
    mutating func add(_ others: RecordFinds) { if let further = others.sorter { sorter?.add(further) } }

    /// Those that are wanted.
    var ids: [NodeID] { (sorter?.sorted() ?? unsorted).map(\.id) }

    mutating func update(_ change: (inout FoundRecord) -> Void) {
        sorter?.update(change)
        for position in unsorted.indices { change(&unsorted[position]) }
    }

    /// In the order that is asked for, else in that of their names.
    func inOrder() -> [FoundRecord] {
        if let sorter { return sorter.sorted() }
        let sorted = unsorted.sorted { $0.name == $1.name ? $0.id < $1.id : $0.name < $1.name }
        return limit.map { Array(sorted.prefix(max(0, $0))) } ?? sorted
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
