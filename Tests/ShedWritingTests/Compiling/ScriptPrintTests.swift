import Testing

@testable import ShedWriting

@Suite struct `A script for word processors` {
    private func script(_ text: String, change: (inout CompileProfile) -> Void = { _ in }) -> Script {
        var profile = CompileProfile.manuscript
        (profile.work.author, profile.titlePage.contact) = ("Ann <Lee>", ["1 Road & Co"])
        change(&profile)
        var script = Script(project: "The Whale", profile)
        script.acts = [Script.Act(heading: "Act 1", texts: [Array(text.utf8)])]
        return script
    }

    /// What stands in it, uncompressed as it is.
    private func text(_ script: Script) -> String { String(decoding: script.printed, as: UTF8.self) }

    @Test func `has each element in its style`() {
        let text = text(script("""
            INT. INN - NIGHT #1#

            A  low room.

            LANDLORD
            (wiping)
            You'll *share*?
            ~ a song

            CUT TO:

            > THE END <
            """))
        for part in [
            "<text:h text:style-name=\"Scene_Number\" text:outline-level=\"2\">1<text:tab/>INT. INN - NIGHT</text:h>",
            "<text:p text:style-name=\"Action\">A <text:s text:c=\"1\"/>low room.</text:p>", "<text:p text:style-name=\"Character\">LANDLORD</text:p>",
            "<text:p text:style-name=\"Parenthetical\">(wiping)</text:p>", "share</text:span>?</text:p>", "<text:p text:style-name=\"Lyric\">a song</text:p>",
            "<text:p text:style-name=\"Transition\">CUT TO:</text:p>", "<text:p text:style-name=\"Centred\">THE END</text:p>",
            "1 Road &amp; Co", "Ann &lt;Lee&gt;", "fo:page-width=\"8.500in\"", "fo:margin-left=\"1.500in\"", "fo:line-height=\"12pt\"",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(text.contains(">Act 1</text:h>"))
    }

    @Test func `has who speak at once beside each other, and pages where the text wants them`() {
        let text = text(script("A\nYes.\n\nB ^\nNo.\n\n===\n\nAfter.\n"))
        #expect(text.contains("<text:p text:style-name=\"Dual_Character\">A</text:p>") && text.contains("<text:p text:style-name=\"Dual_Character\">B</text:p>"))
        #expect(text.contains("fo:break-before=\"page\"") && text.ranges(of: "<table:table ").count == 1)
    }

    @Test func `is on the paper and in the typeface that the profile says`() {
        let text = text(script("x") { ($0.pages.paper, $0.pages.font) = (.a4, "Courier Prime") })
        #expect(text.contains("fo:page-width=\"8.264in\"") && text.contains("fo:font-family=\"Courier Prime\""))
    }

    @Test func `has the language and a typeface of East Asian letters`() {
        #expect(text(script("x") { $0.work.language = "ja" }).contains("style:font-family-asian=\"MS Mincho\" style:language-asian=\"ja\" style:country-asian=\"JP\""))
        #expect(text(script("x") { ($0.work.language, $0.pages.font) = ("ja", "Noto Serif") }).contains("style:font-family-asian=\"Noto Serif\""))
        #expect(text(script("x") { $0.work.language = "fr" }).contains(" fo:language=\"fr\" fo:country=\"FR\""))
    }

    @Test func `is the same each time, and a ZIP file whose first part says what it is`() {
        let bytes = script("x").printed
        #expect(bytes == script("x").printed && ZipTimes.fixed(bytes) == bytes)
        #expect(String(decoding: bytes[30..<38], as: UTF8.self) == "mimetype")
    }

    /// Whatever a text holds, what comes of it is XML that ends as it begins.
    @Test(arguments: [
        "*a **b* c** _d *e_ f*", "***", "**x\n\n*y", "A\n*(x\n\nB ^\n**y\n\n", "<&>\"' \u{0} \u{fffe} \u{1b}[31m", "===\n\n===\n", "A ^\nfirst\n\nB ^\nsecond\n", "\t\u{a0}  x  \ty",
        String(repeating: "*_", count: 5_000),
    ]) func `is well formed`(text: String) throws {
        let all = self.text(script(text))
        let start = try #require(all.firstRange(of: "<office:document-content"))
        let end = try #require(all[start.lowerBound...].firstRange(of: "</office:document-content>"))
        let content = all[start.lowerBound..<end.upperBound]
        var open: [Substring] = []
        for piece in content.split(separator: "<") {
            let tag = piece.prefix { $0 != ">" }
            #expect(tag.endIndex < piece.endIndex)
            if tag.hasPrefix("/") { #expect(open.popLast() == tag.dropFirst()) } else if !tag.hasSuffix("/") { open.append(tag.prefix { $0 != " " }) }
            for (place, sign) in zip(piece.indices, piece) where sign == "&" { #expect(piece[place...].prefix(6).contains(";")) }
        }
        #expect(open.isEmpty && content.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0xfffe) })
    }
}
