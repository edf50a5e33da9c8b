import ShedMessages
import ShedModel

/// Cuts a query into words, texts, keys in backticks and signs.
struct QueryLexer {
    enum Token: Equatable {
        case word(String)
        /// In quotation marks.
        case text(String)
        /// In backticks.
        case key(String)
        case sign(String)
        case end
    }

    let bytes: [UInt8]
    private(set) var token = Token.end
    /// Where the token begins.
    private(set) var start = 0
    /// Behind the token.
    private(set) var position = 0

    init(_ text: String) throws(RecordsError) {
        bytes = Array(text.utf8)
        guard bytes.count <= Query.longest else {
            throw RecordsError(.queryTooLong(kib: Query.longest >> 10), line: 1, column: 1, remedy: .shortenIt)
        }
        try advance()
    }

    /// Goes on to the next token.
    mutating func advance() throws(RecordsError) {
        while position < bytes.count, QueryLexer.isSpace(bytes[position]) { position += 1 }
        start = position
        guard position < bytes.count else {
            token = .end
            return
        }
        switch bytes[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): token = .text(try quoted())
        case UInt8(ascii: "`"): token = .key(try quoted())
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "*"), UInt8(ascii: "="), UInt8(ascii: "~"): sign(1)
        case UInt8(ascii: "<"), UInt8(ascii: ">"): sign(follows(UInt8(ascii: "=")) ? 2 : 1)
        case UInt8(ascii: "!"):
            guard follows(UInt8(ascii: "=")) || follows(UInt8(ascii: "~")) else {
                throw fault(.bangAlone(sign: "!"), .writeOrNot(first: "!=", second: "!~"))
            }
            sign(2)
        default: try word()
        }
    }

    private func follows(_ byte: UInt8) -> Bool { position + 1 < bytes.count && bytes[position + 1] == byte }

    private mutating func sign(_ length: Int) {
        token = .sign(String(decoding: bytes[position..<position + length], as: UTF8.self))
        position += length
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7f, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","),
            UInt8(ascii: "*"), UInt8(ascii: "="), UInt8(ascii: "~"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"):
            false
        default: true
        }
    }

    private mutating func word() throws(RecordsError) {
        while position < bytes.count, QueryLexer.isWord(bytes[position]) { position += 1 }
        guard position > start else {
            throw fault(.meansNothingHere(text: EscapedText.escape([bytes[start]])), .quoteTextsAndKeys)
        }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        if let scalar = word.unicodeScalars.first, "“”„‘’«»".unicodeScalars.contains(scalar) {
            throw fault(.noQuotationMarkHere(mark: String(scalar)), .useInstead(mark: "\""))
        }
        token = .word(word)
    }

    /// What stands between the mark at the position and the same mark.
    private mutating func quoted() throws(RecordsError) -> String {
        let mark = bytes[position]
        position += 1
        var result: [UInt8] = []
        while position < bytes.count, bytes[position] != mark {
            if bytes[position] == UInt8(ascii: "\\") {
                position += 1
                guard position < bytes.count else { break }
                switch bytes[position] {
                case UInt8(ascii: "n"): result.append(0x0a)
                case UInt8(ascii: "r"): result.append(0x0d)
                case UInt8(ascii: "t"): result.append(0x09)
                case UInt8(ascii: "\\"), mark: result.append(bytes[position])
                default:
                    start = position - 1
                    throw fault(.backslashBeforeNothing, .writeBackslash(text: "\\\\"))
                }
            } else {
                result.append(bytes[position])
            }
            position += 1
        }
        guard position < bytes.count else { throw fault(.markHasNoEnd(mark: String(Unicode.Scalar(mark))), .closeIt) }
        position += 1
        return String(decoding: result, as: UTF8.self)
    }

    /// A complaint about the token, or about another place.
    func fault(_ words: Message, _ advice: Message, at offset: Int? = nil) -> RecordsError {
        let offset = offset ?? start
        let before = bytes[..<offset]
        let line = before.reduce(1) { $0 + ($1 == 0x0a ? 1 : 0) }
        let column = offset - (before.lastIndex(of: 0x0a) ?? -1)
        return RecordsError(words, line: line, column: column, remedy: advice)
    }

    /// A word of the query in quotation marks, safe to show and not too long.
    static func quoted(_ word: String) -> Message {
        let text = EscapedText.escape(Array(word.utf8))
        return .quoted(text: text.count <= longestShown ? text : String(text.prefix(longestShown)) + "…")
    }

    /// The same of several, of which the first are shown.
    static func quoted(_ words: [String]) -> Message {
        let first = Message.list(words.prefix(mostShown).map { quoted($0) })
        return words.count > mostShown ? .andMore(names: first, count: words.count - mostShown) : first
    }

    private static let longestShown = 60
    private static let mostShown = 40
}
