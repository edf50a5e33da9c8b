import ShedModel

/// The keys of the table `meta`. The raw value is the key.
enum MetaKey: String, CaseIterable {
    case generation
    case totals
    case project
    case clock
    case batches
    case heads
    case future
    case pending
    case awaited
    case aliases
    case intents
    case labels
    case extra

    /// What a caller's ``IndexMeta`` holds.
    static let ofCaller = allCases.filter { $0 != .generation && $0 != .totals }
}

/// How many nodes the index holds, so that a lost row is noticed.
struct Totals: Hashable {
    var folders = 0
    var files = 0
}

extension ByteWriter {
    /// Writes one key's value. What has no order is sorted, so that equal values are equal bytes.
    mutating func meta(_ key: MetaKey, of meta: IndexMeta) {
        switch key {
        case .generation, .totals: break
        case .project: id(meta.project)
        case .clock: fixed(meta.clock)
        case .batches: list(meta.batches) { batch, writer in writer.batch(batch) }
        case .heads: list(meta.heads) { head, writer in writer.text(head) }
        case .future:
            list(meta.future) { field, writer in
                writer.id(field.id)
                writer.text(field.field)
                writer.fixed(field.stamp.time)
                writer.fixed(field.stamp.replica.rawValue)
            }
        case .pending:
            list(meta.pending.sorted { $0.key < $1.key }) { item, writer in
                writer.path(item.key)
                writer.signed(item.value)
            }
        case .awaited:
            list(meta.awaited.sorted { $0.key < $1.key }) { item, writer in
                writer.id(item.key)
                writer.id(item.value.place.parent)
                writer.text(item.value.place.name.bytes)
                writer.identity(item.value.identity)
                writer.signed(item.value.since)
            }
        case .aliases:
            list(meta.aliases.sorted { $0.key < $1.key }) { item, writer in
                writer.id(item.key)
                writer.id(item.value)
            }
        case .intents: list(meta.intents) { intent, writer in writer.intent(intent) }
        case .labels: list(meta.labels ?? []) { record, writer in writer.label(record) }
        case .extra:
            list(meta.extra.sorted { $0.key < $1.key }) { item, writer in
                writer.text(item.key)
                writer.text(item.value)
            }
        }
    }

    private mutating func list<Item>(_ items: [Item], _ body: (Item, inout ByteWriter) -> Void) {
        count(items.count)
        for item in items { body(item, &self) }
    }

    private mutating func batch(_ batch: FoldedBatch) {
        text(batch.directory.bytes)
        text(batch.name.bytes)
        signed(batch.size)
        signed(batch.modified)
        fixed(batch.inode)
        text(batch.id)
    }

    fileprivate mutating func identity(_ identity: FileIdentity) {
        fixed(identity.device)
        fixed(identity.inode)
        fixed(identity.birth)
    }

    private mutating func intent(_ intent: Intent) {
        id(intent.node)
        path(intent.from)
        path(intent.to)
        identity(intent.identity)
        text(intent.operation)
    }
}

extension ByteReader {
    mutating func meta(_ key: MetaKey, into meta: inout IndexMeta) throws(Malformed) {
        switch key {
        case .generation, .totals: break
        case .project: meta.project = try id()
        case .clock: meta.clock = try fixed()
        case .batches: for _ in 0..<(try count()) { meta.batches.append(try batch()) }
        case .heads: for _ in 0..<(try count()) { meta.heads.append(try data()) }
        case .future: for _ in 0..<(try count()) { meta.future.append(try futureField()) }
        case .pending:
            for _ in 0..<(try count()) {
                let path = try path()
                meta.pending[path] = try signed()
            }
        case .awaited:
            for _ in 0..<(try count()) {
                let node = try id()
                meta.awaited[node] = Awaited(
                    place: Place(parent: try id(), name: Name(bytes: try data())), identity: try identity(), since: try signed())
            }
        case .aliases:
            for _ in 0..<(try count()) {
                let alias = try id()
                meta.aliases[alias] = try id()
            }
        case .intents: for _ in 0..<(try count()) { meta.intents.append(try intent()) }
        case .labels:
            var records: [LabelRecord] = []
            for _ in 0..<(try count(ofSize: 34)) { records.append(try label()) }
            meta.labels = records
        case .extra:
            for _ in 0..<(try count()) {
                let name = try text()
                meta.extra[name] = try data()
            }
        }
    }

    private mutating func batch() throws(Malformed) -> FoldedBatch {
        FoldedBatch(
            directory: Name(bytes: try data()), name: Name(bytes: try data()), size: try signed(),
            modified: try signed(), inode: try fixed(), id: try data())
    }

    private mutating func futureField() throws(Malformed) -> FutureField {
        let id = try id()
        let field = try text()
        return FutureField(id: id, field: field, stamp: Stamp(time: try fixed(), replica: ReplicaID(rawValue: try fixed())))
    }

    private mutating func intent() throws(Malformed) -> Intent {
        Intent(
            node: try id(), from: try path(), to: try path(),
            identity: try identity(), operation: try data())
    }

    private mutating func identity() throws(Malformed) -> FileIdentity {
        FileIdentity(device: try fixed(), inode: try fixed(), birth: try fixed())
    }
}
