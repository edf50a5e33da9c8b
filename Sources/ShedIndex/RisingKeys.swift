import ShedModel

/// Sees that rows come in the order of their keys, each key once, as a sound table gives them.
///
/// In a damaged one a part may stand in several places, and what stands in it come over and over: that is found where it comes the second time.
struct RisingKeys<Key: Comparable> {
    private var last: Key?

    mutating func take(_ key: Key) throws(Malformed) {
        if let last { guard last < key else { throw Malformed() } }
        last = key
    }
}

/// The key of a row of files.
struct ChunkKey: Comparable {
    var folder: NodeID
    var chunk: Int64

    static func < (left: ChunkKey, right: ChunkKey) -> Bool { (left.folder, left.chunk) < (right.folder, right.chunk) }
}

/// A key that SQLite compares byte by byte.
struct BytesKey: Comparable {
    var bytes: [UInt8]

    static func < (left: BytesKey, right: BytesKey) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
