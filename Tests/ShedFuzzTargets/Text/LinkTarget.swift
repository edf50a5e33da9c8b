import ShedLinks
import ShedModel

extension FuzzTarget {
    /// A byte that says what sort of document, and the document: links lie in it in their order, and one that is written anew by itself leads
    /// where it is to, or the document is read otherwise then, which whoever writes it sees.
    static let links = FuzzTarget("links", words: [
        "[a](", ")", "](", "[[", "]]", "<", ">", "![", "[r]: ", "`", "```\n", "\n", "\n\n", "> ", "- ", "    ", "\\", "%20", "&amp;", "<a href=\"", "\"", "'", "<!--", "-->",
        "<base href=x>", "<div>\n", "file:", "::", "#+begin_src\n", "#", "?", "|", "../", "./", "shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3", "---\n", "(", "\t", "\u{feff}",
    ], texts: [
        "\0# T\n\n[a](b.md) ![i](<p q.png> \"t\")\n> - `[x](y)` [z](../w%20v.md#h)\n\n[r]: ./s.md\n", "\u{1}<p><a href=\"a b.html?q\">x</a><img src=i.png></p>",
        "\u{2}* H\n[[file:a.org::*H][d]] =[[./b.org]]= [[../c\\[1\\].org]]\n", "\0[[Name|t]] <a href='x'>\n<div>\n<a href=y.html>\n</div>\n",
    ], executions: 4_000) { input throws(BrokenInvariant) in
        let formats = DocumentFormat.allCases
        let format = formats[Int(input.first ?? 0) % formats.count]
        let document = Array(input.dropFirst())
        let links = LinkFinder.links(in: document, as: format)
        var end = 0
        for link in links {
            try require(link.range.lowerBound >= end && !link.range.isEmpty && link.range.upperBound <= document.count, "links are out of order")
            end = link.range.upperBound
            try require(!document[link.range].contains { $0 == 0x0a || $0 == 0 }, "a path goes over lines")
            guard case .path = link.target, let bytes = LinkWriting(link, document[link.range]).bytes(from: "Draft", to: "Ready/a (b) & [c].md") else { continue }
            let text = LinkFinder.links(in: alone(bytes, link.form), as: link.form.format)
            guard case .path(let path)? = text.first?.target else { throw BrokenInvariant(description: "what is written is no link") }
            try require(path.paths(from: "Draft").first == "Ready/a (b) & [c].md", "what is written leads elsewhere")
        }
    }

    /// A document with nothing but one link.
    private static func alone(_ path: [UInt8], _ form: DocumentLink.Form) -> [UInt8] {
        let (before, after): (String, String) =
            switch form {
            case .bare: ("[a](", ")")
            case .angle: ("[a](<", ">)")
            case .doubleQuoted: ("<a href=\"", "\">")
            case .singleQuoted: ("<a href='", "'>")
            case .unquoted: ("<a href=", ">")
            case .orgFile: ("[[file:", "]]")
            case .orgPath, .wiki: ("[[", "]]")
            }
        return Array(before.utf8) + path + Array(after.utf8)
    }
}

extension DocumentLink.Form {
    /// A sort of document that has such links.
    fileprivate var format: DocumentFormat {
        switch self {
        case .bare, .angle, .wiki: .markdown
        case .doubleQuoted, .singleQuoted, .unquoted: .html
        case .orgFile, .orgPath: .org
        }
    }
}
