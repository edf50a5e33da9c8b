import ShedModel
import Testing

@Suite struct `A tag of HTML` {
    /// What it is called, `/` before an end and behind what is empty, and what stands behind it; `nil`: none begins.
    private func read(_ html: String) -> String? {
        let text = Array(html.utf8)
        return HTMLTag(text, at: 0).map { tag in
            (tag.isEnd ? "/" : "") + tag.name + (tag.isEmpty ? "/" : "") + (tag.isWhole ? "" : "…") + "|" + String(decoding: text[tag.end...], as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("<p>a", "p|a"), ("</P >a", "/p|a"), ("<br/>a", "br/|a"), ("<h1\nid=x>a", "h1|a"), ("<a title='>' b=\">'\">c", "a|c"), ("<a b = '>'>c", "a|c"), ("<a b=it's>c", "a|c"), ("<a b='>", "a…|"),
        ("<!-- > -->a", "|a"), ("<!-->a", "|a"), ("<!--->a", "|a"), ("<!--a--!>b", "|b"), ("<!--!>a-->b", "|b"), ("<!--a", "…|"), ("<!doctype html>a", "|a"), ("<?xml a='>'?>", "|'?>"), ("</>a", "/|a"),
    ]) func `ends where nothing that is quoted holds its end`(html: String, expected: String) { #expect(read(html) == expected) }

    @Test(arguments: ["<", "</", "< p>", "<1>", "<>", "<=>", "<ä>"]) func `does not begin with what is no letter`(html: String) { #expect(read(html) == nil) }

    @Test func `has attributes as they are written`() throws {
        let text = Array("<A HREF = 'a>b' disabled/class=x&amp;y data-a=\"\" =q>".utf8)
        let tag = try #require(HTMLTag(text, at: 0))
        let attributes = tag.attributes(in: text).map { "\($0.name):\(String(decoding: $0.value, as: UTF8.self))" }
        #expect(attributes == ["href:a>b", "disabled:", "class:x&amp;y", "data-a:", "=q:"] && tag.end == text.count)
        let comment = Array("<!-- a=b -->".utf8)
        #expect(HTMLTag(comment, at: 0)?.attributes(in: comment).isEmpty == true)
    }

    @Test(arguments: [
        ("<script>a<b</p></scripts></SCRIPT >c", "</SCRIPT >c"), ("<style>a", ""), ("<script>a</script", ""), ("<script/>a", nil), ("</script>a", nil), ("<p>a</p>", nil),
    ] as [(String, String?)]) func `of a script is followed by no markup but what ends that`(html: String, expected: String?) throws {
        let text = Array(html.utf8)
        let tag = try #require(HTMLTag(text, at: 0))
        #expect(tag.endOfRawText(in: text).map { String(decoding: text[$0...], as: UTF8.self) } == expected)
    }
}
