import ShedModel

/// The form of every blob in the index: a format byte, the content, a checksum that the blob's key goes into. So a
/// blob that was damaged, or that stands under another key than it was written for, is noticed.
enum Packet {
    /// Raised with every change of what stands inside a blob.
    static let format: UInt8 = 1

    /// Begins a packet in an empty buffer.
    static func begin(_ writer: inout ByteWriter) {
        writer.clear()
        writer.byte(format)
    }

    /// Ends the packet.
    static func seal(_ writer: inout ByteWriter, key: PacketKey) {
        writer.fixed(checksum(writer.written, key: key))
    }

    /// A reader of the content of a packet that is whole.
    static func open(_ bytes: UnsafeRawBufferPointer, key: PacketKey) throws(Malformed) -> ByteReader {
        let end = bytes.count - 8
        guard end >= 1, bytes[0] == format else { throw Malformed() }
        let expected = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
        guard checksum(UnsafeRawBufferPointer(rebasing: bytes[..<end]), key: key) == expected else { throw Malformed() }
        return ByteReader(UnsafeRawBufferPointer(rebasing: bytes[1..<end]))
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer, key: PacketKey) -> UInt64 {
        var hash = Scramble.mix(Scramble.mix(0x5bd1_e995_9d1b_58d3, key.first), key.second)
        hash = Scramble.mix(hash, key.third)
        return Scramble.hash(bytes, seed: hash)
    }
}

/// What a blob stands under in its table.
struct PacketKey {
    var first: UInt64
    var second: UInt64
    var third: UInt64

    init(folder: NodeID) {
        first = folder.high
        second = folder.low
        third = 0x666f_6c64
    }

    init(folder: NodeID, chunk: Int64) {
        first = folder.high
        second = folder.low
        third = UInt64(bitPattern: chunk) &+ 0x6669_6c65
    }

    init(meta name: String) {
        first = Scramble.hash(Array(name.utf8))
        second = 0
        third = 0x6d65_7461
    }

    init(batch path: [UInt8]) {
        first = Scramble.hash(path)
        second = 0
        third = 0x6261_7463
    }
}

/// A fast 64-bit hash that is the same on every machine and in every run. It guards against accidents, not attacks.
enum Scramble {
    /// Multiply and fold, as in wyhash (Wang Yi).
    @inline(__always)
    static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word ^ 0xa076_1d64_78bd_642f).multipliedFullWidth(by: word ^ 0xe703_7ed1_a0b4_28db)
        return product.high ^ product.low ^ hash &* 0x9fb2_1c65_1e98_df25
    }

    static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        var hash = seed
        var position = 0
        while bytes.count - position >= 8 {
            hash = mix(hash, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
            position += 8
        }
        var tail: UInt64 = 0
        while position < bytes.count {
            tail = tail << 8 | UInt64(bytes[position])
            position += 1
        }
        return mix(mix(hash, tail), UInt64(bytes.count))
    }

    static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { hash($0, seed: 0) }
    }
}
