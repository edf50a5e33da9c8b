import ShedModel
import Testing

/// What is printed, whatever was written.
@Suite struct `A text that is printed` {
    private static func printed(_ text: String, keepsColours: Bool = false) -> String {
        var bytes: [UInt8] = []
        PrintedText.append(text, to: &bytes, keepsColours: keepsColours)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func json(_ text: String) -> String {
        var bytes: [UInt8] = []
        PrintedText.append(json: Array(text.utf8), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Every character that steers a terminal, and its neighbours.
    private static let all: [Unicode.Scalar] = [0...0xff, 0x600...0x620, 0x2000...0x2070, 0xfef0...0xff01].joined().compactMap { Unicode.Scalar($0) }

    @Test func `holds nothing that steers a terminal but line feeds and tabs`() {
        for scalar in Self.all {
            let text = "é\(scalar)a→"
            let isKept = !EscapedText.isUnsafe(scalar) || scalar == "\n" || scalar == "\t"
            #expect((Self.printed(text) == text) == isKept, "\(scalar.value)")
            #expect(!Self.printed(text).unicodeScalars.contains { EscapedText.isUnsafe($0) && $0 != "\n" && $0 != "\t" })
            #expect(!PrintedText.words(text).unicodeScalars.contains { EscapedText.isUnsafe($0) && $0 != "\n" && $0 != "\t" })
            #expect(!PrintedText.oneLine(text).unicodeScalars.contains { EscapedText.isUnsafe($0) && $0 != "\t" })
        }
    }

    @Test func `keeps no runner's command behind white space, however much there is, and looks at that once`() {
        let margin = String(repeating: " ", count: 5_000)
        #expect(Self.printed("a\n\(margin)::error::b") == "a\n\(margin)\\x3a:error::b")
        let lines = String(repeating: "\n \n", count: 50_000)
        #expect(Self.printed(lines + "::x") == lines + "\\x3a:x")
    }

    @Test(arguments: ["plain", "", "\n", "日本 “ö” → ✓\tx\n", "# heading ## [x] #[y]", "a::b\n:c"]) func `is as it was where nothing is to be escaped`(text: String) {
        #expect(Self.printed(text) == text)
        #expect(Self.json(text) == text)
    }

    @Test func `does not change any more once it was printed`() {
        let text = "::x\n ##[y]\u{1b}]0;z\u{7}\u{9b}\u{202e}\u{2028}\r\n\\"
        #expect(Self.printed(Self.printed(text)) == Self.printed(text))
        #expect(PrintedText.words(PrintedText.words(text)) == PrintedText.words(text))
        #expect(PrintedText.oneLine("a\n::b") == "a\\n::b" && PrintedText.words("a\r\n::b") == "a\n::b")
    }

    @Test func `is colored by shed alone`() {
        let text = "\u{1b}[31mred\u{1b}[0m \u{1b}[8mhidden \u{1b}[2J"
        #expect(Self.printed(text, keepsColours: true) == "\u{1b}[31mred\u{1b}[0m \\u{1b}[8mhidden \\u{1b}[2J")
        #expect(Self.printed(text) == "\\u{1b}[31mred\\u{1b}[0m \\u{1b}[8mhidden \\u{1b}[2J")
    }

    @Test(arguments: [
        ("::stop-commands::x", "\\x3a:stop-commands::x"), ("a\n  ::error::b", "a\n  \\x3a:error::b"), ("\u{a0}\u{3000}\t::c::", "\u{a0}\u{3000}\t\\x3a:c::"),
        ("\r\n::d", "\n\\x3a:d"), ("##vso[task.complete]", "\\x23#vso[task.complete]"), ("a ##[error]", "a \\x23#[error]"), ("###[x]", "#\\x23#[x]"),
        ("##teamcity[x]", "\\x23#teamcity[x]"), ("##VSO[x]", "\\x23#VSO[x]"),
    ]) func `is no command of a runner`(text: String, shown: String) {
        #expect(Self.printed(text) == shown)
    }

    @Test func `is the same JSON, which steers nothing`() throws {
        let value: JSONValue = ["##vso[x]": .string("\u{9b}\u{202e}\u{2028}\u{7f}\u{1b}::\n##[error]\u{feff}")]
        for bytes in [value.compact, value.pretty] {
            let text = Self.json(String(decoding: bytes, as: UTF8.self))
            #expect(!text.unicodeScalars.contains { EscapedText.isUnsafe($0) && $0 != "\n" } && !text.contains("##"))
            #expect(try JSONParser.parse(Array(text.utf8)) == value)
        }
    }
}

/// Words of others as values.
@Suite struct `A text of others` {
    private static let text = ForeignText("a\u{1b}]0;b\u{7}\n##vso[c]")

    @Test func `is shown escaped, in whatever way it is shown`() {
        let shown = "a\\u{1b}]0;b\\u{7}\\n\\x23#vso[c]"
        #expect("\(Self.text)" == shown && Self.text.description == shown && Self.text.escaped == shown)
        var dumped = ""
        dump([Self.text], to: &dumped)
        for text in ["\([Self.text])", "\(Optional(Self.text) as Any)", String(reflecting: Self.text), dumped] {
            #expect(!text.unicodeScalars.contains { EscapedText.isUnsafe($0) && $0 != "\n" }, "\(text)")
        }
        #expect(Self.text.raw == "a\u{1b}]0;b\u{7}\n##vso[c]")
    }

    @Test func `is broken where a runner would take it for a command, also in a command for a shell`() {
        #expect(EscapedText.escape("##vso[x]\\".utf8) == "\\x23#vso[x]\\\\")
        #expect(ShellWord.quote("##vso[x]") == "$'\\043\\043vso\\133x\\135'")
    }
}
