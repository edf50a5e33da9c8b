import ShedModel
import Testing

@testable import ShedLinks

/// The paths that the links of a document give, as they are written.
func paths(_ text: String, _ format: DocumentFormat = .markdown) -> [String] {
    let bytes = Array(text.utf8)
    return LinkFinder.links(in: bytes, as: format).map { String(decoding: bytes[$0.range], as: UTF8.self) }
}

struct `Links of Markdown` {
    @Test(arguments: [
        ("[a](b.md)", ["b.md"]),
        ("![a](b.png \"t\") [x](c.md#h)", ["b.png", "c.md"]),
        ("[a](<b c.md>)", ["b c.md"]),
        ("[a](b\\(c.md)", ["b\\(c.md"]),
        ("[a](b(c).md)", ["b(c).md"]),
        ("[a](b.md\n\"title\") [c](\nd.md )", ["b.md", "d.md"]),
        ("[![i](p.png)](t.md)", ["p.png", "t.md"]),
        ("*[a](b.md)* **[c](d.md)**", ["b.md", "d.md"]),
        ("[r]: ../x.md 'T'\n[s]: <y z.md>\n\n[r] [s]", ["../x.md", "y z.md"]),
        ("[r]:\n  x.md\n  \"T\"\nmore [a](b.md)", ["x.md", "b.md"]),
        ("<a href=\"x.html\">y</a> <img src='i.png'> [c](d.md)", ["x.html", "i.png", "d.md"]),
        ("a\r\n[a](b.md)\r\n", ["b.md"]),
        ("\u{feff}[a](b.md)", ["b.md"]),
        ("text\n    [a](b.md)", ["b.md"]),
        ("# H [a](b.md)\ntext [c](d.md)\n===\n", ["b.md", "d.md"]),
        ("> a\n[b](c.md)\n> d", ["c.md"]),
        ("-\t[a](b.md)", ["b.md"]),
        ("1. [a](b.md)\n   - [c](d.md)\n\n     [e](f.md)\n\n         code [g](h.md)", ["b.md", "d.md", "f.md"]),
        ("* * *\n[a](b.md)", ["b.md"]),
        ("[a](b&amp;c.md)", ["b&amp;c.md"]),
        ("`a [c](d.md)", ["d.md"]),
        ("[a [b](c.md)](d.md)", ["c.md"]),
        ("| a | [[N\\|t]] | [x](y.md) |", ["N", "y.md"]),
        ("[d](e&copy;.md)", ["e&copy;.md"]),
        ("[d](&Uuml;&ccaron;&Omega;&hearts;&comma;.md)", ["&Uuml;&ccaron;&Omega;&hearts;&comma;.md"]),
        // What begins like HTML and does not end is text, as what is none of CommonMark's.
        ("a <!x [a](b.md)", ["b.md"]),
        ("a <!-- [a](b.md)\n[c](d.md)", ["b.md", "d.md"]),
        ("a <![CDATA[ [a](b.md)", ["b.md"]),
        ("a </x [a](b.md) > c", ["b.md"]),
        ("a <? [a](b.md) > c", ["b.md"]),
        ("a <!1 [a](b.md) > c", ["b.md"]),
        ("a </ [a](b.md) <! [c](d.md)", ["b.md", "d.md"]),
        ("<div>\n<a href=\"x.html\"> <!x\n\n[a](b.md)", ["x.html", "b.md"]),
    ] as [(String, [String])])
    func `are found`(text: String, expected: [String]) { #expect(paths(text) == expected) }

    @Test(arguments: [
        ("[a](b c.md)", []),
        ("\\[a](b.md)", []),
        ("[a\\](b.md)", []),
        ("`[a](b.md)` [c](d.md)", ["d.md"]),
        ("``a ` [a](b.md)`` [c](d.md)", ["d.md"]),
        ("```\n[a](b.md)\n```\n[c](d.md)", ["d.md"]),
        ("~~~ x\n[a](b.md)\n```\n[a](b.md)\n~~~~\n[c](d.md)", ["d.md"]),
        ("    [a](b.md)\n\n[c](d.md)", ["d.md"]),
        ("\t[a](b.md)", []),
        (">     [a](b.md)", []),
        ("> ```\n> [a](b.md)\n\n[c](d.md)", ["d.md"]),
        ("- a\n\n  ```\n  [a](b.md)\n  ```\n  [c](d.md)\n", ["d.md"]),
        ("- ```\n  [a](b.md)\n\n[c](d.md)\n", ["d.md"]),
        ("<!-- x\n\n[a](b.md)\n-->\n[c](d.md)", ["d.md"]),
        ("<div>\n[a](b.md)\n</div>\n\n[c](d.md)", ["d.md"]),
        ("---\ntitle: [a](b.md)\n---\n[c](d.md)", ["d.md"]),
        ("<https://x.y/[a](b.md)> [c](d.md)", ["d.md"]),
        ("[^1]: x.md", []),
        ("[r]: x.md y", []),
        ("[a](http://x.y/z) [b](mailto:a@b) [c](/abs.md) [d](#h) [e](?q) [f](C:\\x) [g](//x/y)", []),
        ("[]() [x](<>)", []),
        ("[d](e&copyright;.md)", []),
        ("a <!X [a](b.md)> <!-- [c](d.md) --> <![CDATA[ [e](f.md) ]]> <? [g](h.md) > ?> </x \t> [i](j.md)", ["j.md"]),
        ("[d](e&Copy;.md) [d](e&Tab;.md)", []),
    ] as [(String, [String])])
    func `are not what only looks like one`(text: String, expected: [String]) { #expect(paths(text) == expected) }

    /// As GFM (cmark-gfm) and Pandoc read them. What stands behind a footnote's text without a blank line is text to them, where others, which
    /// look for definitions first, take it for one: it is mended as one.
    @Test(arguments: [
        ("[^1]: F\n[ref]: z.md", ["z.md"]),
        ("[^1]: F\n[ref]: <z y.md> 'T'\n[s]: s.md\nmore [a](b.md)", ["z y.md", "s.md", "b.md"]),
        ("[^1]: F\n[ref]: z.md y", []),
        ("T[^1]\n[^1]: [a](b.md)\n[^2]: c.md\n[ref]: d.md", ["b.md", "d.md"]),
        ("[^1]: [r]: a.md", ["a.md"]),
        ("[^2]: F\n\n    [a](b.md)\n\n\t[c](d.md)\n\n        [e](f.md)\n\n    [g](h.md)", ["b.md", "d.md", "h.md"]),
        ("[^2]:\n    [a](b.md)\n\n      [r]: c.md", ["b.md", "c.md"]),
        ("[^2]: F\n\n    ```\n    [a](b.md)\n    ```\n    [c](d.md)", ["d.md"]),
        ("[^2]: F\n\n  [a](b.md)\n\n    [c](d.md)", ["b.md"]),
        ("- a\n\n  [^1]: F\n\n      [a](b.md)\n\n[c](d.md)", ["b.md", "d.md"]),
        ("> [^1]: F\n>\n>     [a](b.md)\n\n    [c](d.md)", ["b.md"]),
        ("    [^1]: F\n\n    [a](b.md)", []),
        ("[^1 2]: F\n\n    [a](b.md)", []),
    ] as [(String, [String])])
    func `stand in footnotes as well`(text: String, expected: [String]) { #expect(paths(text) == expected) }

    @Test func `name notes in the way of wikis`() {
        #expect(paths("[[Name]] [[Folder/Name#h|text]] ![[i.png]] [[a]](b.md) [[#h]] `[[c]]`") == ["Name", "Folder/Name", "i.png", "b.md"])
    }

    @Test func `lead to nodes by their IDs`() {
        let id = NodeID("0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3")
        let links = LinkFinder.links(in: Array("[a](shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3) [b](shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3x)".utf8), as: .markdown)
        #expect(links.map(\.target) == id.map { [.node($0)] })
    }
}

struct `Links of HTML and Org` {
    @Test(arguments: [
        ("<a href=\"a b.html\">\n<script>x='<a href=\"q\">'</script><img src=i.png><a HREF='z.html?q#f'>", ["a b.html", "i.png", "z.html"]),
        ("<!-- <a href=x> --><a data-href=\"x\" href=y.html title='>'>", ["y.html"]),
        ("<a href=\" y.html \" href=z.html>", ["y.html"]),
        ("<base href=\"/\"><a href=y.html>", []),
        ("<style>a{}</style ><a href=y.html", []),
        ("<a href=y&amp;z.html>", ["y&amp;z.html"]),
        ("<a href=\"y\nz.html\">", []),
        ("<a b=\"\" c=\"<a href=x.html>", ["x.html"]),
        ("<a b='' c='<a d=\"' href=x.html> <a href='y.html'>", ["x.html", "y.html"]),
        ("<a \(String(repeating: "b=\"c\" ", count: 1_200))href=x.html>", ["x.html"]),
    ] as [(String, [String])])
    func `are attributes`(text: String, expected: [String]) { #expect(paths(text, .html) == expected) }

    @Test(arguments: [
        ("[[file:a b.org::*H][d]] [[./c.org]] [[Heading]] [[https://x]] =[[./v.org]]= [[file:/abs]] [[file:~/x]]", ["a b.org", "./c.org"]),
        ("#+begin_src x\n[[./a.org]]\n#+end_src\n# [[./b.org]]\n: [[./c.org]]\n[[../d\\[1\\].org][x]]", ["../d\\[1\\].org"]),
        ("#+BEGIN_QUOTE\n[[./a.org]]\n#+END_QUOTE", ["./a.org"]),
        ("=a =b [[./a.org]]= [[./b.org]] ~c =[[./d.org]]= ~ [[./e.org]]", ["./b.org", "./e.org"]),
    ] as [(String, [String])])
    func `stand in brackets`(text: String, expected: [String]) { #expect(paths(text, .org) == expected) }

    @Test(arguments: [("a.md", .markdown), ("A.MD", .markdown), ("a.html", .html), ("a.org", .org), ("a.txt", nil), (".md", nil)] as [(String, DocumentFormat?)])
    func `are known by the name of their document`(name: String, format: DocumentFormat?) { #expect(DocumentFormat(Name(name)) == format) }
}

struct `The links of a document` {
    @Test func `are no more than so many, in no larger document`() {
        let many = Array(String(repeating: "[a](b) ", count: LinkFinder.most).utf8)
        #expect(LinkFinder.links(in: many, as: .markdown).count == LinkFinder.most)
        #expect(LinkFinder.links(in: many + Array("[a](b)".utf8), as: .markdown).isEmpty)
        #expect(LinkFinder.links(in: many + [UInt8](repeating: 0x20, count: LinkFinder.largest), as: .markdown).isEmpty)
    }

    @Test func `stand at ranges that do not overlap`() {
        let text = "[![i](p.png)](t.md) <a href=x> [r](y.md)\n\n[d]: z.md\n"
        let links = LinkFinder.links(in: Array(text.utf8), as: .markdown)
        #expect(links.count == 5)
        for (left, right) in zip(links, links.dropFirst()) { #expect(left.range.upperBound <= right.range.lowerBound) }
    }
}
