import ShedModel
import Testing

@testable import ShedLinks

struct `The path of a link` {
    private func target(_ written: String, from folder: RelativePath = "Draft/Old", _ format: DocumentFormat = .markdown) -> [RelativePath] {
        let text = format == .org ? "[[file:\(written)]]" : format == .html ? "<a href=\"\(written)\">" : "[a](<\(written)>)"
        guard case .path(let path)? = LinkFinder.links(in: Array(text.utf8), as: format).first?.target else { return [] }
        return path.paths(from: folder)
    }

    @Test func `begins in the folder of its document`() {
        #expect(target("b.md") == ["Draft/Old/b.md"])
        #expect(target("../b.md") == ["Draft/b.md"])
        #expect(target("./x/../b.md") == ["Draft/Old/b.md"])
        #expect(target("../../b/") == ["b"])
        #expect(target("../../../b.md") == [])
    }

    @Test func `is decoded, and may be meant as it stands`() {
        #expect(target("a%20b.md") == ["Draft/Old/a b.md", "Draft/Old/a%20b.md"])
        #expect(target("100%.md") == ["Draft/Old/100%.md"])
        #expect(target("What%3F.md", .html) == ["Draft/Old/What?.md", "Draft/Old/What%3F.md"])
        #expect(target("C#.md") == ["Draft/Old/C", "Draft/Old/C#.md"])
        #expect(target("a%23b#c?d#e.md") == ["Draft/Old/a#b", "Draft/Old/a%23b", "Draft/Old/a#b#c", "Draft/Old/a%23b#c", "Draft/Old/a#b#c?d", "Draft/Old/a%23b#c?d", "Draft/Old/a#b#c?d#e.md", "Draft/Old/a%23b#c?d#e.md"])
        #expect(target(String(repeating: "#a", count: 300) + "x").isEmpty && target("x" + String(repeating: "#a", count: 300)).count <= 8)
        #expect(target("a%2Fb.md") == ["Draft/Old/a%2Fb.md"])
        #expect(target("a%00b.md") == ["Draft/Old/a%00b.md"])
    }

    @Test(arguments: [
        ("&#228;.md", "ä.md"), ("&#xE4;.md", "ä.md"), ("&#x80;.md", "€.md"), ("a&#150;b.md", "a–b.md"), ("a&#9;b.md", "a\tb.md"), ("&#1;.md", nil), ("&#x81;.md", nil), ("&#x7f;.md", nil),
        ("&#xd800;.md", nil), ("&#;.md", "&"),
    ] as [(String, String?)])
    func `has the characters that HTML calls by numbers`(written: String, expected: String?) {
        #expect(target(written).first == expected.map { RelativePath(["Draft", "Old", Name($0)]) })
    }

    private func target(_ written: String, _ format: DocumentFormat) -> [RelativePath] { target(written, from: "Draft/Old", format) }
}

struct `A link is written anew` {
    private static let names = [
        "b.md", "a b.md", "a (1).md", "a) (.md", "100%.md", "a%20b.md", "C#.md", "What?.md", "a\\b.md", "a&amp;b.md", "a&b.md", "<x>.md", "`a`.md", "a|b.md",
        "ä é.md", "日本.md", "a:b.md", "~x.md", "[1].md", "a[.md", "a].md", "a'b\"c.md", "a=b.md", "*_~!.md", "#.md", "a;b.md", "-x.md", "x\\[y.md", "a\u{7f}b.md",
        "a\nb.md",
    ]

    /// Before the path, behind it, how it is written, and in which documents.
    private static let frames: [(String, String, String, DocumentFormat)] = [
        ("x [a](", ") y", "old.md", .markdown), ("x [a](", "#h) y", "o%20d.md", .markdown), ("x [a](<", "> \"t\") y", "o d.md", .markdown),
        ("[r]: ", "\n", "./old.md", .markdown), ("[a](", ")", "o%C3%A4d%20.md", .markdown),
        ("<a href=\"", "?q\">", "o d.md", .html), ("<a href='", "'>", "old.md", .html), ("<a href=", ">", "old.md", .html),
        ("[[file:", "::*H][d]]", "o d.org", .org), ("[[", "]]", "./old.org", .org), ("[[file:", "]]", "o%20d.org", .org),
    ]

    @Test(arguments: frames) func `so that it leads where it is to, whatever the name`(before: String, after: String, old: String, format: DocumentFormat) throws {
        let document = Array((before + old + after).utf8)
        let link = try #require(LinkFinder.links(in: document, as: format).first)
        let writing = LinkWriting(link, document[link.range])
        var written = 0
        for name in Self.names.map({ Name($0) }) + [Name(bytes: [0x61, 0xff, 0x62])] {
            for target in [RelativePath([name]), RelativePath(["Draft", name]), RelativePath(["Draft", "New", name])] {
                guard let bytes = writing.bytes(from: "Draft/Old", to: target) else { continue }
                written += 1
                let now = Array(before.utf8) + bytes + Array(after.utf8)
                let links = LinkFinder.links(in: now, as: format)
                #expect(links.count == 1, "\(String(decoding: now, as: UTF8.self))")
                guard case .path(let path)? = links.first?.target else { continue }
                #expect(path.paths(from: "Draft/Old").first == target, "\(String(decoding: now, as: UTF8.self))")
                #expect(links.first?.form == link.form)
            }
        }
        #expect(written > 2 * Self.names.count)
    }

    private func rewritten(_ text: String, to target: RelativePath, from folder: RelativePath = "Draft", _ format: DocumentFormat = .markdown) throws -> String {
        let document = Array(text.utf8)
        let link = try #require(LinkFinder.links(in: document, as: format).first)
        let bytes = try #require(LinkWriting(link, document[link.range]).bytes(from: folder, to: target))
        return String(decoding: document[..<link.range.lowerBound] + bytes + document[link.range.upperBound...], as: UTF8.self)
    }

    @Test func `in the way of the old one`() throws {
        #expect(try rewritten("[a](./b.md)", to: "Draft/c.md") == "[a](./c.md)")
        #expect(try rewritten("[a](&#x80;&eacute;.md#&#150;)", to: "Draft/c.md") == "[a](c.md#&#150;)")
        #expect(try rewritten("[a](b.md#x \"t\")", to: "Ready/c d.md") == "[a](../Ready/c%20d.md#x \"t\")")
        #expect(try rewritten("[a](<b.md>)", to: "Ready/c d.md") == "[a](<../Ready/c d.md>)")
        #expect(try rewritten("[a](<b%20c.md>)", to: "Ready/c d.md") == "[a](<../Ready/c%20d.md>)")
        #expect(try rewritten("[a](%c3%a4.md)", to: "Draft/ö.md") == "[a](%c3%b6.md)")
        #expect(try rewritten("[a](ä.md)", to: "Draft/ö.md") == "[a](ö.md)")
        #expect(try rewritten("[a](b/)", to: "Ready") == "[a](../Ready/)")
        #expect(try rewritten("<a href=\"b c.html\">", to: "Draft/d & e.html", from: "Draft", .html) == "<a href=\"d &amp; e.html\">")
        #expect(try rewritten("[[./b.org][x]]", to: "b.org", from: "Draft", .org) == "[[../b.org][x]]")
    }
}
