import Testing

@testable import ShedPapers

@Suite("What programs say, for people")
struct ToolWordsTests {
    @Test(arguments: [
        ("", ""),
        ("WARNING: /proc/self/fd/3: file is damaged\nWARNING: /proc/self/fd/3: can't find startxref\n", "its end is missing"),
        ("WARNING: /proc/self/fd/3 (offset 9): xref not found\nqpdf: operation succeeded with warnings\n", "its list of objects is not where it should be"),
        ("qpdf: /proc/self/fd/3: unable to find trailer dictionary while recovering damaged file\n", "nothing in it leads to its pages"),
        ("Syntax Error: Couldn't find trailer dictionary\nSyntax Error: Couldn't find trailer dictionary\n", "nothing in it leads to its pages"),
        ("Syntax Error (117): Illegal character <2b> in hex string\n", "Illegal character <2b> in hex string"),
        ("cannot open /proc/self/fd/4: gone", "cannot open the file: gone"),
        ("a: b", "a: b"),
        ("one\ntwo\none\n", "one; two"),
        ("a\u{1b}[31mred", "a\\u{1b}[31mred"),
    ]) func `are without descriptors and weights, each once, safe to show`(said: String, shown: String) {
        #expect(ToolWords.text(Array(said.utf8)) == shown)
    }

    @Test func `are cut where they go on and on`() {
        let text = ToolWords.text(Array(String(repeating: "é", count: 5_000).utf8))
        #expect(text.utf8.count <= 310 && text.hasSuffix("é…"))
        let lines = (0..<1_000).map { "line \($0)\n" }.joined()
        #expect(ToolWords.text(Array(lines.utf8)).utf8.count <= 310)
    }
}

@Suite("What is no PDF")
struct OtherContentTests {
    @Test(arguments: [
        ([], .empty), (Array("<!DOCTYPE html>\n<title>x</title>".utf8), .webPage), (Array("\n <HTML lang=en>".utf8), .webPage),
        ([0x89] + Array("PNG\r\n".utf8), .picture), ([0xff, 0xd8, 0xff, 0xe0], .picture), (Array("PK\u{3}\u{4}".utf8), .office),
        (Array("{\\rtf1".utf8), .office), (Array("%!PS-Adobe-3.0".utf8), .postScript), (Array("AT&TFORM".utf8), .djvu),
        (Array("plain text".utf8), .unknown), ([0], .unknown),
    ] as [([UInt8], OtherContent)]) func `is told by how it begins`(start: [UInt8], content: OtherContent) {
        #expect(OtherContent(start) == content)
        let error = content.error("web.pdf")
        #expect(error.kind == .notPDF && error.message.hasPrefix("web.pdf is no PDF") && !error.remedy.isEmpty)
    }
}
