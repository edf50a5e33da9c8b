import ShedDisk
import ShedExchange
import ShedModel

/// Makes archives in memory: with the writer itself, and such as it never makes.
struct ZipMaker {
    struct Part {
        var name: [UInt8]
        var bytes: [UInt8]
        /// What the list says in place of the truth.
        var size: Int64?
        var checksum: UInt32?
        var offset: Int?
        var method = 0
        var flags = 0
        /// As the file system has it.
        var mode = 0o100644
        /// On which sort of system it was made: 3 is Unix, 0 DOS and Windows.
        var host: UInt8 = 3
        /// What its own head calls it.
        var ownName: [UInt8]?

        init(_ name: String, _ text: String = "") { (self.name, bytes) = (Array(name.utf8), Array(text.utf8)) }
    }

    var parts: [Part] = []
    /// What the end says in place of the truth.
    var count: Int?

    var bytes: [UInt8] {
        var (file, list): ([UInt8], [UInt8]) = ([], [])
        for part in parts {
            let sum = part.checksum ?? ZipMaker.crc(part.bytes)
            let size = Int(part.size ?? Int64(part.bytes.count))
            let facts = ZipMaker.little([20, part.flags, part.method, 0, 0x21], 2) + ZipMaker.little([Int(sum), part.bytes.count, size], 4)
            let own = part.ownName ?? part.name
            list += ZipMaker.little([0x0201_4b50], 4) + [20, part.host] + facts + ZipMaker.little([part.name.count, 0, 0, 0, 0], 2)
            list += ZipMaker.little([part.mode << 16, part.offset ?? file.count], 4) + part.name
            file += ZipMaker.little([0x0403_4b50], 4) + facts + ZipMaker.little([own.count, 0], 2) + own + part.bytes
        }
        let number = count ?? parts.count
        let end = ZipMaker.little([0x0605_4b50], 4) + ZipMaker.little([0, 0, number, number], 2) + ZipMaker.little([list.count, file.count], 4) + [0, 0]
        return file + list + end
    }

    static func little(_ numbers: [Int], _ width: Int) -> [UInt8] {
        numbers.flatMap { number in (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
    }

    /// The tree of an archive of such parts.
    static func tree(_ parts: [Part], limits: ImportLimits = ImportLimits()) throws(ImportFault) -> ArchiveTree {
        try ArchiveTree(ArchiveFile(ZipMaker(parts: parts).bytes), named: "test.zip", limits: limits)
    }
}

/// A file in memory that an archive is written into.
final class MemoryFile {
    private(set) var bytes: [UInt8] = []

    var output: ArchiveOutput {
        ArchiveOutput { piece, offset throws(DiskError) in self.write(piece, Int(offset)) } cut: { offset throws(DiskError) in self.bytes.removeSubrange(Int(offset)...) }
    }

    private func write(_ piece: [UInt8], _ offset: Int) {
        let end = offset + piece.count
        if end > bytes.count { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
        bytes.replaceSubrange(offset..<end, with: piece)
    }
}

extension ArchiveTree {
    /// What a file holds, as text.
    func text(_ path: RelativePath) throws(ImportFault) -> String { String(decoding: try bytes(of: path, atMost: 1 << 24), as: UTF8.self) }
}
