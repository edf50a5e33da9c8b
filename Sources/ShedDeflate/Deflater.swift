import CZlib

/// Deflates bytes that come one after the other (RFC 1951), without a header.
public final class Deflater {
    private static let piece = 1 << 16
    /// At an address that stays, which zlib keeps.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Returns: `nil` where there is no memory for it.
    public init?() {
        stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // deflateInit2 is a macro, which calls this; a negative window is one without a header.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// What comes out by what comes in.
    /// - Parameter isLast: whether nothing follows: then all that is left comes out.
    public func deflate(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        var input = bytes
        input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
            var isFull = true
            // It has more to give as long as it fills all of the room.
            while isFull {
                result += [UInt8](unsafeUninitializedCapacity: Deflater.piece) { buffer, count in
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(truncatingIfNeeded: buffer.count)
                    _ = CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    count = buffer.count - Int(stream.pointee.avail_out)
                    isFull = stream.pointee.avail_out == 0
                }
            }
            stream.pointee.next_in = nil
        }
        return result
    }
}
