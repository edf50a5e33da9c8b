import Glibc
import ShedModel

/// The index of words of one project: which files hold which terms, in SQLite files outside the tree.
///
/// It is a cache, and may lack any file: each stands in it with what the file system said of it when it was read (``IndexedFile/stamp``), so
/// who asks knows which of its answers hold. It is of two parts, so that two threads can write; which one a file is in, its inode says.
/// Only one process writes at a time, which is the caller's business; readers wait for nobody (WAL).
public final class WordIndex: Sendable {
    public static let parts = 2

    let shards: [WordShard]

    private init(_ shards: [WordShard]) { self.shards = shards }

    /// The files of an index.
    /// - Parameter number: tells those of one index from those of the one before it, which somebody may still have open.
    public static func paths(_ folder: String, number: UInt32) -> [String] { (0..<parts).map { "\(folder)/search-\(number)-\($0).sqlite" } }

    /// What stands beside a part at times: SQLite's own files.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Whether a name is that of a file of any index.
    public static func isFileName(_ name: Name) -> Bool {
        guard let text = name.text, let suffix = suffixes.last(where: { text.hasSuffix(".sqlite\($0)") }) else { return false }
        let parts = text.dropLast(".sqlite\(suffix)".count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "search", let number = UInt32(parts[1]), let part = Int(parts[2]) else { return false }
        return (0..<WordIndex.parts).contains(part) && text == "search-\(number)-\(part).sqlite\(suffix)"
    }

    /// Opens an index, to write one that is made where there is none.
    /// - Returns: `nil` to read where there is none.
    public static func open(_ folder: String, number: UInt32, isWritten: Bool) throws(WordIndexError) -> WordIndex? {
        var shards: [WordShard] = []
        for path in paths(folder, number: number) {
            guard let shard = try WordShard.open(path, isWritten: isWritten) else { return nil }
            shards.append(shard)
        }
        return WordIndex(shards)
    }

    /// Removes the files of an index. What is not there is no error.
    public static func discard(_ folder: String, number: UInt32) {
        for path in paths(folder, number: number) { for suffix in suffixes { unlink(path + suffix) } }
    }

    /// In which part a file is.
    public static func part(ofInode inode: UInt64) -> Int { Int(truncatingIfNeeded: (inode &* 0x9e37_79b9_7f4a_7c15) >> 63) }

    /// All files, by inode.
    public func files() throws(WordIndexError) -> [UInt64: IndexedFile] {
        var count: Int64 = 0
        for shard in shards { count += min(max(0, try shard.given()), 1 << 20) }
        var files: [UInt64: IndexedFile] = [:]
        // Hardly any number is given up before an index is worn. Of a file that lies about it no more than that.
        files.reserveCapacity(Int(min(max(0, count), 1 << 20)))
        for shard in shards { try shard.read(into: &files) }
        return files
    }

    /// The same, where it is known what there was before: then only what was put in since is read, as long as none was forgotten.
    public func files(since before: [UInt64: IndexedFile]) throws(WordIndexError) -> [UInt64: IndexedFile] {
        var last = [Int64](repeating: 0, count: WordIndex.parts)
        for (inode, file) in before {
            let part = WordIndex.part(ofInode: inode)
            last[part] = max(last[part], file.number)
        }
        var (files, count) = (before, 0 as Int64)
        for (shard, last) in zip(shards, last) {
            // A file that is put in anew gets a number behind all others.
            try shard.read(into: &files, after: last)
            count += try shard.counts().files
        }
        return count == Int64(files.count) ? files : try self.files()
    }

    /// Another value after somebody else has written: then what was read of it may not hold any more.
    public func state() throws(WordIndexError) -> [Int64] {
        var states: [Int64] = []
        for shard in shards { states.append(try shard.state()) }
        return states
    }

    /// Which files may hold what is asked for, by part; meant is what is known to stand under these numbers.
    /// - Parameter query: not an empty one.
    public func numbers(_ query: TermQuery) throws(WordIndexError) -> [Set<Int64>] {
        var numbers: [Set<Int64>] = []
        for shard in shards { numbers.append(try shard.numbers(query)) }
        return numbers
    }

    /// How often a word stands in each file at most, by part and number: never less than reading would find in one that is as it was.
    /// - Parameter last: the last number of each part that counts.
    /// - Returns: `nil` where that is not known, or too many terms would have to be gone through.
    public func ceilings(word: String, isPrefix: Bool, upTo last: [Int64]) throws(WordIndexError) -> [[UInt32]]? {
        var query = TermQuery()
        query.add(word: word, isPrefix: isPrefix)
        guard !query.isEmpty, last.count == shards.count, last.allSatisfy({ 0..<WordIndex.mostNumbers ~= $0 }) else { return nil }
        var ceilings: [[UInt32]] = []
        for (shard, last) in zip(shards, last) {
            var lowest = [UInt32](repeating: TermFrequency.unbounded, count: Int(last) + 1)
            for term in query.terms {
                guard let own = try WordIndex.ceilings(term, upTo: last, in: shard) else { return nil }
                for number in lowest.indices { lowest[number] = min(lowest[number], own[number]) }
            }
            ceilings.append(lowest)
        }
        return ceilings
    }

    private static let mostNumbers: Int64 = 10_000_000
    /// So many places of terms are gone through at most for one.
    private static let mostPlaces = 200_000

    private static func ceilings(_ term: TermQuery.Term, upTo last: Int64, in shard: WordShard) throws(WordIndexError) -> [UInt32]? {
        var ceilings = [UInt32](repeating: 0, count: Int(last) + 1)
        let isAll = try shard.forEach(term, atMost: mostPlaces) { number, token in
            guard 0...last ~= number, let digit = token.last else { return }
            ceilings[Int(number)] = min(TermFrequency.unbounded, ceilings[Int(number)] &+ TermFrequency.most(ofDigit: digit))
        }
        return isAll ? ceilings : nil
    }

    /// Whether more was put in that counts no more than what counts: then it is worth building anew.
    public func isWorn() throws(WordIndexError) -> Bool {
        var (files, given): (Int64, Int64) = (0, 0)
        for shard in shards {
            let counts = try shard.counts()
            // Whatever a damaged file says.
            let bounded = { (count: Int64) in min(max(0, count), 1 << 48) }
            (files, given) = (files + bounded(counts.files), given + bounded(counts.given))
        }
        return given - files > files + 2_000
    }

    /// Throws where it is damaged. Reads all of it.
    public func check() throws(WordIndexError) { for shard in shards { try shard.check() } }

    /// Puts files into one part, in one transaction.
    public func write<Value>(part: Int, _ body: (WordWriter) throws -> Value) throws(WordIndexError) -> Value { try shards[part].write(body) }

    /// Lets the logs be emptied.
    public func checkpoint() { for shard in shards { shard.checkpoint() } }
}
