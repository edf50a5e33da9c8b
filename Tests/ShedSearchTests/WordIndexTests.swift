import GRDB
import Glibc
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSearch

@Suite struct `The index of words` {
    private final class Scratch {
        let path: String
        init() throws { path = try TestFile.temporaryDirectory("shed-search", in: TestFile.quickWithPrograms) }
        deinit {
            for number in 0..<10 { WordIndex.discard(path, number: UInt32(number)) }
            rmdir(path)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "we") else { return }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }

    @Test func `knows the names of its files`() {
        for path in WordIndex.paths("", number: 4_000_000_000) { for suffix in ["", "-wal", "-shm", "-journal"] { #expect(WordIndex.isFileName(Name(String((path + suffix).dropFirst())))) } }
        for name in ["search", "search.lock", "search-1-0", "search-1.sqlite", "search-1-2.sqlite", "search-01-0.sqlite", "search-1-0.sqlite-", "search-1-0.sqlite.bak", "search--1-0.sqlite"] {
            #expect(!WordIndex.isFileName(Name(name)), "\(name)")
        }
    }

    private func stamp(_ inode: UInt64, size: Int64 = 1) -> FileStamp { FileStamp(Evidence(inode: inode, size: size, modified: 5, changed: 6)) }

    private func put(_ index: WordIndex, _ inode: UInt64, _ text: String, sort: IndexedFile.Sort = .text, size: Int64 = 1) throws {
        try index.write(part: WordIndex.part(ofInode: inode)) { try $0.put(stamp(inode, size: size), sort, Self.counter(text)) }
    }

    private static func counter(_ text: String) -> TermCounter {
        var counter = TermCounter()
        counter.begin()
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBufferPointer { counter.add($0) }
        counter.end()
        return counter
    }

    private func find(_ index: WordIndex, _ word: String, isPrefix: Bool = false) throws -> [UInt64] {
        var query = TermQuery()
        query.add(word: word, isPrefix: isPrefix)
        let numbers = try index.numbers(query)
        return try index.files().values.filter { numbers[WordIndex.part(ofInode: $0.stamp.inode)].contains($0.number) }.map(\.stamp.inode).sorted()
    }

    @Test func `says which files hold a word, or one that begins so, in both of its parts`() throws {
        let scratch = try Scratch()
        let index = try #require(try WordIndex.open(scratch.path, number: 1, isWritten: true))
        for inode in 1...40 as ClosedRange<UInt64> { try put(index, inode, inode % 2 == 0 ? "wind sea " : "winding 東京 ") }
        #expect(Set((1...40).map { WordIndex.part(ofInode: $0) }) == [0, 1])
        #expect(try find(index, "Wind") == (1...20).map { $0 * 2 })
        #expect(try find(index, "wind", isPrefix: true) == Array(1...40))
        #expect(try find(index, "東京").count == 20 && find(index, "win").isEmpty)
        let read = try #require(try WordIndex.open(scratch.path, number: 1, isWritten: false))
        #expect(try find(read, "sea") == (1...20).map { $0 * 2 })
    }

    @Test func `knows a file as it was put in last, and no more once it is forgotten`() throws {
        let scratch = try Scratch()
        let index = try #require(try WordIndex.open(scratch.path, number: 1, isWritten: true))
        try put(index, 7, "spring ")
        try put(index, 7, "autumn ", size: 9)
        #expect(try find(index, "spring").isEmpty && find(index, "autumn") == [7])
        #expect(try index.files()[7]?.stamp == stamp(7, size: 9))
        try put(index, 8, "", sort: .noText)
        #expect(try index.files()[8]?.sort == .noText)
        try index.write(part: WordIndex.part(ofInode: 7)) { try $0.remove(inode: 7) }
        #expect(try find(index, "autumn").isEmpty && index.files().count == 1)
    }

    @Test func `tells who knows what there was what came since, and what was forgotten`() throws {
        let scratch = try Scratch()
        let index = try #require(try WordIndex.open(scratch.path, number: 1, isWritten: true))
        #expect(try index.files(since: [:]).isEmpty)
        for inode in 1...20 as ClosedRange<UInt64> { try put(index, inode, "spring ") }
        let before = try index.files(since: [:])
        #expect(try before == index.files() && before.count == 20)
        try put(index, 7, "autumn ", size: 9)
        try put(index, 21, "autumn ")
        try put(index, 22, "", sort: .noText)
        let after = try index.files(since: before)
        #expect(try after == index.files() && after.count == 22)
        #expect(after[7]?.stamp == stamp(7, size: 9))
        // As many came as went.
        try index.write(part: WordIndex.part(ofInode: 3)) { try $0.remove(inode: 3) }
        try put(index, 23, "autumn ")
        #expect(try index.files(since: after) == index.files())
        #expect(try index.files(since: before) == index.files())
    }

    @Test func `is worn once most of what was put in counts no more`() throws {
        let scratch = try Scratch()
        let index = try #require(try WordIndex.open(scratch.path, number: 1, isWritten: true))
        try index.write(part: WordIndex.part(ofInode: 3)) { writer in
            for _ in 0..<1_900 { try writer.put(stamp(3), .text, Self.counter("a")) }
        }
        #expect(try !index.isWorn())
        try index.write(part: WordIndex.part(ofInode: 3)) { writer in
            for _ in 0..<200 { try writer.put(stamp(3), .text, Self.counter("a")) }
        }
        #expect(try index.isWorn())
    }

    @Test(arguments: [Int64.min, .max]) func `is worn, or not, where a damaged file says how much was put in`(number: Int64) throws {
        let scratch = try Scratch()
        let index = try #require(try WordIndex.open(scratch.path, number: 1, isWritten: true))
        for part in 0..<WordIndex.parts { try index.write(part: part) { try $0.put(stamp(3), .text, Self.counter("a")) } }
        for path in WordIndex.paths(scratch.path, number: 1) {
            try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE sqlite_sequence SET seq = \(number)") }
        }
        #expect(try index.isWorn() == (number > 0))
    }

    @Test func `is not there to be read where nobody made it, and what is no index is damaged`() throws {
        let scratch = try Scratch()
        #expect(try WordIndex.open(scratch.path, number: 2, isWritten: false) == nil)
        for path in WordIndex.paths(scratch.path, number: 3) { TestFile.write(String(repeating: "no index", count: 4_000), to: path) }
        for isWritten in [false, true] {
            let error = #expect(throws: WordIndexError.self) { _ = try WordIndex.open(scratch.path, number: 3, isWritten: isWritten) }
            #expect(error?.code == .corrupt)
        }
        symlink("/etc/passwd", WordIndex.paths(scratch.path, number: 4)[0])
        #expect(try WordIndex.open(scratch.path, number: 4, isWritten: true) == nil)
    }

    @Test(arguments: ShortRun.part(of: [1, 2, 3] as [UInt64])) func `is sound, and says what it was told, however large the portions were`(seed: UInt64) throws {
        let scratch = try Scratch()
        let index = try #require(try WordIndex.open(scratch.path, number: 6, isWritten: true))
        var random = SeededRandom(seed)
        var expected: [String: Set<UInt64>] = [:]
        var inode: UInt64 = 0
        for count in [1, 1, 700, 3, 1, 40, 2] + [Int](repeating: 1, count: 20) {
            for part in 0..<WordIndex.parts {
                try index.write(part: part) { writer in
                    for _ in 0..<count {
                        repeat { inode += 1 } while WordIndex.part(ofInode: inode) != part
                        // Terms that share beginnings, some of them in every file; and long ones.
                        var words = ["every", "file\(inode)"]
                        for _ in 0..<Int.random(in: 0...40, using: &random) {
                            let number = Int.random(in: 0..<3_000, using: &random)
                            words.append(number % 10 == 0 ? String(repeating: "long", count: number % 17) + "\(number)" : String(number, radix: 3 + number % 30))
                        }
                        for word in words { expected[word, default: []].insert(inode) }
                        try writer.put(stamp(inode), .text, Self.counter(words.joined(separator: " ")))
                    }
                }
            }
        }
        try index.check()
        let read = try #require(try WordIndex.open(scratch.path, number: 6, isWritten: false))
        for word in expected.keys.sorted() where word == "every" || Int.random(in: 0..<8, using: &random) == 0 {
            let files = expected.filter { $0.key.utf8.prefix(TermCounter.longest).elementsEqual(word.utf8.prefix(TermCounter.longest)) }.values.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
            #expect(try find(read, word) == files.sorted(), "\(word)")
        }
        let begun = expected.filter { $0.key.hasPrefix("file1") }.values.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
        #expect(try find(read, "file1", isPrefix: true) == begun.sorted())
        // What begins with one letter is kept beside.
        let letter = expected.filter { $0.key.hasPrefix("f") }.values.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
        #expect(try find(read, "f", isPrefix: true) == letter.sorted())
        #expect(try find(index, "every").count == Int(inode.magnitude) - missing(upTo: inode, but: expected["every"] ?? []))
    }

    private func missing(upTo inode: UInt64, but known: Set<UInt64>) -> Int { (1...inode).count { !known.contains($0) } }

    /// Every language, and letters that are more than one byte, by one letter and by two.
    @Test func `says which words begin so in every script`() throws {
        let scratch = try Scratch()
        let index = try #require(try WordIndex.open(scratch.path, number: 7, isWritten: true))
        let texts = ["The winding road", "Über den Wäldern", "東京都の水", "Привет, мир", "ガスの水道", "ก็ดี"]
        for (position, text) in texts.enumerated() { try put(index, UInt64(position + 1), text) }
        try index.check()
        for (word, files) in [("w", [1, 2]), ("u", [2]), ("ü", [2]), ("東", [3]), ("水", [3, 5]), ("п", [4]), ("М", [4]), ("カ", [5]), ("wi", [1]), ("wal", [2]), ("д", [])] as [(String, [UInt64])] {
            #expect(try find(index, word, isPrefix: true) == files, "\(word)")
        }
    }

    @Test(arguments: [1, 2] as [UInt64]) func `says how often a word stands in each file at most`(seed: UInt64) throws {
        let scratch = try Scratch()
        let index = try #require(try WordIndex.open(scratch.path, number: 4, isWritten: true))
        var random = SeededRandom(seed)
        let words = ["wind", "winding", "windmill", "w", "sea", "東京", "京都", "京", "zest"]
        var texts: [UInt64: [String]] = [:]
        for inode in 1...50 as ClosedRange<UInt64> {
            var text: [String] = []
            for word in words where Bool.random(using: &random) { text += [String](repeating: word, count: 1 << Int.random(in: 0...7, using: &random)) }
            texts[inode] = text
            // Put in twice: what stands under the first number is gone.
            if inode % 7 == 0 { try put(index, inode, "wind wind") }
            try put(index, inode, text.joined(separator: " "))
        }
        let files = try index.files()
        let last = (0..<WordIndex.parts).map { part in files.values.filter { WordIndex.part(ofInode: $0.stamp.inode) == part }.map(\.number).max() ?? 0 }
        for (word, isPrefix) in [("wind", false), ("Wind", true), ("w", true), ("w", false), ("sea", false), ("京", false), ("東京", false), ("zest", true), ("nowhere", false), ("wind sea", false)] {
            let ceilings = try #require(try index.ceilings(word: word, isPrefix: isPrefix, upTo: last))
            for (inode, text) in texts {
                let often = word.contains(" ") ? min(text.count { $0 == "wind" }, text.count { $0 == "sea" })
                    : text.count { isPrefix ? $0.hasPrefix(word.lowercased()) : $0 == word.lowercased() || word == "京" && $0.contains("京") }
                let most = Int(ceilings[WordIndex.part(ofInode: inode)][Int(try #require(files[inode]).number)])
                #expect(often <= most && most <= often + often / 4 + (often == 0 ? 0 : 8), "\(word) \(inode)")
            }
        }
        #expect(try index.ceilings(word: "—", isPrefix: false, upTo: last) == nil)
        // What came since, or is gone, counts for nothing, and no number takes memory without bound.
        #expect(try index.ceilings(word: "wind", isPrefix: false, upTo: [0, 0]) == [[0], [0]])
        for last in [[-1, 0], [0, .max], [0]] as [[Int64]] { #expect(try index.ceilings(word: "wind", isPrefix: false, upTo: last) == nil) }
    }

    @Test func `tells who has it open that somebody wrote`() throws {
        let scratch = try Scratch()
        let index = try #require(try WordIndex.open(scratch.path, number: 8, isWritten: true))
        try put(index, 1, "spring ")
        let read = try #require(try WordIndex.open(scratch.path, number: 8, isWritten: false))
        let state = try read.state()
        #expect(try find(read, "spring") == [1] && read.state() == state)
        try put(index, 2, "spring ")
        #expect(try read.state() != state)
        #expect(try find(read, "spring") == [1, 2])
    }

    @Test func `cannot be used, and is not damaged, while somebody makes it`() throws {
        let scratch = try Scratch()
        for path in WordIndex.paths(scratch.path, number: 0) { TestFile.write("", to: path) }
        let error = #expect(throws: WordIndexError.self) { _ = try WordIndex.open(scratch.path, number: 0, isWritten: false) }
        #expect(error?.code == .unusable)
        #expect(try WordIndex.open(scratch.path, number: 0, isWritten: true) != nil)
    }

    @Test func `is outdated, and not damaged, where another version made it`() throws {
        let scratch = try Scratch()
        for path in WordIndex.paths(scratch.path, number: 9) {
            _ = try #require(try WordIndex.open(scratch.path, number: 9, isWritten: true))
            // The version, in the header of SQLite files.
            var bytes = TestFile.read(path)
            bytes[63] = 2
            Self.write(bytes, to: path)
            unlink(path + "-wal")
            unlink(path + "-shm")
            for isWritten in [false, true] {
                let error = #expect(throws: WordIndexError.self) { _ = try WordIndex.open(scratch.path, number: 9, isWritten: isWritten) }
                #expect(error?.code == .outdated)
            }
            WordIndex.discard(scratch.path, number: 9)
        }
    }

    /// A sound file of the right version, which somebody altered with care. Reading such a view would never end.
    @Test(arguments: [
        "DROP TABLE file; CREATE VIEW file AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
            + "SELECT i number, i inode, 1 size, 1 modified, 1 changed, 1 sort, 1 length FROM n",
        "CREATE VIEW other AS SELECT 1",
        "CREATE TRIGGER t AFTER INSERT ON file BEGIN DELETE FROM file; END",
        "DROP TABLE token; CREATE VIRTUAL TABLE token USING fts5vocab(words, row)",
        "CREATE TABLE other (a UNIQUE)",
    ])
    func `is damaged where it has other tables than shed makes, and none of them is asked`(alteration: String) throws {
        let scratch = try Scratch()
        for path in WordIndex.paths(scratch.path, number: 4) {
            do { try put(#require(try WordIndex.open(scratch.path, number: 4, isWritten: true)), 1, "spring ") }
            try DatabaseQueue(path: path).write { try $0.execute(sql: alteration) }
            for isWritten in [false, true] {
                let error = #expect(throws: WordIndexError.self) { _ = try WordIndex.open(scratch.path, number: 4, isWritten: isWritten) }
                #expect(error?.code == .corrupt)
            }
            WordIndex.discard(scratch.path, number: 4)
        }
    }

    /// Whatever byte is changed, an answer or an error comes, and no crash.
    @Test func `is read with care where it is torn`() throws {
        let scratch = try Scratch()
        do {
            let index = try #require(try WordIndex.open(scratch.path, number: 5, isWritten: true))
            for inode in 1...200 as ClosedRange<UInt64> { try put(index, inode, "w\(inode) x\(inode % 7) ") }
            index.checkpoint()
        }
        let path = WordIndex.paths(scratch.path, number: 5)[0]
        let whole = TestFile.read(path)
        #expect(whole.count > 16_384)
        var random = SeededRandom(11)
        for _ in 0..<ShortRun.part(of: Array(0..<40), every: 4, from: 0).count {
            var bytes = whole
            for _ in 0..<20 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 1..<bytes.count / 2, using: &random)) }
            Self.write(bytes, to: path)
            unlink(path + "-wal")
            unlink(path + "-shm")
            if let index = try? WordIndex.open(scratch.path, number: 5, isWritten: false) {
                _ = try? index.files()
                var query = TermQuery()
                query.add(word: "x3", isPrefix: false)
                _ = try? index.numbers(query)
                _ = try? index.ceilings(word: "w", isPrefix: true, upTo: [200, 200])
            }
        }
    }
}
