import ShedModel

/// How the files of one folder are cut into rows.
///
/// A chunk ends after a name whose hash says so (one in 256), and bears that hash as its key. So the place of a cut
/// depends on one name alone: adding, changing or removing a file changes the chunk that it stands in, and at most
/// one beside it, however many files the folder has. The chunk behind the last cut has the key 0.
///
/// Missing files stand in chunks of their own, since all that ever were are remembered and hardly any of them changes:
/// what happens to the others then costs the same however many there were. The last of these chunks has the key 1.
enum Chunks {
    /// The most files in a chunk. Without it, names chosen to have no cut would make one chunk of everything.
    static let most = 1024

    struct Cut: Hashable {
        var key: Int64
        var range: Range<Int>
    }

    /// Files in the order in which they are packed; no file is copied.
    typealias Packing = LazyMapSequence<[Int], FileRecord>

    /// The files in the order in which they are packed: those that are missing last, else as they are ``sorted(_:)``.
    static func packingOrder(_ files: [FileRecord]) -> Packing {
        var order = order(of: files)
        let missing = order.filter { files[$0].missingSince != nil }
        if !missing.isEmpty { order = order.filter { files[$0].missingSince == nil } + missing }
        return order.lazy.map { files[$0] }
    }

    /// The files by the bytes of their names, then by ID.
    static func sorted(_ files: [FileRecord]) -> [FileRecord] { order(of: files).map { files[$0] } }

    private static func order(of files: [FileRecord]) -> [Int] {
        files.indices.map { Position(files[$0].node.place, index: $0) }.sorted {
            if $0.first != $1.first { return $0.first < $1.first }
            if $0.second != $1.second { return $0.second < $1.second }
            let (left, right) = (files[$0.index].node.name, files[$1.index].node.name)
            return left == right
                ? files[$0.index].node.id < files[$1.index].node.id : left.lexicographicallyPrecedes(right)
        }.map(\.index)
    }

    /// The first sixteen bytes of a name as numbers, since most comparisons end there.
    private struct Position {
        var first: UInt64
        var second: UInt64
        var index: Int

        init(_ place: Place?, index: Int) {
            self.index = index
            (first, second) = (0, 0)
            place?.name.bytes.withUnsafeBytes { bytes in
                first = Position.word(of: bytes, at: 0)
                second = Position.word(of: bytes, at: 8)
            }
        }

        private static func word(of bytes: UnsafeRawBufferPointer, at start: Int) -> UInt64 {
            if bytes.count >= start + 8 {
                return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            }
            var word: UInt64 = 0
            for position in start..<start + 8 { word = word << 8 | (position < bytes.count ? UInt64(bytes[position]) : 0) }
            return word
        }
    }

    /// Cuts files that are in ``packingOrder(_:)``.
    static func cut(_ files: Packing) -> [Cut] {
        var cuts: [Cut] = []
        let missing = files.firstIndex { $0.missingSince != nil } ?? files.count
        let rests: [(range: Range<Int>, key: Int64)] = [(0..<missing, 0), (missing..<files.count, 1)]
        var keys = Set(rests.map(\.key))
        for (range, rest) in rests {
            var start = range.lowerBound
            for position in range {
                let hash = Scramble.hash(files[position].node.name)
                guard hash % 256 == 0 || position - start + 1 == most else { continue }
                var key = Int64(bitPattern: hash)
                // Two names of one hash, by accident or on purpose, still get keys of their own.
                while !keys.insert(key).inserted { key &+= 1 }
                cuts.append(Cut(key: key, range: start..<position + 1))
                start = position + 1
            }
            if start < range.upperBound { cuts.append(Cut(key: rest, range: start..<range.upperBound)) }
        }
        return cuts
    }

    /// Packs one chunk.
    static func pack(_ files: some Collection<FileRecord>, folder: NodeID, key: Int64, into writer: inout ByteWriter) {
        Packet.begin(&writer)
        writer.count(files.count)
        var base = RecordBase()
        for file in files {
            writer.record(file.node, file.sighting, missingSince: file.missingSince, folder: folder, base: &base)
        }
        Packet.seal(&writer, key: PacketKey(folder: folder, chunk: key))
    }

    /// Gives each record of a chunk, with the reader to take its fields from.
    static func unpack(
        _ bytes: UnsafeRawBufferPointer, folder: NodeID, key: Int64,
        _ body: (RawRecord, ByteReader) throws(Malformed) -> Void
    ) throws(Malformed) {
        var reader = try Packet.open(bytes, key: PacketKey(folder: folder, chunk: key))
        var base = RecordBase()
        for _ in 0..<(try reader.count(ofSize: RawRecord.shortest)) {
            let record = try reader.record(folder: folder, base: &base)
            try body(record, reader)
        }
        try reader.finish()
    }

    /// How many files are in a chunk.
    static func count(_ bytes: UnsafeRawBufferPointer, folder: NodeID, key: Int64) throws(Malformed) -> Int {
        var reader = try Packet.open(bytes, key: PacketKey(folder: folder, chunk: key))
        return try reader.count(ofSize: RawRecord.shortest)
    }
}

extension RawRecord {
    /// Flags, type and ID, in bytes.
    static let shortest = 19
}

extension Node {
    /// The name's bytes; empty without a place.
    fileprivate var name: [UInt8] { place?.name.bytes ?? [] }
}

/// A folder's row.
enum FolderPacket {
    static func pack(_ record: FolderRecord, into writer: inout ByteWriter) {
        Packet.begin(&writer)
        var base = RecordBase()
        writer.record(
            record.node, record.sighting, missingSince: record.missingSince, folder: ProjectIndex.nowhere, base: &base)
        writer.byte(record.digest.map { $0.isRacy ? 2 : 1 } ?? 0)
        if let digest = record.digest {
            writer.fixed(digest.value)
            writer.count(digest.files)
            writer.count(digest.folders)
        }
        Packet.seal(&writer, key: PacketKey(folder: record.node.id))
    }

    static func unpack(_ bytes: UnsafeRawBufferPointer, folder: NodeID) throws(Malformed) -> FolderRecord {
        var reader = try Packet.open(bytes, key: PacketKey(folder: folder))
        var base = RecordBase()
        let raw = try reader.record(folder: ProjectIndex.nowhere, base: &base)
        guard raw.id == folder else { throw Malformed() }
        var record = FolderRecord(
            node: try reader.node(raw), sighting: reader.sighting(raw), missingSince: raw.missing)
        let state = try reader.byte()
        guard state <= 2 else { throw Malformed() }
        if state > 0 {
            record.digest = DirectoryDigest(
                value: try reader.fixed(), isRacy: state == 2, files: try reader.number(), folders: try reader.number())
        }
        try reader.finish()
        return record
    }
}
