/// Finds the links of a passage of Markdown (CommonMark, 6).
struct MarkdownInlines {
    /// The lines of the passage, with a line feed behind each but the last.
    let text: [UInt8]
    /// Where each line begins in that, and in the document.
    private let lines: [(start: Int, source: Int)]
    private let isHTML: Bool
    /// Where runs of backticks of a length stand, the last first.
    private var runs: [Int: [Int]] = [:]
    private var openers: [Opener] = []
    /// Openers below this one are in the text of a link, and begin none.
    private var inert = 0
    private var deadEnds = HTMLDeadEnds()

    private struct Opener {
        var isImage: Bool
    }

    init(_ document: [UInt8], _ passage: MarkdownPassage) {
        var text: [UInt8] = []
        var lines: [(start: Int, source: Int)] = []
        text.reserveCapacity(passage.lines.reduce(0) { $0 + $1.count + 1 })
        for line in passage.lines {
            if !lines.isEmpty { text.append(0x0a) }
            lines.append((text.count, line.lowerBound))
            text += document[line]
        }
        self.text = text
        self.lines = lines
        isHTML = passage.isHTML
    }

    func find(_ found: inout FoundLinks) {
        var scan = self
        if isHTML {
            var position = 0
            while let start = text[position...].firstIndex(of: UInt8(ascii: "<")) { position = scan.takeMarkup(start, &found) ?? start + 1 }
            return
        }
        // Without these there is none.
        guard text.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "<") }) else { return }
        scan.noteRuns()
        var position = 0
        while let next = scan.takeDefinition(position, &found) { position = next }
        scan.run(from: position, &found)
    }

    private mutating func noteRuns() {
        var position = text.count
        while position > 0 {
            position -= 1
            guard text[position] == UInt8(ascii: "`") else { continue }
            let end = position + 1
            while position > 0, text[position - 1] == UInt8(ascii: "`") { position -= 1 }
            runs[end - position, default: []].append(position)
        }
    }

    private mutating func run(from start: Int, _ found: inout FoundLinks) {
        var position = start
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "`"): position = behindCode(position)
            case UInt8(ascii: "<"): position = behindAddress(position) ?? takeMarkup(position, &found) ?? position + 1
            case UInt8(ascii: "!") where position + 1 < text.count && text[position + 1] == UInt8(ascii: "["):
                position = takeWiki(position + 1, &found) ?? open(position + 1, isImage: true)
            case UInt8(ascii: "["): position = takeWiki(position, &found) ?? open(position, isImage: false)
            case UInt8(ascii: "]"): position = close(position, &found)
            default: position += 1
            }
        }
    }

    // MARK: Code and HTML

    /// Behind a span of code; behind its backticks where nothing ends it.
    private mutating func behindCode(_ start: Int) -> Int {
        var end = start
        while end < text.count, text[end] == UInt8(ascii: "`") { end += 1 }
        let length = end - start
        // What lies before was passed, and is not asked for again.
        while let next = runs[length]?.last, next < end { runs[length]?.removeLast() }
        return runs[length]?.last.map { $0 + length } ?? end
    }

    /// Behind `<https://…>` or `<somebody@example.org>`.
    private func behindAddress(_ start: Int) -> Int? {
        var position = start + 1
        var isAddress = false
        while position < text.count, position - start <= DocumentLink.longest {
            switch text[position] {
            case UInt8(ascii: ">"): return isAddress ? position + 1 : nil
            case UInt8(ascii: "<"), 0...0x20: return nil
            case UInt8(ascii: ":"), UInt8(ascii: "@"): isAddress = isAddress || position > start + 1
            case UInt8(ascii: "\""), UInt8(ascii: "="), UInt8(ascii: "'"):
                if !isAddress { return nil }
            default: break
            }
            position += 1
        }
        return nil
    }

    private mutating func takeMarkup(_ start: Int, _ found: inout FoundLinks) -> Int? {
        guard let markup = HTMLMarkup(in: text, at: start, text.count, &deadEnds, as: .markdown) else { return nil }
        if case .open(let tag) = markup.sort { for link in tag.links { add(link.range, link.form, &found) } }
        return markup.end
    }

    // MARK: Brackets

    private mutating func open(_ position: Int, isImage: Bool) -> Int {
        openers.append(Opener(isImage: isImage))
        return position + 1
    }

    private mutating func close(_ position: Int, _ found: inout FoundLinks) -> Int {
        guard let opener = openers.popLast() else { return position + 1 }
        let isInert = openers.count < inert
        inert = min(inert, openers.count)
        guard opener.isImage || !isInert, position + 1 < text.count, text[position + 1] == UInt8(ascii: "("),
            let link = MarkdownDestination(inline: text, at: position + 2)
        else { return position + 1 }
        add(link.range, link.form, &found)
        // No link is in the text of another.
        if !opener.isImage { inert = openers.count }
        return link.end
    }

    // MARK: Definitions

    /// Takes `[label]: destination "title"` at the beginning of a paragraph.
    /// - Returns: behind it; `nil` where none stands there.
    private func takeDefinition(_ start: Int, _ found: inout FoundLinks) -> Int? {
        var position = start
        while position < text.count, text[position] == UInt8(ascii: " ") { position += 1 }
        guard position < text.count, text[position] == UInt8(ascii: "["), let colon = MarkdownInlines.endOfLabel(in: text, position + 1),
            let link = MarkdownDestination(defined: text, at: colon + 1)
        else { return nil }
        add(link.range, link.form, &found)
        return link.end
    }

    /// Whether a line is a whole `[label]: destination`, with a title or without.
    static func isDefinition(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: "[") else { return false }
        let text = Array(line)
        return endOfLabel(in: text, 1).flatMap { MarkdownDestination(defined: text, at: $0 + 1) } != nil
    }

    /// Where the colon behind a label stands.
    private static func endOfLabel(in text: [UInt8], _ start: Int) -> Int? {
        var position = start
        var isEmpty = true
        // A footnote's text is no destination.
        guard position < text.count, text[position] != UInt8(ascii: "^") else { return nil }
        while position < text.count, position - start <= 1_000 {
            switch text[position] {
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "]"):
                guard !isEmpty, position + 1 < text.count, text[position + 1] == UInt8(ascii: ":") else { return nil }
                return position + 1
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
            if position <= text.count, !HTMLTag.isBlank(text[position - 1]) { isEmpty = false }
        }
        return nil
    }

    // MARK: Wiki links

    /// Takes `[[Name#heading|text]]`, which stands on one line.
    /// - Returns: behind it; `nil` where none stands there.
    private func takeWiki(_ start: Int, _ found: inout FoundLinks) -> Int? {
        guard start + 2 < text.count, text[start + 1] == UInt8(ascii: "[") else { return nil }
        var position = start + 2
        var end: Int?
        while position < text.count, position - start <= DocumentLink.longest {
            switch text[position] {
            case UInt8(ascii: "["), 0x0a: return nil
            case UInt8(ascii: "]"):
                // With a destination behind it, it is the text of a link.
                guard position + 1 < text.count, text[position + 1] == UInt8(ascii: "]"), position + 2 >= text.count || text[position + 2] != UInt8(ascii: "(")
                else { return nil }
                // In a table the bar is escaped.
                var last = end ?? position
                if last < position, last > start + 2, text[last] == UInt8(ascii: "|"), text[last - 1] == UInt8(ascii: "\\") { last -= 1 }
                add((start + 2)..<last, .wiki, &found)
                return position + 2
            case UInt8(ascii: "#"), UInt8(ascii: "|"), UInt8(ascii: "^"):
                if end == nil { end = position }
                position += 1
            default: position += 1
            }
        }
        return nil
    }

    // MARK: Places

    /// - Parameter range: in the text; on one line.
    private func add(_ range: Range<Int>, _ form: DocumentLink.Form, _ found: inout FoundLinks) {
        guard !range.isEmpty, !text[range].contains(0x0a) else { return }
        var (low, high) = (0, lines.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle].start <= range.lowerBound { low = middle } else { high = middle }
        }
        let shift = lines[low].source - lines[low].start
        found.add(range.lowerBound + shift..<range.upperBound + shift, form)
    }
}
