import CZlib

/// CRC-32 as ZIP has it, of bytes that come one after the other.
public struct Checksum32: Sendable {
    public private(set) var value: UInt32 = 0

    public init() {}

    public mutating func update(_ bytes: [UInt8]) {
        // What zlib is given without an address begins anew.
        guard !bytes.isEmpty else { return }
        let next = bytes.withUnsafeBufferPointer { crc32(UInt(value), $0.baseAddress, UInt32(truncatingIfNeeded: $0.count)) }
        value = UInt32(truncatingIfNeeded: next)
    }
}
