import ShedModel
import Testing

@Suite struct NameTests {
    @Test(arguments: ["a", "Ode.txt", "...", ".hidden", " ", "a\nb", String(repeating: "é", count: 127)])
    func `a name that a directory can hold is possible`(text: String) { #expect(Name(text).isPossible) }

    @Test(arguments: ["", ".", "..", "a/b", "/", "a\0", String(repeating: "é", count: 128)])
    func `a name that none can hold is not`(text: String) { #expect(!Name(text).isPossible) }

    @Test func `names are in the order of their bytes`() {
        #expect(["b", "a", "B", "é", "", "ab"].map { Name($0) }.sorted() == ["", "B", "a", "ab", "b", "é"])
        #expect(Name("é") < Name(bytes: [0xff]))
    }

    @Test func `a name that is not UTF-8 has no text`() {
        #expect(Name(bytes: [0x61, 0xff]).text == nil)
        #expect(Name("é").text == "é")
    }

    @Test func `equal texts in other normal forms are other names`() { #expect(Name("\u{e9}") != Name("e\u{301}")) }

    @Test(arguments: [
        ("Ode.txt", "Ode", ".txt"), ("Ode", "Ode", ""), (".Ode", ".Ode", ""), ("a.tar.gz", "a.tar", ".gz"),
        ("a.", "a", "."), ("", "", ""),
    ])
    func `a name has a stem and an extension`(text: String, stem: String, suffix: String) {
        #expect(Array(Name(text).parts.stem) == Array(stem.utf8))
        #expect(Array(Name(text).parts.suffix) == Array(suffix.utf8))
    }

    @Test func `a number goes before a file's extension and behind a folder's name`() {
        #expect(Name("Ode.txt").numbered(2, keepsSuffix: true) == "Ode (2).txt")
        #expect(Name("Ode.txt").numbered(2, keepsSuffix: false) == "Ode.txt (2)")
        #expect(Name("Ode").numbered(10, keepsSuffix: true) == "Ode (10)")
        #expect(Name(".Ode").numbered(2, keepsSuffix: true) == ".Ode (2)")
    }

    @Test(arguments: [
        String(repeating: "a", count: 251) + ".txt", String(repeating: "é", count: 125) + ".txt",
        "a." + String(repeating: "b", count: 253), "a." + String(repeating: "é", count: 126),
        String(repeating: "本", count: 85),
    ])
    func `a numbered name stays possible, text, and another`(text: String) throws {
        let name = Name(text)
        for keepsSuffix in [true, false] {
            let two = name.numbered(2, keepsSuffix: keepsSuffix)
            let many = name.numbered(123_456, keepsSuffix: keepsSuffix)
            for numbered in [two, many] {
                #expect(numbered.isPossible)
                #expect(numbered.text != nil)
                #expect(numbered.bytes.count > 250)
            }
            #expect(Set([name, two, many]).count == 3)
        }
    }

    @Test func `a numbered name that is not UTF-8 stays possible`() {
        let name = Name(bytes: Array(repeating: 0xbf, count: 255))
        #expect(name.numbered(2, keepsSuffix: true).isPossible)
    }
}

@Suite struct FoldKeyTests {
    @Test(arguments: [
        ("Ode", "ODE"), ("\u{e9}", "e\u{301}"), ("É", "e\u{301}"), ("Straße", "STRASSE"), ("ΣΑΣ", "σας"),
        ("\u{212a}", "k"), ("ﬁn", "FIN"), ("Å", "\u{212b}"), ("ガ", "カ\u{3099}"), ("\u{1e9e}", "ss"), ("Ǆ", "ǆ"),
        ("\u{3b1}\u{345}\u{301}", "\u{3b1}\u{301}\u{345}"), ("\u{1fb4}", "\u{391}\u{345}\u{301}"),
        ("\u{1fb4}", "\u{3ac}\u{3b9}"), ("\u{390}", "\u{3b9}\u{308}\u{301}"), ("\u{149}", "\u{2bc}N"),
        ("\u{1fb3}\u{301}", "\u{1fb4}"), ("\u{1fbc}\u{301}x", "\u{1fb4}X"), ("\u{1fbe}\u{301}", "\u{3af}"),
    ])
    func `names that a person would call the same have one key`(left: String, right: String) {
        #expect(FoldKey(Name(left)) == FoldKey(Name(right)))
        #expect(FoldKey(Name(left)).hashValue == FoldKey(Name(right)).hashValue)
    }

    @Test(arguments: [
        ("Ode", "Odes"), ("e", "é"), ("カ", "ガ"), ("a", "ａ"), ("o", "ö"), ("²", "2"), ("", " "), ("ο", "o"),
    ])
    func `names that differ otherwise do not`(left: String, right: String) {
        #expect(FoldKey(Name(left)) != FoldKey(Name(right)))
    }

    @Test func `a name that is not UTF-8 is folded by its ASCII letters`() {
        #expect(FoldKey(Name(bytes: [0x41, 0xff])) == FoldKey(Name(bytes: [0x61, 0xff])))
        #expect(FoldKey(Name(bytes: [0xc9])) != FoldKey(Name(bytes: [0xe9])))
        #expect(FoldKey(Name(bytes: [0xff])) != FoldKey(Name("ÿ")))
    }

    @Test func `the quick hash agrees with the key`() {
        func hash(_ text: String) -> UInt64? { Array(text.utf8).withUnsafeBufferPointer(FoldKey.asciiHash) }
        #expect(hash("Ode [1].txt") == hash("oDE [1].TXT"))
        #expect(hash("Ode") != hash("Odes"))
        // Neighbours of the letters differ by the bit of case alone.
        #expect(hash("@[") != hash("`{"))
        #expect(hash("é") == nil)
        #expect(hash("") != nil)
    }
}

@Suite struct EscapedTextTests {
    @Test(arguments: [
        ("Ode", "Ode"), ("Straße 本", "Straße 本"), ("a\\b", "a\\b"), ("a\nb", "a\\nb"), ("\t\r", "\\t\\r"),
        ("a\u{1b}[31m", "a\\u{1b}[31m"), ("a\\\n", "a\\\\\\n"), ("\u{202e}txt", "\\u{202e}txt"), ("\u{2028}", "\\u{2028}"),
        ("\u{7f}\u{85}", "\\u{7f}\\u{85}"), ("\u{feff}", "\\u{feff}"), ("", ""), ("é\\", "é\\"),
    ])
    func `text is shown on one line, with nothing that steers a terminal`(text: String, expected: String) {
        #expect(EscapedText.escape(Array(text.utf8)) == expected)
    }

    @Test(arguments: [
        ([0x61, 0xff] as [UInt8], "a\\xff"), ([0xc3], "\\xc3"), ([0xe2, 0x82], "\\xe2\\x82"), ([0xc0, 0x80], "\\xc0\\x80"),
        ([0xff, 0xc3, 0xa9], "\\xffé"), ([0xed, 0xa0, 0x80], "\\xed\\xa0\\x80"), ([0x5c, 0x78, 0xff], "\\\\x\\xff"),
        ([0xc3, 0x5c], "\\xc3\\\\"), ([0x5c, 0x5c, 0x0a], "\\\\\\\\\\n"),
    ])
    func `bytes that are not UTF-8 are shown one by one`(bytes: [UInt8], expected: String) {
        #expect(EscapedText.escape(bytes) == expected)
    }

    @Test(arguments: ["\u{200b}", "\u{ad}", "\u{2060}", "\u{feff}", "\u{180e}", "\u{2063}", "\u{3164}", "\u{e0041}", "\u{1d173}"])
    func `what nobody would see is shown`(scalar: Unicode.Scalar) {
        let text = "é" + String(scalar) + "a"
        #expect(EscapedText.escape(Array(text.utf8)) == "é\\u{\(String(scalar.value, radix: 16))}a")
        #expect(ShellWord.quote(text).hasPrefix("$'"))
    }

    @Test(arguments: [
        "👩\u{200d}🚀", "❤\u{fe0f}", "می\u{200c}خواهم", "क\u{94d}\u{200d}ष", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "葛\u{e0100}", "ᠠ\u{180b}",
        "\u{1112}\u{1160}", "cafe\u{301}", "e\u{300}\u{34f}\u{301}",
    ])
    func `what belongs to words and pictures is left`(text: String) {
        #expect(EscapedText.escape(Array(text.utf8)) == text)
        #expect(ShellWord.quote(text) == "'\(text)'")
    }

    @Test(arguments: ["🏴\u{e0067}\u{e0062}", "🏴\u{e007f}", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}a", "🏴" + String(repeating: "\u{e0067}", count: 7) + "\u{e007f}"])
    func `letters that make no whole flag are shown`(text: String) {
        let shown = text.unicodeScalars.map { $0.value >= 0xe0000 ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
        #expect(EscapedText.escape(Array(text.utf8)) == shown)
    }

    @Test(arguments: [
        (" a.txt", "' a.txt'"), ("a ", "'a '"), ("a b", "a b"), ("\u{3000}a", "'\u{3000}a'"), (" it's", "' it'\\''s'"), (" a\n", "$' a\\012'"), ("", ""),
    ])
    func `a name whose ends are not seen stands in quotes in a list`(name: String, expected: String) {
        #expect(Name(name).listed == expected)
    }

    @Test func `two names that differ are shown differently where one needs an escape`() {
        #expect(Name("a\n").escaped != Name("a\\n\u{1}").escaped)
        #expect(Name(bytes: [0xff]).escaped != Name("\\xff\n").escaped)
    }
}

@Suite struct RelativePathTests {
    @Test(arguments: [
        ("a/b", ["a", "b"]), ("", []), (".", []), ("./a//b/", ["a", "b"]), ("/a", ["a"]), ("...", ["..."]),
    ])
    func `a path is its names`(text: String, names: [String]) {
        #expect(RelativePath(bytes: text.utf8)?.names == names.map { Name($0) })
    }

    @Test(arguments: ["..", "a/../b", "a\0b", "a/" + String(repeating: "b", count: 256)])
    func `a path that could leave the project or name nothing is none`(text: String) {
        #expect(RelativePath(bytes: text.utf8) == nil)
    }

    @Test func `the root is a dot`() {
        #expect(RelativePath.root.bytes == Array(".".utf8))
        #expect(RelativePath.root.description == ".")
        #expect(RelativePath.root.isRoot && RelativePath.root.last == nil && RelativePath.root.parent.isRoot)
    }

    @Test func `parents and children`() {
        let path: RelativePath = "a/b/c"
        #expect(path.parent == "a/b")
        #expect(path.last == "c")
        #expect(path.appending(Name("d")) == "a/b/c/d")
        #expect(RelativePath("a").appending("b/c" as RelativePath) == path)
        #expect(path.isInside("a/b") && path.isInside(path) && path.isInside(.root))
        #expect(!path.isInside("a/bb") && !RelativePath("ab").isInside("a") && !RelativePath("a").isInside(path))
    }

    @Test func `a folder comes before what is in it and apart from its neighbours`() {
        #expect((["a b", "a/b", "a", "a-b"] as [RelativePath]).sorted() == ["a", "a/b", "a b", "a-b"])
    }

    @Test func `a path that is not UTF-8 is kept and shown escaped`() throws {
        let path = try #require(RelativePath(bytes: [0x61, 0x2f, 0xff]))
        #expect(path.bytes == [0x61, 0x2f, 0xff])
        #expect(path.description == "a/\\xff")
        #expect(!path.isText && path.parent.isText)
    }

    @Test func `a path that begins with a dash is no option in a command`() {
        #expect(ShellWord.path(RelativePath([Name("-dash.txt")])) == "./-dash.txt")
        #expect(ShellWord.path(RelativePath([Name("- a")])) == "'./- a'" && ShellWord.path(RelativePath([Name("a"), Name("-b")])) == "a/-b")
    }
}
