import ShedMessages
import ShedModel

/// One part, as the list of an archive of unknown origin has it.
struct ListedPart {
    /// In UTF-8, with `/` between the names of a path; as it stands where nobody can say what it means.
    var name: [UInt8]
    /// As it stands there, and in the part's own head.
    let listedName: [UInt8]
    /// Whether the archive says that its name is UTF-8.
    let isMarkedUTF8: Bool
    /// The sort of system that it was made on.
    let host: Int
    var method: Int
    var isEncrypted: Bool
    var checksum: UInt32
    /// In bytes.
    var packed: Int64
    var size: Int64
    /// Where its own head stands.
    var offset: Int64
    /// As the file system had it where it was made on one with permissions, else 0.
    var mode: Int
    /// Milliseconds since 1970.
    var modified: Int64?
}

/// The list of parts with which a ZIP archive ends (APPNOTE.TXT 6.3.10, 4.3.12 to 4.3.16), also in its large form (ZIP64).
struct ArchiveList {
    let parts: [ListedPart]

    /// Of the list itself, in bytes: at most so many for each part, which may have the longest path that there is and says little besides;
    /// and so many in all, which are in memory at once.
    private static let (mostForEach, most): (Int64, Int64) = (Int64(RelativePath.longest) + 512, 1 << 30)

    /// - Throws: where it is no list, lies, or has more than the bounds allow.
    init(of file: ArchiveFile, limits: ImportLimits) throws(ImportFault) {
        let end = try ListEnd(of: file)
        guard end.count <= Int64(limits.entries) else { throw ImportFault(.importTooMany(most: limits.entries), raisedBy: "--max-files") }
        guard end.size <= ArchiveList.mostForEach.multiplied(by: end.count) else { throw ImportFault(.archiveDamaged) }
        guard end.size <= ArchiveList.most else { throw ImportFault(.archiveListTooLarge(most: Int(ArchiveList.most)), isBeyondBounds: true) }
        let bytes = try file.whole(end.offset, Int(end.size))
        var parts: [ListedPart] = []
        var position = 0
        for _ in 0..<end.count {
            guard let (part, next) = ArchiveList.part(bytes, position) else { throw ImportFault(.archiveDamaged) }
            parts.append(part)
            position = next
        }
        let marksAll = ArchiveList.marksAll(parts)
        self.parts = parts.map { part in
            var part = part
            part.name = ArchiveName.read(part.listedName, isMarked: part.isMarkedUTF8 || marksAll, host: part.host)
            return part
        }
        try checkApart(in: file, upTo: end.offset)
    }

    /// Whether whoever made it marks all names that are UTF-8, those in ASCII too, as shed does on a system where names are bytes: one without
    /// the mark is what the file is called, then.
    private static func marksAll(_ parts: [ListedPart]) -> Bool {
        let texts = parts.lazy.filter { String(validating: $0.listedName, as: UTF8.self) != nil }
        return !texts.isEmpty && texts.allSatisfy { $0.isMarkedUTF8 && $0.host == 3 }
    }

    private static func part(_ bytes: [UInt8], _ start: Int) -> (part: ListedPart, next: Int)? {
        func number(_ place: Int, _ length: Int) -> Int { ZipEntry.number(bytes, start + place, length) }
        guard start <= bytes.count - 46, number(0, 4) == 0x0201_4b50 else { return nil }
        let nameEnd = start + 46 + number(28, 2)
        let extraEnd = nameEnd + number(30, 2)
        let next = extraEnd + number(32, 2)
        guard next <= bytes.count else { return nil }
        let name = Array(bytes[start + 46..<nameEnd])
        var part = ListedPart(
            name: name, listedName: name, isMarkedUTF8: number(8, 2) & 0x0800 != 0, host: number(5, 1), method: number(10, 2), isEncrypted: number(8, 2) & 1 == 1,
            checksum: UInt32(truncatingIfNeeded: number(16, 4)), packed: Int64(number(20, 4)), size: Int64(number(24, 4)), offset: Int64(number(42, 4)),
            mode: number(5, 1) == 3 ? number(40, 2) : 0, modified: ArchiveTime.milliseconds(time: number(12, 2), date: number(14, 2)))
        guard part.takeLargeNumbers(bytes[nameEnd..<extraEnd]) else { return nil }
        return (part, next)
    }

    /// - Throws: where two parts share bytes, one reaches into the list, or calls itself otherwise than the list does.
    private func checkApart(in file: ArchiveFile, upTo end: Int64) throws(ImportFault) {
        var free: Int64 = 0
        for part in parts.sorted(by: { $0.offset < $1.offset }) {
            guard part.offset >= free, part.offset <= end else { throw ImportFault(.archiveOverlaps) }
            let begin = try ArchiveList.begin(of: part, in: file)
            guard begin <= end, part.packed <= end - begin else { throw ImportFault(.archiveOverlaps) }
            free = begin + part.packed
        }
    }

