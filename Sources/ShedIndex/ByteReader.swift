import ShedModel

/// Reads what ``ByteWriter`` wrote. Every step is checked against the end: bytes of any origin give a value or an
/// error, and no more memory than they take themselves.
struct ByteReader {
    let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var rest: Int { bytes.count - position }

    @inline(__always)
    mutating func byte() throws(Malformed) -> UInt8 {
        guard position < bytes.count else { throw Malformed() }
        defer { position += 1 }
        return bytes[position]
    }

    @inline(__always)
    mutating func fixed<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(Malformed) -> Value {
        let size = MemoryLayout<Value>.size
        guard rest >= size else { throw Malformed() }
        defer { position += size }
        return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
    }

    @inline(__always)
    mutating func varint() throws(Malformed) -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            // The tenth byte has room for one bit.
            if shift == 63, byte > 1 { throw Malformed() }
            result |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return result }
            shift += 7
            if shift > 63 { throw Malformed() }
        }
        throw Malformed()
    }

    @inline(__always)
    mutating func signed() throws(Malformed) -> Int64 {
        let value = try varint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// A time in milliseconds since 1970, within ``Milliseconds/range``.
    mutating func time() throws(Malformed) -> Int64 { Milliseconds.bounded(try signed()) }

    /// A size in bytes, not below 0.
    mutating func size() throws(Malformed) -> Int64 { max(try signed(), 0) }

    /// A number of things that take at least `size` bytes each, so no more than the rest can hold.
    @inline(__always)
    mutating func count(ofSize size: Int = 1) throws(Malformed) -> Int {
        let value = try varint()
        guard value <= UInt64(rest / size) else { throw Malformed() }
        return Int(value)
    }

    /// A plain number that is no length: of so few that thousands of them can be added up.
    @inline(__always)
    mutating func number() throws(Malformed) -> Int {
        guard let value = Int(exactly: try varint()), value < 1 << 48 else { throw Malformed() }
        return value
    }

    @inline(__always)
    mutating func id() throws(Malformed) -> NodeID {
        NodeID(high: try fixed(), low: try fixed())
    }

    /// Where a length-prefixed run of bytes stands.
    @inline(__always)
    mutating func range() throws(Malformed) -> Range<Int> {
        let length = try count()
        defer { position += length }
        return position..<position + length
    }

    @inline(__always)
    mutating func skip(_ length: Int) throws(Malformed) -> Range<Int> {
        guard rest >= length else { throw Malformed() }
        defer { position += length }
        return position..<position + length
    }

    @inline(__always)
    func array(_ range: Range<Int>) -> [UInt8] {
        Array(unsafeUninitializedCapacity: range.count) { buffer, count in
            UnsafeMutableRawBufferPointer(buffer).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
            count = range.count
        }
    }

    mutating func data() throws(Malformed) -> [UInt8] { array(try range()) }

    mutating func text() throws(Malformed) -> String {
        guard let text = String(validating: bytes[try range()], as: UTF8.self) else { throw Malformed() }
        return text
    }

    func finish() throws(Malformed) {
        guard rest == 0 else { throw Malformed() }
    }
}
