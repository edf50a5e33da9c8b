import ShedModel

/// Where the keys of a TOML text stand. The parser does not tell, so the text is searched, by a reading of its own that is
/// good enough for complaints: headers and keys at the beginning of lines.
struct TOMLLines {
    private struct Place: Hashable {
        /// The keys from the root, joined by full stops.
        var path: String
        /// Which of the outermost `[[…]]` tables it stands in, from 0.
        var number: Int
    }

    /// How many keys of a path count: more have no meaning in a file of ours.
    private static let deepest = 8
    /// The first line of each place, from 1, and of what stands below it.
    private var lines: [Place: Int] = [:]
    /// The same, whichever table of a list it is.
    private var firstLines: [String: Int] = [:]

    init(_ text: String) {
        var header: [String] = []
        var counts: [String: Int] = [:]
        var number = 0
        // By bytes: to Swift, CR LF is one character.
        for (line, text) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let text = Substring(text).drop(while: \.isWhitespace)
            if text.first == "[" {
                let isList = text.hasPrefix("[[")
                guard let keys = TOMLLines.keys(text.dropFirst(isList ? 2 : 1), until: "]") else { continue }
                header = keys
                if isList { counts[keys.joined(separator: "."), default: 0] += 1 }
                number = TOMLLines.number(of: keys, counts)
                add(keys, number, line + 1)
            } else if let keys = TOMLLines.keys(text, until: "=") {
                add(header + keys, number, line + 1)
            }
        }
    }

    private mutating func add(_ keys: [String], _ number: Int, _ line: Int) {
        var path = ""
        for key in keys.prefix(TOMLLines.deepest) {
            path += path.isEmpty ? key : ".\(key)"
            if firstLines[path] == nil { firstLines[path] = line }
            if lines[Place(path: path, number: number)] == nil { lines[Place(path: path, number: number)] = line }
        }
    }

    /// Which table of the outermost list a header is in: the last one that was begun.
    private static func number(of header: [String], _ counts: [String: Int]) -> Int {
        var path = ""
        for key in header.prefix(deepest) {
            path += path.isEmpty ? key : ".\(key)"
            if let count = counts[path] { return count - 1 }
        }
        return 0
    }

    /// The keys before a separator; `nil` if the line does not begin with keys.
    private static func keys(_ text: Substring, until end: Character) -> [String]? {
        guard let position = text.firstIndex(of: end) else { return nil }
        var keys: [String] = []
        for part in text[..<position].split(separator: ".", maxSplits: deepest, omittingEmptySubsequences: false) {
            let key = part.filter { $0 != "\"" && $0 != "'" && !$0.isWhitespace }
            guard !key.isEmpty, !key.contains(where: { $0 == "," || $0 == "#" || $0 == "[" || $0 == "{" }) else { return nil }
            keys.append(key)
        }
        return keys
    }

    /// The line of a key of a table, or else of the table, or else of one above it.
    /// - Parameters:
    ///   - table: the table's keys from the root, joined by full stops; empty for the root.
    ///   - number: which of the outermost list's tables it is in.
    func line(of key: String?, in table: String, number: Int) -> Int? {
        var path = table.isEmpty ? key ?? "" : key.map { "\(table).\($0)" } ?? table
        while !path.isEmpty {
            if let line = lines[Place(path: path, number: number)] { return line }
            if path.utf8.count < table.utf8.count, let line = firstLines[path] { return line }
            guard let dot = path.lastIndex(of: ".") else { return firstLines[path] }
            path = String(path[..<dot])
        }
        return nil
    }
}
