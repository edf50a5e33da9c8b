/// The links of HTML.
enum HTMLLinks {
    /// What is not read as HTML until its end (HTML, 13.2.5.2 and 13.2.5.4).
    static let rawElements = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"].map { Array($0.utf8) }

    static func find(in document: [UInt8], _ range: Range<Int>, _ found: inout FoundLinks) {
        var position = range.lowerBound
        let end = range.upperBound
        var deadEnds = HTMLDeadEnds()
        while position < end {
            guard let start = document[position..<end].firstIndex(of: UInt8(ascii: "<")) else { return }
            guard let markup = HTMLMarkup(in: document, at: start, end, &deadEnds) else {
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

/// The places between attributes from which on no tag ends. What is read from such a place does not depend on what stands before it, so that it is
/// read once, whatever number of `<` lead there: all of a text cost together what it is long.
struct HTMLDeadEnds {
    /// A bit for each byte of the text, once there is one.
    private var bits: [UInt64] = []
    /// What ends other markup and stands nowhere behind: it is not looked for again.
    private var missing: Set<[UInt8]> = []

    func isMissing(_ mark: [UInt8]) -> Bool { missing.contains(mark) }

    mutating func note(missing mark: [UInt8]) { missing.insert(mark) }

    func contains(_ place: Int) -> Bool { !bits.isEmpty && bits[place / 64] & (1 << UInt64(place % 64)) != 0 }

    /// - Parameter limit: how far the text is looked at; the same each time.
    mutating func insert(_ places: [Int], below limit: Int) {
        guard !places.isEmpty else { return }
        if bits.isEmpty { bits = Array(repeating: 0, count: limit / 64 + 1) }
        for place in places { bits[place / 64] |= 1 << UInt64(place % 64) }
    }
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

    /// What is taken for markup.
    enum Dialect {
        /// All that begins like it, up to the end of the text where nothing ends it, as browsers do (HTML, 13.2.5).
        case html
        /// What is whole (CommonMark, 6.6); all else is text, in which links may stand.
        case markdown
    }

    let sort: Sort
    /// Behind it.
    let end: Int

    /// - Parameters:
    ///   - start: where `<` stands.
    ///   - end: how far is looked.
    ///   - deadEnds: what is known of the same text, as far as that, in the same dialect.
    /// - Returns: `nil` where it is no markup.
    init?(in text: [UInt8], at start: Int, _ end: Int, _ deadEnds: inout HTMLDeadEnds, as dialect: Dialect = .html) {
        guard start + 1 < end else { return nil }
        let rest = text[start..<end]
        let behind = min(start + 2, end)
        var sort = Sort.other
        var (mark, begin) = (">", start)
        switch text[start + 1] {
        case UInt8(ascii: "!"):
            if rest.starts(with: Array("<!--".utf8)) {
                // `<!-->` is a whole one.
                (sort, mark, begin) = (.comment, "-->", behind)
            } else if rest.starts(with: Array("<![CDATA[".utf8)) {
                mark = "]]>"
            } else if dialect == .markdown, behind == end || !HTMLTag.isLetter(text[behind]) {
                return nil
            }
        case UInt8(ascii: "?"): if dialect == .markdown { (mark, begin) = ("?>", behind) }
        case UInt8(ascii: "/"):
            guard behind < end, HTMLTag.isLetter(text[behind]) else { return nil }
            if dialect == .markdown {
                guard let end = HTMLTag.endOfClosing(in: text, behind..<end) else { return nil }
                self.init(.close, end)
                return
            }
            sort = .close
        default:
            guard let tag = HTMLTag(in: text, at: start, end, &deadEnds) else { return nil }
            self.init(.open(tag), tag.end)
            return
        }
        guard let last = HTMLMarkup.end(of: Array(mark.utf8), in: text, begin..<end, dialect, &deadEnds) else { return nil }
        self.init(sort, last)
    }

    private init(_ sort: Sort, _ end: Int) { (self.sort, self.end) = (sort, end) }

    /// Behind the first of some bytes. Where they are not there: the end of all in HTML, and `nil` in Markdown.
    private static func end(of mark: [UInt8], in text: [UInt8], _ range: Range<Int>, _ dialect: Dialect, _ deadEnds: inout HTMLDeadEnds) -> Int? {
        guard !deadEnds.isMissing(mark) else { return nil }
        var position = range.lowerBound
        while let start = text[position..<range.upperBound].firstIndex(of: mark[0]) {
            if text[start..<range.upperBound].starts(with: mark) { return start + mark.count }
            position = start + 1
        }
        guard dialect == .markdown else { return range.upperBound }
        deadEnds.note(missing: mark)
        return nil
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

    init?(in text: [UInt8], at start: Int, _ limit: Int, _ deadEnds: inout HTMLDeadEnds) {
        var position = start + 1
        guard position < limit, HTMLTag.isLetter(text[position]) else { return nil }
        while position < limit, HTMLTag.isOfName(text[position]) { position += 1 }
        name = text[(start + 1)..<position].map(HTMLLinks.lowered)
        end = position
        var places: [Int] = []
        while true {
            while position < limit, HTMLTag.isBlank(text[position]) || text[position] == UInt8(ascii: "/") { position += 1 }
            guard position < limit, !deadEnds.contains(position) else { break }
            if text[position] == UInt8(ascii: ">") {
                end = position + 1
                return
            }
            places.append(position)
            guard text[position] != UInt8(ascii: "<"), let next = readAttribute(text, position, limit) else { break }
            position = next
        }
        deadEnds.insert(places, below: limit)
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

    /// Behind a closing tag that has nothing but blanks behind its name.
    /// - Parameter range: from the name on.
    fileprivate static func endOfClosing(in text: [UInt8], _ range: Range<Int>) -> Int? {
        guard let last = text[range].firstIndex(where: { !isOfName($0) }), let close = text[last..<range.upperBound].firstIndex(where: { !isBlank($0) }),
            text[close] == UInt8(ascii: ">")
        else { return nil }
        return close + 1
    }

    private static func isOfName(_ byte: UInt8) -> Bool { isLetter(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == 0x0d || byte == 0x0c }
}
