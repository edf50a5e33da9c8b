import ShedModel

/// A note in HTML, as Zotero keeps it, as Markdown: paragraphs, headings, items of lists, lines of code, emphasis, links to the web. Tags that it
/// does not know are passed over; nothing of it is loaded or run. What would be a mark of Markdown and is text gets a backslash.
struct HTMLNote {
    private var document = RTFDocument()
    /// How often each is open: tags may stand in each other.
    private var open: [RTFPiece.Style: Int] = [:]
    private var style: RTFPiece.Style = []
    private var link: UInt32 = 0
    /// The lists that are open, the innermost last.
    private var lists: [List] = []
    /// Whether the paragraph holds nothing but the mark of its item, and blanks.
    private var isBare = false
    /// Whether a new line is one.
    private var isCode = false

    private struct List {
        /// That of the next item; `nil` without numbers.
        var number: Int?
        /// Whether round brackets stand behind the numbers, in this list or in those around it.
        var isRound: Bool
    }

    /// - Returns: the text, with a line end behind its last line; empty where there is none.
    static func markdown(_ html: String) -> String { made(of: html).text }

    /// The same, and how many of its links lead elsewhere than to the web, as those to things of Zotero do: of them the words stay.
    static func made(of html: String) -> (text: String, lostLinks: Int) {
        var note = HTMLNote()
        note.read(Array(html.unicodeScalars))
        return (RTFMarkdown.make(note.document), RTFMarkdown.lostLinks(of: note.document))
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
                for character in characters { addText(character) }
                position += length
            } else {
                addText(scalar)
                position += 1
            }
        }
    }

    private mutating func addText(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\n" where isCode: add(.line)
        // Else a new line is a blank in HTML.
        case "\n", "\r", "\t": document.text.append(RTFPiece(" ", style, link: link))
        default:
            if !scalar.properties.isWhitespace { isBare = false }
            document.text.append(RTFPiece(scalar, style, link: link))
        }
    }

    private mutating func add(_ mark: RTFPiece.Mark) { document.text.append(RTFPiece(mark, link: link)) }

    /// Ends the paragraph.
    private mutating func end() {
        add(.paragraph)
        isBare = false
    }

    /// Where a block begins or ends. The first one of an item goes on with the item: Zotero writes `<li><p>` where more than the one paragraph
    /// is in it.
    private mutating func block() { if !isBare { end() } }

    /// Whether a tag, its end, a comment or a declaration begins so; else `<` is a character.
    private static func begins(_ next: Unicode.Scalar) -> Bool { next == "/" || next == "!" || next == "?" || next.isASCII && next.properties.isAlphabetic }

    private mutating func tag(_ tag: ArraySlice<Unicode.Scalar>) {
        let isEnd = tag.first == "/"
        let words = tag.dropFirst(isEnd ? 1 : 0)
        var name = String.UnicodeScalarView()
        name.append(contentsOf: words.prefix(12).prefix { $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) })
        switch String(name).lowercased() {
        case "p", "div", "blockquote", "table", "tr": block()
        case "pre":
            block()
            isCode = !isEnd
        case "ul": list(words, isEnd, isNumbered: false)
        case "ol": list(words, isEnd, isNumbered: true)
        case "br": add(.line)
        case "li":
            end()
            if !isEnd { item(words) }
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
        end()
        if !isEnd { add(.heading(level)) }
    }

    private mutating func list(_ tag: ArraySlice<Unicode.Scalar>, _ isEnd: Bool, isNumbered: Bool) {
        end()
        guard !isEnd else {
            _ = lists.popLast()
            return
        }
        // The outermost numbers have full stops.
        let isRound = lists.last?.isRound ?? true
        lists.append(isNumbered ? List(number: HTMLNote.number("start", of: tag) ?? 1, isRound: !isRound) : List(number: nil, isRound: isRound))
    }

    private mutating func item(_ tag: ArraySlice<Unicode.Scalar>) {
        if let list = lists.last, let next = list.number {
            let number = HTMLNote.number("value", of: tag) ?? next
            lists[lists.count - 1].number = number + 1
            // Markdown has no others.
            add(.item(min(max(number, 0), HTMLNote.mostNumber), isRound: list.isRound))
        } else {
            add(.bullet)
        }
        isBare = true
    }

    private static let mostNumber = 0xff_ffff

    private mutating func turn(_ turned: RTFPiece.Style, _ isEnd: Bool) {
        let count = max(0, open[turned, default: 0] + (isEnd ? -1 : 1))
        open[turned] = count
        if count > 0 { style.insert(turned) } else { style.remove(turned) }
    }

    /// The number of the link that a tag begins; 0 where it says no address.
    private mutating func number(ofAddress tag: ArraySlice<Unicode.Scalar>) -> UInt32 {
        guard var rest = HTMLNote.attribute("href", of: tag) else { return 0 }
        var address = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == "&", let (characters, length) = HTMLNote.character(rest) {
                address.add(characters)
                rest = rest.dropFirst(length - 1)
            } else {
                address.append(scalar)
            }
        }
        document.links.append(String(address))
        return UInt32(document.links.count)
    }

    /// What an attribute of a tag says, as it is written.
    private static func attribute(_ name: String, of tag: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>? {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.value <= 0x20 }
        var rest = tag.drop { !isBlank($0) }
        while true {
            rest = rest.drop { isBlank($0) || $0 == "/" }
            guard !rest.isEmpty else { return nil }
            let end = rest.dropFirst().firstIndex { isBlank($0) || $0 == "=" || $0 == "/" } ?? rest.endIndex
            let called = rest[..<end]
            rest = rest[end...].drop(while: isBlank)
            var value = rest.prefix(0)
            if rest.first == "=" {
                rest = rest.dropFirst().drop(while: isBlank)
                let quote: Unicode.Scalar? = rest.first == "\"" || rest.first == "'" ? rest.first : nil
                if quote != nil { rest = rest.dropFirst() }
                value = rest.prefix { quote == nil ? !isBlank($0) : $0 != quote }
                rest = rest.dropFirst(value.count + (quote == nil ? 0 : 1))
            }
            if called.elementsEqual(name.unicodeScalars, by: { $0.properties.lowercaseMapping.unicodeScalars.first == $1 }) { return value }
        }
    }

    /// A number that an attribute says; one beyond all bounds is at them.
    private static func number(_ name: String, of tag: ArraySlice<Unicode.Scalar>) -> Int? {
        guard let value = attribute(name, of: tag)?.drop(while: { $0.value <= 0x20 }) else { return nil }
        let isBelow = value.first == "-"
        let digits = value.dropFirst(isBelow || value.first == "+" ? 1 : 0).prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty else { return nil }
        let number = digits.reduce(0) { min($0 * 10 + Int($1.value) - 0x30, mostNumber) }
        return isBelow ? -number : number
    }

    /// The characters of a name or a number, by what stands behind `&`.
    /// - Returns: with the length of all of it, `&` and `;` among it.
    private static func character(_ text: ArraySlice<Unicode.Scalar>) -> (characters: [Unicode.Scalar], length: Int)? {
        let inner = text.prefix(HTMLCharacters.longestName + 1)
        guard let end = inner.firstIndex(of: ";"), inner[..<end].allSatisfy(\.isASCII) else { return nil }
        let name = inner[..<end].map { UInt8(truncatingIfNeeded: $0.value) }
        return HTMLCharacters.bytes(ofReference: name).map { (Array(String(decoding: $0, as: UTF8.self).unicodeScalars), name.count + 2) }
    }
}
