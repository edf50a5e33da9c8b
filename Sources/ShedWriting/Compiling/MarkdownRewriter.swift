import ShedModel

/// Goes once through a text without notes and writes it anew as ``MarkdownTreatment`` says.
struct MarkdownRewriter {
    let treatment: MarkdownTreatment
    let text: [UInt8]
    private let spans: [MarkdownSpans.Span]
    /// The labels that the text defines.
    private let labels: Set<Label>
    private var nextSpan = 0
    private(set) var position = 0
    private var output: [UInt8] = []
    /// Where in the output and in the text the innermost open bracket stands.
    private var bracket: (output: Int, text: Int, isImage: Bool)?
    /// Where a line begins that only underlines a heading, which is written otherwise.
    private var passedLine = -1
    private var isAfterBlank = true
    private var images: [RelativePath] = []
    private var lost: [String] = []
    /// So many bytes more paths may have than they were written with: a short one can come to one of thousands.
    private var room: Int

    init(_ text: [UInt8], _ spans: [MarkdownSpans.Span], _ treatment: MarkdownTreatment, _ labels: Set<Label>) {
        (self.text, self.spans, self.treatment, self.labels) = (text, spans, treatment, labels)
        room = 8 * text.count + (64 << 10)
        output.reserveCapacity(text.count + text.count / 16)
    }

    /// The labels that lines define which are no code.
    static func labels(of text: [UInt8], _ spans: [MarkdownSpans.Span]) -> Set<Label> {
        var labels: Set<Label> = []
        guard ByteScan.first(of: signs, in: text, from: 0, to: text.count) < text.count else { return labels }
        var (position, next) = (0, 0)
        while let line = SourceText.line(of: text, at: position) {
            while next < spans.count, spans[next].range.upperBound <= position { next += 1 }
            if next >= spans.count || !spans[next].range.contains(position), let label = MarkdownLine.label(text[line.range]) {
                labels.insert(Label(text[label]))
            }
            position = line.next
        }
        return labels
    }

    mutating func result() -> MarkdownTreatment.Result {
        while let line = SourceText.line(of: text, at: position) {
            if copySpan() { continue }
            if position == passedLine {
                position = line.next
                continue
            }
            // Behind code that goes over several lines stands the rest of one.
            if position == 0 || text[position - 1] == 0x0a { takeLine(line) } else { takeInlines(to: line.next) }
        }
        return MarkdownTreatment.Result(text: output, images: images, lost: lost, isTooLarge: room < 0)
    }

    /// Copies the span that begins here.
    private mutating func copySpan() -> Bool {
        while nextSpan < spans.count, spans[nextSpan].range.upperBound <= position { nextSpan += 1 }
        guard nextSpan < spans.count, spans[nextSpan].range.lowerBound <= position else { return false }
        let end = spans[nextSpan].range.upperBound
        output += text[position..<end]
        position = end
        return true
    }

    private mutating func takeLine(_ line: (range: Range<Int>, next: Int)) {
        let bytes = text[line.range]
        if MarkdownLine.isBlank(bytes) {
            output += text[position..<line.next]
            (position, isAfterBlank, bracket) = (line.next, true, nil)
            return
        }
        if treatment.shift > 0, let heading = MarkdownLine.heading(bytes) {
            let level = min(6, heading.level + treatment.shift)
            output += Array(repeating: UInt8(ascii: "#"), count: level)
            position = heading.text.startIndex
        } else if treatment.shift > 0, isAfterBlank, let next = SourceText.line(of: text, at: line.next), let level = MarkdownLine.underline(text[next.range]),
            MarkdownLine.flush(bytes) != nil, !MarkdownLine.isListItem(bytes), !MarkdownLine.isQuote(bytes), MarkdownLine.heading(bytes) == nil, !MarkdownLine.isBreak(bytes)
        {
            output += Array(repeating: UInt8(ascii: "#"), count: min(6, level + treatment.shift)) + [0x20]
            passedLine = next.range.lowerBound
            position += bytes.prefix { $0 == 0x20 }.count
        } else if let label = MarkdownLine.label(bytes) {
            takeDefinition(label, line)
        }
        isAfterBlank = MarkdownLine.heading(bytes) != nil
        takeInlines(to: line.next)
    }

    /// Writes the beginning of a definition: its label, and the path of a link's.
    private mutating func takeDefinition(_ label: Range<Int>, _ line: (range: Range<Int>, next: Int)) {
        let isFootnote = text[label.lowerBound] == UInt8(ascii: "^")
        output += text[position..<label.lowerBound]
        output += renamed(label)
        output += text[label.upperBound..<label.upperBound + 2]
        position = label.upperBound + 2
        guard !isFootnote else { return }
        while position < line.range.upperBound, !MarkdownLine.isText(text[position]) {
            output.append(text[position])
            position += 1
        }
        let end = text[position..<line.range.upperBound].firstIndex { !MarkdownLine.isText($0) } ?? line.range.upperBound
        guard let path = rewritten(MarkdownPath(text[position..<end]), from: end - position) else { return }
        output += path
        position = end
    }