    /// Where the packed bytes of a part begin.
    static func begin(of part: ListedPart, in file: ArchiveFile) throws(ImportFault) -> Int64 {
        let bytes = try file.whole(part.offset, ZipEntry.shortestHead + min(part.listedName.count, Int(max(0, file.size - part.offset))))
        guard let length = ZipEntry.headLength(bytes), Array(bytes[ZipEntry.shortestHead...]) == part.listedName, ZipEntry.number(bytes, 26, 2) == part.listedName.count
        else { throw ImportFault(.archiveDamaged) }
        return part.offset + Int64(length)
    }
}

extension ListedPart {
    /// Takes the numbers that stand apart since they need 64 bits (APPNOTE.TXT 4.5.3).
    /// - Returns: whether all are there, and none is beyond what a file can have.
    fileprivate mutating func takeLargeNumbers(_ extra: ArraySlice<UInt8>) -> Bool {
        let isWhole = { (number: Int64) in number != 0xffff_ffff }
        guard !(isWhole(packed) && isWhole(size) && isWhole(offset)) else { return true }
        var rest = extra
        while rest.count >= 4 {
            let (tag, length) = (ZipEntry.number(Array(rest.prefix(4)), 0, 2), ZipEntry.number(Array(rest.prefix(4)), 2, 2))
            guard rest.count >= 4 + length else { return false }
            if tag == 1 {
                var numbers = Array(rest.dropFirst(4).prefix(length))
                for path in [\ListedPart.size, \.packed, \.offset] where !isWhole(self[keyPath: path]) {
                    guard let number = Int64(large: numbers, 0) else { return false }
                    self[keyPath: path] = number
                    numbers.removeFirst(8)
                }
                return true
            }
            rest = rest.dropFirst(4 + length)
        }
        return false
    }
}

extension Int64 {
    /// A number of eight bytes, the lowest first; `nil` where they are not there, or it is negative.
    fileprivate init?(large bytes: [UInt8], _ position: Int) {
        guard position >= 0, position <= bytes.count - 8, bytes[position + 7] < 0x80 else { return nil }
        self = (0..<8).reduce(0) { $0 | Int64(bytes[position + $1]) << Int64(8 * $1) }
    }

    fileprivate func multiplied(by other: Int64) -> Int64 {
        let (result, isTooMuch) = multipliedReportingOverflow(by: other)
        return isTooMuch ? .max : result
    }
}

/// What the end of an archive says of its list.
private struct ListEnd {
    let count: Int64
    let size: Int64
    let offset: Int64

    init(of file: ArchiveFile) throws(ImportFault) {
        let length = Int(min(file.size, Int64(ZipDirectory.longestEnd)))
        let start = file.size - Int64(length)
        let tail = try file.whole(start, length)
        func number(_ place: Int, _ length: Int) -> Int { ZipEntry.number(tail, place, length) }
        guard tail.count >= 22, let end = (0...(tail.count - 22)).reversed().first(where: {
            tail[$0] == 0x50 && number($0, 4) == 0x0605_4b50 && $0 + 22 + number($0 + 20, 2) == tail.count
        }) else { throw ImportFault(.noArchive) }
        let stands = start + Int64(end)
        guard number(end + 4, 4) == 0, number(end + 8, 2) == number(end + 10, 2) else { throw ImportFault(.archiveDamaged) }
        let small = (Int64(number(end + 10, 2)), Int64(number(end + 12, 4)), Int64(number(end + 16, 4)))
        if small.0 == 0xffff || small.1 == 0xffff_ffff || small.2 == 0xffff_ffff {
            (count, size, offset) = try ListEnd.large(in: file, before: stands)
        } else {
            (count, size, offset) = small
        }
        guard offset <= stands, size <= stands - offset else { throw ImportFault(.archiveDamaged) }
    }

    private static func large(in file: ArchiveFile, before end: Int64) throws(ImportFault) -> (Int64, Int64, Int64) {
        let damaged = ImportFault(.archiveDamaged)
        guard end >= 20 else { throw damaged }
        let locator = try file.whole(end - 20, 20)
        guard ZipEntry.number(locator, 0, 4) == 0x0706_4b50, let place = Int64(large: locator, 8), place <= end - 76 else { throw damaged }
        let record = try file.whole(place, 56)
        guard ZipEntry.number(record, 0, 4) == 0x0606_4b50, ZipEntry.number(record, 16, 4) == 0, ZipEntry.number(record, 20, 4) == 0,
            let count = Int64(large: record, 32), let size = Int64(large: record, 40), let offset = Int64(large: record, 48)
        else { throw damaged }
        return (count, size, offset)
    }
}
