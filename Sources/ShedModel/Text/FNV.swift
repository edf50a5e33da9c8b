/// FNV-1a of 64 bits (Fowler, Noll and Vo; draft-eastlake-fnv): a number for bytes that is the same on all machines, by which they are told
/// apart or known to be torn. It keeps nobody who means harm from anything.
public struct FNV: Hashable, Sendable {
    /// Of all that was added so far.
    public var value: UInt64

    /// Of no bytes.
    @inlinable
    public init() { value = 0xcbf2_9ce4_8422_2325 }

    /// Of bytes.
    @inlinable
    public init(_ bytes: some Sequence<UInt8>) {
        self.init()
        add(bytes)
    }

    /// Adds a byte.
    @inlinable
    public mutating func add(_ byte: UInt8) { add(word: UInt64(byte)) }

    /// Adds bytes in their order.
    @inlinable
    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
    }

    /// Takes eight bytes at once, as a number of which not all bits reach all others: whoever does so mixes them.
    @inlinable
    public mutating func add(word: UInt64) { value = (value ^ word) &* 0x0000_0100_0000_01b3 }
}
