import ShedModel

/// Reads as much of YAML 1.2 as people and programs write into front matter and files of facts: mappings and lists, in blocks and in
/// brackets, plain, quoted and block texts, over several lines too, and comments. Anchors, aliases, tags, complex keys, directives and
/// several documents are errors with their line: nothing is expanded.
public struct YAMLReader {
    struct Line {
        var indent: Int
        var text: Substring
        var number: Int

        var isBlank: Bool { text.isEmpty || text.hasPrefix("#") }
    }

    /// Values within each other.
    static let deepest = 64
    /// A file, in bytes.
    static let longest = 4 << 20
    /// What stands in brackets or quotation marks and in several lines, which is looked at again with each line.
    static let longestQuoted = 128 << 10
    static let mostLines = 1_000

    var lines: [Line]
    var position = 0
    let path: RelativePath
    private var count = 0

    private init(_ text: String, firstLine: Int, _ path: RelativePath) throws(ForeignError) {
        self.path = path
        lines = []
        for (place, line) in ForeignText.lines(text).enumerated() {
            let indent = line.prefix { $0 == " " }.count
            let rest = line.dropFirst(indent)
            // A tab before text is no indentation in YAML.
            guard !rest.hasPrefix("\t") || ForeignText.trimmed(rest).isEmpty else { throw ForeignError(.malformed(line: firstLine + place), path) }
            lines.append(Line(indent: indent, text: ForeignText.trimmed(rest).isEmpty ? "" : rest, number: firstLine + place))
        }
    }

    /// - Parameters:
    ///   - firstLine: the number of the text's first line in its file.
    ///   - path: for what is wrong.
    /// - Throws: where it is malformed, too deep or too long, or YAML beyond what is read here.
    public static func read(_ text: String, firstLine: Int = 1, _ path: RelativePath) throws(ForeignError) -> YAMLValue {
        guard text.utf8.count <= longest else { throw ForeignError(.tooLarge(most: longest), path) }
        var reader = try YAMLReader(text, firstLine: firstLine, path)
        reader.skipBlanks()
        if let line = reader.current, line.text.hasPrefix("%") { throw ForeignError(.beyondSubset(line: line.number), path) }
        if let line = reader.current, line.indent == 0, line.text == "---" { reader.position += 1 }
        reader.skipBlanks()
        guard let first = reader.current, !reader.isEnd(first) else { return .null }
        let value = try reader.block(depth: 0)
        reader.skipBlanks()
        if let line = reader.current {
            guard line.indent == 0, line.text == "..." || line.text == "---" else { throw ForeignError(.malformed(line: line.number), path) }
            reader.position += 1
            reader.skipBlanks()
            if let more = reader.current { throw ForeignError(.beyondSubset(line: more.number), path) }
        }
        return value
    }

    var current: Line? { position < lines.count ? lines[position] : nil }

    func isEnd(_ line: Line) -> Bool { line.indent == 0 && (line.text == "..." || line.text == "---") }

    mutating func skipBlanks() { while let line = current, line.isBlank { position += 1 } }

    func fault(_ line: Line?) -> ForeignError { ForeignError(.malformed(line: line?.number ?? lines.last?.number), path) }

    mutating func counted(_ depth: Int) throws(ForeignError) {
        guard depth <= YAMLReader.deepest else { throw ForeignError(.tooDeep(most: YAMLReader.deepest), path) }
        count += 1
        guard count <= ForeignLimits.values else { throw ForeignError(.tooMany(most: ForeignLimits.values), path) }
    }

    // MARK: - Blocks

    /// What begins at the line that is next, which is not blank.
    private mutating func block(depth: Int) throws(ForeignError) -> YAMLValue {
        try counted(depth)
        guard let line = current else { return .null }
        if YAMLReader.isItem(line.text) { return try sequence(line.indent, depth) }
        if try key(of: line) != nil { return try mapping(line.indent, depth) }
        return try scalar(line.text, above: line.indent - 1, depth)
    }

