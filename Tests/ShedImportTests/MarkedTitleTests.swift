import Testing
@testable import ShedImport

@Suite struct `A title with marks` {
    @Test(arguments: [
        ("The <i>Sea</i>", "The Sea"), ("<b>a</b> x<sup>2</sup> H<sub>2</sub>O", "a x2 H2O"), ("<i>a <b>b</b> c</i>", "a b c"), ("<i>a <i>b</i> c</i>", "a b c"),
        ("<span style=\"font-variant: small-caps;\">Nato</span>", "Nato"), ("<span style=\"font-variant:small-caps;\">a</span>", "a"),
        ("<span class=\"nocase\">iPad</span> <i>x</i>", "iPad x"), ("<i></i>", ""),
    ]) func `is without them as it reads`(title: String, expected: String) {
        #expect(MarkedTitle.plain(title) == expected)
    }

    /// As Zotero shows them.
    @Test(arguments: [
        "a < b", "a < b > c", "<", "a <b", "1 <i> 2", "</i>", "<u>a</u>", "<em>a</em>", "<span>a</span>", "<span style=\"color:red\">a</span>", "<script>x</script>",
        "< i >a</ i >", "<I>a</I>", "</i>a<i>", "&lt;i&gt;a&lt;/i&gt;",
    ]) func `keeps what is no mark`(title: String) {
        #expect(MarkedTitle.plain(title) == title)
    }

    @Test(arguments: [("<i>a <b> b</i>", "a <b> b"), ("a<<i>b</i>", "a<b"), ("<i>a</b></i>", "a</b>"), ("<b>a <i>b</b> c</i>", "a <i>b c</i>")])
    func `keeps marks that do not end, or end nothing`(title: String, expected: String) {
        #expect(MarkedTitle.plain(title) == expected)
    }

    @Test func `takes time in line with its length`() {
        let count = 100_000
        #expect(MarkedTitle.plain(String(repeating: "<i>", count: count) + String(repeating: "</i>", count: count)).isEmpty)
        #expect(MarkedTitle.plain(String(repeating: "<b>", count: count) + String(repeating: "</i>", count: count)).utf8.count == 7 * count)
        #expect(MarkedTitle.plain(String(repeating: "<", count: count)).utf8.count == count)
        #expect(MarkedTitle.plain(String(repeating: "<i>a</i> ", count: count)).utf8.count == 2 * count)
    }
}
