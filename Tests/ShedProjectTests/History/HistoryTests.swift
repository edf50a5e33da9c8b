import Glibc
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import Testing

@testable import ShedProject

@Suite("The history's files")
struct HistoryTests {
    let shelf: Shelf

    init() throws { shelf = try Shelf() }

    private func history(limit: Int = 4 << 20) -> History { History(in: shelf.path, limit: limit) }

    private func entry(_ number: Int, _ event: HistoryEntry.Event = .added) -> HistoryEntry {
        HistoryEntry(event, at: Int64(number), by: "test", path: RelativePath(["Draft", Name("n\(number).txt")]))
    }

    private func times(_ history: History) throws -> [Int64] {
        var reader = try HistoryReader(history)
        var times: [Int64] = []
        while let entry = reader.next() { times.append(entry.time) }
        return times
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "we"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    @Test func `an entry comes back as it was written`() throws {
        let id = NodeID(high: 0x0192_f0c1_2d3e_7a4b, low: 0x8c5d_6e7f_8091_a2b3)
        let entries = [
            HistoryEntry(
                .rejected, at: 1_700_000_000_123, by: "daemon", id: id, kind: .folder, path: "Rejected/Love", from: "Draft/Love",
                rule: "wrong-type", message: "“Draft” accepts files,\nand this is a folder."),
            HistoryEntry(.moved, at: 5, by: "mv", path: RelativePath([Name(bytes: [0x62, 0xff, 0x0a])]), from: .root),
            HistoryEntry(.summary, at: 6, by: "sync", counts: ["added": 100_000, "rejected": 2]),
        ]
        for entry in entries {
            let line = entry.line
            #expect(line.filter { $0 == 0x0a }.count == 1)
            #expect(HistoryEntry(line: line.dropLast()) == entry)
        }
    }

    @Test func `what was said is kept for other languages, beside the sentence`() throws {
        let words = Message.waitsForUser(message: .toAllow(message: .wrongType(isFolder: true, folder: "Draft"), command: "shed allow"), program: "vi", process: 7)
        let entry = HistoryEntry(.waiting, at: 1, by: "daemon", path: "Draft/a", rule: "wrong-type", words: words)
        #expect(entry.message == words.english && entry.words == words)
        #expect(HistoryEntry(line: entry.line.dropLast()) == entry)
        // In no catalogue: the sentence is all.
        #expect(HistoryEntry(.waiting, at: 1, by: "x", words: .verbatim("So it is.")) == HistoryEntry(.waiting, at: 1, by: "x", message: "So it is."))
        // A path may make a sentence longer than is kept; then its end is in no other language either.
        let long = HistoryEntry(.waiting, at: 1, by: "x", words: .wrongType(isFolder: true, folder: String(repeating: "a", count: 3_000)))
        #expect(HistoryEntry(line: long.line.dropLast())?.words == nil)
    }

    @Test(arguments: [#"{"says":1,"with":[]}"#, #"{"says":"clean"}"#, #"{"says":"clean","with":[null]}"#, #""clean""#, #"{"says":"likely(former:likeness:)","with":["a",{"says":""}]}"#])
    func `what was said and cannot be read leaves the sentence`(words: String) {
        let line = #"{"time":1,"event":"rejected","path":"a","message":"So it is.","words":\#(words),"by":"x"}"#
        let entry = HistoryEntry(line: Array(line.utf8))
        #expect(entry?.message == "So it is." && entry?.words == nil)
    }

    @Test(arguments: [
        "", "{", "null", "[]", "{}", #"{"time":1,"event":"added"}"#, #"{"time":1,"event":"exploded","by":"x"}"#,
        #"{"time":1,"event":"added","by":"x","path":"../../etc"}"#, #"{"time":1,"event":"added","by":"x","path":"a","pathHex":"zz"}"#,
        #"{"time":"1","event":"added","by":"x"}"#, #"{"time":-9223372036854775808,"event":"added","by":"x"}"#, #"{"time":9223372036854775807,"event":"added","by":"x"}"#,
        #"{"time":1,"event":"added","by":"x"} {}"#,
    ]) func `a line that is no entry is passed over`(line: String) throws {
        #expect(HistoryEntry(line: Array(line.utf8)) == nil)
        let history = history()
        try write(entry(1).line + Array(line.utf8) + [0x0a] + entry(2).line, to: history.path)
        #expect(try times(history) == [2, 1])
    }

    @Test func `lines of any length are read from the end, and those that are too long are passed over`() throws {
        // Around the size of what is read at once, so that every way of cutting comes up.
        for size in [65_000, 65_400, 65_535, 65_536, 65_537, 131_071, 131_072, 400_000] {
            let history = history()
            let bytes = entry(1).line + [UInt8](repeating: 0x78, count: size) + [0x0a] + entry(2).line + entry(3).line
            try write(bytes, to: history.path)
            #expect(try times(history) == [3, 2, 1], "\(size)")
            try write([UInt8](repeating: 0x78, count: size) + [0x0a] + entry(3).line, to: history.path)
            #expect(try times(history) == [3], "\(size)")
            try write([UInt8](repeating: 0x78, count: size), to: history.path)
            #expect(try times(history) == [], "\(size)")
        }
        let history = history()
        let count = 5_000
        try write((0..<count).flatMap { entry($0).line }, to: history.path)
        #expect(try times(history) == (0..<count).reversed().map(Int64.init))
    }

    @Test func `a line that was torn off is left out, and spoils none that comes later`() throws {
        let history = history()
        try write(entry(1).line + entry(2).line.dropLast(20), to: history.path)
        #expect(try times(history) == [1])
        #expect(history.append(entry(3).line))
        #expect(try times(history) == [3, 1])
    }

    @Test func `it is rotated at its bound, and stays within two files`() throws {
        let line = entry(1_000).line
        let limit = line.count * 10
        let history = history(limit: limit)
        for number in 1_000..<1_095 {
            #expect(history.append(entry(number).line))
            for path in [history.path, history.olderPath] {
                if let file = try HistoryFile.open(path, O_RDONLY) { #expect(file.size <= limit) }
            }
        }
        // Five in the newer file, ten in the older one.
        #expect(try times(history) == (1_080..<1_095).reversed().map(Int64.init))
    }

    @Test func `what is appended is read on, also across rotations`() throws {
        let history = history(limit: entry(1_000).line.count * 4)
        for number in 1_000..<1_003 { history.append(entry(number).line) }
        var tail = HistoryTail(history, after: try HistoryReader(history))
        #expect(tail.next().isEmpty)
        history.append(entry(1_003).line)
        #expect(tail.next().map(\.time) == [1_003])
        // Over one rotation: the newer file was read in part.
        for number in 1_004..<1_006 { history.append(entry(number).line) }
        #expect(tail.next().map(\.time) == [1_004, 1_005])
        // Over two: the file in between was never open.
        for number in 1_006..<1_014 { history.append(entry(number).line) }
        #expect(tail.next().map(\.time) == (1_006..<1_014).map(Int64.init))
        #expect(tail.next().isEmpty)
    }

    @Test func `a reader that begins before there is a history follows it all the same`() throws {
        var tail = HistoryTail(history(), after: try HistoryReader(history()))
        #expect(tail.next().isEmpty)
        history().append(entry(1).line)
        #expect(tail.next().map(\.time) == [1])
    }

    @Test func `a half line is read once its other half is there`() throws {
        let history = history()
        let line = entry(7).line
        try write(entry(1).line + line.prefix(30), to: history.path)
        var tail = HistoryTail(history, after: try HistoryReader(history))
        #expect(tail.next().isEmpty)
        try write(entry(1).line + line, to: history.path)
        #expect(tail.next().map(\.time) == [7])
    }

    @Test func `what is no file is an error that names it, and is not written through`() throws {
        let history = history()
        try shelf.shell("echo mine > target; ln -s target history.jsonl")
        #expect(history.append(entry(1).line) == false)
        #expect(try shelf.shell("cat target") == "mine\n")
        let error = #expect(throws: ShedError.self) { _ = try HistoryReader(history) }
        #expect(error?.message.contains(history.path) == true)
        #expect(error?.exitCode == 2)
        try shelf.shell("rm history.jsonl; mkfifo history.jsonl")
        #expect(history.append(entry(1).line) == false)
    }
}
