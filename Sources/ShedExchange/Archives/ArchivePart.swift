import ShedDeflate
import ShedModel

/// A part of an archive that is being written, with both of its heads (APPNOTE.TXT 4.3.7 and 4.3.12).
struct ArchivePart {
    let name: [UInt8]
    /// Milliseconds since 1970.
    let modified: Int64
    /// Where its own head stands.
    let offset: Int64
    /// Whether its numbers have 64 bits.
    let isLarge: Bool
    var isFolder = false
    /// Its permissions.
    var mode: UInt32 = 0
    var isDeflated = false
    var checksum = Checksum32()
    var size: Int64 = 0
    var packed: Int64 = 0

    init(name: [UInt8], modified: Int64, offset: Int64, isLarge: Bool = false, isFolder: Bool = false) {
        (self.name, self.modified, self.offset, self.isLarge, self.isFolder) = (name, modified, offset, isLarge, isFolder)
    }

    private static let whole: Int64 = 0xffff_ffff
    /// Made on a system with permissions, by version 4.5 of the format where it needs that.
    private var version: Int64 { isLarge || offset >= ArchivePart.whole ? 45 : 20 }

    /// What both heads say from the version on.
    private func facts(_ version: Int64) -> [UInt8] {
        let isUTF8 = String(validating: name, as: UTF8.self) != nil
        let (time, date) = ArchiveTime.words(of: modified)
        var bytes = little(version, 2) + little(isUTF8 ? 0x0800 : 0, 2) + little(isDeflated ? 8 : 0, 2) + little(time, 2) + little(date, 2)
        bytes += little(Int64(checksum.value), 4)
        return bytes + little(isLarge ? ArchivePart.whole : packed, 4) + little(isLarge ? ArchivePart.whole : size, 4) + little(Int64(name.count), 2)
    }

    var localHead: [UInt8] {
        // The length of its head is the same before and after its sizes are known.
        let extra = isLarge ? little(1, 2) + little(16, 2) + little(size, 8) + little(packed, 8) : []
        return little(0x0403_4b50, 4) + facts(version) + little(Int64(extra.count), 2) + name + extra
    }

    /// The entry in the list.
    var entry: [UInt8] {
        var numbers: [UInt8] = isLarge ? little(size, 8) + little(packed, 8) : []
        let isFar = offset >= ArchivePart.whole
        if isFar { numbers += little(offset, 8) }
        let extra = numbers.isEmpty ? [] : little(1, 2) + little(Int64(numbers.count), 2) + numbers
        let mode = (isFolder ? Int64(0o040000) : 0o100000) | Int64(self.mode & 0o777)
        var bytes = little(0x0201_4b50, 4) + [UInt8(truncatingIfNeeded: version), 3] + facts(version)
        bytes += little(Int64(extra.count), 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(mode << 16 | (isFolder ? 0x10 : 0), 4)
        return bytes + little(isFar ? ArchivePart.whole : offset, 4) + name + extra
    }
}

/// What stands at the end of an archive (APPNOTE.TXT 4.3.14 to 4.3.16).
struct ArchiveEnd {
    let count: Int64
    let size: Int64
    let offset: Int64

    var bytes: [UInt8] {
        let isLarge = count >= 0xffff || size >= 0xffff_ffff || offset >= 0xffff_ffff
        var bytes: [UInt8] = []
        if isLarge {
            bytes += little(0x0606_4b50, 4) + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 4) + little(0, 4)
            bytes += little(count, 8) + little(count, 8) + little(size, 8) + little(offset, 8)
            bytes += little(0x0706_4b50, 4) + little(0, 4) + little(offset + size, 8) + little(1, 4)
        }
        bytes += little(0x0605_4b50, 4) + little(0, 2) + little(0, 2) + little(min(count, 0xffff), 2) + little(min(count, 0xffff), 2)
        return bytes + little(min(size, 0xffff_ffff), 4) + little(min(offset, 0xffff_ffff), 4) + little(0, 2)
    }
}

/// A number of so many bytes, the lowest first.
func little(_ number: Int64, _ length: Int) -> [UInt8] { (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) } }

/// Times as MS-DOS wrote them (APPNOTE.TXT 4.4.6): to two seconds, from 1980 to 2107. As everybody else does who has no zone, in UTC.
enum ArchiveTime {
    private static let earliest: Int64 = 315_532_800
    private static let latest: Int64 = 4_354_819_198

    /// - Parameter milliseconds: since 1970.
    static func words(of milliseconds: Int64) -> (time: Int64, date: Int64) {
        let seconds = max(min(milliseconds / 1_000, latest), earliest)
        let parts = CalendarDay(number: Int(seconds / 86_400))?.parts ?? (year: 1980, month: 1, day: 1)
        let time = seconds % 86_400
        return ((time / 3_600) << 11 | (time / 60 % 60) << 5 | (time % 60 / 2), Int64((parts.year - 1980) << 9 | parts.month << 5 | parts.day))
    }

    /// Milliseconds since 1970; `nil` for what is no time.
    static func milliseconds(time: Int, date: Int) -> Int64? {
        let (hour, minute, second) = (time >> 11, time >> 5 & 63, (time & 31) * 2)
        guard let day = CalendarDay(year: (date >> 9) + 1980, month: date >> 5 & 15, day: date & 31), hour < 24, minute < 60, second < 60 else { return nil }
        return (Int64(day.number) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)) * 1_000
    }
}
