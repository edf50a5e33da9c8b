import ShedTOML
import ShedTestSupport
import Testing

/// What is no TOML is told with its place.
@Suite struct TOMLErrorTests {
    private func fault(_ text: some Sequence<UInt8>) -> TOMLError? {
        #expect(throws: TOMLError.self) { try TOMLTable(parsing: Array(text)) }
    }

    @Test(arguments: [
        ("[=]", 1), ("a = 1\n[ ]\n", 2), ("[[\"a\"]]\n [[ #", 2), ("\u{feff}[.a]", 1), ("a = '''\n[=]\n'''\n[]", 4),
        ("a = [\n[],\n[{b = 1}]]\n[?]", 4), ("a = \"\\\"[\" # [=]\n[,]", 2), ("a = \"\"\"x\"\"\"\"\"\n[=]", 2), ("[[[a]]]", 1), ("[é]", 1), ("[\r\n]", 1),
    ]) func `a header without a name is found`(text: String, line: Int) {
        let error = fault(text.utf8)
        #expect(error?.cause == .namelessTable)
        #expect(error?.position?.line == line)
    }

    @Test(arguments: [
        "[a]\n[[b.c]]\n['d']\n[ \"e\" ]", "a = [\n[],\n[{b = 1}],\n]\n", "a = \"\"\"\n[=]\n\"\"\"\n", "# [=]\na = '[=]'", "a = ''''[=]'''''", "a = \"\\\\\" # \"\n[b]",
    ]) func `what looks like one in a value or a comment is none`(text: String) {
        #expect(throws: Never.self) { try TOMLTable(parsing: Array(text.utf8)) }
    }

    @Test(arguments: [
        ("a = ", 1, 5, "Error while parsing key-value pair: encountered end-of-file"),
        ("\na = 1 b", 2, 7, "Error while parsing key-value pair: expected a comment or whitespace, saw 'b'"),
        ("a = 1\n\na = 2", 3, 5, "Error while parsing key-value pair: cannot redefine existing integer 'a'"),
        ("a = \"x\n", 1, 7, "Error while parsing string: unescaped control characters other than TAB (U+0009) are explicitly prohibited"),
        ("é = 1", 1, 1, "Error while parsing root table: expected keys, tables, whitespace or comments, saw 'é'"),
        ("a = ĉ", 1, 5, "Error while parsing value: could not determine value type"),
        ("a = [1 }", 1, 8, "Error while parsing array: expected comma or closing ']', saw '}'"),
        ("a = [\n}", 2, 1, "Error while parsing array: expected value or closing ']'"),
        ("a = [1,\u{2028}]", 1, 8, "Error while parsing array: expected value or closing ']'"),
        ("[a", 1, 3, "Error while parsing table header: encountered end-of-file"),
        ("[", 1, 2, "Error while parsing table header: encountered end-of-file"),
    ]) func `the parser's sentence comes with its place`(text: String, line: Int, column: Int, reason: String) {
        let error = fault(text.utf8)
        #expect(error?.cause == .syntax(reason))
        #expect(error?.position == TOMLPosition(line: line, column: column))
        #expect(error?.description == "line \(line), column \(column): \(reason)")
    }

    @Test func `a NUL and what is not UTF-8 are refused`() {
        #expect(fault("é = 1\nbé\0".utf8)?.description == "line 2, column 3: it holds a NUL byte")
        #expect(fault(Array("a = 1\nb = \"é".utf8) + [0xff])?.description == "line 2, column 7: it is not UTF-8 text")
        #expect(fault(Array("a".utf8) + [0xed, 0xa0, 0x80])?.cause == .notUTF8)
        #expect(fault([0xef, 0xbb])?.cause == .notUTF8)
    }

    @Test func `whatever the text, it is read or an error says where`() {
        let tokens = [
            "[", "]", "{", "}", "=", ",", ".", "a", "b", "\"", "'", "\"\"\"", "'''", "\n", "\r\n", "\r", " ", "\t", "1", "1.5", "#", "\u{2028}", "\u{a0}", "\u{85}",
            "é", "§", "\\", "true", "inf", "1979-05-27", "07:32:00", "+", "-", "_", "0x", "\u{b}", "\u{feff}", "T", "Z", ":", "[[a]]\n", "a=[", "a={b=", "\u{7f}",
        ].map { Array($0.utf8) }
        var chance = SeededRandom(1)
        var (read, refused) = (0, 0)
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...8, using: &chance)).flatMap { _ in tokens[Int.random(in: tokens.indices, using: &chance)] }
            do throws(TOMLError) {
                _ = try TOMLTable(parsing: text)
                read += 1
            } catch {
                refused += 1
                #expect(error.position != nil && !error.message.isEmpty, "\(text)")
            }
        }
        #expect(read > 300 && refused > 300)
    }
}
