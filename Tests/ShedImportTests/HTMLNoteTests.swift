import Testing

@testable import ShedImport

@Suite struct `A note in HTML` {
    /// Lists as Zotero's note-editor writes them (`src/core/schema/utils.js`): `<p>` goes where an item holds nothing else.
    @Test func `has the marks of items that hold more than one paragraph`() {
        let html = """
            <div data-schema-version="8"><ol start="3">
            <li>
            a
            </li>
            <li>
            <p>b</p>
            <ul>
            <li>
            <p>c</p>
            <ol>
            <li>
            d
            </li>
            </ol>
            </li>
            </ul>
            </li>
            <li>
            <p>e</p>
            <p>f</p>
            </li>
            </ol>
            <ul>
            <li>
            <p>g</p>
            <p>h</p>
            </li>
            </ul>
            </div>
            """
        #expect(HTMLNote.markdown(html) == """
            3. a
            4. b
               - c
                 1. d
            5. e

               f

            - g

              h

            """)
    }

    @Test(arguments: [
        ("<ol><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ol>", "1. a\n   1. b\n   2. c\n2. d"), ("<ol START = '9'><li>a</li><li>b</li></ol>", "9. a\n10. b"),
        ("<ol start=\"-1\"><li>a</li><li>b</li><li>c</li></ol>", "0. a\n0. b\n1. c"), ("<ol start=x><li value=4>a</li><li>b</li></ol>", "4. a\n5. b"),
        ("<ol start=\"99999999999999999999999\"><li>a</li><li>b</li></ol>", "16777215. a\n16777215. b"),
        // Marks that nothing follows go, and lead to nothing outside of the list.
        ("<ul><li></li><li><p> </p></li></ul><p>a</p>", "a"), ("<ul><li><blockquote><p>a</p></blockquote><p>b</p></li></ul>", "- a\n\n  b"),
        ("<li>a</li>", "- a"), ("<li>a</li><li>b</li><p>c</p>", "- a\n- b\n\nc"), ("</ol><ul></ul></ul><p>a</p>", "a"),
    ]) func `counts the items of each list by itself`(html: String, expected: String) {
        #expect(HTMLNote.markdown(html) == expected + "\n")
    }

    /// Markdown takes two lists for one where nothing stands between them; what is indented less than its item's text is outside of it.
    @Test(arguments: [
        ("<ol><li>a</li><li>b</li></ol><ol><li>c</li></ol><ol start=\"7\"><li>d</li></ol>", "1. a\n2. b\n\n<!-- -->\n\n1. c\n\n<!-- -->\n\n7. d"),
        ("<ol><li>a</li></ol>\n<ol><li> </li></ol>\n<ol><li>b</li></ol>", "1. a\n\n<!-- -->\n\n1. b"),
        ("<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n<!-- -->\n\n- b"),
        ("<ol><li>a</li></ol><p>b</p><ol><li>c</li></ol>", "1. a\n\nb\n\n1. c"), ("<ol><li>a</li></ol><ul><li>b</li></ul><ol><li>c</li></ol>", "1. a\n\n- b\n\n1. c"),
        ("<ul><li>a<ol><li>b</li></ol><ol><li>c</li></ol></li><li>d</li></ul>", "- a\n  1. b\n\n  <!-- -->\n\n  1. c\n- d"), ("<ul><li>a<ol start=\"7\"><li>b</li></ol></li></ul>", "- a\n\n  7. b"),
        ("<ol start=\"9\"><li>a<p>b</p></li><li>c<p>d</p></li></ol>", "9. a\n\n   b\n10. c\n\n    d"), ("<ul><li>a<ul><li>b</li></ul><p>c</p></li></ul>", "- a\n  - b\n\n  c"),
        ("<ul><li>a<blockquote><p>b</p></blockquote><pre>c\nd</pre></li></ul><p>e</p>", "- a\n\n  b\n\n  c\\\n  d\n\ne"),
        ("<ul><li><ol><li>a</li></ol></li></ul>", "- 1. a"), ("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "- a\n  - b\n- c"),
        ("<ul><li><h2>a</h2><p>b<br>- c</p></li></ul>", "- ## a\n\n  b\\\n  \\- c"),
    ]) func `has lists within lists, and all that stands in an item`(html: String, expected: String) {
        #expect(HTMLNote.markdown(html) == expected + "\n")
    }

    @Test func `is bounded in depth, and comes to no more than a few times its length`() {
        let deep = HTMLNote.markdown(String(repeating: "<ul><li>a", count: 40)).split(separator: "\n")
        let indents = deep.map { line in line.prefix { $0 == " " }.count }
        #expect(deep.count == 40 && indents.max() == 2 * (MarkdownItems.deepest - 1))
        let html = String(repeating: "<ol start=10000000><li>", count: 16) + String(repeating: "<p>a", count: 20_000)
        let wide = HTMLNote.markdown(html)
        let words = wide.utf8.filter { $0 == UInt8(ascii: "a") }
        #expect(wide.utf8.count < 10 * html.utf8.count && words.count == 20_000)
    }

    @Test(arguments: [
        ("<p>a</p>\n<pre>let x\n\n  y = 1\n</pre>\n<pre>\nz</pre>\n<p>b\nc</p>", "a\n\nlet x\\\n\\\ny = 1\n\nz\n\nb c"),
        ("<pre>a</pre><pre>b</pre>", "a\n\nb"), ("<pre>a\r\n- b&#10;c</pre>d&#10;e&#9;f", "a\\\n\\- b\\\nc\n\nd e f"), ("<ul><li>\n<pre>a\nb</pre>\n</li></ul>", "- a\\\n  b"),
    ]) func `has the lines of code`(html: String, expected: String) {
        #expect(HTMLNote.markdown(html) == expected + "\n")
    }

    @Test(arguments: [
        ("[<a href=\"https://a.de\">x</a>]", "\\[[x](https://a.de)]"), ("Look!<a href=\"https://a.de\">x</a>", "Look\\![x](https://a.de)"), ("Look!<a href=\"zotero://x\">[x]</a>", "Look![x]"),
        ("<a data-href='https://b.de' HREF = https://a.de>x</a>", "[x](https://a.de)"), ("<a title=' href=\"https://b.de\"'>x</a>", "x"), ("<h1>C#</h1>", "# C#"),
        ("&#8220;a&#8221; &#147;b&#148; &#x80; &#1;", "“a” “b” € \\&#1;"),
    ]) func `is text beside its links, and has those that are its own`(html: String, expected: String) {
        #expect(HTMLNote.markdown(html) == expected + "\n")
    }

    @Test(arguments: [
        ("<p title='a > b'>c</p>", "c"), ("<a title=\"x > y\" href=\"https://a.de/?q=>\">x</a> y", "[x](https://a.de/?q=%3E) y"), ("a<!-- b > c <p> -->d", "ad"), ("a<!-- b", "a\\<!-- b"),
        ("a<script>if (x<y) z()</script><style>p>q{}</style>b", "ab"), ("<p>a <b title='c>d</b></p>", "a \\<b title='c>d\\</b>\\</p>"), ("&auml;ä&x;&", "ää\\&x;&"),
    ]) func `has nothing of its tags and comments in it, whatever they hold`(html: String, expected: String) {
        #expect(HTMLNote.markdown(html) == expected + "\n")
    }

    @Test func `counts the links that do not come along`() {
        let note = HTMLNote.made(of: "<p><a href=\"zotero://select/library/items/AB\">Smith</a>, <a href=\"https://a.de\">x</a>, <a href=\"zotero://open-pdf/library/items/CD?page=2\">2</a> <a>y</a></p>")
        #expect(note.text == "Smith, [x](https://a.de), 2 y\n" && note.lostLinks == 2)
        #expect(HTMLNote.made(of: "").lostLinks == 0)
    }

    @Test func `takes time in line with its length`() {
        let address = "https://a.de/" + String(repeating: "a", count: 1_000_000)
        let lists = String(repeating: "<ul>", count: 100_000) + String(repeating: "<ol><li>a</ol>", count: 100_000)
        #expect(HTMLNote.made(of: "<a href=\"\(address)\">" + String(repeating: "<p>a", count: 100_000)).lostLinks == 1)
        #expect(HTMLNote.markdown(lists).hasPrefix("1. a\n\n<!-- -->\n\n1. a\n\n<!-- -->\n\n1. a\n"))
        #expect(HTMLNote.markdown(String(repeating: "<ul><li>a<p>b", count: 100_000)).hasPrefix("- a\n\n  b\n  - a\n"))
        #expect(HTMLNote.markdown(String(repeating: "<a b='", count: 20_001) + ">").utf8.count > 120_000)
    }
}
