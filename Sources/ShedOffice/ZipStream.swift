import CZlib
import ShedModel

/// Unpacks one part, a piece at a time. Gives exactly as many bytes as the list says, or an error.
final class ZipStream {
    private static let piece = 1 << 16

    private let source: ArchiveSource
    private let part: ZipEntry
    private var position: Int64
    /// Packed bytes that are still to be read.
    private var left: Int
    private var input: [UInt8] = []
    private var given = 0
    private var checksum: UInt = 0
    /// At an address that stays, which zlib keeps; `nil` for a part that is only stored.
    private var stream: UnsafeMutablePointer<z_stream>?
    /// Whether zlib said that there is no more.
    private var isFinished = false
    private var isAtEnd = false

    init(_ source: ArchiveSource, _ part: ZipEntry, from start: Int64) throws(OfficeError) {
        self.source = source
        self.part = part
        position = start
        left = part.packed
        checksum = crc32(0, nil, 0)
        guard part.method == 8 else { return }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard shed_inflate_begin(stream) == Z_OK else {
            stream.deallocate()
            throw OfficeError("could not be unpacked")
        }
        self.stream = stream
    }

    deinit {
        guard let stream else { return }
        inflateEnd(stream)
        stream.deallocate()
    }

    /// The next bytes; none at the end.
    func next() throws(OfficeError) -> [UInt8] {
        guard !isAtEnd else { return [] }
        let bytes = part.method == 8 ? try inflated() : try packed()
        guard given + bytes.count <= part.size else { throw .damaged }
        given += bytes.count
        checksum = bytes.withUnsafeBufferPointer { crc32(checksum, $0.baseAddress, UInt32(truncatingIfNeeded: $0.count)) }
        if bytes.isEmpty { isAtEnd = true }
        guard !isAtEnd || given == part.size && UInt32(truncatingIfNeeded: checksum) == part.checksum else { throw .damaged }
        return bytes
    }

    private func packed() throws(OfficeError) -> [UInt8] {
        let count = min(left, ZipStream.piece)
        guard count > 0 else { return [] }
        let bytes = try source.whole(position, count)
        position += Int64(count)
        left -= count
        return bytes
    }

    private func inflated() throws(OfficeError) -> [UInt8] {
        guard let stream, !isFinished else { return [] }
        while true {
            if input.isEmpty { input = try packed() }
            let before = input.count
            var result = Z_OK
            let output = [UInt8](unsafeUninitializedCapacity: ZipStream.piece) { buffer, count in
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
            guard result == Z_OK || result == Z_STREAM_END else { throw .damaged }
            input.removeFirst(before - rest)
            if result == Z_STREAM_END {
                guard rest == 0, left == 0 else { throw .damaged }
                isFinished = true
            }
            if !output.isEmpty || isFinished { return output }
            guard rest < before else { throw .damaged }
        }
    }
}
