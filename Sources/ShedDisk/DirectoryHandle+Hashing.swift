import CLinux
import Crypto
import Glibc
import ShedModel

extension DirectoryHandle {
    /// 64 GiB. A file may say that it has 2^63 bytes of nothing, which nobody reads to the end; one that is longer than this is known
    /// by its place and its inode alone.
    public static let longestHashed: Int64 = 1 << 36

    /// The SHA-256 of a regular file's content, if the file stood still while it was read.
    ///
    /// Reads in pieces of 256 KiB; costs the time of reading the file.
    /// - Parameter expecting: what must be there; anything else counts as changed.
    /// - Returns: `nil` if the file changed meanwhile or is not the one expected, or has more bytes than ``longestHashed``.
    /// - Throws: `notFound`, `isLink` or `notFile` where nothing was expected; else what reading throws.
    public func hash(_ name: Name, expecting: Evidence?) throws(DiskError) -> ContentHash? {
        try hash(name, expecting: expecting, meanwhile: {})
    }

    /// The same, with the sketch of the content, by which a changed one is known to be like it.
    public func hashAndSketch(_ name: Name, expecting: Evidence?) throws(DiskError) -> (hash: ContentHash, sketch: ContentSketch)? {
        var sketcher: ContentSketcher? = ContentSketcher()
        guard let hash = try hash(name, expecting: expecting, sketching: &sketcher, meanwhile: {}), let sketch = sketcher?.finish() else { return nil }
        return (hash, sketch)
    }

    /// The sketch of a file's content, of which only the beginning is read.
    /// - Parameter limit: so much of it, in bytes.
    public func sketch(_ name: Name, atMost limit: Int = ContentSketch.longest) throws(DiskError) -> ContentSketch {
        var sketcher = ContentSketcher()
        try readBeginning(name, atMost: min(limit, ContentSketch.longest)).withUnsafeBytes { sketcher.update($0) }
        return sketcher.finish()
    }

    /// - Parameter meanwhile: called once, after the first look at the file (tests change it there).
    func hash(_ name: Name, expecting: Evidence?, meanwhile: () -> Void) throws(DiskError) -> ContentHash? {
        var none: ContentSketcher?
        return try hash(name, expecting: expecting, sketching: &none, meanwhile: meanwhile)
    }

    private func hash(
        _ name: Name, expecting: Evidence?, sketching sketcher: inout ContentSketcher?, meanwhile: () -> Void
    ) throws(DiskError) -> ContentHash? {
        let opened: (file: OpenFile, stat: shed_stat)
        do throws(DiskError) {
            opened = try openFile(name)
        } catch {
            if expecting != nil, [.notFound, .isLink, .notFile].contains(error.code) { return nil }
            throw error
        }
        let before = Evidence(opened.stat)
        if before.size > DirectoryHandle.longestHashed { return nil }
        if let expecting, before.identity != expecting.identity || before.differsInContent(from: expecting) { return nil }
        meanwhile()
        var hasher = SHA256()
        guard try feed(&hasher, &sketcher, opened.file, size: before.size, name) else { return nil }
        let after = Evidence(try fileStat(opened.file, name))
        guard !after.differsInContent(from: before) else { return nil }
        return ContentHash(bytes: Array(hasher.finalize()))
    }

    /// Returns whether the file had exactly `size` bytes.
    private func feed(
        _ hasher: inout SHA256, _ sketcher: inout ContentSketcher?, _ file: OpenFile, size: Int64, _ name: Name
    ) throws(DiskError) -> Bool {
        // A byte more than there should be, to see what was added.
        let most = min(max(0, size), 256 * 1024 - 1) + 1
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(most), alignment: 16)
        defer { buffer.deallocate() }
        guard let start = buffer.baseAddress else { return false }
        var total: Int64 = 0
        while total <= size {
            let count = shed_read(file.descriptor, start, buffer.count)
            guard count >= 0 else { throw failure(Int32(truncatingIfNeeded: -count), "read", name) }
            if count == 0 { break }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hasher.update(bufferPointer: piece)
            sketcher?.update(piece)
            total += Int64(count)
        }
        return total == size
    }
}

extension ContentHash {
    /// The SHA-256 of what is in memory.
    public init(of content: [UInt8]) {
        let digest = Array(SHA256.hash(data: content))
        self.init { digest[$0] }
    }
}
