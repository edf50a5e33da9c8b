import ShedModel

/// A note in HTML, as Zotero keeps it, as Markdown: paragraphs, headings, lists within lists, lines of code, emphasis, links to the web. Tags that it
/// does not know are passed over; nothing of it is loaded or run. What would be a mark of Markdown and is text gets a backslash.
struct HTMLNote {
    /// The block that is open, and all links.
    private var document = RTFDocument()
    private var items: MarkdownItems
    /// A blank for each link of which something is shown.
    private var shown: [RTFPiece] = []
    /// How often each is open: tags may stand in each other.
    private var open: [RTFPiece.Style: Int] = [:]
    private var style: RTFPiece.Style = []
    private var link: UInt32 = 0
    /// Whether a new line is one.
    private var isCode = false

    private init(for length: Int) { items = MarkdownItems(for: length) }

    /// - Returns: the text, with a line end behind its last line; empty where there is none.
    static func markdown(_ html: String) -> String { made(of: html).text }

    /// The same, and how many of its links lead elsewhere than to the web, as those to things of Zotero do: of them the words stay.
    static func made(of html: String) -> (text: String, lostLinks: Int) {
        var note = HTMLNote(for: html.unicodeScalars.count)
        note.read(Array(html.utf8))
        note.end()
        note.document.text = note.shown
        return (note.items.text, RTFMarkdown.lostLinks(of: note.document))
    }

    private mutating func read(_ html: [UInt8]) {
        var position = 0
        // Where a tag never ends, no other one is sought: all that follows is text, and nothing of it is lost.
        var isText = false
        while position < html.count {
            switch html[position] {
            case UInt8(ascii: "<"):
                if !isText, let tag = HTMLTag(html, at: position) {
                    if tag.isWhole {
                        take(tag, html)
                        // A script is none of what people read.
                        position = tag.endOfRawText(in: html) ?? tag.end
                        continue
                    }
                    isText = true
                }
                addText("<")
                position += 1
            case UInt8(ascii: "&"):
                let (characters, length) = HTMLNote.character(html[(position + 1)...]) ?? (characters: [UInt8(ascii: "&")], length: 1)
                addText(characters[...])
                position += length
            default:
                let end = html[position...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } ?? html.count
                addText(html[position..<end])
                position = end
            }
        }
    }

    /// - Parameter text: whole characters of UTF-8.
    private mutating func addText(_ text: ArraySlice<UInt8>) {
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { addText(scalar) }
    }

    private mutating func addText(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\n" where isCode: add(.line)
        // Else a new line is a blank in HTML.
        case "\n", "\r", "\t": document.text.append(RTFPiece(" ", style, link: link))
        default: document.text.append(RTFPiece(scalar, style, link: link))
        }
    }

    private mutating func add(_ mark: RTFPiece.Mark) { document.text.append(RTFPiece(mark, link: link)) }

    /// Where a block begins or ends.
    private mutating func end() {
        guard !document.text.isEmpty else { return }
        for piece in document.text where piece.link != 0 && piece.link != shown.last?.link { shown.append(RTFPiece(" ", link: piece.link)) }
        items.add(RTFMarkdown.make(document))
        document.text.removeAll(keepingCapacity: true)
    }

    private mutating func take(_ tag: HTMLTag, _ html: [UInt8]) {
        let isEnd = tag.isEnd
        switch tag.name {
        case "p", "div", "blockquote", "table", "tr": end()
        case "pre":
            end()
            isCode = !isEnd
        case "ul", "ol", "li":
            end()
            list(tag, html)
        case "br": add(.line)
        case "h1": heading(1, isEnd)
        case "h2": heading(2, isEnd)
        case "h3", "h4", "h5", "h6": heading(3, isEnd)
        case "em", "i": turn(.italic, isEnd)
        case "strong", "b": turn(.bold, isEnd)
        case "s", "del", "strike": turn(.struck, isEnd)
        case "a": link = isEnd ? 0 : number(ofAddress: tag, html)
        default: break
        }
    }

    private mutating func heading(_ level: Int, _ isEnd: Bool) {
        end()
        if !isEnd { add(.heading(level)) }
    }

    private mutating func list(_ tag: HTMLTag, _ html: [UInt8]) {
        switch (tag.name, tag.isEnd) {
        case ("li", false): items.beginItem(HTMLNote.number("value", of: tag, html))
        case ("li", true): items.endItem()
        case (_, true): items.endList()
        default: items.beginList(from: tag.name == "ol" ? HTMLNote.number("start", of: tag, html) ?? 1 : nil)
        }
    }

    private mutating func turn(_ turned: RTFPiece.Style, _ isEnd: Bool) {
        let count = max(0, open[turned, default: 0] + (isEnd ? -1 : 1))
        open[turned] = count
        if count > 0 { style.insert(turned) } else { style.remove(turned) }
    }

    /// The number of the link that a tag begins; 0 where it says no address.
    private mutating func number(ofAddress tag: HTMLTag, _ html: [UInt8]) -> UInt32 {
        guard var rest = HTMLNote.attribute("href", of: tag, html) else { return 0 }
        var address: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "&"), let (characters, length) = HTMLNote.character(rest) {
                address += characters
                rest = rest.dropFirst(length - 1)
            } else {
                address.append(byte)
            }
        }
        document.links.append(String(decoding: address, as: UTF8.self))
        return UInt32(document.links.count)
    }

    /// What an attribute of a tag says, as it is written; of several the first counts.
    private static func attribute(_ name: String, of tag: HTMLTag, _ html: [UInt8]) -> ArraySlice<UInt8>? {
        tag.attributes(in: html).first { $0.name == name }?.value
    }

    /// A number that an attribute says; one beyond all bounds is at them.
    private static func number(_ name: String, of tag: HTMLTag, _ html: [UInt8]) -> Int? {
        guard let value = attribute(name, of: tag, html)?.drop(while: { $0 <= 0x20 }) else { return nil }
        let isBelow = value.first == UInt8(ascii: "-")
        let isSigned = isBelow || value.first == UInt8(ascii: "+")
        let digits = value.dropFirst(isSigned ? 1 : 0).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { return nil }
        let number = digits.reduce(0) { min($0 * 10 + Int($1) - 0x30, MarkdownItems.mostNumber) }
        return isBelow ? -number : number
    }

    /// The characters of a name or a number, by what stands behind `&`.
    /// - Returns: with the length of all of it, `&` and `;` among it.
    private static func character(_ text: ArraySlice<UInt8>) -> (characters: [UInt8], length: Int)? {
        guard let end = text.prefix(HTMLCharacters.longestName + 1).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = text[text.startIndex..<end]
        return HTMLCharacters.bytes(ofReference: name).map { ($0, name.count + 2) }
    }
}
