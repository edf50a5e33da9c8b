import ShedModel

/// Where the bytes of an archive come from: a file that stays open.
public struct ArchiveSource {
    /// In bytes.
    public let size: Int64
    /// Bytes from an offset on, at most so many; fewer only at the end.
    let read: (_ offset: Int64, _ count: Int) throws(OfficeError) -> [UInt8]

    public init(size: Int64, read: @escaping (_ offset: Int64, _ count: Int) throws(OfficeError) -> [UInt8]) {
        self.size = max(size, 0)
        self.read = read
    }

    /// Bytes in memory.
    public init(_ bytes: [UInt8]) {
        self.init(size: Int64(bytes.count)) { offset, count throws(OfficeError) in
            guard offset >= 0, offset < Int64(bytes.count), count > 0 else { return [] }
            let start = Int(offset)
            return Array(bytes[start..<(start + min(count, bytes.count - start))])
        }
    }

    /// Exactly so many bytes.
    func whole(_ offset: Int64, _ count: Int) throws(OfficeError) -> [UInt8] {
        guard offset >= 0, offset <= size, Int64(count) <= size - offset else { throw .damaged }
        let bytes = try read(offset, count)
        guard bytes.count == count else { throw .damaged }
        return bytes
    }
}

/// The list of parts of a zip archive of unknown origin (APPNOTE.TXT 6.3). Nothing is unpacked into the file system, so that names
/// are but names; parts lie apart from each other, and each name is there once. No ZIP64, no encryption, no method but
/// “stored” and “deflated”: office documents need none of these.
struct ZipArchive {
    /// One part, as the list at the end has it.
    struct Part: Hashable {
        var method: Int
        var isEncrypted: Bool
        var checksum: UInt32
        /// In bytes.
        var packed: Int
        var size: Int
        /// Of its own header.
        var offset: Int64
    }

    private let source: ArchiveSource
    private let parts: [String: Part]

    /// Reads the list.
    init(_ source: ArchiveSource) throws(OfficeError) {
        self.source = source
        let end = try ZipArchive.end(of: source)
        guard end.count <= OfficeLimits.parts, end.size <= OfficeLimits.directory else { throw OfficeError("holds too many parts") }
        parts = try ZipArchive.parts(try source.whole(end.offset, end.size), count: end.count)
        try ZipArchive.checkApart(parts.values, upTo: end.offset)
    }

    /// The names of all parts, in their order in the archive.
    var names: [String] { parts.sorted { $0.value.offset < $1.value.offset }.map(\.key) }

    /// The part of a name; `nil` where there is none.
    func part(_ name: String) -> Part? { parts[name] }

    /// The packed bytes of a part, to be read once.
    func stream(_ part: Part, allowance: Int) throws(OfficeError) -> ZipStream {
        guard !part.isEncrypted else { throw .encrypted }
        guard part.method == 0 || part.method == 8 else { throw OfficeError("is packed in a way that such documents are not") }
        guard part.size <= allowance else { throw .tooLarge }
        let header = try source.whole(part.offset, 30)
        guard ZipArchive.number(header, 0, 4) == 0x0403_4b50 else { throw .damaged }
        let start = part.offset + 30 + Int64(ZipArchive.number(header, 26, 2)) + Int64(ZipArchive.number(header, 28, 2))
        guard start <= source.size, Int64(part.packed) <= source.size - start else { throw .damaged }
        return try ZipStream(source, part, from: start)
    }

    // MARK: The list

    private static func end(of source: ArchiveSource) throws(OfficeError) -> (offset: Int64, size: Int, count: Int) {
        // Behind it stands a comment of at most 65,535 bytes.
        let count = Int(min(source.size, 22 + 65_535))
        guard count >= 22 else { throw .notZip }
        let start = source.size - Int64(count)
        let tail = try source.whole(start, count)
        guard let position = (0...(count - 22)).reversed().first(where: {
            tail[$0] == 0x50 && number(tail, $0, 4) == 0x0605_4b50 && $0 + 22 + number(tail, $0 + 20, 2) == count
        }) else { throw .notZip }
        let (parts, size, offset) = (number(tail, position + 10, 2), number(tail, position + 12, 4), Int64(number(tail, position + 16, 4)))
        guard parts < 0xffff, size < 0xffff_ffff, offset < 0xffff_ffff else { throw OfficeError("is a zip archive of the large sort (ZIP64)") }
        guard number(tail, position + 4, 4) == 0, number(tail, position + 8, 2) == parts, offset + Int64(size) <= start + Int64(position) else {
            throw .damaged
        }
        return (offset, size, parts)
    }

    private static func parts(_ list: [UInt8], count: Int) throws(OfficeError) -> [String: Part] {
        var parts: [String: Part] = [:]
        var position = 0
        for _ in 0..<count {
            guard position + 46 <= list.count, number(list, position, 4) == 0x0201_4b50 else { throw .damaged }
            let length = number(list, position + 28, 2)
            let next = position + 46 + length + number(list, position + 30, 2) + number(list, position + 32, 2)
            guard next <= list.count else { throw .damaged }
            let part = Part(
                method: number(list, position + 10, 2), isEncrypted: number(list, position + 8, 2) & 1 == 1,
                checksum: UInt32(truncatingIfNeeded: number(list, position + 16, 4)), packed: number(list, position + 20, 4),
                size: number(list, position + 24, 4), offset: Int64(number(list, position + 42, 4)))
            let name = String(decoding: list[(position + 46)..<(position + 46 + length)], as: UTF8.self)
            guard parts.updateValue(part, forKey: name) == nil else { throw OfficeError("holds two parts of one name") }
            position = next
        }
        return parts
    }

    /// - Throws: where two parts share bytes, or one reaches into the list.
    private static func checkApart(_ parts: some Collection<Part>, upTo end: Int64) throws(OfficeError) {
        var free: Int64 = 0
        for part in parts.sorted(by: { $0.offset < $1.offset }) {
            guard part.offset >= free else { throw .overlapping }
            free = part.offset + 30 + Int64(part.packed)
        }
        guard free <= end else { throw .overlapping }
    }

    /// A number of at most four bytes, the least first; 0 for what is not there.
    private static func number(_ bytes: [UInt8], _ position: Int, _ count: Int) -> Int {
        guard position >= 0, position + count <= bytes.count else { return 0 }
        return bytes[position..<(position + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
