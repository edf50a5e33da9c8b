import ShedModel
import ShedWriting
import Testing

@Suite struct `What is known of a view's links` {
    private func record(_ number: UInt64, _ name: Name?, key: UInt64? = nil, isSeen: Bool = true) -> LinkBook.Record {
        let evidence = Evidence(inode: number, birth: 5, size: 7, modified: 9)
        return LinkBook.Record(
            id: NodeID(high: 3, low: number), key: key ?? number, seen: isSeen ? LinkBook.Seen(evidence) : nil, name: name,
            text: Array("../Draft/\(number)".utf8))
    }

    private func book(_ records: [LinkBook.Record]) -> LinkBook {
        var book = LinkBook()
        book.replace(records)
        return book
    }

    @Test func `files in place of links stand in it beside the links`() throws {
        var book = book([record(1, "a")])
        book.replace([LinkBook.Record(stranger: NodeID(high: 3, low: 9), "a")])
        let again = try #require(LinkBook(book.file)).records
        #expect(again.filter(\.isStranger).map(\.name) == ["a"] && again.filter { !$0.isStranger } == [record(1, "a")])
    }

    @Test func `it has the bytes that it always had`() {
        var book = LinkBook()
        let seen = LinkBook.Seen(Evidence(inode: 2, birth: 5, size: 7, modified: 9, changed: 12))
        book.replace([LinkBook.Record(id: NodeID(high: 3, low: 1), key: 8, seen: seen, name: "a", text: Array("../b".utf8))])
        book.summary.basis = 1
        let bytes = "7368656476696577320a0000000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
            + "000000000000000000000000004200000000000000030000000000000001000000000000000801000000000000000200000000000000050000000000"
            + "000007000000000000000900010004612e2e2f62"
        #expect(Hexadecimal.string(of: book.file) == bytes)
    }

    @Test func `it comes back from its bytes as it was`() throws {
        var book = book([record(1, "a"), record(2, nil, isSeen: false), record(3, Name(bytes: [0xff, 0x20]))])
        book.summary.basis = .max
        book.summary.digest = 4
        book.summary.isUnable = true
        book.summary.hasOthers = true
        book.summary.isMixed = true
        book.summary.stamp = LinkBook.Summary.Stamp(birth: -1, changed: .max)
        let again = try #require(LinkBook(book.file))
        #expect(again.records == book.records)
        #expect(again.summary == book.summary)
        #expect(again.count == 3)
        #expect(LinkBook.Summary(book.file) == book.summary)
    }

    @Test func `records take the place of those of the same node`() {
        var book = book((1...1_000).map { record($0, Name("\($0)")) })
        book.replace([record(500, "new")], removing: [NodeID(high: 3, low: 1), NodeID(high: 3, low: 1_000)])
        #expect(book.count == 998)
        #expect(book.records.count == 998)
        #expect(book.records(of: [NodeID(high: 3, low: 500)]).values.map(\.name) == ["new"])
        #expect(book.records(of: [NodeID(high: 3, low: 1)]).isEmpty)
        #expect(!book.records.contains { $0.name == "500" })
    }

    @Test func `groups are found by their key`() {
        let book = book([record(1, "a", key: 8), record(2, "b", key: 8), record(3, "c", key: 9)])
        #expect(book.ids(ofKeys: [8]).map(\.low).sorted() == [1, 2])
        #expect(book.hasKey(9, besides: []))
        #expect(!book.hasKey(9, besides: [NodeID(high: 3, low: 3)]))
        #expect(!book.hasKey(7, besides: []))
    }

    @Test func `what was cut off or overwritten is not believed`() {
        let file = book([record(1, "a"), record(2, "b")]).file
        for length in 0..<file.count { #expect(LinkBook(Array(file[..<length])) == nil, "\(length)") }
        #expect(LinkBook(file + [0]) == nil)
        var zeros = file
        for position in LinkBook.Summary.length + 8..<zeros.count { zeros[position] = 0 }
        #expect(LinkBook(zeros) == nil)
        for position in file.indices {
            var other = file
            other[position] ^= 0xff
            // Whatever it says, reading it ends.
            _ = LinkBook(other)?.records
        }
    }
}
