import ShedModel
import ShedTestSupport
import Testing

@testable import ShedWriting

@Suite struct `Markdown of one file among others` {
    private func treated(_ text: String, _ change: (inout MarkdownTreatment) -> Void = { _ in }) -> String {
        var treatment = MarkdownTreatment()
        change(&treatment)
        return String(decoding: treatment.apply(to: Array(text.utf8)).text, as: UTF8.self)
    }

    @Test(arguments: ["", "a\n", "# A\n\n*b* `c` [d](e.md)\n", "    code\n", "```\nx\n", "%%a", "<!-- a", "[^a]: b\n[^a]\n", "a\\", "\t\n \n"])
    func `stays byte for byte where nothing is asked for`(text: String) {
        #expect(treated(text) == text)
    }

    @Test func `loses its notes, and the lines that held nothing else`() {
        let text = "a %%one%% b\n%%two\nlines%%\nc <!-- d -->\n<!-- e -->\n`%%f%%`\n\n```\n<!-- g -->\n```\n%%h\n"
        #expect(treated(text) { $0.strips = [.comments, .notes] } == "a  b\nc \n`%%f%%`\n\n```\n<!-- g -->\n```\n%%h\n")
        #expect(treated(text) { $0.strips = [.notes] }.contains("<!-- e -->"))
        // One that says nothing parts lists, where it stands alone.
        #expect(treated("1. a\n\n<!-- -->\n\n1. b <!-- -->\n\n<!--\n-->\n") { $0.strips = [.comments] } == "1. a\n\n<!-- -->\n\n1. b \n\n")
        #expect(treated("% note\n@pov: Ann\ntext\n    % code\n") { $0.strips = [.novelwriter] } == "text\n    % code\n")
    }

    @Test func `gets its headings shifted, none beyond the sixth level, and none in code`() {
        let text = "# A\n\nB\n===\n\nC\n---\n\n###### D\n\n```\n# E\n```\n\n#F\n"
        #expect(treated(text) { $0.shift = 1 } == "## A\n\n## B\n\n### C\n\n###### D\n\n```\n# E\n```\n\n#F\n")
    }

    @Test func `has labels of its own, in references and definitions alike`() {
        let text = "a[^1] `[^1]` \\[^1] [x][r] [r] [r][] [n][m] ![p][r] [^2]\n\n[^1]: b[^1]\n[r]: http://x\n"
        let expected = "a[^7-1] `[^1]` \\[^1] [x][7-r] [r][7-r] [r][7-r] [n][m] ![p][7-r] [^2]\n\n[^7-1]: b[^7-1]\n[7-r]: http://x\n"
        #expect(treated(text) { $0.prefix = "7-" } == expected)
        var treatment = MarkdownTreatment()
        treatment.prefix = "7-"
        // What one piece defines counts in all.
        let pieces = treatment.apply(to: [Array("a[^1]\n".utf8), Array("[^1]: b\n".utf8)])
        #expect(pieces.map { String(decoding: $0.text, as: UTF8.self) } == ["a[^7-1]\n", "[^7-1]: b\n"])
    }

    @Test func `has paths that lead on from where it is compiled to, and loses images outside`() {
        var treatment = MarkdownTreatment()
        (treatment.folder, treatment.output) = ("Chapters/One", "Novel")
        let text = "![a](b.png) ![c](../../Research/d%20e.png \"t\") ![f](<g h.png>) [i](../Two/j.md#k) [l](https://x/y) ![m](../../../n.png) ![o](/etc/passwd) [p](#q)\n\n[r]: s.png\n"
        let result = treatment.apply(to: Array(text.utf8))
        let expected = "![a](../Chapters/One/b.png) ![c](../Research/d%20e.png \"t\") ![f](../Chapters/One/g%20h.png) [i](../Chapters/Two/j.md#k) [l](https://x/y) m ![o](/etc/passwd) [p](#q)\n\n[r]: ../Chapters/One/s.png\n"
        #expect(String(decoding: result.text, as: UTF8.self) == expected)
        #expect(result.images == ["Chapters/One/b.png", "Research/d e.png", "Chapters/One/g h.png"])
        #expect(result.lost == ["../../../n.png"])
    }

    @Test func `is read without front matter, byte order mark and carriage returns`() {
        let source = SourceText(Array("\u{feff}---\r\ntitle: \"A: b\"\r\n# c\r\ncompile: no\r\nlist:\r\n  - d\r\n---\r\nText\r\rmore\u{0}\n".utf8))
        #expect(String(decoding: source.body, as: UTF8.self) == "Text\n\nmore\n")
        #expect(source.value("title") == "A: b" && source.isLeftOut)
        #expect(SourceText(Array("---\nno end\n".utf8)).body == Array("---\nno end\n".utf8))
        #expect(String(decoding: SourceText([0x61, 0xff, 0x0a]).body, as: UTF8.self) == "a\u{fffd}\n")
    }

