import ShedModel

/// What people read of a web page: its text without tags. It is not held against any rule of HTML, so it reads whatever browsers do, and each
/// byte once.
enum PageMarkup {
    /// Within these nothing is read.
    private static let hidden: Set<String> = ["head", "script", "style"]
    /// These go on in the same line.
    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "dfn", "em", "font", "i", "kbd", "mark", "q", "rb", "ruby", "s", "samp", "small", "span",
        "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    ]
    /// The longest name of a tag that is told from others.
    private static let longestName = 32

    /// Adds the text of a page, which is UTF-8, and ends the line.
    static func append(_ page: [UInt8], to text: inout [UInt8]) {
        var position = 0
        var within: String?
        // The mark of a footnote stands at the end of a word, and is none of it.
        var isMark = false
        while position < page.count {
            switch page[position] {
            case UInt8(ascii: "<"):
                let tag = Tag(page, at: position)
                position = tag.end
                // One that never ends takes nothing else with it.
                if isMark, !inline.contains(tag.name) { (within, isMark) = (nil, false) }
                if let open = within {
                    if tag.isEnd, tag.name == open { (within, isMark) = (nil, false) }
                } else if tag.isNoteMark {
                    (within, isMark) = (tag.name, true)
                } else if hidden.contains(tag.name) {
                    if !tag.isEnd, !tag.isEmpty { within = tag.name }
                } else if !inline.contains(tag.name) {
                    endLine(&text)
                }
            case UInt8(ascii: "&") where within == nil: position = entity(page, position, &text)
            case let byte:
                if within == nil { add(byte, to: &text) }
                position += 1
            }
        }
        endLine(&text)
    }

    /// White space is one space, and none at the beginning of a line.
    private static func add(_ byte: UInt8, to text: inout [UInt8]) {
        guard [0x09, 0x0a, 0x0c, 0x0d, 0x20].contains(byte) else { return text.append(byte) }
        if let last = text.last, last != 0x20, last != 0x0a { text.append(0x20) }
    }

    private static func endLine(_ text: inout [UInt8]) {
        if text.last == 0x20 { text.removeLast() }
        if let last = text.last, last != 0x0a { text.append(0x0a) }
    }

    /// - Returns: where to go on.
    private static func entity(_ page: [UInt8], _ start: Int, _ text: inout [UInt8]) -> Int {
        let end = page[(start + 1)...].prefix(HTMLCharacters.longestName + 1).firstIndex { !isOfName($0) }
        guard let end, page[end] == UInt8(ascii: ";"), let meant = HTMLCharacters.bytes(ofReference: page[(start + 1)..<end]) else {
            text.append(page[start])
            return start + 1
        }
        switch meant {
        // Where a line may end, and may not, is nothing that anybody seeks.
        case hardBlank: add(0x20, to: &text)
        case softHyphen: break
        default: for byte in meant { add(byte, to: &text) }
        }
        return end + 1
    }

    private static let hardBlank = Array("\u{a0}".utf8)
    private static let softHyphen = Array("\u{ad}".utf8)

    /// Whether the name of an entity may hold a byte: where another one stands, none is sought any further.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "#"): true
        default: false
        }
    }

    /// From `<` to `>`.
    private struct Tag {
        var name = ""
        var isEnd = false
        var isEmpty = false
        /// Whether it begins the mark of a footnote (EPUB Structural Semantics Vocabulary 1.1, “noteref”; DPUB-ARIA 1.1, `doc-noteref`;
        /// what pandoc calls it in EPUB 2).
        var isNoteMark = false
        /// Where to go on.
        var end: Int

        private static let marks = ["noteref", "footnote-ref"].map { Array($0.utf8) }
        /// The attributes that say so.
        private static let sorts = ["epub:type", "role", "class"].map { Array($0.utf8) }

        init(_ page: [UInt8], at start: Int) {
            end = start
            guard !takeComment(page) else { return }
            var place = start + 1
            if place < page.count, page[place] == UInt8(ascii: "/") { (isEnd, place) = (true, place + 1) }
            var letters: [UInt8] = []
            while place < page.count, letters.count < PageMarkup.longestName, page[place] > 0x20, page[place] != UInt8(ascii: ">"), page[place] != UInt8(ascii: "/") {
                letters.append(page[place])
                place += 1
            }
            name = String(decoding: letters, as: UTF8.self).lowercased()
            while place < page.count, page[place] != UInt8(ascii: ">") {
                let isBetween = Tag.isBlank(page[place]) || page[place] == UInt8(ascii: "/")
                place = isBetween ? place + 1 : takeAttribute(page, at: place)
            }
            isEmpty = place < page.count && page[place - 1] == UInt8(ascii: "/")
            end = min(page.count, place + 1)
        }

        /// - Returns: whether it is one; ``end`` is behind it then.
        private mutating func takeComment(_ page: [UInt8]) -> Bool {
            let comment = Array("<!--".utf8)
            guard page[end...].starts(with: comment) else { return false }
            var place = end + comment.count
            while place + 2 < page.count, !(page[place] == 0x2d && page[place + 1] == 0x2d && page[place + 2] == UInt8(ascii: ">")) { place += 1 }
            end = min(page.count, place + 3)
            return true
        }

        /// Reads what an attribute is called and what it says, as HTML has it: blanks may stand around the sign between them.
        /// - Returns: where to go on.
        private mutating func takeAttribute(_ page: [UInt8], at start: Int) -> Int {
            let nameEnd = page[(start + 1)...].firstIndex { Tag.isBlank($0) || Tag.endsName($0) } ?? page.count
            var place = Tag.skipBlanks(page, nameEnd)
            guard place < page.count, page[place] == UInt8(ascii: "=") else { return place }
            place = Tag.skipBlanks(page, place + 1)
            guard place < page.count, page[place] != UInt8(ascii: ">") else { return place }
            let quote = page[place]
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            let rest = page[(isQuoted ? place + 1 : place)...]
            let value = rest.prefix { isQuoted ? $0 != quote : !Tag.isBlank($0) && $0 != UInt8(ascii: ">") }
            if name == "a", !isEnd, !isNoteMark, Tag.sorts.contains(where: { $0.elementsEqual(page[start..<nameEnd].lazy.map(Tag.lower)) }) {
                let said = value.map(Tag.lower)
                isNoteMark = Tag.marks.contains { said.firstRange(of: $0) != nil }
            }
            return isQuoted ? min(page.count, value.endIndex + 1) : value.endIndex
        }

        private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

        private static func endsName(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "=") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") }

        private static func skipBlanks(_ page: [UInt8], _ start: Int) -> Int { page[start...].firstIndex { !isBlank($0) } ?? page.count }

        private static func lower(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte }
    }
}
