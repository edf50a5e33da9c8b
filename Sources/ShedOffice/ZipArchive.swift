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
    private let source: ArchiveSource
    private let parts: [String: ZipEntry]

    /// Reads the list.
    init(_ source: ArchiveSource) throws(OfficeError) {
        self.source = source
        let length = Int(min(source.size, Int64(ZipDirectory.longestEnd)))
        let start = source.size - Int64(length)
        let tail = try source.whole(start, length)
        let directory = try ZipArchive.of { () throws(ZipDirectory.Fault) in try ZipDirectory(tail: tail, from: start) }
        guard directory.count <= OfficeLimits.parts, directory.size <= OfficeLimits.directory else { throw OfficeError("holds too many parts") }
        let list = try source.whole(directory.offset, directory.size)
        parts = try ZipArchive.named(try ZipArchive.of { () throws(ZipDirectory.Fault) in try directory.entries(in: list) })
        try checkApart(upTo: directory.offset)
    }

    /// The names of all parts, in their order in the archive.
    var names: [String] { parts.sorted { $0.value.offset < $1.value.offset }.map(\.key) }

    /// The part of a name; `nil` where there is none.
    func part(_ name: String) -> ZipEntry? { parts[name] }

    /// The packed bytes of a part, to be read once.
    func stream(_ part: ZipEntry, allowance: Int) throws(OfficeError) -> ZipStream {
        guard !part.isEncrypted else { throw .encrypted }
        guard part.method == 0 || part.method == 8 else { throw OfficeError("is packed in a way that such documents are not") }
        guard part.size <= allowance else { throw .tooLarge }
        // A few kilobytes are to keep nobody waiting for what they claim to be.
        guard part.size <= OfficeLimits.dense || part.size / OfficeLimits.ratio <= part.packed else { throw .tooDense }
        let start = try start(part)
        guard start <= source.size, Int64(part.packed) <= source.size - start else { throw .damaged }
        return try ZipStream(source, part, from: start)
    }

    /// Where the packed bytes of a part begin.
    private func start(_ part: ZipEntry) throws(OfficeError) -> Int64 {
        guard let head = ZipEntry.headLength(try source.whole(part.offset, ZipEntry.shortestHead)) else { throw .damaged }
        return part.offset + Int64(head)
    }

    // MARK: The list

    /// What is wrong with a list, in words of documents.
    private static func of<Value>(_ body: () throws(ZipDirectory.Fault) -> Value) throws(OfficeError) -> Value {
        do throws(ZipDirectory.Fault) {
            return try body()
        } catch {
            switch error {
            case .noZip: throw .notZip
            case .large: throw OfficeError("is a zip archive of the large sort (ZIP64)")
            case .damaged: throw .damaged
            }
        }
    }

    private static func named(_ entries: [ZipEntry]) throws(OfficeError) -> [String: ZipEntry] {
        var parts: [String: ZipEntry] = [:]
        for entry in entries {
            guard parts.updateValue(entry, forKey: String(decoding: entry.name, as: UTF8.self)) == nil else { throw OfficeError("holds two parts of one name") }
        }
        return parts
    }

    /// - Throws: where two parts share bytes, or one reaches into the list.
    private func checkApart(upTo end: Int64) throws(OfficeError) {
        var free: Int64 = 0
        for part in parts.values.sorted(by: { $0.offset < $1.offset }) {
            guard part.offset >= free, part.offset + Int64(ZipEntry.shortestHead + part.packed) <= end else { throw .overlapping }
            // Where a part begins its own head says, not the list.
            free = try start(part) + Int64(part.packed)
        }
        guard free <= end else { throw .overlapping }
    }
}
