/// Where the bytes of an import come from: fills the front of the buffer and gives the number of bytes, 0 at the end.
/// It is asked again only for what is needed next, and not after it gave 0.
public typealias ByteSource = (UnsafeMutableRawBufferPointer) throws(RecordsError) -> Int

extension Array where Element == UInt8 {
    /// A source that gives these bytes.
    /// - Parameter chunk: how many at a time, at least 1.
    public func source(chunk: Int = .max) -> ByteSource {
        var rest = self[...]
        return { buffer throws(RecordsError) in
            let given = rest.prefix(Swift.min(buffer.count, Swift.max(chunk, 1)))
            buffer.copyBytes(from: given)
            rest = rest.dropFirst(given.count)
            return given.count
        }
    }
}
