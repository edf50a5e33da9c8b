import ShedModel
import Testing

@testable import ShedPapers

@Suite("A kept text") struct KeptTextTests {
    @Test func `has no controls and no end, whoever wrote it`() throws {
        let long = String(repeating: "a", count: PDFLimits().pageText + 10)
        let text = try #require(KeptText(file: KeptText([.text("\u{1b}[31mred\u{7}\r\n\n\n\n caf\u{e9}", .layer), .text(long, .layer)], engine: nil).file))
        #expect(text.text(of: 1) == "[31mred\n\ncaf\u{e9}")
        #expect(text.text(of: 2)?.utf8.count == PDFLimits().pageText)
        #expect(text.text(of: 3) == nil && text.text(of: 0) == nil)
    }

    @Test func `says how sure recognition was, and is read without that too`() throws {
        let outcomes: [PageOutcome] = [.text("one", .recognition, confidence: 91), .text("two", .layer), .text("", .recognition)]
        let file = KeptText(outcomes, engine: "e").file
        let text = try #require(KeptText(file: file))
        #expect([1, 2, 3, 4].map { text.confidence(of: $0) } == [91, nil, nil, nil])
        #expect(text.file == file)
        // As an earlier version wrote it, and as it reads this one.
        let earlier = try #require(KeptText(file: Array(String(decoding: file, as: UTF8.self).replacing(",\"confidence\":[91,null,null]", with: "").utf8)))
        #expect(earlier.text(of: 1) == "one" && earlier.confidence(of: 1) == nil && earlier.file.count < file.count)
        #expect(KeptText.length(head: file) == file.count && KeptText.length(head: earlier.file) == earlier.file.count)
        #expect(KeptText.failures(head: file) == 0)
        for wrong in ["[91]", "[-1,null,null]", "[101,null,null]", "[\"a\",1,2]", "7", "[9223372036854775807,null,null]"] {
            let spoilt = String(decoding: file, as: UTF8.self).replacing("[91,null,null]", with: wrong)
            let read = try #require(KeptText(file: Array(spoilt.utf8)))
            #expect(read.text(of: 1) == "one" && read.confidence(of: 1) == nil, "\(wrong)")
        }
    }

    @Test func `takes confidence from Tesseract's table of words`() {
        let head = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t\n"
        func confidence(_ words: [(String, String)]) -> Int? {
            RecognisedText.confidence(table: Array((head + words.map { "5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t\($0.0)\t\($0.1)\n" }.joined()).utf8))
        }
        #expect(confidence([("96.5", "one"), ("90", "two"), ("-1", "three"), ("10", " ")]) == 93)
        #expect(confidence([("nan", "a"), ("inf", "b"), ("1e9", "c"), ("", "d")]) == nil)
        #expect(confidence([]) == nil)
        #expect(RecognisedText.confidence(table: []) == nil)
    }
}
