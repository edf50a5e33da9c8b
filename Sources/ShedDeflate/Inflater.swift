import CZlib

/// Unpacks what was deflated (RFC 1951), without a header, a piece at a time. What is packed is of unknown origin.
public final class Inflater {
    private static let piece = 1 << 16
    /// At an address that stays, which zlib keeps.
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    /// Whether zlib said that there is no more.
    private var isFinished = false

    /// - Returns: `nil` where there is no memory for it.
    public init?() {
        stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard shed_inflate_begin(stream) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// The next bytes; none at the end.
    /// - Parameter packed: gives packed bytes, those that come next; none where there are no more.
    /// - Returns: `nil` for what was not deflated, ends too early, or goes on behind its end.
    public func next<Failure>(_ packed: () throws(Failure) -> [UInt8]) throws(Failure) -> [UInt8]? {
        guard !isFinished else { return [] }
        while true {
            if input.isEmpty { input = try packed() }
            let before = input.count
            var result = Z_OK
            let output = [UInt8](unsafeUninitializedCapacity: Inflater.piece) { buffer, count in
                input.withUnsafeMutableBufferPointer { input in
                    stream.pointee.next_in = input.baseAddress
                    stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(truncatingIfNeeded: buffer.count)
                    result = inflate(stream, Z_NO_FLUSH)
                    count = buffer.count - Int(stream.pointee.avail_out)
                }
            }
            let rest = Int(stream.pointee.avail_in)
            // It says so too where it has nothing to read and there should be more.
            guard result == Z_OK || result == Z_STREAM_END else { return nil }
            input.removeFirst(before - rest)
            if result == Z_STREAM_END {
                guard rest == 0, try packed().isEmpty else { return nil }
                isFinished = true
            }
            if !output.isEmpty || isFinished { return output }
            guard rest < before else { return nil }
        }
    }
}
