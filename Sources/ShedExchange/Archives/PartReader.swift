import CZlib
import ShedMessages
import ShedModel

/// Unpacks one part, a piece at a time: exactly as many bytes as the list says, with the checksum that it says.
final class PartReader {
    private static let piece = 1 << 16

    private let file: ArchiveFile
    private let part: ListedPart
    private var position: Int64
    /// Packed bytes that are still to be read.
    private var left: Int64
    private var input: [UInt8] = []
    private var given: Int64 = 0
    private var checksum = Checksum32()
    /// At an address that stays, which zlib keeps; `nil` for a part that is only stored.
    private var stream: UnsafeMutablePointer<z_stream>?
    /// Whether zlib said that there is no more.
    private var isFinished = false

    init(_ part: ListedPart, in file: ArchiveFile) throws(ImportFault) {
        guard !part.isEncrypted else { throw ImportFault(.archiveEncrypted) }
        guard part.method == 8 || part.method == 0 && part.packed == part.size else { throw ImportFault(.archivePacking) }
        (self.file, self.part, left) = (file, part, part.packed)
        position = try ArchiveList.begin(of: part, in: file)
        guard part.method == 8 else { return }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard shed_inflate_begin(stream) == Z_OK else {
            stream.deallocate()
            throw ImportFault(.archiveDamaged)
        }
        self.stream = stream
    }

    deinit {
        guard let stream else { return }
        inflateEnd(stream)
        stream.deallocate()
    }

    /// The next bytes; none at the end.
    func next() throws(ImportFault) -> [UInt8] {
        let bytes = stream == nil ? try packed() : try inflated()
        given += Int64(bytes.count)
        guard given <= part.size else { throw ImportFault(.archiveDamaged) }
        checksum.update(bytes)
        guard !bytes.isEmpty || given == part.size && checksum.value == part.checksum else { throw ImportFault(.archiveDamaged) }
        return bytes
    }

    private func packed() throws(ImportFault) -> [UInt8] {
        let count = Int(min(left, Int64(PartReader.piece)))
        guard count > 0 else { return [] }
        let bytes = try file.whole(position, count)
        position += Int64(count)
        left -= Int64(count)
        return bytes
    }

    private func inflated() throws(ImportFault) -> [UInt8] {
        guard let stream, !isFinished else { return [] }
        while true {
            if input.isEmpty { input = try packed() }
            let before = input.count
            var result = Z_OK
            let output = [UInt8](unsafeUninitializedCapacity: PartReader.piece) { buffer, count in
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
            guard result == Z_OK || result == Z_STREAM_END else { throw ImportFault(.archiveDamaged) }
            input.removeFirst(before - rest)
            if result == Z_STREAM_END {
                guard rest == 0, left == 0 else { throw ImportFault(.archiveDamaged) }
                isFinished = true
            }
            if !output.isEmpty || isFinished { return output }
            guard rest < before else { throw ImportFault(.archiveDamaged) }
        }
    }
}
