import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// One file searched for text: what a hostile or an odd one comes to.
@Suite struct `Search reads files` {
    private let shelf: Shelf
    private let root: DirectoryHandle

    init() throws {
        shelf = try Shelf()
        root = try DirectoryHandle(path: shelf.path)
    }

    private func write(_ bytes: [UInt8], to name: String = "file") throws {
        let file = try #require(fopen("\(shelf.path)/\(name)", "we"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }

    private func search(_ words: String..., room: Int = 1 << 20, keeping: Int = 10) -> SearchReader.Outcome {
        SearchReader(SearchWords(words), root: root, room: room).search("file", keeping: keeping)
    }

    private func lines(_ outcome: SearchReader.Outcome) -> [TextHit]? { if case .found(let hits) = outcome { hits } else { nil } }

    @Test func `lines and columns count from 1, whatever ends a line`() throws {
        try write(Array("\u{feff}spring\r\nä Spring\n\nno\rSPRING".utf8))
        let hits = try #require(lines(search("spring")))
        #expect(hits.map(\.line) == [1, 2, 4])
        #expect(hits.map(\.column) == [1, 3, 4])
        #expect(hits.map(\.text) == ["spring", "ä Spring", "no\rSPRING"])
        #expect(hits[1].marks == [3..<9])
    }

    @Test func `all words must be there, in any line`() throws {
        try write(Array("one\ntwo\nthree".utf8))
        #expect(lines(search("three", "one"))?.map(\.line) == [1, 3])
        #expect(lines(search("three", "four")) == nil)
        #expect(lines(search("one two")) == nil)
    }

    @Test func `as many lines are kept as are wanted, and words behind them still count`() throws {
        try write(Array((String(repeating: "a\n", count: 50) + "b").utf8))
        #expect(lines(search("a", "b", keeping: 3))?.map(\.line) == [1, 2, 3])
        #expect(lines(search("a", "c", keeping: 3)) == nil)
    }

    private static let rooms = [1, 300, 511, 700, 1_000]

    /// Small rooms cut lines at every place.
    @Test(arguments: rooms) func `a line longer than the buffer is searched in parts`(room: Int) throws {
        let places = ShortRun.part(of: Array(stride(from: 0, through: 3_000, by: 37)), every: 3, from: Self.rooms.firstIndex(of: room) ?? 0)
        for place in places {
            let text = String(repeating: "ü", count: place) + "Wörd" + String(repeating: "日", count: 1_500) + "end"
            try write(Array(("first\n" + text + "\nlast wÖrd\n").utf8))
            let hits = try #require(lines(search("wörd", "END", room: room)), "\(place)")
            #expect(hits.map(\.line) == [2, 3], "\(place)")
            #expect(hits.first?.column == place + 1, "\(place)")
            let hit = try #require(hits.first)
            #expect(hit.text.utf8.count <= 410)
            #expect(hit.marks.map { String(decoding: Array(hit.text.utf8)[$0], as: UTF8.self) }.first == "Wörd")
        }
    }

    @Test func `a word that is cut by the buffer's end is not found with a mark torn off`() throws {
        for place in 200...700 {
            try write(Array((String(repeating: "x", count: place) + "e\u{301}" + String(repeating: "x", count: 1_000)).utf8))
            #expect(lines(search("e", room: 300)) == nil, "\(place)")
            #expect(lines(search("é", room: 300))?.first?.column == place + 1, "\(place)")
        }
    }

    @Test func `a huge line without an end takes no more memory`() throws {
        // Several times as long as what is read at once.
        let length = ShortRun.isWhole ? 8 << 20 : 3 << 20
        try write([UInt8](repeating: 0x61, count: length) + Array("needle".utf8))
        let hits = try #require(lines(search("needle")))
        #expect(hits.first?.column == length + 1)
        #expect(hits.first.map { $0.text.utf8.count < 500 } == true)
    }

    @Test func `binary files are told from text`() throws {
        func isNotText(_ bytes: [UInt8]) throws -> Bool {
            try write(bytes)
            if case .notText = search("spring") { return true } else { return false }
        }
        let spring = Array("spring\n".utf8)
        #expect(try isNotText(spring + [0]))
        #expect(try isNotText(spring + [0xe9]))
        #expect(try isNotText(Array(repeating: 0x0a, count: 3 << 20) + [0xff] + spring))
        #expect(try isNotText([0xc3]))
        #expect(try isNotText(Array(repeating: 0x61, count: 9_000) + [0] + spring))
        #expect(try !isNotText([]))
    }

    /// A sparse file of 64 MiB takes 8 KiB on disk.
    @Test func `a hole behind a text is not read to its end`() throws {
        try write(Array(repeating: 0x61, count: 8_192))
        #expect(truncate("\(shelf.path)/file", Int(Search.largestText)) == 0)
        let reader = SearchReader(SearchWords(["spring"]), root: root)
        guard case .notText = reader.search("file", keeping: 10) else {
            Issue.record("taken for a text")
            return
        }
        #expect(reader.bytesRead <= 1 << 20)
        let counter = TextCounter(root)
        guard case .noText = counter.count("file") else {
            Issue.record("counted")
            return
        }
        #expect(counter.bytesRead <= 1 << 20)
    }

    @Test func `a file of more than 64 MiB is not read`() throws {
        try write([])
        #expect(truncate("\(shelf.path)/file", Int(Search.largestText) + 1) == 0)
        guard case .tooLarge = search("a") else {
            Issue.record("searched")
            return
        }
    }

    @Test(arguments: ["mkfifo file", "ln -s other file", "mkdir file", "true", "mkdir d; ln -s d file"])
    func `what took the place of a file is neither opened nor followed`(command: String) throws {
        try write(Array("spring".utf8), to: "other")
        try shelf.shell(command)
        guard case .gone = search("spring") else {
            Issue.record("\(command)")
            return
        }
    }

    @Test func `a link that took the place of a folder is not followed`() throws {
        try shelf.shell("mkdir real; echo spring > real/file; ln -s real linked")
        let reader = SearchReader(SearchWords(["spring"]), root: root)
        #expect(lines(reader.search("real/file", keeping: 1))?.count == 1)
        #expect(lines(reader.search("linked/file", keeping: 1)) == nil)
    }
}
