/// Puts numbers behind each other as bytes, each as long as its type and the lowest byte first, for files that only this machine reads.
public struct NumberWriter {
    /// What was written so far.
    public var bytes: [UInt8]

    /// - Parameter bytes: what stands before them.
    @inlinable
    public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Puts a number behind the others.
    @inlinable
    public mutating func put(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
}

/// Takes numbers from bytes that ``NumberWriter`` wrote, or somebody else: `nil` for what is not there.
public struct NumberReader {
    /// All that there are, also beside what is read.
    public let bytes: [UInt8]
    /// Of the next number.
    public var position: Int
    /// Nothing is read from here on.
    public let end: Int

    /// - Parameter range: what is read of the bytes, as far as they go.
    @inlinable
    public init(_ bytes: [UInt8], in range: Range<Int>) {
        let range = range.clamped(to: bytes.indices)
        (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
    }

    /// The next number; `nil`, and nothing is taken, where there are not so many bytes left.
    @inlinable
    public mutating func take<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard size <= end - position else { return nil }
        defer { position += size }
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self)) }
    }

    /// So many bytes; `nil`, and none is taken, where there are fewer.
    public mutating func take(bytes count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= end - position else { return nil }
        defer { position += count }
        return bytes[position..<(position + count)]
    }
}
