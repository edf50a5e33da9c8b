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

    /// Nothing goes on beyond a paragraph.
    mutating func end() { begun = [] }

    /// A line as Markdown, with ``MarkdownText/lineBreak`` for each `[br]`.
    mutating func written(_ line: Substring) -> String {
        MarkdownPiece.written(NovelWriterSpans.starred(pieces(Array(line.unicodeScalars))))
    }

    private mutating func pieces(_ text: [Unicode.Scalar]) -> [MarkdownPiece] {
        var pieces: [MarkdownPiece] = []
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

    /// Whether a word stands there: to novelWriter and Markdown an underscore is part of one.
    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool { scalar == "_" || MarkdownText.isWord(scalar) }

    /// With a star in place of an underscore for emphasis that touches a word: there an underscore is no mark in Markdown. It does so where a
    /// shortcode stood between them.
    private static func starred(_ pieces: [MarkdownPiece]) -> [MarkdownPiece] {
        func isUnderscored(_ piece: MarkdownPiece) -> Bool { if case .scalar(_, let style, _) = piece { style.contains(.underscored) } else { false } }
        var result = pieces
        var start = 0
        while start < pieces.count {
            let end = pieces[start...].firstIndex { !isUnderscored($0) } ?? pieces.count
            let touches = start > 0 && isWord(pieces[start - 1].last) || end < pieces.count && isWord(pieces[end].first)
            if touches {
                for place in start..<end {
                    guard case .scalar(let scalar, let style, _) = pieces[place] else { continue }
                    result[place] = .scalar(scalar, style.subtracting(.underscored).union(.italic))
                }
            }
            start = end + 1
        }
        return result
    }

    /// Follows a shortcode.
    /// - Returns: what stands for it, if anything does; `nil` where it is none.
    private mutating func take(_ code: String) -> MarkdownPiece?? {
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
