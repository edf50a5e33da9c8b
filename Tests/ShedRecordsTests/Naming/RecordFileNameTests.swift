import ShedModel
import ShedRecords
import ShedRules
import ShedTestSupport
import Testing

@Suite("The name of a record's file")
struct RecordFileNameTests {
    private static let id = NodeID(high: 0x0190_b5c8_7d5e_7c3a, low: 0x9f21_3b6c_1f0e_4a10)

    @Test(arguments: [
        ("The Book of Sand", "The Book of Sand.json"), ("  a\n\tb  ", "a b.json"), ("...hidden", "hidden.json"), ("etc.", "etc.json"),
        ("../../etc/passwd", "-..-etc-passwd.json"), ("a/b: c?", "a-b- c-.json"), ("Cafe\u{301}", "Caf\u{e9}.json"), ("CON", "_CON.json"),
        ("aux.x", "_aux.x.json"), ("~$x", "$x.json"), ("\u{202e}gpj", "gpj.json"), ("日本語", "日本語.json"), ("👩‍👩‍👧", "👩‍👩‍👧.json"),
        ("", "1f0e4a10.json"), (" \u{200b}\u{feff}. ", "1f0e4a10.json"), ("\u{301}", "1f0e4a10.json"), ("x (conflicted copy 2024-01-31)", "1f0e4a10.json"),
        ("x.Conflict", "1f0e4a10.json"), ("x (conflicted copy", "1f0e4a10.json"),
    ]) func `comes from its title`(title: String, name: String) {
        #expect(RecordFileName.name(title: title, id: RecordFileNameTests.id) == Name(name))
    }

    @Test func `comes from its ID where there is no title`() {
        #expect(RecordFileName.name(title: nil, id: RecordFileNameTests.id) == "1f0e4a10.json")
    }

    @Test func `is cut at a character`() {
        let family = String(repeating: "👩‍👩‍👧", count: 20)
        let name = RecordFileName.name(title: "a" + family, id: RecordFileNameTests.id)
        #expect(name == Name("a" + String(repeating: "👩‍👩‍👧", count: 6) + ".json"))
        #expect(RecordFileName.name(title: String(repeating: "x", count: 119) + " yz", id: RecordFileNameTests.id).bytes.count == 119 + 5)
        let many = environmentNumber("SHED_TORTURE") == 1 ? 1_000_000 : 100_000
        #expect(RecordFileName.name(title: String(repeating: "e\u{301}\u{302}", count: many), id: RecordFileNameTests.id).bytes.count <= 125)
    }

    /// Titles of all kinds of characters and of what the rules look for.
    @Test func `breaks no rule on names, whatever the title`() {
        var random = SeededRandom(11)
        let pieces = [
            " ", ".", "/", "\\", ":", "?", "\"", "<", "|", "*", "\0", "\n", "\u{7f}", "\u{85}", "\u{2028}", "\u{202e}", "\u{feff}", "\u{3000}", "\u{a0}", "e\u{301}",
            "\u{301}", "\u{338}", "\u{212b}", "\u{1100}\u{1161}", "\u{fa30}", "CON", "nul", "COM1", "lpt¹", "~", "$", "#", "(conflicted copy 2024)", ".conflict", ".Conflict",
            ".sync-conflict-20240131-120000-ABCDEFG", "_Jan-31-1200-2024_CaseConflict", ".tmp", ".part", ".swp", "a", "Z", "9", "é", "日", "👩‍👩‍👧", "\u{10ffff}", "x",
        ]
        for round in 0..<(environmentNumber("SHED_TORTURE") == 1 ? 100_000 : 1_500) {
            var title = ""
            for _ in 0..<Int.random(in: 0...30, using: &random) { title += pieces.randomElement(using: &random) ?? "" }
            for number in [1, 2] {
                let wanted = RecordFileName.name(title: title, id: RecordFileNameTests.id)
                let name = number == 1 ? wanted : wanted.numbered(number, keepsSuffix: true)
                #expect(name.isPossible && !name.isHidden && name.bytes.count <= 130, "round \(round): \(name)")
                #expect(name.bytes.suffix(5).elementsEqual(".json".utf8))
                #expect(NameRules.complaints(about: name).map(\.rule.name) == [], "round \(round): \(name)")
                #expect(!name.bytes.withUnsafeBufferPointer { PassingFiles.contains($0, kind: .file) }, "round \(round): \(name)")
            }
        }
    }
}
