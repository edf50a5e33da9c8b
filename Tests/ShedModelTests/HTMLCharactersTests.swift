import ShedModel
import Testing

@Suite struct `A reference of HTML` {
    private func meant(_ name: String) -> String? { HTMLCharacters.bytes(ofReference: name).map { String(decoding: $0, as: UTF8.self) } }

    @Test(arguments: [
        ("uuml", "ü"), ("mdash", "—"), ("NotEqualTilde", "\u{2242}\u{338}"), ("#252", "ü"), ("#xfc", "ü"), ("#XFC", "ü"), ("#0000000000252", "ü"), ("#x1F600", "😀"), ("#x10ffff", "\u{10ffff}"),
    ]) func `is a character`(name: String, expected: String) { #expect(meant(name) == expected) }

    @Test(arguments: [("#9", "\t"), ("#10", "\n"), ("#xd", "\r"), ("#32", " "), ("#160", "\u{a0}")])
    func `may be white space`(name: String, expected: String) { #expect(meant(name) == expected) }

    @Test func `is one of windows-1252 from 0x80 to 0x9f`() {
        let expected = "€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ"
        #expect((0x80...0x9f).map { meant("#\($0)") ?? "?" }.joined() == expected)
        #expect((0x80...0x9f).map { meant("#x" + String($0, radix: 16)) ?? "?" }.joined() == expected)
    }

    @Test(arguments: [
        "", "#", "#x", "#0", "#1", "#8", "#11", "#12", "#31", "#127", "#x81", "#xd800", "#x110000", "#99999999999999999999", "#xffffffffffffffffffff", "#+65", "#-65", "#x+41", "#6a", "# 65", "#65 ", "nope",
        "Uuml ", "Tab", "NewLine",
    ]) func `is nothing where it is no character, or one that controls`(name: String) { #expect(meant(name) == nil) }
}
