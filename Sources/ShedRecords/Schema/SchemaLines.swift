import ShedTOML

/// Where the statements of a TOML text stand. The text must be one that the parser takes: this reads no more than it needs.
struct SchemaLines {
    struct Statement {
        enum Sort { case header, listHeader, pair }

        var sort: Sort
        /// The keys of a header, or of a pair within its table.
        var keys: [String]
        /// The table that the statement is in, or begins.
        var table: [String]
        /// From 1.
        var line: Int
        /// Its lines, with the last one's end.
        var lines: Range<Int>
        /// The value; of a header what is between the brackets.
        var value: Range<Int>
    }

    private(set) var statements: [Statement] = []
    private let text: [UInt8]
    private var tokens: TOMLTokens
    /// The token that comes next.
    private var token: TOMLTokens.Token?

    init(_ text: [UInt8]) {
        self.text = text
        tokens = TOMLTokens(text)
        token = tokens.next()
        var table: [String] = []
        var line = 1
        var start = 0
        while let token {
            switch token.sort {
            case .blank, .comment: advance()
            case .lineEnd:
                advance()
                line += 1
                start = token.range.upperBound
            default:
                var statement = takeStatement(in: table)
                skipLine()
                (statement.line, statement.lines) = (line, start..<position)
                statements.append(statement)
                table = statement.table
                line += text[statement.lines].count { $0 == 0x0a }
                start = position
            }
        }
    }

    /// Where the next token begins.
    private var position: Int { token?.range.lowerBound ?? text.count }

    private mutating func advance() { token = tokens.next() }

    private func isMark(_ mark: UInt8) -> Bool { token?.sort == .mark(mark) }

    private mutating func skipBlank() { if token?.sort == .blank { advance() } }

    private mutating func skipLine() {
        while let token, token.sort != .lineEnd { advance() }
        advance()
    }

    /// A header or a pair, up to its end; its lines are not known yet.
    private mutating func takeStatement(in table: [String]) -> Statement {
        var sort = Statement.Sort.pair
        if isMark(UInt8(ascii: "[")) {
            advance()
            sort = .header
            if isMark(UInt8(ascii: "[")) {
                advance()
                sort = .listHeader
            }
        }
        let start = position
        let keys = takeKeys()
        let isHeader = sort != .pair
        let value = isHeader ? start..<position : takeValue()
        return Statement(sort: sort, keys: keys, table: isHeader ? keys : table, line: 0, lines: 0..<0, value: value)
    }

    /// Keys joined by full stops; the next token is then what ends them.
    private mutating func takeKeys() -> [String] {
        var keys: [String] = []
        while true {
            skipBlank()
            guard let token, token.sort == .word || token.sort == .string else { return keys }
            keys.append(token.sort == .string ? SchemaLines.key(text[token.range]) : String(decoding: text[token.range], as: UTF8.self))
            advance()
            skipBlank()
            guard isMark(UInt8(ascii: ".")) else { return keys }
            advance()
        }
    }

    /// The text of a key in quotation marks.
    private static func key(_ quoted: ArraySlice<UInt8>) -> String {
        let table = try? TOMLTable(parsing: Array(quoted) + Array("=0".utf8))
        return table?.entries.first?.key ?? String(decoding: quoted, as: UTF8.self)
    }

    /// A value, from the sign before it to a line's end or a comment outside of brackets.
    private mutating func takeValue() -> Range<Int> {
        advance()
        skipBlank()
        let start = position
        var end = start
        var depth = 0
        while let token {
            switch token.sort {
            case .lineEnd, .comment: if depth == 0 { return start..<end }
            case .mark(UInt8(ascii: "[")), .mark(UInt8(ascii: "{")): depth += 1
            case .mark(UInt8(ascii: "]")), .mark(UInt8(ascii: "}")): depth -= 1
            default: break
            }
            if token.sort != .blank { end = token.range.upperBound }
            advance()
        }
        return start..<end
    }
}
