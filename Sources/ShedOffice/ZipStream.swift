import ShedDeflate
import ShedModel

/// Unpacks one part, a piece at a time. Gives exactly as many bytes as the list says, or an error.
final class ZipStream {
    private static let piece = 1 << 16

    private let source: ArchiveSource
    private let part: ZipEntry
    private var position: Int64
    /// Packed bytes that are still to be read.
    private var left: Int
    private var given = 0
    private var checksum = Checksum32()
    /// `nil` for a part that is only stored.
    private let inflater: Inflater?
    private var isAtEnd = false

    init(_ source: ArchiveSource, _ part: ZipEntry, from start: Int64) throws(OfficeError) {
        self.source = source
        self.part = part
        position = start
        left = part.packed
        inflater = part.method == 8 ? Inflater() : nil
        guard part.method != 8 || inflater != nil else { throw OfficeError("could not be unpacked") }
    }

    /// The next bytes; none at the end.
    func next() throws(OfficeError) -> [UInt8] {
        guard !isAtEnd else { return [] }
        let bytes = try inflated()
        guard given + bytes.count <= part.size else { throw .damaged }
        given += bytes.count
        checksum.update(bytes)
        if bytes.isEmpty { isAtEnd = true }
        guard !isAtEnd || given == part.size && checksum.value == part.checksum else { throw .damaged }
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
        guard let inflater else { return try packed() }
        guard let bytes = try inflater.next(packed) else { throw .damaged }
        return bytes
    }
}
