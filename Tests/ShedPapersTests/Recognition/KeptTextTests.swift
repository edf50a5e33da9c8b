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
}
