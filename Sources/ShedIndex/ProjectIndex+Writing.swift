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
    /// The project, the aliases and the pending arrivals are taken from model and memory, whatever the meta says of
    /// them. Evidence and digests of IDs that the model does not hold are not kept.
    @discardableResult
    public func replace(with contents: IndexContents) throws(IndexError) -> IndexWrites {
        try writing { db in
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
            try table.write(Totals(folders: folders.count, files: contents.model.nodes.count - folders.count))
            try table.write(contents.ownMeta)
            writes.generation = try table.raiseGeneration()
            return writes
        }
    }

    /// Writes what changed, in one transaction. Rows whose bytes are the same are left alone.
    ///
    /// An index that was never written wants ``replace(with:)`` first. Removing a folder takes its list of files with
    /// it: those that live on must be in another list of the same changes.
    @discardableResult
    public func update(_ changes: IndexChanges) throws(IndexError) -> IndexWrites {
        try writing { db in
            let table = MetaTable(db)
            var update = Update(try UpdateStatements(db), totals: try table.totals())
            for record in changes.folders { try update.write(record) }
            for folder in Set(changes.removed).sorted() {
                try update.remove(folder)
                if changes.files[folder] == nil { try update.replaceFiles(of: folder, with: []) }
            }
            for (folder, files) in changes.files.sorted(by: { $0.key < $1.key }) {
                try update.replaceFiles(of: folder, with: files)
            }
            try table.write(update.totals)
            if let meta = changes.meta { try table.write(meta) }
            update.writes.generation = try table.raiseGeneration()
            return update.writes
        }
    }
}

/// What an update asks of SQLite.
private struct UpdateStatements {
    let selectFolder, writeFolder, removeFolder, selectChunks, writeChunk, removeChunk: Statement

    init(_ db: Database) throws {
        selectFolder = try db.makeStatement(sql: "SELECT record FROM folder WHERE id = ?")
        writeFolder = try db.makeStatement(sql: "INSERT OR REPLACE INTO folder (id, record) VALUES (?, ?)")
        removeFolder = try db.makeStatement(sql: "DELETE FROM folder WHERE id = ?")
        selectChunks = try db.makeStatement(sql: "SELECT chunk, entries FROM files WHERE folder = ?")
        writeChunk = try db.makeStatement(sql: "INSERT OR REPLACE INTO files (folder, chunk, entries) VALUES (?, ?, ?)")
        removeChunk = try db.makeStatement(sql: "DELETE FROM files WHERE folder = ? AND chunk = ?")
    }
}

/// One update under way.
private struct Update: ~Copyable {
    var writes = IndexWrites()
    var totals: Totals
    private let statements: UpdateStatements
    private var writer = ByteWriter(capacity: 1 << 16)

    init(_ statements: UpdateStatements, totals: Totals) {
        self.statements = statements
        self.totals = totals
    }

    mutating func write(_ record: FolderRecord) throws {
        FolderPacket.pack(record, into: &writer)
        let bytes = writer.written
        var (isKnown, isSame) = (false, false)
        try statements.selectFolder.run(.id(record.node.id)) { row in
            isKnown = true
            isSame = Column.bytes(row, 0).elementsEqual(bytes)
        }
        if isSame { return }
        if !isKnown { totals.folders += 1 }
        try statements.writeFolder.run(.id(record.node.id), .bytes(bytes))
        writes.foldersWritten += 1
    }

    mutating func remove(_ folder: NodeID) throws {
        var isKnown = false
        try statements.selectFolder.run(.id(folder)) { _ in isKnown = true }
        guard isKnown else { return }
        try statements.removeFolder.run(.id(folder))
        totals.folders -= 1
        writes.foldersRemoved += 1
    }

    mutating func replaceFiles(of folder: NodeID, with files: [FileRecord]) throws {
        var old: [Int64: [UInt8]] = [:]
        try statements.selectChunks.run(.id(folder)) { row in
            let (key, bytes) = (Column.integer(row, 0), Column.bytes(row, 1))
            totals.files -= try Chunks.count(bytes, folder: folder, key: key)
            old[key] = Array(bytes)
        }
        let files = Chunks.sorted(files)
        totals.files += files.count
        for cut in Chunks.cut(files) {
            Chunks.pack(files[cut.range], folder: folder, key: cut.key, into: &writer)
            let bytes = writer.written
            if let known = old.removeValue(forKey: cut.key), known.elementsEqual(bytes) { continue }
            try statements.writeChunk.run(.id(folder), .integer(cut.key), .bytes(bytes))
            writes.chunksWritten += 1
        }
        for key in old.keys.sorted() {
            try statements.removeChunk.run(.id(folder), .integer(key))
            writes.chunksRemoved += 1
        }
    }
}

extension IndexContents {
    /// The meta with what model and memory know better.
    fileprivate var ownMeta: IndexMeta {
        var meta = meta
        meta.project = model.project
        meta.aliases = model.aliases
        meta.labels = model.labels.sortedRecords
        meta.pending = memory.pending
        meta.awaited = memory.awaited
        return meta
    }

    fileprivate func folder(_ id: NodeID) -> FolderRecord? {
        guard let node = model.nodes[id] else { return nil }
        return FolderRecord(
            node: node, sighting: memory.seen[id], missingSince: memory.missing[id], digest: digests[id])
    }
}
