import ShedModel
import Testing

@Suite struct `Counting words` {
    /// What LibreOffice 7.4.7 (Debian 12, in a container without a desktop) writes as `meta:word-count` of a text that it is given
    /// as UTF-8 (`soffice --headless --infilter="Text (encoded):UTF8,LF,,en-US," --convert-to odt`), with its settings as they are
    /// delivered. Documentation/Words.md says how the figures are made.
    private static let byLibreOffice: [(text: String, words: Int)] = [
        ("one two three", 3), ("", 0), ("   \t  ", 0), ("well-known e-mail", 2), ("foo--bar", 2), ("foo-- bar", 2), ("foo -- bar", 3),
        ("--foo", 2), ("-foo", 1), ("foo-", 1), ("foo---", 1), ("a - b", 3), ("- - -", 3), ("a-b-c--d-e", 2), ("one—two", 2),
        ("one–two", 2), ("one — two – three", 3), ("one―two", 1), ("a‐b a‑b", 2), ("-—-", 2), ("don't it’s “quoted” ‘so’ (this) [that]", 6),
        ("1.23 $ http://www.example.com abc123", 4), ("3,000 1/2 50% 10 %", 5), ("½ 2½ m² x¹y", 8), ("Ⅷ IX ①②", 4), ("a\u{a0}b", 2),
        ("a\u{2009}b\u{202f}c", 3), ("a\u{200b}b", 1), ("foo\u{ad}bar", 1), ("a\u{2060}b", 1), ("\u{feff}foo", 1),
        ("e\u{301}tude nai\u{308}ve", 2), ("\u{301} x", 2), ("привет мир", 2),
        ("\u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{5e2}\u{5d5}\u{5dc}\u{5dd}", 2),
        ("\u{645}\u{631}\u{62d}\u{628}\u{627} \u{628}\u{627}\u{644}\u{639}\u{627}\u{644}\u{645}", 2),
        ("नमस\u{94d}त\u{947} द\u{941}न\u{93f}य\u{93e}", 2), ("日本語", 3), ("日本語のテスト", 7), ("ABC日本", 3), ("日本ABC 漢字", 5), ("漢字。漢字、「引用」", 10),
        ("「引用」", 4), ("カタカナ ひらがな", 8), ("ｶﾀｶﾅ", 4), ("한국어 텍스트", 6), ("ﬁn ＡＢＣ", 4), ("が", 1), ("か\u{3099}", 2), ("漢\u{fe00}字", 3),
        ("สว\u{e31}สด\u{e35}คร\u{e31}บ", 7), ("สว\u{e31}สด\u{e35} คร\u{e31}บ", 7), ("ສະບາຍດ\u{eb5}", 6),
        ("ស\u{17bd}ស\u{17d2}ត\u{17b8} ព\u{17b7}ភពល\u{17c4}ក", 2), ("👍", 1), ("👍👍", 1), ("👍🏽 ok", 2), ("👨\u{200d}👩\u{200d}👧", 1),
        ("🇩🇪🇫🇷", 1), ("❤\u{fe0f} x", 2), ("a👍b", 1), ("☃ ★★★", 2), ("…", 1), ("a…b", 1), ("a...b", 1), ("... ... .", 3),
        ("* item\n* item two", 5), ("# Title\n\n## Sub title", 5), ("> quote", 2), ("1. one\n2. two", 4),
        ("[link](http://x.y/z-a) **bold** _it_", 3), ("| a | b |\n|---|---|\n| c | d |", 13), ("***", 1), ("---", 1), ("- item\n- two", 4),
        ("`code` ```x", 2), ("foo\r\nbar\r\nbaz", 3), ("foo\rbar", 2), ("a\u{b}b", 1), ("a\u{c}b", 2), ("a\u{2028}b", 2), ("a\u{2029}b", 2),
        ("a\u{85}b", 2), ("x\u{7}y", 1), ("x\u{1f}y", 1), ("\u{e000} \u{e001}\u{e000}", 3), ("a\u{e000}b", 3), ("“漢字”", 4), ("a漢", 2),
        ("漢a", 2), ("漢-字", 3), ("漢- a", 3), ("a-漢", 2), ("1漢2", 3), ("漢 字", 2), ("漢\u{3000}字", 2), ("\u{3000}", 0), ("ー", 1), ("ァー", 2),
        ("々", 1), ("〇", 1), ("㈱", 1), ("ＡＢ\u{3000}Ｃ", 3), ("\u{20000}\u{20001}", 2), ("ㄅㄆ", 2), ("ꀀꀁ", 2), ("Å B°C 5′ 3″", 4), ("§5 ¶", 2),
        ("@home #tag a&b a_b a+b a=b", 6), ("foo-\nbar", 2), ("x/y x\\y", 2), ("I.B.M. e.g. i.e.", 3), ("O'Brien's rock'n'roll", 2),
        ("…—…", 2), ("— he said", 2), ("“—”", 2), ("a\u{200d}b", 1), ("a\u{200c}b", 1), ("ʼn ʻokina", 2), ("क\u{93f}-त\u{93e}ब", 1),
        ("-\u{301}x", 2), ("a-\u{301}b", 3), ("x\u{308}-y", 1), ("ŋ-", 1), ("¼-inch", 2), ("5-½", 2), ("a-½-b", 3), ("x²-y²", 4),
        ("100€", 1), ("€100 £5", 2), ("a\tb", 2), ("a、b", 3), ("ｗｏｒｄ ｔｗｏ", 7), ("［ａ］", 3), ("~ ～", 2), ("·", 1), ("a·b", 1), ("•  item", 2),
        ("‣ x", 2), ("†x", 1), ("a†", 1), ("©2020", 1), ("№ 5", 2), ("™", 1), ("a\u{180e}b", 1), ("a\u{61c}b", 1),
        (
            "It was a bright cold day in April, and the clocks were striking thirteen. Winston Smith, his chin nuzzled into his breast in an "
                + "effort to escape the vile wind, slipped quickly through the glass doors of Victory Mansions—though not quickly enough to "
                + "prevent a swirl of gritty dust from entering along with him.",
            55
        ),
    ]

