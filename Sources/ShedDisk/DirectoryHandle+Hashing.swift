import CLinux
import Glibc
import ShedHash
import ShedModel

extension DirectoryHandle {
    /// 64 GiB. A file may say that it has 2^63 bytes of nothing, which nobody reads to the end; one that is longer than this is known
    /// by its place and its inode alone.
    public static let longestHashed: Int64 = 1 << 36

    /// The SHA-256 of a regular file's content, if the file stood still while it was read.
    ///
    /// Reads in pieces of 256 KiB, and no holes; costs the time of reading the file.
    /// - Parameter expecting: what must be there; anything else counts as changed.
    /// - Returns: `nil` if the file changed meanwhile or is not the one expected, or has more bytes than ``longestHashed``.
    /// - Throws: `notFound`, `isLink` or `notFile` where nothing was expected; else what reading throws.
    public func hash(_ name: Name, expecting: Evidence?) throws(DiskError) -> ContentHash? {
        try hash(name, expecting: expecting, meanwhile: {})
    }

    /// The same, with the sketch of the content, by which a changed one is known to be like it.
    public func hashAndSketch(_ name: Name, expecting: Evidence?) throws(DiskError) -> (hash: ContentHash, sketch: ContentSketch)? {
        var (begun, budget): (HashedContent?, Int64) = (nil, .max)
        let content = try content(name, expecting: expecting, sketching: true, &begun, &budget) {}
        return content.flatMap { content in content.sketch.map { (content.hash, $0) } }
    }

    /// The same in portions, for a file that may be long: what was read is kept, and gone on with.
    /// - Parameters:
    ///   - begun: what was read before. That of another file, or of another state of this one, is dropped.
    ///   - budget: about how many bytes may be read; so many fewer are left afterwards.
    /// - Returns: `nil` also where there is more to be read: then it is in `begun`, which is `nil` else.
    public func hashAndSketch(
        _ name: Name, expecting: Evidence, begun: inout HashedContent?, budget: inout Int64
    ) throws(DiskError) -> (hash: ContentHash, sketch: ContentSketch)? {
        let content = try content(name, expecting: expecting, sketching: true, &begun, &budget) {}
        return content.flatMap { content in content.sketch.map { (content.hash, $0) } }
    }

    /// How much of a file takes no room on the disk, in bytes, as far as the file system says: holes, and what it compresses.
    public func holes(in name: Name) -> Int64 {
        var facts = Glibc.stat()
        guard name.withPath({ fstatat(descriptor, $0, &facts, AT_SYMLINK_NOFOLLOW) }) == 0 else { return 0 }
        let (room, isTooMuch) = Int64(facts.st_blocks).multipliedReportingOverflow(by: 512)
        return isTooMuch ? 0 : max(0, Int64(facts.st_size) - max(0, room))
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
        var (begun, budget): (HashedContent?, Int64) = (nil, .max)
        return try content(name, expecting: expecting, sketching: false, &begun, &budget, meanwhile: meanwhile)?.hash
    }

    private func content(
        _ name: Name, expecting: Evidence?, sketching: Bool, _ begun: inout HashedContent?, _ budget: inout Int64, meanwhile: () -> Void
    ) throws(DiskError) -> (hash: ContentHash, sketch: ContentSketch?)? {
        let earlier = begun
        begun = nil
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
        var content = HashedContent(before, sketching: sketching)
        if let earlier, earlier.evidence.identity == before.identity, !earlier.evidence.differsInContent(from: before) { content = earlier }
        budget -= try content.read(opened.file.descriptor, atMost: budget, label(of: name))
        let after = Evidence(try fileStat(opened.file, name))
        guard !after.differsInContent(from: before) else { return nil }
        if !content.isRead {
            begun = content
            return nil
        }
        return content.finish()
    }
}

extension ContentHash {
    /// The SHA-256 of what is in memory.
    public init(of content: [UInt8]) {
        let digest = SHA256.hash(content)
        self.init { digest[$0] }
    }
}