    /// A label as it is called in what is made.
    private func renamed(_ label: Range<Int>) -> [UInt8] {
        guard labels.contains(Label(text[label])) else { return Array(text[label]) }
        let prefix = Array(treatment.prefix.utf8)
        guard text[label.lowerBound] == UInt8(ascii: "^") else { return prefix + text[label] }
        return [UInt8(ascii: "^")] + prefix + text[(label.lowerBound + 1)..<label.upperBound]
    }

    // MARK: Within a line

    private mutating func takeInlines(to end: Int) {
        while position < end {
            if copySpan() { continue }
            let byte = text[position]
            switch byte {
            case UInt8(ascii: "\\") where position + 1 < end:
                output += text[position..<position + 2]
                position += 2
            case UInt8(ascii: "["):
                let isImage = position > 0 && text[position - 1] == UInt8(ascii: "!") && output.last == UInt8(ascii: "!")
                bracket = (output.count, position, isImage)
                output.append(byte)
                position += 1
            case UInt8(ascii: "]"): closeBracket()
            default:
                let limit = nextSpan < spans.count ? min(end, spans[nextSpan].range.lowerBound) : end
                let stop = ByteScan.first(of: MarkdownRewriter.signs, in: text, from: position + 1, to: limit)
                output += text[position..<stop]
                position = stop
            }
        }
    }

    /// What is looked at within a line; a link begins with the second.
    private static let signs = ByteScan.Signs(UInt8(ascii: "\\"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "]"))

    private mutating func closeBracket() {
        let opened = bracket
        bracket = nil
        let isTarget = position + 1 < text.count && text[position + 1] == UInt8(ascii: "(")
        if isTarget, takeTarget(opened) { return }
        guard let opened, !isTarget, opened.text + 1 < position, position - opened.text <= Label.longest,
            case let label = opened.text + 1..<position, labels.contains(Label(text[label]))
        else {
            output.append(text[position])
            position += 1
            return
        }
        let next = position + 1 < text.count ? text[position + 1] : 0
        let isReference = opened.text > 0 && text[opened.text - 1] == UInt8(ascii: "]")
        if text[label.lowerBound] == UInt8(ascii: "^") || isReference {
            output.removeSubrange((opened.output + 1)...)
            output += renamed(label) + [UInt8(ascii: "]")]
            position += 1
        } else if next == UInt8(ascii: "["), position + 2 < text.count, text[position + 2] != UInt8(ascii: "]") {
            // The words of a reference, whose label follows.
            output.append(UInt8(ascii: "]"))
            position += 1
        } else {
            output += Array("][".utf8) + renamed(label) + [UInt8(ascii: "]")]
            position += next == UInt8(ascii: "[") ? 3 : 1
        }
    }

    /// Writes the target of a link or an image: `](path "title")`.
    /// - Returns: whether there is one whose path is rewritten.
    private mutating func takeTarget(_ opened: (output: Int, text: Int, isImage: Bool)?) -> Bool {
        guard let target = MarkdownTarget(text, from: position + 2) else { return false }
        let path = MarkdownPath(text[target.path])
        if opened?.isImage == true, treatment.output != nil, path.isLocal {
            guard let place = path.place(in: treatment.folder) else {
                lose(path, opened, target)
                return true
            }
            images.append(place)
        }
        guard let rewritten = rewritten(path, from: target.path.count) else { return false }
        output += Array("](".utf8) + rewritten + text[target.path.upperBound..<target.end]
        position = target.end
        return true
    }

    /// A path as it leads on from where the text comes to stand; `nil` where it stays as it is.
    /// - Parameter length: how many bytes it was written with.
    private mutating func rewritten(_ path: MarkdownPath, from length: Int) -> [UInt8]? {
        guard room >= 0, let rewritten = path.rewritten(treatment) else { return nil }
        room -= max(0, rewritten.count - length)
        return rewritten
    }

    /// Leaves of an image that lies outside of the project its words.
    private mutating func lose(_ path: MarkdownPath, _ opened: (output: Int, text: Int, isImage: Bool)?, _ target: MarkdownTarget) {
        if lost.count < 100 { lost.append(path.shown) }
        position = target.end
        guard let opened, opened.output > 0 else { return }
        let words = Array(output[(opened.output + 1)...])
        output.removeSubrange((opened.output - 1)...)
        output += words
    }
}
