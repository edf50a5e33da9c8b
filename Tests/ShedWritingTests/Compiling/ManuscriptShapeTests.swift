import ShedModel
import ShedTestSupport
import Testing

@testable import ShedWriting

@Suite struct `Tables, verse and breaks in a manuscript` {
    private func made(
        _ markdown: String, _ format: CompileProfile.Format, most: Int = Manuscript.largest, change: (inout CompileProfile) -> Void = { _ in }
    ) -> String {
        var profile = CompileProfile.manuscript
        change(&profile)
        var manuscript = Manuscript(project: "Sea", profile)
        manuscript.mostBytes = most
        manuscript.chapters = [Manuscript.Chapter(heading: nil, texts: [Array(markdown.utf8)])]
        return String(decoding: manuscript.bytes(of: format) ?? [], as: UTF8.self)
    }

    private let table = "Before\n| Name | Age |\n| :-- | --: |\n| *Ann* | 30 |\n| a \\| b |\n| x | y | z |\nlast\n\nAfter"

    @Test func `are tables in HTML`() {
        let html = made(table, .html)
        let left = " style=\"text-align: left\"", right = " style=\"text-align: right\""
        #expect(html.contains("<p>Before</p>\n<table>\n<thead>\n<tr><th\(left)>Name</th><th\(right)>Age</th></tr>\n</thead>\n<tbody>\n"))
        #expect(html.contains("<tr><td\(left)><em>Ann</em></td><td\(right)>30</td></tr>\n<tr><td\(left)>a | b</td><td\(right)></td></tr>\n<tr><td\(left)>x</td><td\(right)>y</td></tr>\n"))
        #expect(html.contains("<tr><td\(left)>last</td><td\(right)></td></tr>\n</tbody>\n</table>\n<p>After</p>"))
    }

    @Test func `are columns in text, and stay in lines where they are too wide`() {
        #expect(made(table, .text).contains("Name   Age\n-----  ---\n_Ann_   30\na | b\nx        y\nlast\n"))
        #expect(made("| \(String(repeating: "a", count: 80)) | b |\n| --- | --- |\n| c | d |", .text).contains(" | b\nc | d\n"))
    }

    @Test(arguments: ["a | b\nc | d", "| a |\n| b |", "| a | b |\n| --- |", "a\n---\nb", "| a | b |\n| -- | -x |"]) func `are no tables without a line of hyphens for all columns`(text: String) {
        #expect(!made(text, .html).contains("<table>"))
    }

    /// Rows are filled up, so that many columns and many rows could come to the square of a text.
    @Test func `stay in proportion to what was written`() {
        let wide = String(repeating: "|a", count: 5_000) + "\n" + String(repeating: "|-", count: 5_000) + "\n" + String(repeating: "a\n", count: 5_000)
        for format in [CompileProfile.Format.html, .text] { #expect(made(wide, format).utf8.count < 100 * wide.utf8.count) }
    }

    /// Two bytes may stand for a row, of 64 columns.
    @Test func `are no larger for columns that rows do not have`() {
        let head = String(repeating: "|a", count: 64) + "\n" + String(repeating: "|-", count: 64) + "\n"
        // In a short run far more than are filled up all the same.
        let rows = ShortRun.isWhole ? 4 << 20 : 1 << 17
        let html = made(head + String(repeating: "x\n", count: rows), .html).utf8.count
        let least = rows * "<tr><td>x</td></tr>\n".utf8.count
        #expect(html > least && html < least + (5 << 20), "\(html)")
        // A few are filled up.
        #expect(made(head + "x\n", .html).contains("<tr><td>x</td>" + String(repeating: "<td></td>", count: 63) + "</tr>"))
        let lines = max(rows / 8, 1 << 17)
        let text = made(head + String(repeating: "x\n", count: lines), .text).utf8.count
        #expect(text < lines * 3, "\(text)")
    }

    /// What is made goes only a little beyond what is taken, and is refused for that.
    @Test func `are not written on where they are too much`() {
        let cells = String(repeating: "|", count: 64) + "\n"
        let head = String(repeating: "|a", count: 64) + "\n" + String(repeating: "|:-:", count: 64) + "\n"
        let most = ShortRun.isWhole ? Manuscript.largest : 4 << 20
        let count = made(head + String(repeating: cells, count: most / 32 / cells.utf8.count), .html, most: most).utf8.count
        #expect(count > most && count < most + 10_000, "\(count)")
    }

    @Test func `keep the lines of verse`() {
        #expect(made("a  \nb\n\nalone\n\nc\\\nd", .html).contains("<p class=\"verse\">a<br>\nb</p>\n<p class=\"verse\">alone</p>\n<p class=\"verse\">c<br>\nd</p>"))
        #expect(made("One.\n\nTwo.\n\nThree.\n\na  \nb", .html).contains("<p>Three.</p>\n<p class=\"verse\">a<br>\nb</p>"))
    }

    @Test func `are separated as the profile says, within a text too`() {
        #expect(made("a\n\n***\n\nb", .html).contains("<p>a</p>\n<p class=\"separator\">#</p>\n<p>b</p>"))
        #expect(made("a\n\n***\n\nb", .html) { $0.breaks.separator = "" }.contains("<hr>"))
        #expect(made("a\n\n***\n\nb", .text).contains("#\n\nb"))
    }

    @Test func `are struck out by two waves`() {
        #expect(made("a ~~b *c*~~ d~e ~~~f~~ \\~~g~~", .html).contains("<p>a <del>b <em>c</em></del> d~e ~~~f~~ ~~g~~</p>"))
    }

    @Test func `show pictures whose names have spaces`() {
        #expect(made("![a](<x y.png>)", .html).contains("<img src=\"x%20y.png\" alt=\"a\">"))
    }

    @Test func `say on the first line of text who wrote it, and how long it is`() {
        #expect(made("One two.", .text) { ($0.work.author, $0.pages.width) = ("Ann Lee", 40) }.hasPrefix("Ann Lee                    about 2 words\n\n"))
    }
}

@Suite struct `The heading of a text` {
    private func left(_ text: String, _ name: String) -> String { String(decoding: MarkdownShape.withoutHeading(Array(text.utf8), saying: name), as: UTF8.self) }

    @Test func `is left out where the chapter's own says it`() {
        #expect(left("\n## Ode #\n\nText\n", "ode") == "\nText\n" && left("# A \\*Star\\*\n", "A *Star*") == "")
    }

    /// A space stands before the signs that close a heading (CommonMark 0.31, section 4.2).
    @Test func `stays where a sign that closes none tells it from the chapter's`() {
        #expect(left("# C#\n\nText\n", "C") == "# C#\n\nText\n" && left("# C#\n\nText\n", "C#") == "\nText\n" && left("# C# ##\n", "C#") == "")
        #expect(left("# C \\#\n", "C") == "# C \\#\n")
    }

    @Test(arguments: ["# Ode to x\n\nText", "Ode\n", "Text\n\n# Ode\n", ""]) func `stays where it says more, or is none`(text: String) { #expect(left(text, "Ode") == text) }
}
