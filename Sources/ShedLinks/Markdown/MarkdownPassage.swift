/// A part of a document in which links may stand: a paragraph, a heading, or lines of HTML.
struct MarkdownPassage {
    /// Each without its end and without what its containers (quotes, lists) put before it.
    var lines: [Range<Int>] = []
    /// Whether it is a block of HTML, in which nothing else is markup.
    var isHTML = false
}

/// A place in a line, with the column that tabs depend on.
struct MarkdownCursor {
    let text: [UInt8]
    let end: Int
    private(set) var position: Int
    private var column = 0
    /// Columns of a tab that was taken in part.
    private var pending = 0

    init(_ text: [UInt8], _ line: Range<Int>) {
        self.text = text
        position = line.lowerBound
        end = line.upperBound
    }

    /// How far the next thing is indented, in columns, and where it stands.
    var indent: (columns: Int, position: Int) {
        var (columns, at, position) = (pending, column, position)
        while position < end {
            if text[position] == UInt8(ascii: " ") {
                columns += 1
                at += 1
            } else if text[position] == UInt8(ascii: "\t") {
                let width = 4 - at % 4
                columns += width
                at += width
            } else {
                break
            }
            position += 1
        }
        return (columns, position)
    }

    var isBlank: Bool { indent.position == end }

    /// Takes so many columns of blanks.
    mutating func takeBlanks(_ count: Int) {
        var left = count - pending
        pending = max(0, pending - count)
        while left > 0, position < end {
            let byte = text[position]
            guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") else { return }
            let width = byte == UInt8(ascii: " ") ? 1 : 4 - column % 4
            column += width
            position += 1
            if width > left { pending = width - left }
            left -= width
        }
    }

    /// Takes bytes that are no blanks.
    mutating func take(_ count: Int) {
        position += count
        column += count
    }

    /// What is left, without the blanks before it.
    var rest: ArraySlice<UInt8> { text[indent.position..<end] }
}

/// How a line begins.
enum MarkdownStart {
    /// The width of a list's marker; `nil` where there is none.
    /// - Parameter interrupts: whether it would end a paragraph, which fewer can.
    static func marker(_ rest: ArraySlice<UInt8>, interrupts: Bool) -> Int? {
        guard let first = rest.first else { return nil }
        var width = 1
        if first &- UInt8(ascii: "0") < 10 {
            width = rest.prefix(10).prefix { $0 &- UInt8(ascii: "0") < 10 }.count
            let mark = rest.dropFirst(width).first
            guard width <= 9, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")") else { return nil }
            if interrupts, width != 1 || first != UInt8(ascii: "1") { return nil }
            width += 1
        } else if ![UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*")].contains(first) {
            return nil
        }
        let behind = rest.dropFirst(width)
        guard let next = behind.first else { return interrupts ? nil : width }
        guard next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") else { return nil }
        return interrupts && behind.allSatisfy(HTMLTag.isBlank) ? nil : width
    }

    /// The width of `[^label]:`, with which a footnote's text begins; `nil` where none does.
    static func footnote(_ rest: ArraySlice<UInt8>) -> Int? {
        guard rest.starts(with: [UInt8(ascii: "["), UInt8(ascii: "^")]) else { return nil }
        let label = rest.dropFirst(2).prefix(longestLabel).prefix { $0 != UInt8(ascii: "]") && $0 > 0x20 }
        guard !label.isEmpty, rest[label.endIndex...].starts(with: [UInt8(ascii: "]"), UInt8(ascii: ":")]) else { return nil }
        return label.count + 4
    }

    /// In bytes (CommonMark, 4.7, has so many characters).
    private static let longestLabel = 1_000

    static func isThematicBreak(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let mark = rest.first, [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "*")].contains(mark) else { return false }
        var count = 0
        for byte in rest {
            if byte == mark { count += 1 } else if byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") { return false }
        }
        return count >= 3
    }

    /// Whether it underlines the paragraph before it.
    static func isUnderline(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let mark = rest.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
        let marks = rest.prefix { $0 == mark }
        return rest.dropFirst(marks.count).allSatisfy(HTMLTag.isBlank)
    }

    static func isHeading(_ rest: ArraySlice<UInt8>) -> Bool {
        let count = rest.prefix(7).prefix { $0 == UInt8(ascii: "#") }.count
        guard (1...6).contains(count) else { return false }
        return rest.dropFirst(count).first.map(HTMLTag.isBlank) ?? true
    }

    /// The mark and the length of a fence before code.
    static func fence(_ rest: ArraySlice<UInt8>) -> (mark: UInt8, length: Int)? {
        guard let mark = rest.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let length = rest.prefix { $0 == mark }.count
        guard length >= 3, mark == UInt8(ascii: "~") || !rest.dropFirst(length).contains(mark) else { return nil }
        return (mark, length)
    }

    static func closes(_ rest: ArraySlice<UInt8>, mark: UInt8, length: Int) -> Bool {
        let count = rest.prefix { $0 == mark }.count
        return count >= length && rest.dropFirst(count).allSatisfy(HTMLTag.isBlank)
    }

    /// How a block of HTML ends that a line begins (CommonMark, 4.6); `nil` where it begins none.
    static func html(_ rest: ArraySlice<UInt8>, interrupts: Bool) -> HTMLEnd? {
        guard rest.first == UInt8(ascii: "<") else { return nil }
        let inner = rest.dropFirst()
        if inner.starts(with: Array("!--".utf8)) { return .text(Array("-->".utf8)) }
        if inner.first == UInt8(ascii: "?") { return .text(Array("?>".utf8)) }
        if inner.starts(with: Array("![CDATA[".utf8)) { return .text(Array("]]>".utf8)) }
        if inner.first == UInt8(ascii: "!"), inner.dropFirst().first.map(HTMLTag.isLetter) == true { return .text([UInt8(ascii: ">")]) }
        let isClosing = inner.first == UInt8(ascii: "/")
        let name = inner.dropFirst(isClosing ? 1 : 0).prefix(16).prefix { HTMLTag.isLetter($0) || $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "-") }
            .map(HTMLLinks.lowered)
        guard let first = name.first, HTMLTag.isLetter(first) else { return nil }
        let next = inner.dropFirst((isClosing ? 1 : 0) + name.count).first
        let isWhole = next.map { HTMLTag.isBlank($0) || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") } ?? true
        guard isWhole else { return nil }
        if !isClosing, raw.contains(name) { return .text(Array("</".utf8) + name) }
        if blocks.contains(name) { return .blankLine }
        guard !interrupts, let close = rest.lastIndex(of: UInt8(ascii: ">")), rest[(close + 1)...].allSatisfy(HTMLTag.isBlank) else { return nil }
        return rest[..<close].contains(UInt8(ascii: ">")) ? nil : .blankLine
    }

    enum HTMLEnd: Hashable {
        /// With the line that this is in, its case aside.
        case text([UInt8])
        case blankLine
    }

    private static let raw = ["pre", "script", "style", "textarea"].map { Array($0.utf8) }

    private static let blocks = Set(
        """
        address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure \
        footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p \
        param search section summary table tbody td tfoot th thead title tr track ul
        """.split(separator: " ").map { Array($0.utf8) })
}
