/// Where the list of parts stands with which a ZIP file ends (APPNOTE.TXT 6.3.3, 4.3.12 and 4.3.16). The file is of unknown origin: its
/// list lies within it, and is read no further than it says that it goes. No ZIP64, and nothing in several files.
public struct ZipDirectory: Hashable, Sendable {
    /// How many parts it says that there are, at most 65,534.
    public let count: Int
    /// From the beginning of the file.
    public let offset: Int64
    /// In bytes.
    public let size: Int

    /// Why a file's list is not read.
    public enum Fault: Error, Hashable, Sendable {
        case noZip
        /// It says that numbers stand elsewhere, as where they are too large for their places.
        case large
        case damaged
    }

    /// The list's end, and a comment behind it, have so many bytes at most.
    public static let longestEnd = 22 + 65_535

    /// - Parameters:
    ///   - tail: the last ``longestEnd`` bytes of a file; all of it where it has no more.
    ///   - start: where these begin in the file.
    public init(tail: [UInt8], from start: Int64) throws(Fault) {
        func number(_ place: Int, _ length: Int) -> Int { ZipEntry.number(tail, place, length) }
        guard tail.count >= 22, let end = (0...(tail.count - 22)).reversed().first(where: {
            tail[$0] == 0x50 && number($0, 4) == 0x0605_4b50 && $0 + 22 + number($0 + 20, 2) == tail.count
        }) else { throw .noZip }
        (count, size, offset) = (number(end + 10, 2), number(end + 12, 4), Int64(number(end + 16, 4)))
        guard count < 0xffff, size < 0xffff_ffff, offset < 0xffff_ffff else { throw .large }
        guard number(end + 4, 4) == 0, number(end + 8, 2) == count, offset + Int64(size) <= start + Int64(end) else { throw .damaged }
    }

    /// Of a file in memory.
    public init(of file: [UInt8]) throws(Fault) {
        let start = max(0, file.count - ZipDirectory.longestEnd)
        try self.init(tail: Array(file[start...]), from: Int64(start))
    }

    /// The parts, in the order of the list.
    /// - Parameters:
    ///   - bytes: what holds the list, if not the list itself.
    ///   - start: where it begins there.
    public func entries(in bytes: [UInt8], from start: Int = 0) throws(Fault) -> [ZipEntry] {
        guard start >= 0, start <= bytes.count, size <= bytes.count - start else { throw .damaged }
        var entries: [ZipEntry] = []
        var position = start
        for _ in 0..<count {
            guard let entry = ZipEntry(bytes, position, before: start + size) else { throw .damaged }
            entries.append(entry)
            position = entry.head.upperBound
        }
        return entries
    }

    /// The parts of a file in memory.
    public static func entries(of file: [UInt8]) throws(Fault) -> [ZipEntry] {
        let directory = try ZipDirectory(of: file)
        return try directory.entries(in: file, from: Int(directory.offset))
    }
}

/// One part, as the list has it (APPNOTE.TXT, 4.3.12). Where it stands, and how long it is, is what the list says: nothing of it is looked up.
public struct ZipEntry: Hashable, Sendable {
    /// Where this entry stands, in what holds the list.
    public let head: Range<Int>
    public let name: [UInt8]
    /// How it is packed; 0: not at all, 8: deflated.
    public let method: Int
    public let isEncrypted: Bool
    /// CRC-32 of what it holds.
    public let checksum: UInt32
    /// Packed, in bytes; below 2³².
    public let packed: Int
    /// In bytes; below 2³².
    public let size: Int
    /// Of its own head, in the file; below 2³².
    public let offset: Int64

    fileprivate init?(_ bytes: [UInt8], _ start: Int, before end: Int) {
        func number(_ place: Int, _ length: Int) -> Int { ZipEntry.number(bytes, start + place, length) }
        guard start + 46 <= end, number(0, 4) == 0x0201_4b50 else { return nil }
        let nameEnd = start + 46 + number(28, 2)
        head = start..<nameEnd + number(30, 2) + number(32, 2)
        guard head.upperBound <= end else { return nil }
        name = Array(bytes[start + 46..<nameEnd])
        (method, isEncrypted, checksum) = (number(10, 2), number(8, 2) & 1 == 1, UInt32(truncatingIfNeeded: number(16, 4)))
        (packed, size, offset) = (number(20, 4), number(24, 4), Int64(number(42, 4)))
    }

    // MARK: Its own head

    /// So many bytes a part's own head has before its name.
    public static let shortestHead = 30

    /// How long a part's own head is, with its name and what else stands before what the part holds (APPNOTE.TXT, 4.3.7).
    /// - Returns: `nil` where there is none.
    public static func headLength(_ bytes: [UInt8], at position: Int = 0) -> Int? {
        guard position >= 0, position <= bytes.count - shortestHead, number(bytes, position, 4) == 0x0403_4b50 else { return nil }
        return shortestHead + number(bytes, position + 26, 2) + number(bytes, position + 28, 2)
    }

    /// A number of at most four bytes, the lowest first; 0 for what is not there.
    public static func number(_ bytes: [UInt8], _ position: Int, _ length: Int) -> Int {
        guard position >= 0, position <= bytes.count - length else { return 0 }
        return (0..<length).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
    }
}
