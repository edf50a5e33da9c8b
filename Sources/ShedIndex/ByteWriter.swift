import ShedModel

/// Bytes being written: a growing buffer without the checks that an array makes at every append.
struct ByteWriter: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// In bytes.
    private(set) var length = 0

    init(capacity: Int = 4096) {
        self.capacity = max(capacity, 16)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// What was written; valid until the next change.
    var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: length) }

    mutating func clear() { length = 0 }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity - length < more { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(capacity * 2, length + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: base, count: length)
        base.deallocate()
        base = larger
    }

    @inline(__always)
    mutating func byte(_ value: UInt8) {
        reserve(1)
        base[length] = value
        length += 1
    }

    /// Little-endian.
    @inline(__always)
    mutating func fixed<Value: FixedWidthInteger>(_ value: Value) {
        let size = MemoryLayout<Value>.size
        reserve(size)
        UnsafeMutableRawPointer(base + length).storeBytes(of: value.littleEndian, as: Value.self)
        length += size
    }

    /// Seven bits a byte, least significant first (LEB128).
    @inline(__always)
    mutating func varint(_ value: UInt64) {
        reserve(10)
        var rest = value
        while rest >= 0x80 {
            base[length] = UInt8(truncatingIfNeeded: rest) | 0x80
            length += 1
            rest >>= 7
        }
        base[length] = UInt8(truncatingIfNeeded: rest)
        length += 1
    }

    /// A signed number, small ones of either sign short (zigzag).
    @inline(__always)
    mutating func signed(_ value: Int64) { varint(UInt64(bitPattern: value << 1 ^ value >> 63)) }

    @inline(__always)
    mutating func count(_ value: Int) { varint(UInt64(max(value, 0))) }

    @inline(__always)
    mutating func id(_ id: NodeID) {
        fixed(id.high)
        fixed(id.low)
    }

    mutating func raw(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { raw($0) }
    }

    mutating func raw(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        if let start = bytes.baseAddress { UnsafeMutableRawPointer(base + length).copyMemory(from: start, byteCount: bytes.count) }
        length += bytes.count
    }

    /// The length, then the bytes.
    mutating func text(_ bytes: [UInt8]) {
        count(bytes.count)
        raw(bytes)
    }

    mutating func text(_ text: String) { self.text(Array(text.utf8)) }
}
