import ShedModel
import ShedTestSupport
import Testing

@testable import ShedWriting

@Suite struct `A text before it is put with others` {
    private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `is UTF-8, or UTF-16 that says so, or has a line where it is neither`() {
        #expect(SourceText.utf8(of: Array("Straße".utf8)).text == Array("Straße".utf8))
        let units = Array("A\nß𝄞".utf16)
        #expect(string(SourceText.utf8(of: [0xff, 0xfe] + units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }).text) == "A\nß𝄞")
        #expect(string(SourceText.utf8(of: [0xfe, 0xff] + units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }).text) == "A\nß𝄞")
        #expect(SourceText.utf8(of: Array("a\nStra".utf8) + [0xdf, 0x65]).fault == 2)
        // A half of a pair, a half of a letter, UTF-32.
        for bytes in [[0xff, 0xfe, 0x00, 0xd8], [0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00], [0xff, 0xfe, 0x00, 0xdc], [0xff, 0xfe, 0x41], [0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]] as [[UInt8]] {
            #expect(SourceText.utf8(of: bytes).fault == 1 && SourceText.utf8(of: bytes).text.isEmpty, "\(bytes)")
        }
    }

    @Test func `loses a title that stands above it already, but no verse`() {
        func without(_ text: String) -> String { string(PlainText.withoutTitle(PlainText.markdown(Array(text.utf8)), saying: "Ode (1)")) }
        #expect(without("\nOde (1)\n\nO wind\n") == "O wind\n")
        #expect(without("Ode (1)\nO wind\n") == "Ode (1)  \nO wind\n")
        #expect(without("Odes\n\nO wind\n") == "Odes\n\nO wind\n")
    }

    @Test func `loses breaks next to scenes, but no heading`() {
        func without(_ text: String) -> String { string(SceneBreak.without(Array(text.utf8), atStart: true, atEnd: true)) }
        #expect(without("\n***\n\nA\n\n***\n\n") == "A\n")
        #expect(without("A\n---\n") == "A\n---\n")
        #expect(without("A\n\n***\n\nB\n") == "A\n\n***\n\nB\n")
        #expect(string(SceneBreak.without(Array("***\n\nA\n".utf8), atStart: false, atEnd: true)) == "***\n\nA\n")
    }

    @Test func `is known to be only what footnotes and links say`() {
        func isOnly(_ text: String) -> Bool { MarkdownShape.isOnlyDefinitions(Array(text.utf8)) }
        #expect(isOnly("\n[^1]: A note.\n[^b]: Another,\nwhich goes on.\n\n    And on.\n\n[a]: b.md\n"))
        #expect(!isOnly("[^1]: A note.\n\nA text.\n") && !isOnly("A text.\n\n[^1]: A note.\n") && !isOnly("[a]: b.md\nA text.\n"))
        #expect(!isOnly("\n\n") && !isOnly("***\n"))
    }

    @Test func `has no table for pandoc that would be too large`() {
        func line(_ cell: String, _ count: Int) -> String { String(repeating: "|\(cell)", count: count) + "|" }
        func bounded(_ text: String) -> String { string(PandocTables.bounded(Array(text.utf8))) }
        let small = "\(line("a", 3))\n\(line("-", 3))\n\(line("b", 3))\n"
        #expect(bounded(small) == small)
        for mark in ["", "> ", "- "] {
            let wide = bounded("\(mark)\(line("a", 1_000))\n\(mark)\(line("-", 1_000))\n")
            #expect(wide.contains("\\|-\\|-") && wide.hasPrefix("\(mark)|a|a"))
        }
        #expect(bounded("a|b\n" + String(repeating: "-+", count: 100) + "\n").contains("-\\+-"))
        #expect(bounded("\(line("a", 60))\n\(line("-", 60))\n" + String(repeating: "|\n", count: 5_000)).contains("\\|-"))
        var manuscript = Manuscript(project: "Sea", CompileProfile(name: "mine"))
        manuscript.chapters = [Manuscript.Chapter(heading: nil, texts: [Array("\(line("a", 1_000))\n\(line("-", 1_000))\n".utf8)])]
        #expect(string(manuscript.pandocSource(mark: "mark")).contains("\\|-\\|-"))
    }

    @Test func `has no links for pandoc that run something`() throws {
        func mended(_ path: String) throws -> String {
            let document = "{\"blocks\":[{\"t\":\"Para\",\"c\":[{\"t\":\"Link\",\"c\":[[\"\",[],[]],[{\"t\":\"Str\",\"c\":\"words\"}],[\"\(path)\",\"\"]]}]}]}"
            let manuscript = Manuscript(project: "Sea", CompileProfile(name: "mine"))
            return string(try #require(PandocDocument.mended(Array(document.utf8), images: [:], mark: "mark", of: manuscript, for: .epub)))
        }
        for path in ["javascript:alert(1)", "JavaScript:x", "data:text/html,x", "vnd.sun.star.script:x", "file:///etc/passwd", "\\\\t\\\\javascript:x"] {
            let text = try mended(path)
            #expect(text.contains("words") && !text.contains("\"Link\"") && !text.contains(path), "\(text)")
        }
        for path in ["https://a.b/c", "mailto:a@b", "#part", "Chapter.md"] { #expect(try mended(path).contains(path)) }
    }
}
