import ShedModel

/// A document of novelWriter as Markdown: its own sorts of headings, comments, references and shortcodes are said in what Markdown has.
enum NovelWriterText {
    /// - Parameter losses: what it cannot say is counted there.
    static func markdown(_ text: String, title: String, _ losses: inout ForeignLosses) -> String {
        var lines = ForeignText.lines(text)
        // What novelWriter writes there for itself.
        while let first = lines.first, first.hasPrefix("%%~") { lines.removeFirst() }
        var out: [String] = []
        var own = ForeignLosses()
        for line in lines { out.append(self.line(line, title, &own)) }
        // So many texts lose something, however often each does.
        if own[.styles] > 0 { losses.add(.styles, at: title) }
        while let last = out.last, last.isEmpty { out.removeLast() }
        return out.isEmpty ? "" : out.joined(separator: "\n") + "\n"
    }

    private static func line(_ line: Substring, _ title: String, _ losses: inout ForeignLosses) -> String {
        let plain = ForeignText.trimmed(line).lowercased()
        if plain == "[newpage]" || plain == "[new page]" || plain == "[vspace]" || plain.hasPrefix("[vspace:") && plain.hasSuffix("]") {
            losses.add(.styles, at: title)
            return ""
        }
        // Headings that are numbered otherwise, or hidden at times.
        for (mark, heading) in [("#! ", "# "), ("##! ", "## "), ("###! ", "### ")] where line.hasPrefix(mark) { return heading + line.dropFirst(mark.count) }
        if line.hasPrefix("%") { return comment(line) }
        if line.hasPrefix("@"), line.contains(":") { return ForeignText.comment(String(line)) }
        return spans(aligned(line, title, &losses), title, &losses)
    }

    private static func comment(_ line: Substring) -> String {
        let rest = ForeignText.trimmed(line.drop { $0 == "%" || $0 == "~" })
        let note = "footnote."
        guard rest.lowercased().hasPrefix(note), let colon = rest.firstIndex(of: ":") else { return ForeignText.comment(String(rest)) }
        let key = rest[rest.index(rest.startIndex, offsetBy: note.count)..<colon]
        return "[^\(ForeignText.trimmed(key))]: \(ForeignText.trimmed(rest[rest.index(after: colon)...]))"
    }

    /// A paragraph without the signs that push it to one side.
    private static func aligned(_ line: Substring, _ title: String, _ losses: inout ForeignLosses) -> Substring {
        var text = line
        for mark in [">> ", "> "] where text.hasPrefix(mark) {
            text = text.dropFirst(mark.count)
            break
        }
        for mark in [" <<", " <"] where text.hasSuffix(mark) {
            text = text.dropLast(mark.count)
            break
        }
        if text.count != line.count { losses.add(.styles, at: title) }
        return text
    }

    private static let replaced: [String: String] = [
        "b": "**", "/b": "**", "i": "*", "/i": "*", "s": "~~", "/s": "~~", "br": "\\\n",
    ]
    private static let dropped: Set = ["u", "/u", "m", "/m", "sup", "/sup", "sub", "/sub"]

    private static func spans(_ line: Substring, _ title: String, _ losses: inout ForeignLosses) -> String {
        var out = ""
        var rest = line
        while let start = rest.firstIndex(of: "[") {
            out += rest[..<start]
            rest = rest[start...]
            let inner = rest.dropFirst().prefix(64)
            guard let end = inner.firstIndex(of: "]") else {
                out += "["
                rest = rest.dropFirst()
                continue
            }
            let code = inner[..<end]
            let name = code.lowercased()
            if let mark = replaced[name] {
                out += mark
            } else if dropped.contains(name) {
                losses.add(.styles, at: title)
            } else if name.hasPrefix("footnote:") {
                out += "[^\(code.dropFirst("footnote:".count))]"
            } else {
                out += "[\(code)]"
            }
            rest = rest[rest.index(after: end)...]
        }
        return out + rest
    }
}
