import ShedDeflate
import ShedDisk
import ShedModel

/// Writes a ZIP archive (APPNOTE.TXT 6.3.10), a part after the other.
///
/// Names are bytes, marked as UTF-8 where they are. Parts are deflated where that saves a tenth of their beginning, else stored. Parts of more than
/// 3.5 GiB, archives of more than 4 GiB and more than 65,534 parts are written as ZIP64. Of a part only pieces are held; of all parts their heads,
/// some hundred bytes each. The same parts give the same archive.
public final class ArchiveWriter {
    private let output: ArchiveOutput
    private var offset: Int64 = 0
    /// What the list is to say of each part.
    private var entries: [(name: [UInt8], bytes: [UInt8])] = []

    /// From this size on a part may come to need more than 32 bits, packed or not: what cannot be made smaller grows a little.
    private static let large: Int64 = 0xe000_0000

    public init(to output: ArchiveOutput) { self.output = output }

    /// Adds a file.
    /// - Parameters:
    ///   - size: how many bytes are to be expected.
    ///   - modified: in milliseconds since 1970.
    ///   - mode: its permissions.
    ///   - make: gives its bytes, in pieces, to the closure that it gets. Where it throws, or returns `nil`, nothing of the part stays.
    /// - Returns: what `make` returned; `nil` where it has no part.
    public func add<Made>(
        _ name: [UInt8], size: Int64, modified: Int64, mode: UInt32 = 0o644,
        _ make: (_ take: ([UInt8]) throws(DiskError) -> Void) throws(DiskError) -> Made?
    ) throws(DiskError) -> Made? {
        let start = offset
        var part = ArchivePart(name: name, modified: modified, offset: start, isLarge: size >= ArchiveWriter.large)
        part.mode = mode
        do throws(DiskError) {
            // Once more at the end, when it is known what it says.
            try put(part.localHead)
            var packer = PartPacker()
            let made = try make { bytes throws(DiskError) in
                part.checksum.update(bytes)
                part.size += Int64(bytes.count)
                try put(packer.pack(bytes))
            }
            try put(packer.finish())
            // One that grew beyond what its head can say is as good as one that changed.
            guard let made, part.isLarge || part.size < ArchiveWriter.large else {
                try takeBack(to: start)
                return nil
            }
            part.isDeflated = packer.isDeflated
            part.packed = offset - start - Int64(part.localHead.count)
            try output.write(part.localHead, start)
            entries.append((name, part.entry))
            return made
        } catch {
            try? takeBack(to: start)
            throw error
        }
    }

    /// Adds an empty folder; its name gets the `/` behind it that makes it one.
    public func addFolder(_ name: [UInt8], modified: Int64, mode: UInt32 = 0o755) throws(DiskError) {
        var part = ArchivePart(name: name + [UInt8(ascii: "/")], modified: modified, offset: offset, isFolder: true)
        part.mode = mode
        try put(part.localHead)
        entries.append((part.name, part.entry))
    }

    /// Takes parts out of the list. Their bytes stay where they are, and nothing tells of them.
    public func remove(_ names: Set<[UInt8]>) { if !names.isEmpty { entries.removeAll { names.contains($0.name) } } }

    /// Writes the list of parts: without it there is no archive.
    /// - Returns: how many bytes it has.
    public func finish() throws(DiskError) -> Int64 {
        let directory = entries.reduce(into: [UInt8]()) { $0 += $1.bytes }
        let end = ArchiveEnd(count: Int64(entries.count), size: Int64(directory.count), offset: offset)
        try put(directory)
        try put(end.bytes)
        return offset
    }

    private func put(_ bytes: [UInt8]) throws(DiskError) {
        guard !bytes.isEmpty else { return }
        try output.write(bytes, offset)
        offset += Int64(bytes.count)
    }

    private func takeBack(to start: Int64) throws(DiskError) {
        offset = start
        try output.cut(start)
    }
}

/// Packs one part: deflated, where its beginning shows that this is worth it.
private struct PartPacker {
    private static let sample = 1 << 16
    /// So few bytes are not worth it.
    private static let smallest = 128
    private var deflater: Deflater?
    private var waiting: [UInt8] = []
    private var isDecided = false

    var isDeflated: Bool { deflater != nil }

    mutating func pack(_ bytes: [UInt8]) -> [UInt8] {
        guard !isDecided else { return deflater?.deflate(bytes) ?? bytes }
        waiting += bytes
        return waiting.count >= PartPacker.sample ? decided() : []
    }

    mutating func finish() -> [UInt8] {
        let begun = isDecided ? [] : decided()
        return begun + (deflater?.deflate([], isLast: true) ?? [])
    }

    private mutating func decided() -> [UInt8] {
        defer { waiting = [] }
        isDecided = true
        guard waiting.count > PartPacker.smallest else { return waiting }
        let tried = Deflater()?.deflate(Array(waiting.prefix(PartPacker.sample)), isLast: true).count ?? .max
        guard tried < min(waiting.count, PartPacker.sample) * 9 / 10 else { return waiting }
        deflater = Deflater()
        return deflater?.deflate(waiting) ?? waiting
    }
}
