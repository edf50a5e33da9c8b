import ShedModel

/// ZIP files (APPNOTE 6.3.3) as documents of word processors are: made of parts that are stored as they are, and with a part replaced.
package enum ZipFile {
    /// A part of a file.
    package struct Part: Hashable, Sendable {
        package var name: String
        package var bytes: [UInt8]

        package init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
        init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
    }

    /// A file of parts in their order, none of them compressed; it is the same each time.
    package static func stored(_ parts: [Part]) -> [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for part in parts {
            directory += entry(part, at: file.count)
            file += localHead(part) + part.bytes
        }
        return file + directory + end(count: parts.count, size: directory.count, at: file.count)
    }

    /// The same file with another part in place of the one of that name. What is compressed stays as it is.
    /// - Returns: `nil` for what is no plain ZIP file, whose parts stand in the order of their list and apart, or has no such part.
    package static func replacing(_ part: Part, in bytes: [UInt8]) -> [UInt8]? {
        guard let entries = entries(of: bytes), entries.contains(where: { $0.entry.name == Array(part.name.utf8) }) else { return nil }
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for (entry, local) in entries {
            if entry.name == Array(part.name.utf8) {
                directory += self.entry(part, at: file.count)
                file += localHead(part) + part.bytes
            } else {
                var head = Array(bytes[entry.head])
                set(&head, 42, file.count, 4)
                directory += head
                file += bytes[local]
            }
        }
        return file + directory + end(count: entries.count, size: directory.count, at: file.count)
    }

    // MARK: What there is

    /// The entries of a plain ZIP file, each with the place of its part: its own head, and what it holds.
    private static func entries(of bytes: [UInt8]) -> [(entry: ZipEntry, local: Range<Int>)]? {
        guard let directory = try? ZipDirectory(of: bytes), let listed = try? directory.entries(in: bytes, from: Int(directory.offset)) else { return nil }
        var entries: [(entry: ZipEntry, local: Range<Int>)] = []
        var partsEnd = 0
        for entry in listed {
            // Entries that shared a part would each have a copy of it.
            guard let local = local(bytes, entry, before: Int(directory.offset)), local.lowerBound >= partsEnd else { return nil }
            partsEnd = local.upperBound
            entries.append((entry, local))
        }
        return entries
    }

    /// A part's own head and what it holds, with the sizes behind it where it has them there.
    private static func local(_ bytes: [UInt8], _ entry: ZipEntry, before limit: Int) -> Range<Int>? {
        let start = Int(entry.offset)
        guard let head = ZipEntry.headLength(bytes, at: start) else { return nil }
        var end = start + head + entry.packed
        if ZipEntry.number(bytes, start + 6, 2) & 8 != 0 { end += ZipEntry.number(bytes, end, 4) == 0x0807_4b50 ? 16 : 12 }
        return end <= limit ? start..<end : nil
    }

    // MARK: What is written

    /// What both heads of a part say: version, flag of UTF-8, stored, 1980-01-01, checksum, sizes, and how long its name is.
    private static func facts(_ part: Part) -> [UInt8] {
        var bytes: [UInt8] = [20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0]
        for number in [Int(checksum(part.bytes)), part.bytes.count, part.bytes.count] { bytes += little(number, 4) }
        return bytes + little(part.name.utf8.count, 2) + [0, 0]
    }

    private static func localHead(_ part: Part) -> [UInt8] { [0x50, 0x4b, 3, 4] + facts(part) + Array(part.name.utf8) }

    private static func entry(_ part: Part, at place: Int) -> [UInt8] {
        var head: [UInt8] = [0x50, 0x4b, 1, 2, 20, 0] + facts(part)
        head += Array(repeating: 0, count: 10)
        return head + little(place, 4) + Array(part.name.utf8)
    }

    private static func end(count: Int, size: Int, at place: Int) -> [UInt8] {
        [0x50, 0x4b, 5, 6, 0, 0, 0, 0] + little(count, 2) + little(count, 2) + little(size, 4) + little(place, 4) + [0, 0]
    }

    private static func little(_ number: Int, _ length: Int) -> [UInt8] { (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    private static func set(_ bytes: inout [UInt8], _ position: Int, _ number: Int, _ length: Int) {
        guard position + length <= bytes.count else { return }
        bytes.replaceSubrange(position..<position + length, with: little(number, length))
    }

    /// CRC-32 as ZIP has it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in table[Int((crc ^ UInt32(byte)) & 0xff)] ^ (crc >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { value in
        (0..<8).reduce(UInt32(value)) { crc, _ in crc & 1 == 1 ? 0xedb8_8320 ^ (crc >> 1) : crc >> 1 }
    }
}
