/// Values by node ID, in half the memory of a dictionary and quicker: keys and values stand in lists without gaps,
/// beside an index of four bytes a slot.
///
/// In the order in which they came, until one is removed: the last takes its place. Two tables are equal if they hold
/// the same, in whatever order.
public struct IDTable<Value: Sendable>: Sendable {
    public private(set) var keys: ContiguousArray<NodeID> = []
    public private(set) var values: ContiguousArray<Value> = []
    @usableFromInline var index = SlotIndex()

    public init() {}

    @inlinable public var count: Int { keys.count }
    public var isEmpty: Bool { keys.isEmpty }
    @inlinable public var indices: Range<Int> { keys.indices }

    /// Makes room for this many in all.
    public mutating func reserveCapacity(_ count: Int) {
        keys.reserveCapacity(count)
        values.reserveCapacity(count)
        index.reserve(count) { [keys] in IDHash.of(keys[$0]) }
    }

    public subscript(id: NodeID) -> Value? {
        @inlinable @inline(__always) get { position(of: id).map { values[$0] } }
        set {
            if let newValue { updateValue(newValue, forKey: id) } else { removeValue(forKey: id) }
        }
    }

    /// The key and value at one of the ``indices``.
    @inlinable
    public subscript(position: Int) -> (key: NodeID, value: Value) { (keys[position], values[position]) }

    /// Where a key stands in ``keys`` and ``values``, until one is removed: to look at a part of a value without a copy.
    @inlinable @inline(__always)
    public func position(of id: NodeID) -> Int? {
        index.first(IDHash.of(id)) { keys[$0] == id }
    }

    /// Changes the value at one of the ``indices`` where it is.
    mutating func update(_ position: Int, _ body: (inout Value) -> Void) { body(&values[position]) }

    /// - Returns: what stood there before.
    @discardableResult
    // Who calls it from another module has no code of it for a type.
    @_specialize(where Value == Node)
    @_specialize(where Value == Sighting)
    @_specialize(where Value == Int64)
    public mutating func updateValue(_ value: Value, forKey id: NodeID) -> Value? {
        if let position = position(of: id) {
            let old = values[position]
            values[position] = value
            return old
        }
        append(value, forKey: id)
        return nil
    }

    /// Puts in a value under a key under which there is none.
    @_specialize(where Value == Node)
    @_specialize(where Value == Sighting)
    @_specialize(where Value == Int64)
    mutating func append(_ value: Value, forKey id: NodeID) {
        // A list that doubles would leave half of it unused.
        if keys.count == keys.capacity, keys.count >= 1_024 {
            keys.reserveCapacity(keys.count + keys.count / 4)
            values.reserveCapacity(keys.count + keys.count / 4)
        }
        keys.append(id)
        values.append(value)
        index.insert(keys.count - 1) { [keys] in IDHash.of(keys[$0]) }
    }

    /// - Returns: what stood there.
    @discardableResult
    @_specialize(where Value == Node)
    @_specialize(where Value == Sighting)
    @_specialize(where Value == Int64)
    public mutating func removeValue(forKey id: NodeID) -> Value? {
        guard let position = position(of: id) else { return nil }
        let last = keys.count - 1
        index.remove(position) { [keys] in IDHash.of(keys[$0]) }
        if position != last { index.move(last, to: position, hash: IDHash.of(keys[last])) }
        keys.swapAt(position, last)
        values.swapAt(position, last)
        keys.removeLast()
        return values.removeLast()
    }
}

extension IDTable: Sequence {
    public struct Iterator: IteratorProtocol {
        @usableFromInline let table: IDTable
        @usableFromInline var position = 0

        @inlinable
        init(table: IDTable) { self.table = table }

        @inlinable
        public mutating func next() -> (key: NodeID, value: Value)? {
            guard position < table.count else { return nil }
            defer { position += 1 }
            return table[position]
        }
    }

    @inlinable
    public func makeIterator() -> Iterator { Iterator(table: self) }
    public var underestimatedCount: Int { count }
}

extension IDTable: Equatable where Value: Equatable {
    public static func == (left: IDTable, right: IDTable) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }
}

/// Hashes for ``SlotIndex``, with secrets of this process: whoever writes the IDs of a sidecar cannot make them collide.
@usableFromInline
enum IDHash {
    private static let secrets: (UInt64, UInt64) = {
        var hasher = Hasher()
        hasher.combine(1)
        let first = UInt64(bitPattern: Int64(hasher.finalize()))
        hasher = Hasher()
        hasher.combine(2)
        return (first, UInt64(bitPattern: Int64(hasher.finalize())) | 1)
    }()

    @usableFromInline
    static func of(_ id: NodeID) -> Int { mix(id.high, id.low) }

    @inline(__always)
    static func of(_ identity: FileIdentity) -> Int {
        mix(identity.device ^ identity.inode.byteSwapped, UInt64(bitPattern: identity.birth) &+ identity.inode)
    }

    /// All 32 bytes of an identity: many that agree in half of them are easily made up.
    static func of(_ digest: DigestPositions.Digest) -> Int {
        mix(UInt64(bitPattern: Int64(mix(digest.0, digest.1))), UInt64(bitPattern: Int64(mix(digest.2, digest.3))))
    }

    /// A name in a folder.
    static func of(_ folder: NodeID, _ name: UnsafeRawBufferPointer) -> Int {
        var hash = UInt64(bitPattern: Int64(of(folder)))
        var start = 0
        while start < name.count {
            hash = UInt64(bitPattern: Int64(mix(hash, word(of: name, from: start))))
            start += 8
        }
        return mix(hash, UInt64(name.count))
    }

    /// Eight bytes; fewer at the end.
    @inline(__always)
    private static func word(of bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
        if start + 8 <= bytes.count { return bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self) }
        var word: UInt64 = 0
        for position in start..<bytes.count { word = word << 8 | UInt64(bytes[position]) }
        return word
    }

    /// A content of so many bytes.
    static func of(_ hash: ContentHash, size: Int64) -> Int {
        hash.bytes.withUnsafeBytes { bytes in
            var result = UInt64(bitPattern: size)
            for start in stride(from: 0, to: bytes.count, by: 8) {
                result = UInt64(bitPattern: Int64(mix(result, word(of: bytes, from: start))))
            }
            return Int(truncatingIfNeeded: result)
        }
    }

    /// Folds the 128 bits of a product, which no factor alone decides.
    @inline(__always)
    private static func mix(_ first: UInt64, _ second: UInt64) -> Int {
        let secrets = secrets
        let product = (first ^ secrets.0).multipliedFullWidth(by: second ^ secrets.1)
        let folded = (product.high ^ product.low).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
        return Int(truncatingIfNeeded: folded.high ^ folded.low)
    }
}
