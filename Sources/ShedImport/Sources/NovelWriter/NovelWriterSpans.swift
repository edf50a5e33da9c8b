import ShedModel

/// The marks within lines of novelWriter: `_…_`, `**…**`, `~~…~~` where they hug words, and shortcodes such as `[b]…[/b]`.
struct NovelWriterSpans {
    static let lineBreak = "[br]"
    /// What shortcodes have begun.
    private var begun: RTFPiece.Style = []
    private(set) var losesStyles = false

    private static let styles: [String: RTFPiece.Style] = ["b": .bold, "i": .italic, "s": .struck]
    private static let dropped: Set = ["u", "/u", "m", "/m", "sup", "/sup", "sub", "/sub"]
    private static let marks: [(sign: Unicode.Scalar, length: Int, style: RTFPiece.Style)] = [("_", 1, .underscored), ("*", 2, .bold), ("~", 2, .struck)]

    /// One character, or what is Markdown already.
    private enum Piece {
        case scalar(Unicode.Scalar, RTFPiece.Style)
        case raw(String)

        /// With which it begins.
        var first: Unicode.Scalar? {
            switch self {
            case .scalar(let scalar, _): scalar
            case .raw(let text): text.unicodeScalars.first
            }
        }

        /// With which it ends.
        var last: Unicode.Scalar? {
            switch self {
            case .scalar(let scalar, _): scalar
            case .raw(let text): text.unicodeScalars.last
            }
        }
    }

    /// Nothing goes on beyond a paragraph.
    mutating func end() { begun = [] }

    /// A line as Markdown, with ``MarkdownText/lineBreak`` for each `[br]`.
    mutating func written(_ line: Substring) -> String {
        let pieces = NovelWriterSpans.starred(pieces(Array(line.unicodeScalars)))
        var emphasis = MarkdownEmphasis()
        for (place, piece) in pieces.enumerated() {
            switch piece {
            case .raw(let text): emphasis.raw(text)
            case .scalar(let scalar, let style):
                let previous = place > 0 ? pieces[place - 1].last : nil
                let next = place + 1 < pieces.count ? pieces[place + 1].first : nil
                emphasis.put(scalar, style: style, escaped: MarkdownText.needsEscape(scalar, after: previous, before: next))
            }
        }
        return emphasis.finished
    }

    private mutating func pieces(_ text: [Unicode.Scalar]) -> [Piece] {
        var pieces: [Piece] = []
        let turns = NovelWriterSpans.turns(in: text)
        // What marks have begun; they end on their line.
        var marked: RTFPiece.Style = []
        var position = 0
        while position < text.count {
            let scalar = text[position]
            let isEscaped = position > 0 && text[position - 1] == "\\"
            if let turn = turns[position] {
                marked.formSymmetricDifference(turn.style)
                position += turn.length
            } else if scalar == "[", !isEscaped, let code = NovelWriterSpans.code(text, at: position), let piece = take(code) {
                if let piece { pieces.append(piece) }
                position += code.unicodeScalars.count + 2
            } else {
                // A backslash says that one of these is no mark.
                let isShown = scalar != "\\" || position + 1 == text.count || !["*", "_", "~"].contains(text[position + 1])
                if isShown { pieces.append(.scalar(scalar, begun.union(marked))) }
                position += 1
            }
        }
        return pieces
    }

    /// With a star in place of an underscore for emphasis that touches a word: there an underscore is no mark in Markdown. It does so where a
    /// shortcode stood between them.
    private static func starred(_ pieces: [Piece]) -> [Piece] {
        func isUnderscored(_ piece: Piece) -> Bool { if case .scalar(_, let style) = piece { style.contains(.underscored) } else { false } }
        func isWord(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { $0 == "_" || MarkdownText.isWord($0) } ?? false }
        var result = pieces
        var start = 0
        while start < pieces.count {
            let end = pieces[start...].firstIndex { !isUnderscored($0) } ?? pieces.count
            let touches = start > 0 && isWord(pieces[start - 1].last) || end < pieces.count && isWord(pieces[end].first)
            if touches {
                for place in start..<end {
                    guard case .scalar(let scalar, let style) = pieces[place] else { continue }
                    result[place] = .scalar(scalar, style.subtracting(.underscored).union(.italic))
                }
            }
            start = end + 1
        }
        return result
    }

    /// Follows a shortcode.
    /// - Returns: what stands for it, if anything does; `nil` where it is none.
    private mutating func take(_ code: String) -> Piece?? {
        let name = code.lowercased()
        if let style = NovelWriterSpans.styles[name] {
            begun.insert(style)
        } else if name.hasPrefix("/"), let style = NovelWriterSpans.styles[String(name.dropFirst())] {
            begun.remove(style)
        } else if NovelWriterSpans.dropped.contains(name) {
            losesStyles = true
        } else if name == "br" {
            return .some(.raw(MarkdownText.lineBreak))
        } else if name.hasPrefix("footnote:") {
            return .some(.raw("[^\(code.dropFirst("footnote:".count))]"))
        } else {
            return nil
        }
        return .some(nil)
    }

    /// What stands between square brackets.
    private static func code(_ text: [Unicode.Scalar], at position: Int) -> String? {
        let inner = text[(position + 1)...].prefix(64)
        guard let end = inner.firstIndex(of: "]") else { return nil }
        var code = String.UnicodeScalarView()
        code.append(contentsOf: inner[..<end])
        return String(code)
    }

    /// Where marks begin and end that are some: blanks or words do not stand where novelWriter wants none.
    private static func turns(in text: [Unicode.Scalar]) -> [Int: (style: RTFPiece.Style, length: Int)] {
        var turns: [Int: (style: RTFPiece.Style, length: Int)] = [:]
        func scalar(_ place: Int) -> Unicode.Scalar? { text.indices.contains(place) ? text[place] : nil }
        func isWord(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false }
        func isBlank(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isWhitespace ?? false }
        for mark in marks {
            func isMark(_ place: Int) -> Bool { place + mark.length <= text.count && text[place..<place + mark.length].allSatisfy { $0 == mark.sign } }
            var start: Int?
            var place = 0
            while place < text.count {
                guard text[place] == mark.sign, isMark(place) else {
                    place += 1
                    continue
                }
                let (before, behind) = (scalar(place - 1), scalar(place + mark.length))
                if let begun = start {
                    guard place > begun + mark.length, before != "\\", !isBlank(before), !isWord(behind) else {
                        place += 1
                        continue
                    }
                    turns[begun] = (mark.style, mark.length)
                    turns[place] = (mark.style, mark.length)
                    start = nil
                    place += mark.length
                } else {
                    let begins = !isWord(before) && before != "\\" && behind != nil && behind != mark.sign && !isBlank(behind)
                    if begins { start = place }
                    place += begins ? mark.length : 1
                }
            }
        }
        return turns
    }
}
