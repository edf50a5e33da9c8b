import ShedModel
import ShedTestSupport
import Testing

@testable import ShedWriting

@Suite struct `A manuscript` {
    private func manuscript(_ texts: String..., change: (inout CompileProfile) -> Void = { _ in }) -> Manuscript {
        var profile = CompileProfile.manuscript
        profile.work.author = "Ann Lee"
        change(&profile)
        var manuscript = Manuscript(project: "The *Sea*", profile)
        manuscript.chapters = [Manuscript.Chapter(heading: "Chapter 1: # <b>", texts: texts.map { Array($0.utf8) })]
        return manuscript
    }

    private func text(_ manuscript: Manuscript, _ format: CompileProfile.Format) -> String { String(decoding: manuscript.bytes(of: format) ?? [], as: UTF8.self) }

    @Test func `as Markdown has a title page, headings, separators and an end`() {
        #expect(text(manuscript("One.\n", "\n\nTwo.\n\n"), .markdown) == """
            ---
            title: "The *Sea*"
            author: "Ann Lee"
            words: "about 2 words"
            lang: en
            ---

            # Chapter 1: \\# \\<b\\>

            One.

            \\#

            Two.

            END

            """)
        let plain = manuscript("One.\n", "Two.\n") { ($0.titlePage.isWanted, $0.breaks.separator, $0.breaks.end) = (false, "* * *", "") }
        #expect(text(plain, .markdown) == "# Chapter 1: \\# \\<b\\>\n\nOne.\n\n* * *\n\nTwo.\n")
    }

    @Test(arguments: [("de", "von Ann Lee", "Anmerkungen"), ("fr", "par Ann Lee", "Notes"), ("es", "por Ann Lee", "Notas"), ("ja", "Ann Lee 著", "注"), ("it", "by Ann Lee", "Notes")])
    func `as text names its author and its notes in its language`(language: String, author: String, notes: String) {
        let made = text(manuscript("One.[^a]\n\n[^a]: b\n") { $0.work.language = language }, .text)
        let lines = made.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains { $0 == author } && lines.contains { $0 == notes }, "\(made)")
    }

    @Test func `is the same each time`() {
        let one = manuscript("One[^a] *two*.\n\n[^a]: b\n")
        for format in [CompileProfile.Format.markdown, .text, .html] { #expect(one.bytes(of: format) == one.bytes(of: format)) }
    }

    @Test(arguments: [
        ("a *b* **c** ***d*** _e_ `f<g`", "<p>a <em>b</em> <strong>c</strong> <em><strong>d</strong></em> <em>e</em> <code>f&lt;g</code></p>"),
        ("snake_case_word *not closed", "<p>snake_case_word *not closed</p>"), ("a  \nb\\\nc", "<p class=\"verse\">a<br>\nb<br>\nc</p>"),
        ("—_b_—", "<p>—<em>b</em>—</p>"), ("&eacute; &amp; &unknown; &#233; &#1;", "<p>é &amp; &amp;unknown; é &amp;#1;</p>"),
        ("&Eacute;&ccaron;&alpha;&rarr;&lt;&Tab;", "<p>Éčα→&lt;&amp;Tab;</p>"),
        ("# A #\n\nB\n===", "<h1>A</h1>\n<h1>B</h1>"), ("> a\n> > b", "<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>"),
        ("- a\n- b", "<ul>\n<li>a\n</li>\n<li>b\n</li>\n</ul>"), ("3. a\n\n4. b", "<ol start=\"3\">\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ol>"),
        ("* * *", "<p class=\"separator\">#</p>"), ("```sh\n<x>\n```", "<pre><code>&lt;x&gt;\n</code></pre>"), ("[a](b.md \"t\") <https://c>", "<p><a href=\"b.md\">a</a> <a href=\"https://c\">https://c</a></p>"),
        ("[a][r] ![p][r]\n\n[r]: x.png", "<p><a href=\"x.png\">a</a> <img src=\"x.png\" alt=\"p\"></p>"),
        ("1. a\n\n<!-- -->\n\n1. b\n<!---->\nc", "<ol>\n<li>a\n</li>\n</ol>\n<ol>\n<li>b\n</li>\n</ol>\n<p>c</p>"),
        ("- a\n  1. b\n\n  <!-- -->\n\n  1. c", "<ol>\n<li>b\n</li>\n</ol>\n<ol>\n<li>c\n</li>\n</ol>\n</li>\n</ul>"),
        ("1986. A year", "<ol start=\"1986\">\n<li>A year\n</li>\n</ol>"),
    ]) func `is written as HTML`(markdown: String, html: String) {
        #expect(text(manuscript(markdown), .html).contains(html), "\(text(manuscript(markdown), .html).suffix(400))")
    }

    /// Nothing of a text runs, loads or ends an element.
    @Test(arguments: [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<iframe src=\"https://x\"></iframe>", "[a](javascript:alert(1))", "[a](JaVaScRiPt:x)", "[a](data:text/html,x)",
        "![a](https://x/y.png)", "![a](//x/y.png)", "![a](file:///etc/passwd)", "[a](vbscript:x)", "[a](\" onclick=\"x)", "![a\"><script>](b.png)", "<https://x\"onclick=y>", "[r]\n\n[r]: javascript:x",
        "</style></head>", "<style>@import 'https://x'</style>", "&lt;script&gt;", "[a](\\javascript:x)", "[a](j\tavascript:x)",
    ]) func `is written as HTML without what would do harm`(markdown: String) throws {
        let all = text(manuscript(markdown) { $0.titlePage.contact = ["</style><script>"] }, .html)
        let body = try #require(all.split(separator: "<body>").last).lowercased()
        for harm in ["<script", "<iframe", "<style", "href=\"java", "href=\"data", "href=\"vb", "src=\"http", "src=\"//", "src=\"file", " onclick=\"", "<img src=x"] {
            #expect(!body.contains(harm), "\(body)")
        }
        #expect(all.contains("default-src 'none'") && all.split(separator: "<body>").count == 2)
    }

    @Test func `numbers the footnotes of all texts, and puts them at the end`() {
        let one = manuscript("a[^1-n]\n\n[^1-n]: N *1*\n", "b[^2-n] c[^2-n] d[^none]\n\n[^2-n]: N2\n\n    more\n")
        let html = text(one, .html)
        #expect(html.contains("a<sup><a id=\"call-1\" href=\"#note-1\">1</a></sup>") && html.contains("c<sup><a href=\"#note-2\">2</a></sup> d[^none]"))
        #expect(html.contains("<li id=\"note-2\">\n<p>N2</p>\n<p>more</p>\n"))
        #expect(text(one, .text).contains("b[2] c[2] d[^none]\n"))
    }

    @Test func `as text is wrapped, and its lists and quotations are indented`() {
        let one = manuscript("one two three four five six seven eight\n\n> q\n\n- a\n- b\n\n1. c\n") { ($0.pages.width, $0.titlePage.isWanted, $0.breaks.end) = (20, false, "") }
        #expect(text(one, .text).hasSuffix("one two three four\nfive six seven eight\n\n    q\n\n- a\n\n- b\n\n1. c\n"))
    }

    @Test(arguments: [CompileProfile.Format.text, .html]) func `repeats no long path with each reference, so that it stays in proportion to the texts`(format: CompileProfile.Format) {
        let path = "https://example.org/" + String(repeating: "y", count: 10_000)
        let markdown = "[b]: \(path)\n\n" + String(repeating: "[b] ", count: 1_000)
        let made = manuscript(markdown).bytes(of: format) ?? []
        #expect(made.count < 10 * markdown.utf8.count + 40_000)
        // What goes beyond is text.
        #expect(text(manuscript(markdown), format).contains("[b]"))
        #expect(text(manuscript("[b]: https://example.org/y\n\n[words][b]"), format).contains("https://example.org/y"))
    }

    @Test func `as text puts the marks of lists within lists in place`() {
        let made = text(manuscript("- 1. a\n  2. b\n- c\n\n  d") { $0.titlePage.isWanted = false }, .text)
        #expect(made.contains("- 1. a\n"), "\(made)")
        #expect(made.contains("\n  2. b\n"), "\(made)")
        #expect(made.contains("\n- c\n"), "\(made)")
        #expect(made.contains("\n  d\n"), "\(made)")
    }

    @Test func `of plain texts keeps their lines and signs`() {
        let markdown = PlainText.markdown(Array("  A *star*\n- not a list\n\n1. nor\n".utf8))
        #expect(String(decoding: markdown, as: UTF8.self) == "\u{a0}\u{a0}A \\*star\\*  \n\\- not a list\n\n1\\. nor\n")
        #expect(text(manuscript(String(decoding: markdown, as: UTF8.self)), .html).contains("<p class=\"verse\">\u{a0}\u{a0}A *star*<br>\n- not a list</p>\n<p class=\"verse\">1. nor</p>"))
    }
}

@Suite struct `What pandoc gets and gives` {
    /// Without a title page, in the styles of a document of the person's own.
    private var bare: Manuscript {
        var profile = CompileProfile(name: "mine")
        (profile.titlePage.isWanted, profile.pages.references) = (false, [.docx: "Style.docx", .odt: "Style.odt"])
        return Manuscript(project: "Sea", profile)
    }

    @Test func `leads nowhere: images that are not given and raw parts are gone`() throws {
        let document = """
            {"pandoc-api-version":[1,22],"meta":{"css":{"t":"MetaString","c":"/etc/passwd"}},"blocks":[{"t":"Para","c":[{"t":"Str","c":"mark"}]},\
            {"t":"Para","c":[{"t":"Image","c":[["",[],[]],[{"t":"Str","c":"A"}],["/etc/passwd",""]]},{"t":"Image","c":[["",[],[]],[{"t":"Str","c":"B"}],["../x.png",""]]},{"t":"RawInline","c":["html","<x>"]}]},\
            {"t":"RawBlock","c":["openxml","<w:x/>"]}]}
            """
        let mended = try #require(PandocDocument.mended(Array(document.utf8), images: ["../x.png": PandocImage(file: "image-0.png")], mark: "mark", of: bare, for: .docx))
        let text = String(decoding: mended, as: UTF8.self)
        #expect(!text.contains("passwd") && !text.contains("<x>") && !text.contains("w:x") && text.contains("image-0.png") && text.contains("w:br"))
        for hostile in ["", "[]", "{}", "{\"blocks\":\(String(repeating: "[", count: 100_000))"] {
            #expect(PandocDocument.mended(Array(hostile.utf8), images: [:], mark: "mark", of: bare, for: .odt) == nil)
        }
    }

    /// An empty block in place of a page's beginning would be a chapter of an EPUB.
    @Test func `has nothing where a page begins in a format without pages`() throws {
        let document = #"{"blocks":[{"t":"Para","c":[{"t":"Str","c":"mark"}]},{"t":"Para","c":[{"t":"Str","c":"a"}]}]}"#
        let mended = try #require(PandocDocument.mended(Array(document.utf8), images: [:], mark: "mark", of: bare, for: .epub))
        let text = String(decoding: mended, as: UTF8.self)
        #expect(text.contains("\"a\"") && !text.contains("mark") && !text.contains("Null"))
    }

    @Test func `has marks where a page begins and where separators stand`() {
        var profile = CompileProfile.manuscript
        profile.titlePage.contact = ["1 Road", "a_b@example.org"]
        var manuscript = Manuscript(project: "Sea", profile)
        manuscript.chapters = [
            Manuscript.Chapter(heading: "One", texts: [Array("Text.\n".utf8), Array("More.\n".utf8)]), Manuscript.Chapter(heading: nil, texts: [Array("Two.\n".utf8)]),
        ]
        func source() -> String { String(decoding: manuscript.pandocSource(mark: "mark"), as: UTF8.self) }
        #expect(source() == "mark\n\n# One\n\nText.\n\nmarkseparator\n\nMore.\n\nmark\n\nTwo.\n\nmarkend\n")
        manuscript.profile.breaks.startsChaptersOnPages = false
        #expect(source() == "mark\n\n# One\n\nText.\n\nmarkseparator\n\nMore.\n\nTwo.\n\nmarkend\n")
    }

    /// Pandoc's strict Markdown knows no comments: a word parts the lists, and goes again.
    @Test func `has a mark between two lists, which comes to nothing`() throws {
        var manuscript = Manuscript(project: "Sea", .manuscript)
        (manuscript.profile.titlePage.isWanted, manuscript.profile.breaks.end) = (false, "")
        let lists = "- a\n  1. b\n\n  <!-- -->\n\n  1. c\n\n<!-- -->\n\n- d\n\n```\n<!-- -->\n```\n"
        manuscript.chapters = [Manuscript.Chapter(heading: nil, texts: [Array(lists.utf8)])]
        #expect(String(decoding: manuscript.pandocSource(mark: "mark"), as: UTF8.self)
            == "- a\n  1. b\n\n\n  markdivider\n\n\n  1. c\n\n\nmarkdivider\n\n\n- d\n\n```\n<!-- -->\n```\n")
        // In a paragraph of its own, whatever stood above and below.
        manuscript.chapters = [Manuscript.Chapter(heading: nil, texts: [Array("foo\n<!-- -->\nbar\n".utf8)])]
        #expect(String(decoding: manuscript.pandocSource(mark: "mark"), as: UTF8.self) == "foo\n\nmarkdivider\n\nbar\n")
        let list = #"{"t":"BulletList","c":[[{"t":"Para","c":[{"t":"Str","c":"a"}]},{"t":"Para","c":[{"t":"Str","c":"markdivider"}]}]]}"#
        let document = #"{"pandoc-api-version":[1],"meta":{},"blocks":["# + "\(list),{\"t\":\"Para\",\"c\":[{\"t\":\"Str\",\"c\":\"markdivider\"}]},\(list)]}"
        let mended = try #require(PandocDocument.mended(Array(document.utf8), images: [:], mark: "mark", of: manuscript, for: .odt))
        #expect(!String(decoding: mended, as: UTF8.self).contains("mark"))
        #expect(String(decoding: mended, as: UTF8.self).ranges(of: "BulletList").count == 2)
    }

    @Test func `as a ZIP file says no time`() {
        var zip: [UInt8] = [0x50, 0x4b, 3, 4] + Array(repeating: 0, count: 6) + [1, 2, 3, 4] + Array(repeating: 0, count: 16)
        let directory = zip.count
        zip += [0x50, 0x4b, 1, 2] + Array(repeating: 0, count: 8) + [1, 2, 3, 4] + Array(repeating: 0, count: 30)
        zip += [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 46, 0, 0, 0, UInt8(directory), 0, 0, 0, 0, 0]
        let fixed = ZipTimes.fixed(zip)
        #expect(fixed.map { Array($0[10..<14]) } == [0, 0, 0x21, 0] && fixed.map { Array($0[(directory + 12)..<(directory + 16)]) } == [0, 0, 0x21, 0])
        #expect(ZipTimes.fixed([]) == nil && ZipTimes.fixed(Array(repeating: 0x50, count: 100)) == nil)
        zip[zip.count - 3] = 0xff
        #expect(ZipTimes.fixed(zip) == nil)
    }
}
