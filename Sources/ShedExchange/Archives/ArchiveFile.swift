import ShedMessages
import ShedModel

/// Where the bytes of an archive come from: a file that stays open.
public struct ArchiveFile {
    /// In bytes.
    public let size: Int64
    /// Bytes from an offset on, at most so many; fewer only at the end.
    private let read: (_ offset: Int64, _ count: Int) throws(ImportFault) -> [UInt8]

    public init(size: Int64, read: @escaping (_ offset: Int64, _ count: Int) throws(ImportFault) -> [UInt8]) {
        self.size = max(size, 0)
        self.read = read
    }

    /// Bytes in memory.
    public init(_ bytes: [UInt8]) {
        self.init(size: Int64(bytes.count)) { offset, count throws(ImportFault) in
            guard offset >= 0, offset < Int64(bytes.count), count > 0 else { return [] }
            return Array(bytes[Int(offset)..<Int(offset) + min(count, bytes.count - Int(offset))])
        }
    }

    /// Exactly so many bytes.
    func whole(_ offset: Int64, _ count: Int) throws(ImportFault) -> [UInt8] {
        guard count >= 0, offset >= 0, offset <= size, Int64(count) <= size - offset else { throw ImportFault(.archiveDamaged) }
        let bytes = try read(offset, count)
        guard bytes.count == count else { throw ImportFault(.archiveDamaged) }
        return bytes
    }

    /// Whether the file begins as a ZIP archive does that has parts.
    public static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4b, 3, 4]) || bytes.starts(with: [0x50, 0x4b, 5, 6]) }
}
