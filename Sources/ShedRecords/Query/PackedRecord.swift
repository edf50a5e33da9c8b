/// A record packed into bytes, to be asked for values without making any text: for a cache that holds many.
///
/// The form: a byte 1, the number of pairs, then for each pair the length of the key, the key, the length of the value, the
/// value; numbers in LEB128, seven bits a byte, the lowest first. Nothing is trusted: no length leads out of the bytes.
public struct PackedRecord {
    /// Which form it is.
    static let version: UInt8 = 1
    private let bytes: UnsafeRawBufferPointer
    /// How many pairs there are.
    public let count: Int
    /// Where the first pair begins.
    private let start: Int

    /// Packs a record.
    public static func pack(_ record: Record) -> [UInt8] {
        var bytes: [UInt8] = [version]
        bytes.reserveCapacity(record.pairs.reduce(6) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 })
        append(record.pairs.count, to: &bytes)
        for pair in record.pairs {
            append(pair.key.utf8.count, to: &bytes)
            bytes.append(contentsOf: pair.key.utf8)
            append(pair.value.utf8.count, to: &bytes)
            bytes.append(contentsOf: pair.value.utf8)
        }
        return bytes
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Looks at a packed record in place; it is valid as long as the bytes are. Cost: a few nanoseconds a pair.
    /// - Returns: `nil` for bytes that are no packed record: cut short, too long, of another version.
    public static func view(_ bytes: UnsafeRawBufferPointer) -> PackedRecord? {
        guard let record = PackedRecord(bytes) else { return nil }
        var position = record.start
        for _ in 0..<2 * record.count {
            guard let length = number(bytes, &position), length <= bytes.count - position else { return nil }
            position += length
        }
        return position == bytes.count ? record : nil
    }

    private init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 2, bytes[0] == PackedRecord.version else { return nil }
        var position = 1
        // A pair takes two bytes at least, so that a count cannot be larger than the bytes without being noticed early.
        guard let count = PackedRecord.number(bytes, &position), count <= bytes.count / 2 else { return nil }
        self.bytes = bytes
        self.count = count
        start = position
    }

    @inline(__always)
    fileprivate static func number(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Int? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        position += 1
        guard byte >= 0x80 else { return Int(byte) }
        var number = Int(byte & 0x7f)
        for shift in [7, 14, 21, 28] as [Int] {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            number |= Int(byte & 0x7f) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }

    /// The value of a key, compared byte by byte; `nil` if the record does not have it.
    public func value(of key: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        for pair in self where PackedRecord.isEqual(pair.key, key) { return pair.value }
        return nil
    }

    /// The value of a key, compared byte by byte; `nil` if the record does not have it.
    public func value(of key: String) -> UnsafeBufferPointer<UInt8>? {
        var key = key
        return key.withUTF8 { value(of: $0) }
    }

    /// The record itself.
    /// - Returns: `nil` if a key or a value is not UTF-8, or a key stands twice: the bytes were spoiled.
    public func record() -> Record? {
        var pairs: [Pair] = []
        pairs.reserveCapacity(count)
        for pair in self {
            guard let key = String(validating: pair.key, as: UTF8.self), let value = String(validating: pair.value, as: UTF8.self)
            else { return nil }
            pairs.append(Pair(key, value))
        }
        guard Set(pairs.map { KeyBytes($0.key) }).count == pairs.count else { return nil }
        return Record(unique: pairs)
    }

    @inline(__always)
    static func isEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for position in 0..<left.count where left[position] != right[position] { return false }
        return true
    }

    /// The order of code points, which is that of the bytes of UTF-8.
    static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        for position in 0..<Swift.min(left.count, right.count) where left[position] != right[position] {
            return left[position] < right[position] ? -1 : 1
        }
        return left.count < right.count ? -1 : left.count > right.count ? 1 : 0
    }
}

extension PackedRecord: Sequence {
    /// A pair in place.
    public struct Element {
        public let key: UnsafeBufferPointer<UInt8>
        public let value: UnsafeBufferPointer<UInt8>
    }

    public struct Iterator: IteratorProtocol {
        private let bytes: UnsafeRawBufferPointer
        private var rest: Int
        private var position: Int

        fileprivate init(_ bytes: UnsafeRawBufferPointer, _ count: Int, _ start: Int) {
            self.bytes = bytes
            rest = count
            position = start
        }

        @inline(__always)
        public mutating func next() -> Element? {
            guard rest > 0, let key = text(), let value = text() else { return nil }
            rest -= 1
            return Element(key: key, value: value)
        }

        @inline(__always)
        private mutating func text() -> UnsafeBufferPointer<UInt8>? {
            guard let length = PackedRecord.number(bytes, &position), length <= bytes.count - position, let base = bytes.baseAddress
            else { return nil }
            let text = UnsafeBufferPointer(start: (base + position).assumingMemoryBound(to: UInt8.self), count: length)
            position += length
            return text
        }
    }

    public func makeIterator() -> Iterator { Iterator(bytes, count, start) }
}
