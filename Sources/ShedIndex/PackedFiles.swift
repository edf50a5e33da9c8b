import GRDB
import ShedModel
import ShedThreads

/// Rows of the table `files`, out of SQLite: for work that two threads share, which a connection allows to one.
struct PackedFiles: Sendable {
    struct Row: Sendable {
        var folder: NodeID
        var key: Int64
        var range: Range<Int>
    }

    private(set) var rows: [Row] = []
    private var bytes: [UInt8] = []

    mutating func append(folder: NodeID, key: Int64, _ entries: UnsafeRawBufferPointer) {
        rows.append(Row(folder: folder, key: key, range: bytes.count..<bytes.count + entries.count))
        bytes.append(contentsOf: entries)
    }

    func forEach<Failure: Error>(
        _ body: (NodeID, Int64, UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let result: Result<Void, Failure> = bytes.withUnsafeBytes { bytes in
            do throws(Failure) {
                for row in rows { try body(row.folder, row.key, UnsafeRawBufferPointer(rebasing: bytes[row.range])) }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    func forEachRecord(_ body: (RawRecord, ByteReader) throws(Malformed) -> Void) throws(Malformed) {
        try forEach { (folder, key, entries) throws(Malformed) in
            try Chunks.unpack(entries, folder: folder, key: key, body)
        }
    }

    /// All rows of an index.
    init(_ db: Database) throws {
        var keys = RisingKeys<ChunkKey>()
        try db.makeStatement(sql: "SELECT folder, chunk, entries FROM files").run { row in
            let key = ChunkKey(folder: try Column.id(row, 0), chunk: Column.integer(row, 1))
            try keys.take(key)
            append(folder: key.folder, key: key.chunk, Column.bytes(row, 2))
        }
    }

    init() {}
}

extension IndexContents {
    /// The files packed, in the order of the table's keys. Works on all cores: this is most of what adopting a
    /// project costs the index.
    func packedFiles(_ folders: [NodeID]) -> [PackedFiles] {
        let lists = filesByHome(folders)
        let parts = min(2, lists.count)
        let packed = Lock([PackedFiles](repeating: PackedFiles(), count: parts))
        Parallel.run(parts, threads: parts) { part in
            let share = lists.count * part / parts..<lists.count * (part + 1) / parts
            let files = pack(lists[share])
            packed.withLock { $0[part] = files }
        }
        return packed.withLock { $0 }
    }

    private func pack(_ lists: ArraySlice<(NodeID, [Int])>) -> PackedFiles {
        var packed = PackedFiles()
        var writer = ByteWriter(capacity: 1 << 16)
        for (folder, members) in lists where !members.isEmpty {
            let files = Chunks.packingOrder(members.map(file))
            for cut in Chunks.cut(files).sorted(by: { $0.key < $1.key }) {
                Chunks.pack(files[cut.range], folder: folder, key: cut.key, into: &writer)
                packed.append(folder: folder, key: cut.key, writer.written)
            }
        }
        return packed
    }

    private func file(at position: Int) -> FileRecord {
        let (id, node) = model.nodes[position]
        return FileRecord(
            node: node, sighting: memory.seen[id], missingSince: memory.missing.isEmpty ? nil : memory.missing[id])
    }

    /// The files by the list that they belong to.
    private func filesByHome(_ folders: [NodeID]) -> [(NodeID, [Int])] {
        var slots: [NodeID: Int] = [ProjectIndex.nowhere: 0]
        slots.reserveCapacity(folders.count + 1)
        var lists: [(NodeID, [Int])] = [(ProjectIndex.nowhere, [])]
        lists.reserveCapacity(folders.count + 1)
        for folder in folders where folder != ProjectIndex.nowhere {
            slots[folder] = lists.count
            lists.append((folder, []))
        }
        for position in model.nodes.indices where !model.nodes.values[position].type.isDirectory {
            let parent = model.nodes.values[position].place?.parent
            let slot = parent.flatMap { slots[$0] ?? slots[model.resolve($0)] } ?? 0
            lists[slot].1.append(position)
        }
        return lists
    }
}
