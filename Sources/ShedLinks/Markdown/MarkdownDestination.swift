/// Where a link of Markdown says that it leads.
struct MarkdownDestination {
    private(set) var range: Range<Int>
    private(set) var form: DocumentLink.Form
    /// Behind the whole link.
    private(set) var end: Int

    /// Parentheses in a destination are as deep at most (as in cmark): else each might be looked at again and again.
    private static let deepest = 32

    /// - Parameter start: behind `](`.
    /// - Returns: `nil` where no link stands there, also where it has no destination.
    init?(inline text: [UInt8], at start: Int) {
        guard let first = MarkdownDestination.behindBlanks(text, start), let read = MarkdownDestination.read(text, first) else { return nil }
        (range, form, end) = read
        guard var position = MarkdownDestination.behindBlanks(text, end) else { return nil }
        if position > end, position < text.count, text[position] != UInt8(ascii: ")") {
            guard let title = MarkdownDestination.behindTitle(text, position), let next = MarkdownDestination.behindBlanks(text, title) else { return nil }
            position = next
        }
        guard position < text.count, text[position] == UInt8(ascii: ")") else { return nil }
        end = position + 1
    }

    /// - Parameter start: behind `[label]:`.
    init?(defined text: [UInt8], at start: Int) {
        guard let first = MarkdownDestination.behindBlanks(text, start), let read = MarkdownDestination.read(text, first), !read.range.isEmpty || read.form == .angle
        else { return nil }
        (range, form, end) = read
        if let title = MarkdownDestination.behindBlanks(text, end), title > end, let behind = MarkdownDestination.behindTitle(text, title),
            let line = MarkdownDestination.endOfBlankLine(text, behind)
        {
            end = line
        } else if let line = MarkdownDestination.endOfBlankLine(text, end) {
            end = line
        } else {
            return nil
        }
    }

    /// Behind blanks and at most one end of a line.
    private static func behindBlanks(_ text: [UInt8], _ start: Int) -> Int? {
        var position = start
        var ends = 0
        while position < text.count, HTMLTag.isBlank(text[position]) {
            if text[position] == 0x0a { ends += 1 }
            position += 1
        }
        return ends < 2 ? position : nil
    }

    /// Where the next line begins, if nothing stands on the rest of this one.
    private static func endOfBlankLine(_ text: [UInt8], _ start: Int) -> Int? {
        var position = start
        while position < text.count, text[position] != 0x0a {
            guard HTMLTag.isBlank(text[position]) else { return nil }
            position += 1
        }
        return min(position + 1, text.count)
    }

    private static func read(_ text: [UInt8], _ start: Int) -> (range: Range<Int>, form: DocumentLink.Form, end: Int)? {
        guard start < text.count else { return nil }
        var position = start
        let limit = min(text.count, start + DocumentLink.longest + 2)
        if text[start] == UInt8(ascii: "<") {
            position += 1
            while position < limit {
                switch text[position] {
                case UInt8(ascii: ">"): return (start + 1..<position, .angle, position + 1)
                case UInt8(ascii: "<"), 0x0a: return nil
                case UInt8(ascii: "\\") where position + 1 < limit && LinkText.isPunctuation(text[position + 1]): position += 2
                default: position += 1
                }
            }
            return nil
        }
        var depth = 0
        while position < limit {
            switch text[position] {
            case 0...0x20, 0x7f: return depth == 0 ? (start..<position, .bare, position) : nil
            case UInt8(ascii: "("):
                depth += 1
                if depth > deepest { return nil }
                position += 1
            case UInt8(ascii: ")"):
                if depth == 0 { return (start..<position, .bare, position) }
                depth -= 1
                position += 1
            case UInt8(ascii: "\\") where position + 1 < limit && LinkText.isPunctuation(text[position + 1]): position += 2
            default: position += 1
            }
        }
        return position == text.count && depth == 0 ? (start..<position, .bare, position) : nil
    }

    /// Behind a title in quotation marks or parentheses.
    private static func behindTitle(_ text: [UInt8], _ start: Int) -> Int? {
        guard start < text.count else { return nil }
        let (open, close): (UInt8, UInt8)
        switch text[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): (open, close) = (text[start], text[start])
        case UInt8(ascii: "("): (open, close) = (UInt8(ascii: "("), UInt8(ascii: ")"))
        default: return nil
        }
        var position = start + 1
        while position < text.count {
            let byte = text[position]
            if byte == close { return position + 1 }
            if byte == open { return nil }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }
}
