/// A tag of HTML as browsers read it, or what shows as little: a comment, a declaration. It is held against no other rule of HTML.
public struct HTMLTag: Sendable {
    /// In small letters, of a longer one the beginning; empty where it is no tag.
    public private(set) var name = ""
    /// Whether it ends what another one has begun.
    public private(set) var isEnd = false
    /// Whether it ends in `/>`.
    public private(set) var isEmpty = false
    /// Whether anything ends it; else it goes on to the end of the text.
    public private(set) var isWhole = false
    /// Behind it.
    public private(set) var end: Int
    /// Where its attributes begin.
    private var attributes: Int

    /// The longest name that is told from others.
    private static let longestName = 32
    /// What stands within these is no markup.
    private static let raw: Set<String> = ["script", "style"]
    private static let dashes = Array("--".utf8)
    /// What ends a comment; the first also right where it begins.
    private static let commentEnds = ["-->", "--!>"].map { Array($0.utf8) }

    /// - Parameter start: where `<` stands.
    /// - Returns: `nil` where no tag begins so: it is a character then.
    public init?(_ text: [UInt8], at start: Int) {
        (end, attributes) = (text.count, text.count)
        guard start + 1 < text.count else { return nil }
        let next = text[start + 1]
        isEnd = next == UInt8(ascii: "/")
        let first = isEnd ? start + 2 : start + 1
        guard first < text.count else { return nil }
        if HTMLTag.isLetter(text[first]) {
            readTag(text, from: first)
        } else if next == UInt8(ascii: "!"), text[(start + 2)...].starts(with: HTMLTag.dashes) {
            readComment(text, from: start + 2)
        } else if isEnd || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
            take(text[first...].firstIndex(of: UInt8(ascii: ">")))
        } else {
            return nil
        }
    }

    /// What its attributes are called, in small letters, and what they say, as it is written. Costs as much as reading it.
    /// - Parameter text: that in which it stands.
    public func attributes(in text: [UInt8]) -> [(name: String, value: ArraySlice<UInt8>)] {
        var result: [(name: String, value: ArraySlice<UInt8>)] = []
        var place = HTMLTag.skipBetween(text, attributes)
        while place < text.count, text[place] != UInt8(ascii: ">") {
            let found = HTMLTag.attribute(text, at: place)
            result.append((String(decoding: text[found.name].map(HTMLTag.lower), as: UTF8.self), text[found.value]))
            place = HTMLTag.skipBetween(text, found.end)
        }
        return result
    }

    /// Where that stands which ends what it begins, if no markup stands in between, as in a script: whatever is written there, only the tag that
    /// ends it does; without one, the end of the text.
    /// - Returns: `nil` where markup goes on behind it.
    public func endOfRawText(in text: [UInt8]) -> Int? {
        guard isWhole, !isEnd, !isEmpty, HTMLTag.raw.contains(name) else { return nil }
        let sought = Array("</\(name)".utf8)
        var place = end
        while let found = text[place...].firstIndex(of: UInt8(ascii: "<")) {
            let last = found + sought.count
            if last < text.count, HTMLTag.endsTagName(text[last]), text[found..<last].lazy.map(HTMLTag.lower).elementsEqual(sought) { return found }
            place = found + 1
        }
        return text.count
    }

    // MARK: Reading

    private mutating func take(_ last: Int?) {
        guard let last else { return }
        (isWhole, end) = (true, last + 1)
    }

    private mutating func readTag(_ text: [UInt8], from start: Int) {
        var place = start
        var letters: [UInt8] = []
        while place < text.count, letters.count < HTMLTag.longestName, !HTMLTag.endsTagName(text[place]) {
            letters.append(HTMLTag.lower(text[place]))
            place += 1
        }
        name = String(decoding: letters, as: UTF8.self)
        attributes = place
        place = HTMLTag.skipBetween(text, place)
        // What is quoted may hold `>`.
        while place < text.count, text[place] != UInt8(ascii: ">") { place = HTMLTag.skipBetween(text, HTMLTag.attribute(text, at: place).end) }
        guard place < text.count else { return }
        isEmpty = text[place - 1] == UInt8(ascii: "/")
        take(place)
    }

    /// - Parameter start: behind `<!`.
    private mutating func readComment(_ text: [UInt8], from start: Int) {
        var place = start
        while let dash = text[place...].firstIndex(of: UInt8(ascii: "-")) {
            for (number, ending) in HTMLTag.commentEnds.enumerated() where number == 0 || dash >= start + 2 {
                if text[dash...].starts(with: ending) { return take(dash + ending.count - 1) }
            }
            place = dash + 1
        }
    }

    /// Reads an attribute, as HTML has it: blanks may stand around the sign between what it is called and what it says.
    private static func attribute(_ text: [UInt8], at start: Int) -> (name: Range<Int>, value: Range<Int>, end: Int) {
        let nameEnd = text[(start + 1)...].firstIndex { endsTagName($0) || $0 == UInt8(ascii: "=") } ?? text.count
        let name = start..<nameEnd
        var place = skipBlanks(text, nameEnd)
        guard place < text.count, text[place] == UInt8(ascii: "=") else { return (name, place..<place, place) }
        place = skipBlanks(text, place + 1)
        guard place < text.count, text[place] != UInt8(ascii: ">") else { return (name, place..<place, place) }
        let quote = text[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let end = text[place...].firstIndex { isBlank($0) || $0 == UInt8(ascii: ">") } ?? text.count
            return (name, place..<end, end)
        }
        let end = text[(place + 1)...].firstIndex(of: quote) ?? text.count
        return (name, place + 1..<end, min(text.count, end + 1))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower(byte)) }

    private static func endsTagName(_ byte: UInt8) -> Bool { isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") }

    private static func skipBlanks(_ text: [UInt8], _ start: Int) -> Int { text[start...].firstIndex { !isBlank($0) } ?? text.count }

    /// What stands between attributes.
    private static func skipBetween(_ text: [UInt8], _ start: Int) -> Int {
        text[start...].firstIndex { !isBlank($0) && $0 != UInt8(ascii: "/") } ?? text.count
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte }
}
