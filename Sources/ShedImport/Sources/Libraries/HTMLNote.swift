import ShedModel

/// A note in HTML, as Zotero keeps it, as Markdown: paragraphs, headings, items of lists, emphasis, links to the web. Tags that it does not
/// know are passed over; nothing of it is loaded or run. What would be a mark of Markdown and is text gets a backslash.
struct HTMLNote {
    private var document = RTFDocument()
    /// How often each is open: tags may stand in each other.
    private var open: [RTFPiece.Style: Int] = [:]
    private var style: RTFPiece.Style = []
    private var link: UInt32 = 0
    /// The lists that are open, the innermost last: whether each is numbered.
    private var lists: [Bool] = []

    /// - Returns: the text, with a line end behind its last line; empty where there is none.
    static func markdown(_ html: String) -> String {
        var note = HTMLNote()
        note.read(Array(html.unicodeScalars))
        return RTFMarkdown.make(note.document)
    }

    private mutating func read(_ html: [Unicode.Scalar]) {
        var position = 0
        // Behind the last of these no tag ends.
        let lastEnd = html.lastIndex(of: ">") ?? -1
        while position < html.count {
            let scalar = html[position]
            if scalar == "<", position < lastEnd, HTMLNote.begins(html[position + 1]), let end = html[position...].firstIndex(of: ">") {
                tag(html[(position + 1)..<end])
                position = end + 1
            } else if scalar == "&", let (characters, length) = HTMLNote.character(html[(position + 1)...]) {
                for character in characters { add(character) }
                position += length
            } else {
                // A new line is a blank in HTML.
                add(["\n", "\r", "\t"].contains(scalar) ? " " : scalar)
                position += 1
            }
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar) { document.text.append(RTFPiece(scalar, style, link: link)) }

    private mutating func add(_ mark: RTFPiece.Mark) { document.text.append(RTFPiece(mark, link: link)) }

    /// Whether a tag, its end, a comment or a declaration begins so; else `<` is a character.
    private static func begins(_ next: Unicode.Scalar) -> Bool { next == "/" || next == "!" || next == "?" || next.isASCII && next.properties.isAlphabetic }

    private mutating func tag(_ tag: ArraySlice<Unicode.Scalar>) {
        let isEnd = tag.first == "/"
        let words = tag.dropFirst(isEnd ? 1 : 0)
        var name = String.UnicodeScalarView()
        name.append(contentsOf: words.prefix(12).prefix { $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) })
        switch String(name).lowercased() {
        case "p", "div", "blockquote", "table", "tr": add(.paragraph)
        case "ul", "ol":
            add(.paragraph)
            if isEnd { _ = lists.popLast() } else { lists.append(name.first == "o" || name.first == "O") }
        case "br": add(.line)
        case "li":
            add(.paragraph)
            if !isEnd { add(lists.last == true ? .number : .bullet) }
        case "h1": heading(1, isEnd)
        case "h2": heading(2, isEnd)
        case "h3", "h4", "h5", "h6": heading(3, isEnd)
        case "em", "i": turn(.italic, isEnd)
        case "strong", "b": turn(.bold, isEnd)
        case "s", "del", "strike": turn(.struck, isEnd)
        case "a": link = isEnd ? 0 : number(ofAddress: words)
        default: break
        }
    }

    private mutating func heading(_ level: Int, _ isEnd: Bool) {
        add(.paragraph)
        if !isEnd { add(.heading(level)) }
    }

    private mutating func turn(_ turned: RTFPiece.Style, _ isEnd: Bool) {
        let count = max(0, open[turned, default: 0] + (isEnd ? -1 : 1))
        open[turned] = count
        if count > 0 { style.insert(turned) } else { style.remove(turned) }
    }

    /// The number of the link that a tag begins; 0 where it says no address.
    private mutating func number(ofAddress tag: ArraySlice<Unicode.Scalar>) -> UInt32 {
        let most = 4_000
        var words = String.UnicodeScalarView()
        words.append(contentsOf: tag.prefix(most))
        let text = String(words)
        guard let start = text.firstRange(of: "href=")?.upperBound, let quote = text[start...].first, quote == "\"" || quote == "'",
            let end = text[start...].dropFirst().firstIndex(of: quote)
        else { return 0 }
        var address = String.UnicodeScalarView()
        var rest = Array(text[start..<end].dropFirst().unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            if scalar == "&", let (characters, length) = HTMLNote.character(rest) {
                address.append(contentsOf: characters)
                rest = rest.dropFirst(length - 1)
            } else {
                address.append(scalar)
            }
        }
        document.links.append(String(address))
        return UInt32(document.links.count)
    }

    /// The characters of a name or a number, by what stands behind `&`.
    /// - Returns: with the length of all of it, `&` and `;` among it.
    private static func character(_ text: ArraySlice<Unicode.Scalar>) -> (characters: [Unicode.Scalar], length: Int)? {
        let inner = text.prefix(HTMLCharacters.longestName + 1)
        guard let end = inner.firstIndex(of: ";"), inner[..<end].allSatisfy(\.isASCII) else { return nil }
        let name = String(decoding: inner[..<end].map { UInt8(truncatingIfNeeded: $0.value) }, as: UTF8.self)
        return HTMLCharacters.bytes(ofReference: name).map { (Array(String(decoding: $0, as: UTF8.self).unicodeScalars), name.utf8.count + 2) }
    }
}
