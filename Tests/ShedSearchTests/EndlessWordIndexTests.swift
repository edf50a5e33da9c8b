import GRDB
import Glibc
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSearch

/// Small files that somebody altered with care: reading a table of them whole would take years.
@Suite(.timeLimit(.minutes(10))) struct `An index of words whose pages lead round and round` {
    private final class Scratch {
        let path: String
        init() throws { path = try TestFile.temporaryDirectory("shed-search", in: TestFile.quickWithPrograms) }
        deinit {
            WordIndex.discard(path, number: 1)
            rmdir(path)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "we") else { return }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }

    private func made(_ scratch: Scratch) throws {
        let index = try #require(try WordIndex.open(scratch.path, number: 1, isWritten: true))
        for inode in 1...40 as ClosedRange<UInt64> {
            var counter = TermCounter()
            counter.begin()
            _ = Array("wind w\(inode) ".utf8).withUnsafeBufferPointer { counter.add($0) }
            counter.end()
            try index.write(part: WordIndex.part(ofInode: inode)) {
                try $0.put(FileStamp(Evidence(inode: inode, size: 1, modified: 5, changed: 6)), .text, counter)
            }
        }
        index.checkpoint()
    }

    /// - Parameter table: that, or the index of one.
    private func spoil(_ table: String, _ scratch: Scratch) throws {
        for path in WordIndex.paths(scratch.path, number: 1) {
            let root = try DatabaseQueue(path: path).writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                return table == "sqlite_master" ? 1 : try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table])
            }
            let bytes = try #require(root.flatMap { EndlessTree.made(of: TestFile.read(path), root: $0) })
            for suffix in ["-wal", "-shm", ""] { unlink(path + suffix) }
            Self.write(bytes, to: path)
        }
    }

    @Test(arguments: [true, false]) func `is damaged in its schema`(isWritten: Bool) throws {
        let scratch = try Scratch()
        try made(scratch)
        try spoil("sqlite_master", scratch)
        let error = #expect(throws: WordIndexError.self) { _ = try WordIndex.open(scratch.path, number: 1, isWritten: isWritten) }
        #expect(error?.code == .corrupt)
    }

    @Test func `is damaged in its list of files, for each who asks for it`() throws {
        let scratch = try Scratch()
        try made(scratch)
        let known = try #require(try WordIndex.open(scratch.path, number: 1, isWritten: false)).files()
        #expect(known.count == 40)
        try spoil("file", scratch)
        let index = try #require(try WordIndex.open(scratch.path, number: 1, isWritten: false))
        for ask in [{ _ = try index.files() }, { _ = try index.files(since: [:]) }, { _ = try index.files(since: known) }, { _ = try index.isWorn() }] as [() throws -> Void] {
            let error = #expect(throws: WordIndexError.self, performing: ask)
            #expect(error?.code == .corrupt)
        }
    }

    /// What stands in another order than by number is not counted by it.
    @Test func `counts its files all the same where the index of the list does so`() throws {
        let scratch = try Scratch()
        try made(scratch)
        try spoil("inode", scratch)
        let index = try #require(try WordIndex.open(scratch.path, number: 1, isWritten: false))
        #expect(try index.files().count == 40 && !index.isWorn())
    }

    /// Whatever these say, an answer or an error comes.
    @Test(arguments: ["words_data", "words_idx"]) func `answers or is damaged in its words`(table: String) throws {
        let scratch = try Scratch()
        try made(scratch)
        try spoil(table, scratch)
        var opened: WordIndex?
        do throws(WordIndexError) { opened = try WordIndex.open(scratch.path, number: 1, isWritten: true) } catch { #expect(error.code == .corrupt) }
        guard let index = opened else { return }
        for (word, isPrefix) in [("wind", false), ("w", true)] {
            var query = TermQuery()
            query.add(word: word, isPrefix: isPrefix)
            do throws(WordIndexError) { _ = try index.numbers(query) } catch { #expect(error.code == .corrupt) }
            do throws(WordIndexError) { _ = try index.ceilings(word: word, isPrefix: isPrefix, upTo: [40, 40]) } catch { #expect(error.code == .corrupt) }
        }
        do throws(WordIndexError) { try index.check() } catch { #expect(error.code == .corrupt) }
    }
}
