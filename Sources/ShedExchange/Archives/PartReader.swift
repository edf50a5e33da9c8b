import ShedDeflate
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
    private var given: Int64 = 0
    private var checksum = Checksum32()
    /// `nil` for a part that is only stored.
    private let inflater: Inflater?

    init(_ part: ListedPart, in file: ArchiveFile) throws(ImportFault) {
        guard !part.isEncrypted else { throw ImportFault(.archiveEncrypted) }
        guard part.method == 8 || part.method == 0 && part.packed == part.size else { throw ImportFault(.archivePacking) }
        (self.file, self.part, left) = (file, part, part.packed)
        position = try ArchiveList.begin(of: part, in: file)
        inflater = part.method == 8 ? Inflater() : nil
        guard part.method == 0 || inflater != nil else { throw ImportFault(.archiveDamaged) }
    }

    /// The next bytes; none at the end.
    func next() throws(ImportFault) -> [UInt8] {
        let bytes = try inflated()
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
        guard let inflater else { return try packed() }
        guard let bytes = try inflater.next(packed) else { throw ImportFault(.archiveDamaged) }
        return bytes
    }
}