    @Test func `names scenes by lines of their own, and not in code`() {
        let source = SourceText(Array("a\n[[One|shown]]\n![[Two#part]]\n[Three](../../Scenes/Three%20x.md)\nb [[no]]\n    [[Four]]\n```\n[[no]]\n```\n[[[no]]]\n".utf8))
        let scenes = source.pieces(in: "Chapters/A").compactMap { if case .scene(let scene, _) = $0 { scene } else { nil } }
        #expect(scenes == [.name("One"), .name("Two"), .path("Scenes/Three x.md")])
    }

    @Test func `takes back the backslashes of other programs before what names a scene, and no others`() {
        let text = #"a \[\[no\]\]"# + "\n" + #"\[\[One\_two\]\]"# + "\n" + #"!\[\[Three\]\]"# + "\n" + #"\[\[\\\]\]"# + "\n" + #"\[a\]"#
        let restored = String(decoding: SceneReference.restored(in: Array(text.utf8)), as: UTF8.self)
        #expect(restored == #"a \[\[no\]\]"# + "\n[[One_two]]\n![[Three]]\n" + #"[[\]]"# + "\n" + #"\[a\]"#)
    }

    @Test func `has labels that are told apart by neither case nor runs of space`() {
        func label(_ text: String) -> Label { Label(Array(text.utf8)[...]) }
        #expect(label("^note-1") == label("^NOTE-1") && label("Über  das\tMeer") == label("über das meer") && label(" a ") == label("A"))
        #expect(label("a b") != label("ab") && label("\u{1}a") != label("a"))
    }

    /// Each would take minutes if it took the square of its length, and in a short run, where it is a third as long, still a hundred
    /// times as long as it does.
    @Test(arguments: [
        "[", "]", "[a](", "[a](<b", "![a](b ", "*a ", "**_a", "`", "` ``", "> ", "- ", "%%a%%", "%%a ", "<!-- ", "<", "&amp", "\\", "```\n", "a\n\n    b\n\n", "[^a", "[^a]: b\n", ">\n\n", "a\n", "- a\n", "[[", "(", "_", "~~~\n",
    ]) func `takes time linear to its length`(part: String) {
        let text = Array(String(repeating: part, count: (ShortRun.isWhole ? 60_000 : 20_000) / part.utf8.count).utf8)
        var treatment = MarkdownTreatment()
        (treatment.strips, treatment.shift, treatment.prefix, treatment.output) = ([.comments, .notes], 1, "1-", "Novel")
        var manuscript = Manuscript(project: "Hostile", CompileProfile.manuscript)
        manuscript.chapters = [Manuscript.Chapter(heading: nil, texts: [treatment.apply(to: text).text])]
        for format in [CompileProfile.Format.markdown, .text, .html] { #expect(manuscript.bytes(of: format) != nil) }
        _ = SourceText(text).pieces(in: "Chapters")
    }

    @Test func `bears thousands of footnotes that name each other`() {
        let calls = (0..<5_000).map { "[^\($0)] " }.joined()
        let notes = (0..<5_000).map { "[^\($0)]: a[^\($0 + 1)]\n\n" }.joined()
        var treatment = MarkdownTreatment()
        treatment.prefix = "1-"
        var manuscript = Manuscript(project: "Notes", CompileProfile.manuscript)
        manuscript.chapters = [Manuscript.Chapter(heading: nil, texts: [treatment.apply(to: Array((calls + "\n\n" + notes).utf8)).text])]
        #expect(manuscript.bytes(of: .html).map { $0.count > 300_000 } == true)
    }

    @Test func `of short paths that would come to long ones says so, and stays in proportion to the text`() {
        var treatment = MarkdownTreatment()
        treatment.folder = RelativePath(Array(repeating: Name(String(repeating: "n", count: 200)), count: 12))
        treatment.output = "Novel"
        let markdown = Array(String(repeating: "![](a)", count: 2_000).utf8)
        let result = treatment.apply(to: markdown)
        #expect(result.isTooLarge)
        #expect(result.text.count < 10 * markdown.count + (128 << 10))
        #expect(!treatment.apply(to: Array("![](a.png) [b](c.md)".utf8)).isTooLarge)
    }
}
