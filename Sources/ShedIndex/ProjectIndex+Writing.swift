import GRDB
import ShedModel

extension ProjectIndex {
    /// The list that a file belongs to: its recorded folder (aliases followed), or ``nowhere``.
    public static func home(of file: Node, in model: Model) -> NodeID {
        guard let place = file.place else { return nowhere }
        let parent = model.resolve(place.parent)
        return model.nodes[parent]?.type.isDirectory == true ? parent : nowhere
    }

    /// Writes everything anew in one transaction.
    ///
    /// The meta is written as ``IndexContents/settledMeta`` has it: the project, the aliases, the labels and what waits are
    /// taken from model and memory. Evidence and digests of IDs that the model does not hold are not kept. On the disk on return
    /// where it says which moves are about to be made.
    @discardableResult
    public func replace(with contents: IndexContents) throws(IndexError) -> IndexWrites {
        let meta = contents.settledMeta
        let writes = try writing(durably: !meta.intents.isEmpty) { db in
            var writes = IndexWrites()
            var writer = ByteWriter(capacity: 1 << 16)
            try db.execute(sql: "DELETE FROM folder; DELETE FROM files")
            let folders = contents.model.nodes.values.filter { $0.type.isDirectory }.map(\.id).sorted()
            let insertFolder = try db.makeStatement(sql: "INSERT INTO folder (id, record) VALUES (?, ?)")
            for id in folders {
                guard let record = contents.folder(id) else { continue }
                FolderPacket.pack(record, into: &writer)
                try insertFolder.run(.id(id), .bytes(writer.written))
                writes.foldersWritten += 1
            }
            let insert = try db.makeStatement(sql: "INSERT INTO files (folder, chunk, entries) VALUES (?, ?, ?)")
            for part in contents.packedFiles(folders) {
                try part.forEach { folder, key, bytes in
                    try insert.run(.id(folder), .integer(key), .bytes(bytes))
                }
                writes.chunksWritten += part.rows.count
            }
            let table = MetaTable(db)
            let meta = try Self.write(contents.batches, of: meta, generation: try table.generation(), db, &writes)
            writes.metaWritten += try table.write(Totals(folders: folders.count, files: contents.model.nodes.count - folders.count))
            writes.metaWritten += try table.write(meta, since: nil)
            writes.generation = try table.raiseGeneration(try table.generation())
            return writes
        }
        remember(meta, writes)
        return writes
    }

    /// Writes what changed, in one transaction. Rows whose bytes are the same are left alone, and what of the meta is as it
    /// was is not even encoded. Where nothing changed there is no transaction, and where no row was written no new
    /// generation.
    ///
    /// An index that was never written wants ``replace(with:)`` first. Removing a folder takes its list of files with
    /// it: those that live on must be in another list of the same changes.
    @discardableResult
    public func update(_ changes: IndexChanges) throws(IndexError) -> IndexWrites {
        let last = known.withLock { $0 }
        if changes.areNone(since: last) {
            if let last { return IndexWrites(generation: last.generation) }
            return IndexWrites(generation: try generation())
        }
        let (writes, meta) = try writing { db in
            let table = MetaTable(db)
            let generation = try table.generation()
            let known = lastMeta(of: generation)
            var update = Update(db, totals: try table.totals())
            for record in changes.folders { try update.write(record) }
            for folder in Set(changes.removed).sorted() {
                try update.remove(folder)
                if changes.files[folder] == nil { try update.replaceFiles(of: folder, with: []) }
            }
            for (folder, files) in changes.files.sorted(by: { $0.key < $1.key }) {
                try update.replaceFiles(of: folder, with: files)
            }
            var writes = update.writes
            var meta = changes.meta
            if let batches = changes.batches {
                // What is saved of them was saved in the state of the index that the meta is of.
                if meta?.generation == generation {
                    try BatchTable(db).update(with: batches, &writes)
                } else {
                    writes.batchesWritten = try BatchTable(db).replace(with: batches)
                    if batches.isPart { meta?.fold.forgetFiles() }
                }
            }
            writes.metaWritten += try table.write(update.totals)
            if let meta { writes.metaWritten += try table.write(meta, since: known) }
            writes.generation = writes.rows > 0 ? try table.raiseGeneration(generation) : generation
            return (writes, meta ?? known)
        }
        remember(meta, writes)
        return writes
    }

    /// Writes all batches anew, or, where only what changed of them is at hand, that.
    /// - Returns: the meta that goes with them: where the rest of them is not the index's, it is not said that nothing came or went.
    private static func write(
        _ batches: FoldedBatches, of meta: IndexMeta, generation: UInt64, _ db: Database, _ writes: inout IndexWrites
    ) throws -> IndexMeta {
        guard batches.isPart else {
            writes.batchesWritten = try BatchTable(db).replace(with: batches)
            return meta
        }
        if meta.generation == generation {
            try BatchTable(db).update(with: batches, &writes)
            return meta
        }
        writes.batchesWritten = try BatchTable(db).replace(with: batches)
        var meta = meta
        meta.fold.forgetFiles()
        return meta
    }

