/// The links of HTML.
enum HTMLLinks {
    /// What is not read as HTML until its end (HTML, 13.2.5.2 and 13.2.5.4).
    static let rawElements = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"].map { Array($0.utf8) }

    static func find(in document: [UInt8], _ range: Range<Int>, _ found: inout FoundLinks) {
        var position = range.lowerBound
        let end = range.upperBound
        while position < end {
            guard let start = document[position..<end].firstIndex(of: UInt8(ascii: "<")) else { return }
            guard let markup = HTMLMarkup(in: document, at: start, end) else {
                position = start + 1
                continue
            }
            markup.addLinks(to: &found)
            position = markup.end
            guard case .open(let tag) = markup.sort, rawElements.contains(tag.name) else { continue }
            position = endOfRaw(tag.name, in: document, position..<end)
        }
    }

    /// Where the content of such an element ends: before its closing tag.
    private static func endOfRaw(_ name: [UInt8], in document: [UInt8], _ range: Range<Int>) -> Int {
        var position = range.lowerBound
        while let start = document[position..<range.upperBound].firstIndex(of: UInt8(ascii: "<")) {
            let rest = document[(start + 1)..<range.upperBound]
            if rest.first == UInt8(ascii: "/"), rest.dropFirst().count >= name.count, zip(rest.dropFirst(), name).allSatisfy({ lowered($0) == $1 }) {
                return start
            }
            position = start + 1
        }
        return range.upperBound
    }

    static func lowered(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
}

/// Something in HTML that begins with `<`.
struct HTMLMarkup {
    enum Sort {
        case open(HTMLTag)
        case close
        case comment
        /// A declaration, a processing instruction, or a CDATA section.
        case other
    }

    let sort: Sort
    /// Behind it.
    let end: Int

    /// - Parameters:
    ///   - start: where `<` stands.
    ///   - end: how far is looked.
    /// - Returns: `nil` where it is no markup.
    init?(in text: [UInt8], at start: Int, _ end: Int) {
        guard start + 1 < end else { return nil }
        let rest = text[start..<end]
        switch text[start + 1] {
        case UInt8(ascii: "!"):
            if rest.starts(with: Array("<!--".utf8)) {
                // `<!-->` is a whole one.
                self.init(.comment, HTMLMarkup.end(of: Array("-->".utf8), in: text, min(start + 2, end)..<end))
            } else if rest.starts(with: Array("<![CDATA[".utf8)) {
                self.init(.other, HTMLMarkup.end(of: Array("]]>".utf8), in: text, start..<end))
            } else {
                self.init(.other, HTMLMarkup.end(of: [UInt8(ascii: ">")], in: text, start..<end))
            }
        case UInt8(ascii: "?"): self.init(.other, HTMLMarkup.end(of: [UInt8(ascii: ">")], in: text, start..<end))
        case UInt8(ascii: "/"):
            guard start + 2 < end, HTMLTag.isLetter(text[start + 2]) else { return nil }
            self.init(.close, HTMLMarkup.end(of: [UInt8(ascii: ">")], in: text, start..<end))
        default:
            guard let tag = HTMLTag(in: text, at: start, end) else { return nil }
            self.init(.open(tag), tag.end)
        }
    }

    private init(_ sort: Sort, _ end: Int) { (self.sort, self.end) = (sort, end) }

    /// Behind the first of some bytes; the end of all where they are not there.
    private static func end(of wanted: [UInt8], in text: [UInt8], _ range: Range<Int>) -> Int {
        var position = range.lowerBound
        while let start = text[position..<range.upperBound].firstIndex(of: wanted[0]) {
            if text[start..<range.upperBound].starts(with: wanted) { return start + wanted.count }
            position = start + 1
        }
        return range.upperBound
    }

    /// The links of a tag.
    func addLinks(to found: inout FoundLinks) {
        guard case .open(let tag) = sort else { return }
        if tag.name == Array("base".utf8), tag.links.contains(where: \.isReference) { return found.hasBase = true }
        for link in tag.links { found.add(link.range, link.form) }
    }
}

/// An opening tag.
struct HTMLTag {
    struct Link {
        var range: Range<Int>
        var form: DocumentLink.Form
        /// Whether it is `href`.
        var isReference: Bool
    }

    /// In lower case.
    private(set) var name: [UInt8]
    /// The values of `href` and `src`, the first of each.
    private(set) var links: [Link] = []
    /// Behind `>`.
    private(set) var end: Int

    /// So many attributes are looked at.
    private static let mostAttributes = 1_000

    init?(in text: [UInt8], at start: Int, _ limit: Int) {
        var position = start + 1
        guard position < limit, HTMLTag.isLetter(text[position]) else { return nil }
        while position < limit, HTMLTag.isOfName(text[position]) { position += 1 }
        name = text[(start + 1)..<position].map(HTMLLinks.lowered)
        end = position
        for _ in 0..<HTMLTag.mostAttributes {
            while position < limit, HTMLTag.isBlank(text[position]) || text[position] == UInt8(ascii: "/") { position += 1 }
            guard position < limit else { return nil }
            if text[position] == UInt8(ascii: ">") {
                end = position + 1
                return
            }
            guard text[position] != UInt8(ascii: "<"), let next = readAttribute(text, position, limit) else { return nil }
            position = next
        }
        return nil
    }

    /// - Returns: behind it.
    private mutating func readAttribute(_ text: [UInt8], _ start: Int, _ limit: Int) -> Int? {
        var position = start + 1
        while position < limit, !HTMLTag.isBlank(text[position]), ![UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<")].contains(text[position]) {
            position += 1
        }
        let attribute = text[start..<position].prefix(5).map(HTMLLinks.lowered)
        let nameEnd = position
        while position < limit, HTMLTag.isBlank(text[position]) { position += 1 }
        guard position < limit else { return nil }
        guard text[position] == UInt8(ascii: "=") else { return nameEnd }
        position += 1
        while position < limit, HTMLTag.isBlank(text[position]) { position += 1 }
        guard position < limit else { return nil }
        let quote = text[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let value = position
            while position < limit, !HTMLTag.isBlank(text[position]), text[position] != UInt8(ascii: ">") {
                // What no unquoted value has (HTML, 13.1.2.3).
                guard ![UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "`")].contains(text[position]) else { return nil }
                position += 1
            }
            note(attribute, value..<position, .unquoted, text)
            return position
        }
        guard let close = text[(position + 1)..<limit].firstIndex(of: quote) else { return nil }
        note(attribute, (position + 1)..<close, quote == UInt8(ascii: "\"") ? .doubleQuoted : .singleQuoted, text)
        return close + 1
    }

    private mutating func note(_ attribute: [UInt8], _ value: Range<Int>, _ form: DocumentLink.Form, _ text: [UInt8]) {
        let isReference = attribute == Array("href".utf8)
        guard isReference || attribute == Array("src".utf8), !links.contains(where: { $0.isReference == isReference }) else { return }
        // Blanks around a URL are none of it.
        guard let first = text[value].firstIndex(where: { !HTMLTag.isBlank($0) }), let last = text[value].lastIndex(where: { !HTMLTag.isBlank($0) }) else { return }
        links.append(Link(range: first..<last + 1, form: form, isReference: isReference))
    }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    private static func isOfName(_ byte: UInt8) -> Bool { isLetter(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == 0x0d || byte == 0x0c }
}
