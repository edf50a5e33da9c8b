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

    /// Adds the text of a page, which is UTF-8, and ends the line.
    static func append(_ page: [UInt8], to text: inout [UInt8]) {
        var position = 0
        var within: String?
        // The mark of a footnote stands at the end of a word, and is none of it.
        var isMark = false
        while position < page.count {
            switch page[position] {
            case UInt8(ascii: "<"):
                guard let tag = HTMLTag(page, at: position) else {
                    if within == nil { text.append(page[position]) }
                    position += 1
                    continue
                }
                position = tag.endOfRawText(in: page) ?? tag.end
                // A comment, or a declaration.
                guard !tag.name.isEmpty else { continue }
                // One that never ends takes nothing else with it.
                if isMark, !inline.contains(tag.name) { (within, isMark) = (nil, false) }
                if let open = within {
                    if tag.isEnd, tag.name == open { (within, isMark) = (nil, false) }
                } else if isNoteMark(tag, in: page) {
                    (within, isMark) = (tag.name, true)
                } else if hidden.contains(tag.name) {
                    if !tag.isEnd, !tag.isEmpty { within = tag.name }
                } else if tag.name == "br" {
                    // The paragraph goes on.
                    add(0x20, to: &text)
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

    /// Whether a tag begins the mark of a footnote (EPUB Structural Semantics Vocabulary 1.1, “noteref”; DPUB-ARIA 1.1, `doc-noteref`;
    /// what pandoc calls it in EPUB 2).
    private static func isNoteMark(_ tag: HTMLTag, in page: [UInt8]) -> Bool {
        guard tag.name == "a", !tag.isEnd else { return false }
        return tag.attributes(in: page).contains { name, value in
            guard sorts.contains(name) else { return false }
            let said = String(decoding: value, as: UTF8.self).lowercased()
            return marks.contains { said.contains($0) }
        }
    }

    private static let marks = ["noteref", "footnote-ref"]
    /// The attributes that say so.
    private static let sorts: Set<String> = ["epub:type", "role", "class"]
}
