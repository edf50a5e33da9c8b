import ShedModel

/// What stands within a paragraph, as a flat list: nothing of it nests by recursion, so that no text is too deep. It takes time linear to
/// the text.
struct MarkdownInlines {
    enum Mark {
        case emphasis, strong
        /// `~~…~~`.
        case strike
    }

    enum Item {
        case text([UInt8])
        case code([UInt8])
        case open(Mark)
        case close(Mark)
        case link(path: [UInt8])
        case linkEnd
        case image(path: [UInt8], words: [UInt8])
        /// A footnote.
        case note(Label)
        case lineBreak
    }

    /// In their order.
    private(set) var items: [Item] = []

    private enum Event {
        case item(Item)
        case run(Run)
        /// A bracket that is none of a link so far.
        case bracket(isImage: Bool)
    }

    /// A run of `*` or `_`, or two `~`.
    private struct Run {
        var sign: UInt8
        var left: Int
        /// Innermost first.
        var closes: [Mark] = []
        var opens: [Mark] = []
    }

    private struct Bracket {
        var event: Int
        /// Behind the bracket.
        var text: Int
        var isImage: Bool
    }

    private let text: [UInt8]
    private let blocks: MarkdownBlocks
    private var events: [Event] = []
    private var pending: [UInt8] = []
    private var position = 0
    /// Runs that may open something, by sign.
    private var openers: [UInt8: [Int]] = [:]
    private var brackets: [Bracket] = []
    /// So many of the brackets have a link in them and can be none.
    private var inactive = 0
    private var lastBracket = -1
    private var spans: [MarkdownSpans.Span]
    private var nextSpan = 0

    init(_ text: [UInt8], in blocks: MarkdownBlocks) {
        (self.text, self.blocks) = (text, blocks)
        spans = text.contains(UInt8(ascii: "`")) ? MarkdownSpans(text).all.filter { $0.sort == .code } : []
        while position < text.count { take() }
        flush()
        finish()
    }

    private mutating func flush() {
        guard !pending.isEmpty else { return }
        events.append(.item(.text(pending)))
        pending = []
    }

    private mutating func add(_ item: Item) {
        flush()
        events.append(.item(item))
    }

    private mutating func take() {
        while nextSpan < spans.count, spans[nextSpan].range.upperBound <= position { nextSpan += 1 }
        if nextSpan < spans.count, spans[nextSpan].range.lowerBound == position {
            let range = spans[nextSpan].range
            add(.code(MarkdownInlines.codeText(text[range])))
            position = range.upperBound
            return
        }
        let byte = text[position]
        switch byte {
        case UInt8(ascii: "\\"): takeBackslash()
        case UInt8(ascii: "*"), UInt8(ascii: "_"): takeRun(byte)
        case UInt8(ascii: "~") where text[position...].prefix(3).prefix(while: { $0 == byte }).count == 2 && (position == 0 || text[position - 1] != byte): takeRun(byte)
        case UInt8(ascii: "!") where position + 1 < text.count && text[position + 1] == UInt8(ascii: "["): open(isImage: true)
        case UInt8(ascii: "["): open(isImage: false)
        case UInt8(ascii: "]"): close()
        case UInt8(ascii: "<"): takeAngle()
        case UInt8(ascii: "&"): takeEntity()
        case 0x0a: takeLineEnd()
        default:
            pending.append(byte)
            position += 1
        }
    }

    private static func codeText(_ span: ArraySlice<UInt8>) -> [UInt8] {
        var inner = span.drop { $0 == UInt8(ascii: "`") }
        while inner.last == UInt8(ascii: "`") { inner = inner.dropLast() }
        if inner.first == 0x20, inner.last == 0x20, inner.count > 2 { inner = inner.dropFirst().dropLast() }
        return inner.map { $0 == 0x0a ? 0x20 : $0 }
    }

    private mutating func takeBackslash() {
        guard position + 1 < text.count, case let next = text[position + 1], next == 0x0a || MarkdownInlines.isPunctuation(next) else {
            pending.append(text[position])
            position += 1
            return
        }
        if next == 0x0a { add(.lineBreak) } else { pending.append(next) }
        position += 2
    }

