import ShedWriting
import Testing

@Suite struct `RTF for pandoc` {
    private func mended(_ text: String) -> String { String(decoding: RichText.mended(Array(text.utf8)), as: UTF8.self) }

    @Test func `has a space behind the number of a character`() {
        #expect(mended(#"\u233?t\u-3913x \u8220\'93\u201 ?{\u1}\ul1x\uc1?\\u233?"#) == #"\u233 ?t\u-3913 x \u8220\'93\u201 ?{\u1}\ul1x\uc1?\\u233?"#)
    }

    @Test func `has notes as Word writes them`() {
        #expect(mended(#"{\*\footnote a}{\footnote b}{\*\bkmkstart c}"#) == #"{\footnote\plain a}{\footnote\plain b}{\*\bkmkstart c}"#)
    }

    @Test(arguments: ["", "\\", "\\u", "\\u-", "\\u2", "\\*\\footnote", "{\\*\\footnote"]) func `ends where it ends`(text: String) {
        #expect(mended(text) == (text == "{\\*\\footnote" ? "{\\footnote\\plain" : text))
    }
}