    @Test func `gives what LibreOffice gives`() {
        for (text, words) in Self.byLibreOffice { #expect(WordCounter.count(text.utf8) == words, "\(text.debugDescription)") }
    }

    @Test func `does not depend on how a text is cut into pieces`() {
        for (text, words) in Self.byLibreOffice {
            for size in 1...5 {
                var counter = WordCounter()
                let bytes = Array(text.utf8)
                for start in stride(from: 0, to: bytes.count, by: size) {
                    Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBufferPointer { counter.add($0) }
                }
                counter.end()
                #expect(counter.count == words, "\(text.debugDescription) by \(size)")
            }
        }
    }

    /// Groups of letters and spaces are taken at once, and words lie over their ends.
    @Test func `does not depend on where a word stands`() {
        for (text, words) in Self.byLibreOffice {
            for length in 0...9 {
                let before = String(repeating: "x", count: length)
                #expect(WordCounter.count("\(before) \(text)\nlast words of it".utf8) == words + (length > 0 ? 5 : 4), "\(text.debugDescription) behind \(length)")
            }
        }
    }

    /// LibreOffice counts each of these characters as a word of its own where it stands at the edge of one (3, 3, 3 and 3), and stops
    /// counting at the last (1).
    @Test(arguments: ["foo\u{ad} bar", "\u{200e}foo bar", "foo\u{200e} bar", "a\u{2066}b\u{2069} c", "a\u{200b} b"])
    func `takes no character that nobody sees for a word`(text: String) { #expect(WordCounter.count(text.utf8) == 2) }

    @Test func `reads what is no UTF-8 as Windows-1252`() {
        #expect(WordCounter.count(Array("caf".utf8) + [0xe9, 0x20, 0xfc, 0x62, 0x65, 0x72]) == 2)
        #expect(WordCounter.count([0x61, 0x97, 0x62, 0xa0, 0x63]) == 3)
        // A character that is cut off at the end.
        #expect(WordCounter.count([0x61, 0x20, 0xe2, 0x80]) == 2)
        #expect(WordCounter.count([0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80, 0xc0, 0xaf]) >= 1)
    }
}
