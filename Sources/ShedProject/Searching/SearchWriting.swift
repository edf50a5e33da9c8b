import ShedDisk
import ShedModel
import ShedOffice
import ShedSearch
import ShedThreads

/// Puts files into an index of words that is open to write. Holds its lock.
final class SearchWriting {
    private let index: WordIndex
    private let lock: FileLock
    private let root: DirectoryHandle
    /// Nanoseconds since 1970: what was changed just before that may have been changed again.
    private let now: Int64
    private let rest: SearchRest

    /// In one transaction: files, and bytes of them.
    private static let portion = (files: 4_000, bytes: 64 << 20 as Int64)

    init(_ project: Project, _ index: WordIndex, _ lock: FileLock) {
        (self.index, self.lock) = (index, lock)
        root = project.home.root
        now = Nanoseconds.of(milliseconds: project.home.surroundings.now())
        // The kernel's clock for files is looked at after the other.
        rest = SearchRest(root)
    }

    /// What the index knows, by inode.
    func files() throws(WordIndexError) -> [UInt64: IndexedFile] { try index.files() }

    func checkpoint() { index.checkpoint() }

    /// Reads files and puts them in, on two threads.
    /// - Parameter end: when to stop, by the monotonic clock.
    /// - Returns: how many were not looked at any more, and whether it could be written.
    @discardableResult
    func takeIn(_ files: [LinkedTexts.File], until end: UInt64 = .max, threads: Int = WordIndex.parts) -> (left: Int, isDone: Bool) {
        var parts = [[LinkedTexts.File]](repeating: [], count: WordIndex.parts)
        var seen: Set<UInt64> = []
        for file in files where seen.insert(file.evidence.inode).inserted { parts[WordIndex.part(ofInode: file.evidence.inode)].append(file) }
        let (index, root, now, rest, due) = (index, root, now, rest, parts)
        let result = Lock((left: 0, isDone: true))
        Parallel.run(parts.count, threads: threads) { part in
            let outcome = SearchWriting.takeIn(due[part], part, of: index, TermReader(root, rest, now: now), until: end)
            result.withLock { $0 = ($0.left + outcome.left, $0.isDone && outcome.isDone) }
        }
        return result.withLock { $0 }
    }

    private static func takeIn(
        _ files: [LinkedTexts.File], _ part: Int, of index: WordIndex, _ reader: TermReader, until end: UInt64
    ) -> (left: Int, isDone: Bool) {
        guard !files.isEmpty else { return (0, true) }
        var position = 0
        while position < files.count, Monotonic.now() < end {
            let start = position
            do throws(WordIndexError) {
                position = try index.write(part: part) { writer in
                    var (next, bytes) = (start, 0 as Int64)
                    while next < files.count, next - start < portion.files, bytes < portion.bytes, Monotonic.now() < end {
                        bytes += files[next].evidence.size
                        try reader.put(files[next], into: writer)
                        next += 1
                    }
                    return next
                }
            } catch { return (files.count - start, false) }
        }
        return (files.count - position, true)
    }

    /// Forgets files.
    func remove(_ inodes: [UInt64]) throws(WordIndexError) {
        for part in 0..<WordIndex.parts {
            let own = inodes.filter { WordIndex.part(ofInode: $0) == part }
            guard !own.isEmpty else { continue }
            try index.write(part: part) { writer in for inode in own { try writer.remove(inode: inode) } }
        }
    }
}

/// Reads the terms of one file after another. The memory it uses follows from the terms of one.
final class TermReader {
    private var folder: FolderReader
    private var counter = TermCounter()
    private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 20)

    private let rest: SearchRest
    private let now: Int64

    /// - Parameter now: before any is read, in nanoseconds since 1970.
    init(_ root: DirectoryHandle, _ rest: SearchRest, now: Int64) {
        folder = FolderReader(root)
        (self.rest, self.now) = (rest, now)
    }

    deinit { buffer.deallocate() }

    /// Puts a file in as it was scanned; nothing where it is gone or cannot be read, or is too large.
    func put(_ file: LinkedTexts.File, into writer: WordWriter) throws {
        guard file.evidence.size <= Search.largestText else { return }
        let sort: IndexedFile.Sort?
        do throws(DiskError) { sort = try read(file.path) } catch { return }
        guard let sort else { return }
        var stamp = FileStamp(file.evidence)
        // What was written to just now can be written to again without its times showing it.
        if rest.isRacy(file.evidence, at: now) { stamp.changed = 0 }
        try writer.put(stamp, sort, counter)
    }

    /// - Returns: `nil` where nothing is to be said.
    private func read(_ path: RelativePath) throws(DiskError) -> IndexedFile.Sort? {
        counter.begin()
        if let format = path.last.flatMap(DocumentFormat.init) {
            guard let file = try folder.file(path) else { return nil }
            guard let text = try DocumentText.read(file, format) else { return .noText }
            guard text.withUnsafeBufferPointer({ counter.add($0) }) == 0 else { return .noText }
        } else {
            guard let sort = try readText(path) else { return nil }
            guard sort == .text else { return sort }
        }
        counter.end()
        return counter.isFull ? .unindexed : .text
    }

    private func readText(_ path: RelativePath) throws(DiskError) -> IndexedFile.Sort? {
        guard var reader = try folder.reader(of: path) else { return nil }
        var (kept, total) = (0, 0 as Int64)
        while true {
            let count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[kept...]))
            guard count > 0 else { return kept == 0 ? .text : .noText }
            total += Int64(count)
            guard total <= Search.largestText else { return nil }
            if SearchReader.hasNUL(UnsafeBufferPointer(rebasing: buffer[kept..<kept + count])) { return .noText }
            guard let left = counter.add(UnsafeBufferPointer(rebasing: buffer[..<(kept + count)])) else { return .noText }
            for offset in 0..<left { buffer[offset] = buffer[kept + count - left + offset] }
            kept = left
        }
    }
}