    /// Writes down which moves are about to be made, and changes nothing else. Durable on return, unless it is none: that nothing
    /// is to be made any more may be lost.
    /// - Returns: `nil` if the index was never written: then nothing is.
    public func write(_ intents: [Intent]) throws(IndexError) -> IndexWrites? {
        try write(durably: !intents.isEmpty) { table throws in try table.write(intents) } noting: { $0.intents = intents }
    }

    /// Writes down what was told of nodes, and changes nothing else.
    /// - Returns: `nil` if the index was never written: then nothing is.
    public func write(_ told: [NodeID: ToldChange]) throws(IndexError) -> IndexWrites? {
        try write(durably: false) { table throws in try table.write(told) } noting: { $0.told = told }
    }

    /// Writes one row of the meta.
    private func write(
        durably: Bool, _ body: (MetaTable) throws -> Int, noting: (inout IndexMeta) -> Void
    ) throws(IndexError) -> IndexWrites? {
        let written: (writes: IndexWrites, meta: IndexMeta?)? = try writing(durably: durably) { db in
            let table = MetaTable(db)
            let generation = try table.generation()
            guard generation > 0 else { return nil }
            var writes = IndexWrites()
            writes.metaWritten = try body(table)
            writes.generation = try table.raiseGeneration(generation)
            guard var meta = lastMeta(of: generation) else { return (writes, nil) }
            noting(&meta)
            return (writes, meta)
        }
        guard let written else { return nil }
        remember(written.meta, written.writes)
        return written.writes
    }

    /// The meta that the index holds, if it was of this generation that it was last read or written here.
    private func lastMeta(of generation: UInt64) -> IndexMeta? {
        known.withLock { $0?.generation == generation ? $0 : nil }
    }

    /// - Parameter meta: what the index holds since a write; `nil` where that is not known.
    private func remember(_ meta: IndexMeta?, _ writes: IndexWrites) {
        known.withLock { known in
            known = meta
            known?.generation = writes.generation
        }
    }
}

extension IndexChanges {
    /// Whether the index would be as it is.
    fileprivate func areNone(since known: IndexMeta?) -> Bool {
        guard folders.isEmpty, removed.isEmpty, files.isEmpty, batches?.unsaved.isEmpty ?? true else { return false }
        guard let meta else { return true }
        return known.map { known in MetaKey.ofCaller.allSatisfy { $0 == .standing || $0.isSame(in: known, meta) } } ?? false
    }
}

/// One update under way.
private struct Update: ~Copyable {
    var writes = IndexWrites()
    var totals: Totals
    private let db: Database
    private var writer = ByteWriter(capacity: 1 << 16)

    init(_ db: Database, totals: Totals) {
        self.db = db
        self.totals = totals
    }

    private func statement(_ sql: String) throws -> Statement { try db.cachedStatement(sql: sql) }

    mutating func write(_ record: FolderRecord) throws {
        FolderPacket.pack(record, into: &writer)
        let bytes = writer.written
        var (isKnown, isSame) = (false, false)
        try statement("SELECT record FROM folder WHERE id = ?").run(.id(record.node.id)) { row in
            isKnown = true
            isSame = Column.bytes(row, 0).elementsEqual(bytes)
        }
        if isSame { return }
        if !isKnown { totals.folders += 1 }
        try statement("INSERT OR REPLACE INTO folder (id, record) VALUES (?, ?)").run(.id(record.node.id), .bytes(bytes))
        writes.foldersWritten += 1
    }

    mutating func remove(_ folder: NodeID) throws {
        var isKnown = false
        try statement("SELECT record FROM folder WHERE id = ?").run(.id(folder)) { _ in isKnown = true }
        guard isKnown else { return }
        try statement("DELETE FROM folder WHERE id = ?").run(.id(folder))
        totals.folders -= 1
        writes.foldersRemoved += 1
    }

    mutating func replaceFiles(of folder: NodeID, with files: [FileRecord]) throws {
        var old: [Int64: [UInt8]] = [:]
        var keys = RisingKeys<Int64>()
        try statement("SELECT chunk, entries FROM files WHERE folder = ?").run(.id(folder)) { row in
            let (key, bytes) = (Column.integer(row, 0), Column.bytes(row, 1))
            try keys.take(key)
            totals.files -= try Chunks.count(bytes, folder: folder, key: key)
            old[key] = Array(bytes)
        }
        let files = Chunks.packingOrder(files)
        totals.files += files.count
        for cut in Chunks.cut(files) {
            Chunks.pack(files[cut.range], folder: folder, key: cut.key, into: &writer)
            let bytes = writer.written
            if let known = old.removeValue(forKey: cut.key), known.elementsEqual(bytes) { continue }
            try statement("INSERT OR REPLACE INTO files (folder, chunk, entries) VALUES (?, ?, ?)").run(.id(folder), .integer(cut.key), .bytes(bytes))
            writes.chunksWritten += 1
        }
        for key in old.keys.sorted() {
            try statement("DELETE FROM files WHERE folder = ? AND chunk = ?").run(.id(folder), .integer(key))
            writes.chunksRemoved += 1
        }
    }
}

extension IndexContents {
    fileprivate func folder(_ id: NodeID) -> FolderRecord? {
        guard let node = model.nodes[id] else { return nil }
        return FolderRecord(
            node: node, sighting: memory.seen[id], missingSince: memory.missing[id], digest: digests[id])
    }
}
