import ShedModel

/// A note in HTML, as Zotero keeps it, as Markdown: paragraphs, items of lists, emphasis. Tags that it does not know are passed over;
/// nothing of it is loaded or run.
enum HTMLNote {
    static func markdown(_ html: String) -> String {
        var out = ""
        var rest = html[...]
        while let first = rest.first {
            if first == "<" {
                guard let end = rest.firstIndex(of: ">") else { break }
                tag(rest[rest.index(after: rest.startIndex)..<end], &out)
                rest = rest[rest.index(after: end)...]
            } else if first == "&", let (character, behind) = entity(rest) {
                out += character
                rest = behind
            } else {
                out.append(first.isNewline ? " " : first)
                rest = rest.dropFirst()
            }
        }
        let lines = ForeignText.lines(out).map { ForeignText.trimmed($0) }
        var text = ""
        var isBlank = true
        for line in lines {
            if line.isEmpty {
                if !isBlank { text += "\n" }
                isBlank = true
            } else {
                text += line + "\n"
                isBlank = false
            }
        }
        while text.hasSuffix("\n\n") { text.removeLast() }
        return text
    }

    private static func tag(_ tag: Substring, _ out: inout String) {
        let isEnd = tag.hasPrefix("/")
        switch tag.drop(while: { $0 == "/" }).prefix(while: { $0.isLetter || $0.isNumber }).lowercased() {
        case "p", "div", "ul", "ol", "blockquote", "table", "tr": out += "\n\n"
        case "br": out += "\n"
        case "li": out += isEnd ? "" : "\n- "
        case "h1": out += isEnd ? "\n\n" : "\n\n# "
        case "h2": out += isEnd ? "\n\n" : "\n\n## "
        case "h3", "h4", "h5", "h6": out += isEnd ? "\n\n" : "\n\n### "
        case "em", "i": out += "*"
        case "strong", "b": out += "**"
        default: break
        }
    }

    private static func entity(_ text: Substring) -> (String, Substring)? {
        let inner = text.dropFirst().prefix(12)
        guard let end = inner.firstIndex(of: ";") else { return nil }
        let name = inner[..<end]
        let behind = text[text.index(after: end)...]
        if name == "nbsp" { return ("\u{a0}", behind) }
        if let byte = XMLText.character(of: String(name)) { return (String(decoding: [byte], as: UTF8.self), behind) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let value = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap { Unicode.Scalar($0) }.map { (String(Character($0)), behind) }
    }
}