    static func isItem(_ text: Substring) -> Bool { text == "-" || text.hasPrefix("- ") }

    private mutating func sequence(_ indent: Int, _ depth: Int) throws(ForeignError) -> YAMLValue {
        var values: [YAMLValue] = []
        while true {
            skipBlanks()
            guard let line = current, line.indent == indent, YAMLReader.isItem(line.text), !isEnd(line) else { break }
            let rest = line.text.dropFirst()
            let inner = rest.drop { $0 == " " }
            if inner.isEmpty || inner.hasPrefix("#") {
                position += 1
                values.append(try child(above: indent, depth))
            } else {
                // What stands behind the hyphen is a block of its own, as far in as it stands.
                lines[position] = Line(indent: indent + 1 + (rest.utf8.count - inner.utf8.count), text: inner, number: line.number)
                // Asked first, since it does not look at the whole line.
                var isBlock = YAMLReader.isItem(inner)
                if !isBlock { isBlock = try key(of: lines[position]) != nil }
                if isBlock {
                    values.append(try block(depth: depth + 1))
                } else {
                    values.append(try scalar(inner, above: indent, depth + 1))
                }
            }
        }
        return .list(values)
    }

    private mutating func mapping(_ indent: Int, _ depth: Int) throws(ForeignError) -> YAMLValue {
        var pairs: [YAMLPair] = []
        var known: Set<String> = []
        while true {
            skipBlanks()
            guard let line = current, line.indent == indent, !isEnd(line), !YAMLReader.isItem(line.text) else { break }
            guard let (key, rest) = try key(of: line), known.insert(key).inserted else { throw fault(line) }
            if rest.isEmpty || rest.hasPrefix("#") {
                position += 1
                skipBlanks()
                // A list may stand as far in as its key.
                if let next = current, next.indent == indent, YAMLReader.isItem(next.text), !isEnd(next) {
                    try counted(depth + 1)
                    pairs.append(YAMLPair(key: key, value: try sequence(indent, depth + 1)))
                } else {
                    pairs.append(YAMLPair(key: key, value: try child(above: indent, depth)))
                }
            } else {
                pairs.append(YAMLPair(key: key, value: try scalar(rest, above: indent, depth + 1)))
            }
        }
        return .map(pairs)
    }

    private mutating func child(above indent: Int, _ depth: Int) throws(ForeignError) -> YAMLValue {
        skipBlanks()
        guard let line = current, line.indent > indent, !isEnd(line) else { return .null }
        return try block(depth: depth + 1)
    }

    /// The key with which a line begins, and what stands behind its colon; `nil` where it begins with none.
    private func key(of line: Line) throws(ForeignError) -> (String, Substring)? {
        let text = line.text
        if let quote = text.first, quote == "\"" || quote == "'" {
            guard let (key, rest) = try YAMLQuoted.read(text, quote, line.number, path) else { return nil }
            let behind = rest.drop { $0 == " " }
            guard behind.hasPrefix(":"), behind.dropFirst().first.map({ $0 == " " || $0 == "\t" }) ?? true else { return nil }
            return (key, ForeignText.trimmed(behind.dropFirst()))
        }
        if text.hasPrefix("? ") || text == "?" { throw ForeignError(.beyondSubset(line: line.number), path) }
        if let first = text.first, "[{|>".contains(first) { return nil }
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == "#", index > text.startIndex, text[text.index(before: index)] == " " { return nil }
            let next = text.index(after: index)
            if text[index] == ":", next == text.endIndex || text[next] == " " || text[next] == "\t" {
                let key = String(ForeignText.trimmed(text[..<index]))
                guard let first = key.first, !"&*!@`%".contains(first) else { throw ForeignError(.beyondSubset(line: line.number), path) }
                return (key, ForeignText.trimmed(text[next...]))
            }
            index = next
        }
        return nil
    }
}
