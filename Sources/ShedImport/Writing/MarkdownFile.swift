import ShedModel

/// A text that is made here: front matter with what the source says of it, the text, and notes that are no part of it.
struct MarkdownFile {
    /// Keys and values, in their order.
    private var facts: [(key: String, value: String)] = []
    var text = ""
    /// What stands behind the text, in a comment: no manuscript has it.
    private var remarks: [(title: String, text: String)] = []

    /// A fact; none where there is no text.
    mutating func add(_ key: String, _ value: String?) {
        guard let value = value.map({ ForeignText.trimmed($0) }), !value.isEmpty else { return }
        let plain = MarkdownFile.key(key)
        facts.append((facts.contains { $0.key == plain } ? "\(plain)-\(facts.count)" : plain, value))
    }

    mutating func remark(_ title: String, _ text: String?) {
        guard let text = text.map({ ForeignText.trimmed($0) }), !text.isEmpty else { return }
        remarks.append((title, text))
    }

    var isEmpty: Bool { facts.isEmpty && remarks.isEmpty && ForeignText.trimmed(text[...]).isEmpty }

    var bytes: [UInt8] {
        var out = ""
        if !facts.isEmpty {
            out += "---\n"
            for fact in facts { out += "\(fact.key): \(MarkdownFile.quoted(fact.value))\n" }
            out += "---\n"
            if !text.isEmpty || !remarks.isEmpty { out += "\n" }
        }
        out += text
        for remark in remarks {
            if !out.isEmpty { out += out.hasSuffix("\n") ? "\n" : "\n\n" }
            // What would end the comment does not.
            out += "<!-- \(remark.title):\n\n\(remark.text.replacing("-->", with: "-- >"))\n-->\n"
        }
        return Array(out.utf8)
    }

    /// A key of front matter: words with hyphens between.
    private static func key(_ text: String) -> String {
        var out = ""
        for scalar in text.lowercased().unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                out.unicodeScalars.append(scalar)
            } else if !out.hasSuffix("-"), !out.isEmpty {
                out += "-"
            }
        }
        while out.hasSuffix("-") { out.removeLast() }
        return out.isEmpty ? "field" : String(out.prefix(80))
    }

    /// A text in YAML, in one line.
    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\t": out += "\\t"
            case "\r": break
            case _ where scalar.properties.generalCategory == .control: out += "\\u" + String(repeating: "0", count: 2) + hex(scalar)
            case "\u{2028}", "\u{2029}": out += "\\n"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    private static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }
}
