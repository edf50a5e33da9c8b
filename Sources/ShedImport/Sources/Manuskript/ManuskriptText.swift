import ShedModel

/// A file of Manuskript's: a header of names and values, an empty line or two, and a text (MultiMarkdown metadata).
struct ManuskriptText {
    /// In the order of the file. Names may occur twice.
    private(set) var facts: [(name: String, value: String)] = []
    private(set) var body = ""

    init(_ text: String) {
        var lines = ForeignText.lines(text)[...]
        while let line = lines.first, !line.isEmpty {
            if line.hasPrefix("    ") {
                // A value goes on; the spaces before it are those of its column.
                if !facts.isEmpty { facts[facts.count - 1].value += "\n" + ForeignText.trimmed(line) }
            } else if let first = line.first, !first.isWhitespace, let colon = line.firstIndex(of: ":") {
                let name = line[..<colon].replacing("_.._", with: ":")
                facts.append((name == "None" ? "" : String(name), String(ForeignText.trimmed(line[line.index(after: colon)...]))))
            }
            lines = lines.dropFirst()
        }
        lines = lines.dropFirst()
        if lines.first?.isEmpty == true { lines = lines.dropFirst() }
        body = lines.joined(separator: "\n")
    }

    /// The last value of a name; `nil` where there is none or it is empty.
    subscript(name: String) -> String? {
        guard let value = facts.last(where: { $0.name == name })?.value, !value.isEmpty else { return nil }
        return value
    }
}
