/// Looks over a text before the parser does, which calls itself for all that nests, takes the square of the number of tables
/// and stops without a reason at a few malformed texts.
///
/// It reads what is well formed as the parser does. At what is malformed the parser gets no further; what is found behind
/// that may be told instead.
struct TOMLBounds {
    private struct Bracket {
        var isTable: Bool
        /// The levels within it.
        var depth: Int
    }

    private let text: [UInt8]
    private let limits: TOMLLimits
    private var tokens: TOMLTokens
    /// The levels at this place, and those of the header that it stands under.
    private var (depth, header) = (0, 0)
    /// The names and values so far.
    private var count = 0
    private var brackets: [Bracket] = []
    private var isKey = true
    /// Whether the next thing in a list is a value or the list's end.
    private var wantsValue = false

    private init(_ text: [UInt8], _ limits: TOMLLimits) {
        self.text = text
        self.limits = limits
        tokens = TOMLTokens(text)
    }

    /// - Throws: where a limit is exceeded, where a header has no name, and where a list is malformed in a way that the
    ///   parser does not tell.
    static func check(_ text: [UInt8], _ limits: TOMLLimits) throws(TOMLError) {
        var bounds = TOMLBounds(text, limits)
        while let token = bounds.tokens.next() {
            switch token.sort {
            case .blank, .comment, .lineEnd: continue
            case .mark(UInt8(ascii: "[")): try bounds.takeHeader()
            default: try bounds.takePair(token.range.lowerBound)
            }
        }
    }

    private func fault(_ cause: TOMLError.Cause, at offset: Int) -> TOMLError {
        TOMLError(cause: cause, position: TOMLPosition(offset: offset, in: text))
    }

    /// Counts a name or a bracket, and the levels that it brings.
    private mutating func enter(_ levels: Int, _ offset: Int) throws(TOMLError) {
        depth += levels
        guard depth <= limits.depth else { throw fault(.tooDeep(most: limits.depth), at: offset) }
        try add(offset)
    }

    private mutating func add(_ offset: Int) throws(TOMLError) {
        count += 1
        guard count <= limits.count else { throw fault(.tooMany(most: limits.count), at: offset) }
    }

    private mutating func skipBlank() -> TOMLTokens.Token? {
        let token = tokens.next()
        return token?.sort == .blank ? tokens.next() : token
    }

    /// A header, of which the first bracket is read.
    private mutating func takeHeader() throws(TOMLError) {
        var token = skipBlank()
        if token?.sort == .mark(UInt8(ascii: "[")) { token = skipBlank() }
        // Where nothing follows, the parser tells that the text ends.
        guard let name = token else { return }
        guard isName(name) else { throw fault(.namelessTable, at: name.range.lowerBound) }
        depth = 0
        try enter(2, name.range.lowerBound)
        while let token = tokens.next(), token.sort != .lineEnd {
            if token.sort == .mark(UInt8(ascii: ".")) { try enter(2, token.range.lowerBound) }
        }
        header = depth
    }

    private func isName(_ token: TOMLTokens.Token) -> Bool {
        let byte = text[token.range.lowerBound]
        return switch token.sort {
        case .string, .openString: true
        case .word: (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        default: false
        }
    }

    /// A key with its value, of which the first token is read, at an offset.
    private mutating func takePair(_ offset: Int) throws(TOMLError) {
        (depth, isKey, wantsValue) = (header, true, false)
        brackets = []
        try enter(1, offset)
        while let token = tokens.next() {
            switch token.sort {
            case .blank, .comment: continue
            case .lineEnd: if brackets.isEmpty { return }
            case .mark(let byte): try take(byte, token.range.lowerBound)
            case .string, .openString, .word:
                if wantsValue, isLineSeparator(token.range) { throw malformedList(token.range.lowerBound) }
                wantsValue = false
            }
        }
    }

    private mutating func take(_ mark: UInt8, _ offset: Int) throws(TOMLError) {
        switch mark {
        case UInt8(ascii: "."): if isKey { try enter(1, offset) }
        case UInt8(ascii: "="): isKey = false
        case UInt8(ascii: ","):
            try add(offset)
            if let bracket = brackets.last { begin(bracket) }
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            try enter(1, offset)
            brackets.append(Bracket(isTable: mark == UInt8(ascii: "{"), depth: depth))
            begin(brackets[brackets.count - 1])
        default:
            if mark == UInt8(ascii: "}"), wantsValue { throw malformedList(offset) }
            brackets.removeLast(min(1, brackets.count))
            (isKey, wantsValue) = (false, false)
        }
    }

    /// What a bracket or a comma in it begins: a key or a value.
    private mutating func begin(_ bracket: Bracket) {
        // The name of a key is one level more.
        depth = bracket.depth + (bracket.isTable ? 1 : 0)
        (isKey, wantsValue) = (bracket.isTable, !bracket.isTable)
    }

    private func malformedList(_ offset: Int) -> TOMLError {
        fault(.syntax("Error while parsing array: expected value or closing ']'"), at: offset)
    }

    /// Whether a token begins with U+0085, U+2028 or U+2029.
    private func isLineSeparator(_ range: Range<Int>) -> Bool {
        let start = text[range].prefix(3)
        return start.starts(with: [0xc2, 0x85]) || start.starts(with: [0xe2, 0x80, 0xa8]) || start.starts(with: [0xe2, 0x80, 0xa9])
    }
}
