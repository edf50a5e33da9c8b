import ShedModel

/// Texts, and lists and mappings in brackets.
extension YAMLReader {
    /// What stands from here in the line that is next, and in lines behind it that stand further in.
    /// - Parameters:
    ///   - text: the rest of the line.
    ///   - indent: of what it belongs to.
    mutating func scalar(_ text: Substring, above indent: Int, _ depth: Int) throws(ForeignError) -> YAMLValue {
        try counted(depth)
        guard let line = current, let first = text.first else { throw fault(current) }
        switch first {
        case "|", ">": return try blockText(text, above: indent)
        case "\"", "'": return try quoted(text, first, line.number)
        case "[", "{": return try brackets(text, line.number, depth)
        case "&", "*", "!", "%", "@", "`": throw ForeignError(.beyondSubset(line: line.number), path)
        default: return try plain(text, above: indent)
        }
    }

    private mutating func plain(_ text: Substring, above indent: Int) throws(ForeignError) -> YAMLValue {
        var parts = [String(YAMLReader.withoutComment(text))]
        var hadComment = parts[0].count < ForeignText.trimmed(text).count
        position += 1
        var breaks = 0
        while let line = current {
            if line.text.isEmpty {
                breaks += 1
                position += 1
                continue
            }
            guard line.indent > indent, !line.text.hasPrefix("#"), !hadComment, !isEnd(line) else { break }
            let words = YAMLReader.withoutComment(line.text)
            // A key within a text of several lines is an error in YAML, too.
            guard !words.contains(": "), !words.hasSuffix(":") else { throw fault(line) }
            hadComment = words.count < ForeignText.trimmed(line.text).count
            parts.append(breaks > 0 ? String(repeating: "\n", count: breaks) : " ")
            parts.append(String(words))
            breaks = 0
            position += 1
        }
        let whole = parts.joined()
        return ["", "~", "null", "Null", "NULL"].contains(whole) ? .null : .text(whole)
    }

    static func withoutComment(_ text: Substring) -> Substring {
        var index = text.startIndex
        var previous: Character = " "
        while index < text.endIndex {
            if text[index] == "#", previous == " " || previous == "\t" { return ForeignText.trimmed(text[..<index]) }
            previous = text[index]
            index = text.index(after: index)
        }
        return ForeignText.trimmed(text)
    }

    /// `|` and `>`, with what says whether the line end at the end stays.
    private mutating func blockText(_ text: Substring, above indent: Int) throws(ForeignError) -> YAMLValue {
        let header = YAMLReader.withoutComment(text)
        var (chomp, given): (Character?, Int?) = (nil, nil)
        for sign in header.dropFirst() {
            if sign == "-" || sign == "+" { chomp = sign } else if let digit = sign.wholeNumberValue, digit > 0 { given = digit } else { throw fault(current) }
        }
        position += 1
        let start = position
        while let line = current, line.text.isEmpty || line.indent > indent, !isEnd(line) { position += 1 }
        var body = Array(lines[start..<position])
        let depth = given.map { max(indent, 0) + $0 } ?? body.first { !$0.text.isEmpty }?.indent ?? 0
        while let last = body.last, last.text.isEmpty, chomp != "+" { body.removeLast() }
        var whole = ""
        for (place, line) in body.enumerated() {
            guard line.text.isEmpty || line.indent >= depth else { throw fault(line) }
            let words = line.text.isEmpty ? "" : String(repeating: " ", count: line.indent - depth) + line.text
            if place > 0 {
                let isFolded = header.first == ">" && !words.isEmpty && !body[place - 1].text.isEmpty && !words.hasPrefix(" ")
                whole += isFolded ? " " : "\n"
            }
            whole += words
        }
        if header.first == ">" { whole = YAMLReader.folded(whole) }
        return .text(chomp == "-" || whole.isEmpty ? whole : whole + "\n")
    }

    /// One empty line between two folded ones is one line end.
    private static func folded(_ text: String) -> String { text.replacing("\n\n", with: "\n") }

    private mutating func quoted(_ text: Substring, _ quote: Character, _ number: Int) throws(ForeignError) -> YAMLValue {
        var whole = String(text)
        var first = text
        var rest: Substring = ""
        // Each line has the whole read once more.
        for line in 0... {
            guard line < YAMLReader.mostLines else { throw ForeignError(.tooMany(most: YAMLReader.mostLines), path) }
            if let (value, behind) = try YAMLQuoted.read(whole[...], quote, number, path) {
                (first, rest) = (Substring(value), behind)
                break
            }
            position += 1
            guard let line = current, whole.utf8.count < YAMLReader.longestQuoted else { throw fault(nil) }
            var (next, breaks) = (line, 0)
            while next.text.isEmpty {
                breaks += 1
                position += 1
                guard let line = current else { throw fault(nil) }
                next = line
            }
            while whole.last == " " || whole.last == "\t" { whole.removeLast() }
            // A backslash at the end of a line takes the line end away.
            if quote == "\"", YAMLQuoted.endsInBackslash(whole) {
                whole.removeLast()
                whole += next.text
            } else {
                whole += (breaks > 0 ? String(repeating: "\n", count: breaks) : " ") + String(next.text)
            }
        }
        guard YAMLReader.withoutComment(Substring(" " + String(rest))).isEmpty else { throw fault(current) }
        position += 1
        return .text(String(first))
    }

    private mutating func brackets(_ text: Substring, _ number: Int, _ depth: Int) throws(ForeignError) -> YAMLValue {
        var whole = String(YAMLReader.withoutComment(text))
        for _ in 0..<YAMLReader.mostLines {
            var flow = YAMLFlow(whole, number, path, depth)
            if let value = try flow.whole() {
                position += 1
                return value
            }
            position += 1
            skipBlanks()
            guard let line = current, !isEnd(line), whole.utf8.count < YAMLReader.longestQuoted else { throw fault(nil) }
            whole += " " + String(YAMLReader.withoutComment(line.text))
        }
        throw ForeignError(.tooMany(most: YAMLReader.mostLines), path)
    }
}