    private mutating func takeLineEnd() {
        let spaces = pending.reversed().prefix { $0 == 0x20 }.count
        pending.removeLast(spaces)
        if spaces >= 2 { add(.lineBreak) } else { pending.append(0x0a) }
        position += 1
    }

    private mutating func takeAngle() {
        let limit = min(text.count, position + 1_000)
        let end = text[(position + 1)..<limit].firstIndex { !MarkdownLine.isText($0) || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        if let end, text[end] == UInt8(ascii: ">"), case let inner = Array(text[(position + 1)..<end]), LinkPath.isWeb(inner) {
            add(.link(path: inner))
            add(.text(inner))
            add(.linkEnd)
            position = end + 1
        } else {
            pending.append(text[position])
            position += 1
        }
    }

    private mutating func takeEntity() {
        let limit = min(text.count, position + HTMLCharacters.longestName + 2)
        guard let end = text[position..<limit].firstIndex(of: UInt8(ascii: ";")),
            let signs = HTMLCharacters.bytes(ofReference: String(decoding: text[(position + 1)..<end], as: UTF8.self))
        else {
            pending.append(text[position])
            position += 1
            return
        }
        pending += signs
        position = end + 1
    }

    // MARK: Emphasis

    private mutating func takeRun(_ sign: UInt8) {
        let start = position
        while position < text.count, text[position] == sign { position += 1 }
        let (canOpen, canClose) = flanks(start, sign)
        flush()
        let index = events.count
        events.append(.run(Run(sign: sign, left: position - start)))
        if canClose { matchCloser(index, sign) }
        if canOpen, case .run(let run) = events[index], run.left > 0 { openers[sign, default: []].append(index) }
    }

    private mutating func matchCloser(_ index: Int, _ sign: UInt8) {
        guard case .run(var closer) = events[index] else { return }
        while closer.left > 0, let top = openers[sign]?.last, case .run(var opener) = events[top] {
            let isStrong = closer.left >= 2 && opener.left >= 2
            opener.left -= isStrong ? 2 : 1
            closer.left -= isStrong ? 2 : 1
            let mark: Mark = sign == UInt8(ascii: "~") ? .strike : isStrong ? .strong : .emphasis
            opener.opens.append(mark)
            closer.closes.append(mark)
            events[top] = .run(opener)
            if opener.left == 0 { openers[sign]?.removeLast() }
            // What was opened within is not closed any more.
            dropOpeners(behind: top, but: sign)
        }
        events[index] = .run(closer)
    }

    private mutating func dropOpeners(behind index: Int, but kept: UInt8? = nil) {
        for sign in "*_~".utf8 where sign != kept {
            while let last = openers[sign]?.last, last > index { openers[sign]?.removeLast() }
        }
    }

    private enum Neighbour {
        case space, punctuation, other
    }

    private func flanks(_ start: Int, _ sign: UInt8) -> (canOpen: Bool, canClose: Bool) {
        let (before, after) = (neighbour(before: start), neighbour(at: position))
        let left = after != .space && (after != .punctuation || before != .other)
        let right = before != .space && (before != .punctuation || after != .other)
        guard sign == UInt8(ascii: "_") else { return (left, right) }
        return (left && (!right || before == .punctuation), right && (!left || after == .punctuation))
    }

    private func neighbour(before place: Int) -> Neighbour {
        guard place > 0 else { return .space }
        var begin = place - 1
        while begin > 0, place - begin < 4, text[begin] & 0xc0 == 0x80 { begin -= 1 }
        return neighbour(at: begin)
    }

    private func neighbour(at place: Int) -> Neighbour {
        guard place < text.count else { return .space }
        let byte = text[place]
        if byte < 0x80 { return MarkdownLine.isText(byte) ? (MarkdownInlines.isPunctuation(byte) ? .punctuation : .other) : .space }
        let next = place + 1 < text.count ? text[place + 1] : 0
        // General punctuation (dashes, quotation marks), and « » ¡ ¿.
        if byte == 0xe2, next == 0x80 { return .punctuation }
        if byte == 0xc2 { return next == 0xa0 ? .space : [0xab, 0xbb, 0xa1, 0xbf].contains(next) ? .punctuation : .other }
        return .other
    }

    static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2f, 0x3a...0x40, 0x5b...0x60, 0x7b...0x7e: true
        default: false
        }
    }

    // MARK: Links

    private mutating func open(isImage: Bool) {
        flush()
        position += isImage ? 2 : 1
        brackets.append(Bracket(event: events.count, text: position, isImage: isImage))
        events.append(.bracket(isImage: isImage))
        lastBracket = position
    }

    private mutating func close() {
        let end = position
        position += 1
        guard let bracket = brackets.popLast() else { return pending.append(UInt8(ascii: "]")) }
        let isInnermost = lastBracket == bracket.text
        lastBracket = position
        let isActive = bracket.isImage || brackets.count >= inactive
        inactive = min(inactive, brackets.count)
        let label = bracket.text..<end
        if isInnermost, label.count > 1, text[label.lowerBound] == UInt8(ascii: "^"), label.count <= Label.longest, case let key = Label(text[label]),
            blocks.notes[key] != nil
        {
            flush()
            events.removeSubrange(bracket.event...)
            if bracket.isImage { pending.append(UInt8(ascii: "!")) }
            return add(.note(key))
        }
        guard isActive, let path = target(label, isInnermost) else { return pending.append(UInt8(ascii: "]")) }
        flush()
        if bracket.isImage {
            let words = MarkdownInlines.words(of: events[(bracket.event + 1)...])
            events.removeSubrange(bracket.event...)
            events.append(.item(.image(path: path, words: words)))
        } else {
            events[bracket.event] = .item(.link(path: path))
            events.append(.item(.linkEnd))
            inactive = brackets.count
        }
        dropOpeners(behind: bracket.event)
    }

    /// Where a link leads whose words were just closed.
    private mutating func target(_ label: Range<Int>, _ isInnermost: Bool) -> [UInt8]? {
        let next = position < text.count ? text[position] : 0
        if next == UInt8(ascii: "("), let target = MarkdownTarget(text, from: position + 1) {
            position = target.end
            let path = text[target.path]
            let isAngled = path.count >= 2 && path.first == UInt8(ascii: "<") && path.last == UInt8(ascii: ">")
            return Array(isAngled ? path.dropFirst().dropLast() : path)
        }
        var (label, end) = (label, position)
        var isKnown = isInnermost
        if next == UInt8(ascii: "["), let close = text[(position + 1)...].prefix(Label.longest).firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") }),
            text[close] == UInt8(ascii: "]")
        {
            if close > position + 1 { (label, isKnown) = (position + 1..<close, true) }
            end = close + 1
        }
        guard isKnown, !label.isEmpty, label.count <= Label.longest, !blocks.targets.isEmpty, let found = blocks.targets[Label(text[label])],
            blocks.allowance.take(found.path.count)
        else { return nil }
        position = end
        return found.path
    }

    /// What stands in events, as text alone.
    private static func words(of events: ArraySlice<Event>) -> [UInt8] {
        events.flatMap { event -> [UInt8] in
            switch event {
            case .item(.text(let text)), .item(.code(let text)): text
            case .item(.image(_, let words)): words
            default: []
            }
        }
    }

    // MARK: The end

    private mutating func finish() {
        items.reserveCapacity(events.count)
        for event in events {
            switch event {
            case .item(let item): items.append(item)
            case .bracket(let isImage): items.append(.text(Array((isImage ? "![" : "[").utf8)))
            case .run(let run):
                items += run.closes.map { .close($0) }
                if run.left > 0 { items.append(.text(Array(repeating: run.sign, count: run.left))) }
                items += run.opens.reversed().map { .open($0) }
            }
        }
        events = []
    }
}
