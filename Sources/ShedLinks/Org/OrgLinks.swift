/// The links of Org mode that stand in brackets (Org Syntax, “Regular links”).
enum OrgLinks {
    static func find(in document: [UInt8], _ found: inout FoundLinks) {
        var position = document.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        var block: [UInt8]?
        while position < document.count {
            let (line, next) = MarkdownBlocks.line(of: document, at: position)
            position = next
            let content = document[line].drop(while: HTMLTag.isBlank)
            if let name = block {
                if keyword(content, "#+end_") == name { block = nil }
                continue
            }
            if let name = keyword(content, "#+begin_"), verbatim.contains(name) {
                block = name
            } else if !isApart(content) {
                take(document, content.startIndex..<line.upperBound, &found)
            }
        }
    }

    /// Blocks in which nothing is markup.
    private static let verbatim = ["src", "example", "export", "comment"].map { Array($0.utf8) }

    /// The name of a block, where a line begins or ends one.
    private static func keyword(_ line: ArraySlice<UInt8>, _ prefix: String) -> [UInt8]? {
        guard line.count > prefix.utf8.count, zip(line, prefix.utf8).allSatisfy({ HTMLLinks.lowered($0) == $1 }) else { return nil }
        return line.dropFirst(prefix.utf8.count).prefix { !HTMLTag.isBlank($0) }.prefix(16).map(HTMLLinks.lowered)
    }

    /// Whether a line is a comment or of fixed width.
    private static func isApart(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, first == UInt8(ascii: "#") || first == UInt8(ascii: ":") else { return false }
        return line.dropFirst().first.map(HTMLTag.isBlank) ?? true
    }

    private static func take(_ text: [UInt8], _ line: Range<Int>, _ found: inout FoundLinks) {
        var position = line.lowerBound
        let end = line.upperBound
        var (equals, tildes) = (SpanEnd(mark: UInt8(ascii: "=")), SpanEnd(mark: UInt8(ascii: "~")))
        while position < end {
            let byte = text[position]
            if byte == equals.mark, let next = behindVerbatim(text, position, line, &equals) {
                position = next
            } else if byte == tildes.mark, let next = behindVerbatim(text, position, line, &tildes) {
                position = next
            } else if byte == UInt8(ascii: "["), position + 1 < end, text[position + 1] == UInt8(ascii: "["), let next = takeLink(text, position + 2, end, &found) {
                position = next
            } else {
                position += 1
            }
        }
    }

    /// Behind `=text=` or `~text~` on one line.
    private static func behindVerbatim(_ text: [UInt8], _ start: Int, _ line: Range<Int>, _ end: inout SpanEnd) -> Int? {
        let before = start == line.lowerBound ? UInt8(ascii: " ") : text[start - 1]
        guard HTMLTag.isBlank(before) || "-('\"{".utf8.contains(before), start + 2 < line.upperBound, !HTMLTag.isBlank(text[start + 1]) else { return nil }
        // No such span is longer where people write.
        guard let last = end.first(from: start + 2, text, line), last - start <= 1_000 else { return nil }
        return last + 1
    }

    /// The next mark of a sort on a line that may end a span: each byte is looked at once for it, whatever number of spans may begin.
    private struct SpanEnd {
        let mark: UInt8
        /// None stands between where was asked from last and here.
        private var position = 0

        init(mark: UInt8) { self.mark = mark }

        /// - Parameter start: no less than the last time; not the first byte of the text.
        mutating func first(from start: Int, _ text: [UInt8], _ line: Range<Int>) -> Int? {
            position = max(position, start)
            while position < line.upperBound {
                if text[position] == mark, !HTMLTag.isBlank(text[position - 1]) {
                    let behind = position + 1 == line.upperBound ? UInt8(ascii: " ") : text[position + 1]
                    if HTMLTag.isBlank(behind) || "-.,;:!?'\")}\\[".utf8.contains(behind) { return position }
                }
                position += 1
            }
            return nil
        }
    }

    /// - Parameter start: behind `[[`.
    /// - Returns: behind the link; `nil` where none stands there.
    private static func takeLink(_ text: [UInt8], _ start: Int, _ end: Int, _ found: inout FoundLinks) -> Int? {
        var position = start
        scan: while position < end, position - start <= DocumentLink.longest {
            switch text[position] {
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "]"): break scan
            case UInt8(ascii: "\\"):
                let behind = text[position..<end].firstIndex { $0 != UInt8(ascii: "\\") } ?? end
                let escapes = behind < end && (text[behind] == UInt8(ascii: "[") || text[behind] == UInt8(ascii: "]")) && (behind - position) % 2 == 1
                position = escapes ? behind + 1 : behind
            default: position += 1
            }
        }
        guard position + 1 < end, text[position] == UInt8(ascii: "]"), text[position + 1] == UInt8(ascii: "]") || text[position + 1] == UInt8(ascii: "[") else {
            return nil
        }
        add(text, start..<position, &found)
        return position + 2
    }

    private static func add(_ text: [UInt8], _ range: Range<Int>, _ found: inout FoundLinks) {
        let bytes = text[range]
        if LinkScheme.node(of: bytes) != nil { return found.add(range, .orgPath) }
        var isFile = false
        var start = range.lowerBound
        let scheme = Array("file:".utf8)
        if bytes.count > scheme.count, zip(bytes, scheme).allSatisfy({ HTMLLinks.lowered($0) == $1 }) {
            isFile = true
            start += scheme.count
        } else if !bytes.starts(with: Array("./".utf8)), !bytes.starts(with: Array("../".utf8)) {
            // A heading, or an address.
            return
        }
        var position = start
        while position + 1 < range.upperBound, !(text[position] == UInt8(ascii: ":") && text[position + 1] == UInt8(ascii: ":")) { position += 1 }
        let end = position + 1 < range.upperBound ? position : range.upperBound
        if start < end { found.add(start..<end, isFile ? .orgFile : .orgPath) }
    }
}
