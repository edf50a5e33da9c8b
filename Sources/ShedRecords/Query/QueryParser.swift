import ShedMessages
import ShedModel

/// Reads a query (`Documentation/Query.md`). Recursion is as deep as the parentheses, which are counted.
struct QueryParser {
    private var lexer: QueryLexer
    private let schema: Schema?
    private(set) var constants = QueryConstants()

    init(_ text: String, schema: Schema?) throws(RecordsError) {
        lexer = try QueryLexer(text)
        self.schema = schema
    }

    mutating func parse() throws(RecordsError) -> QueryExpression {
        if lexer.token == .end { throw lexer.fault(.queryIsEmpty, .writeAComparison(example: "year > 1940")) }
        let expression = try any(depth: 0)
        switch lexer.token {
        case .end: return expression
        case .sign(")"): throw lexer.fault(.closesNothing(sign: ")"), .removeIt)
        default: throw lexer.fault(.joinMissing(before: shownToken), .putJoin)
        }
    }

    /// The token for complaints.
    private var shownToken: Message {
        switch lexer.token {
        case .end: .endOfQuery
        case .word(let text), .text(let text), .key(let text): QueryLexer.quoted(text)
        case .sign(let text): .verbatim(text)
        }
    }

    private func isKeyword(_ keyword: String) -> Bool {
        if case .word(let word) = lexer.token { word.utf8.count == keyword.utf8.count && word.lowercased() == keyword } else { false }
    }

    private var isAnyKeyword: Bool { ["and", "or", "not", "in", "has"].contains { isKeyword($0) } }

    private mutating func any(depth: Int) throws(RecordsError) -> QueryExpression {
        var parts = [try all(depth: depth)]
        while isKeyword("or") {
            try lexer.advance()
            parts.append(try all(depth: depth))
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func all(depth: Int) throws(RecordsError) -> QueryExpression {
        var parts = [try negated(depth: depth)]
        while isKeyword("and") {
            try lexer.advance()
            parts.append(try negated(depth: depth))
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negated(depth: Int) throws(RecordsError) -> QueryExpression {
        var isNegated = false
        while isKeyword("not") {
            isNegated.toggle()
            try lexer.advance()
        }
        let part = try part(depth: depth)
        return isNegated ? .not(part) : part
    }

    private mutating func part(depth: Int) throws(RecordsError) -> QueryExpression {
        if lexer.token == .sign("(") {
            let start = lexer.start
            guard depth < Query.deepest else {
                throw lexer.fault(.nestsDeeper(levels: Query.deepest), .writeWithFewer)
            }
            try lexer.advance()
            let expression = try any(depth: depth + 1)
            guard lexer.token == .sign(")") else { throw lexer.fault(.notClosed(sign: "("), .addSign(sign: ")"), at: start) }
            try lexer.advance()
            return expression
        }
        if lexer.token == .sign("*") { return .test(try anyKey()) }
        if isKeyword("has") {
            try lexer.advance()
            return .test(.has(try key().number))
        }
        if case .word(let word) = lexer.token, let label = try label(word) { return .test(label) }
        return .test(try comparison())
    }

    /// - Returns: `nil` for a word that asks of neither tag nor value.
    private mutating func label(_ word: String) throws(RecordsError) -> QueryTest? {
        guard word.utf8.count >= 4, let sort = ["tag:", "var:"].first(where: { word.prefix(4).lowercased() == $0 }) else { return nil }
        let start = lexer.start
        let end = lexer.position
        try lexer.advance()
        var name = String(word.dropFirst(4))
        // The name in quotation marks, with nothing between.
        if name.isEmpty, lexer.start == end, case .text(let text) = lexer.token {
            name = text
            try lexer.advance()
        }
        guard !name.isEmpty else { throw lexer.fault(.labelHasNoName(sort: sort), .writeLabel(sort: sort), at: start) }
        var label = QueryLabel.tag(name)
        if sort == "var:" { label = .value(name + (try valueTest(name))) }
        guard let number = constants.add(label: label) else {
            throw lexer.fault(.tooManyLabels(count: UInt64.bitWidth), .askForFewer, at: start)
        }
        return .label(number)
    }

    /// How the value of a variable is compared, if it is; what it may be, the variable says.
    private mutating func valueTest(_ name: String) throws(RecordsError) -> String {
        guard !name.utf8.contains(where: { "=<>!".utf8.contains($0) }) else {
            throw lexer.fault(.signsInVariable(signs: "= < > !"), .renameVariable(command: "shed var rename"))
        }
        guard case .sign(let sign) = lexer.token, ["=", "!=", "<", "<=", ">", ">="].contains(sign) else { return "" }
        try lexer.advance()
        return sign + (try constant())
    }

    private mutating func anyKey() throws(RecordsError) -> QueryTest {
        try lexer.advance()
        let sign = lexer.token
        guard sign == .sign("~") || sign == .sign("=") else {
            throw lexer.fault(.anyComparesBy, .sayNoValueHolds(example: "not * ~ \"x\""))
        }
        try lexer.advance()
        let number = constants.add(constant: try constant())
        return sign == .sign("~") ? .anyContains(number) : .anyEquals(number)
    }

    private mutating func constant() throws(RecordsError) -> String {
        let text: String
        switch lexer.token {
        case .text(let quoted): text = quoted
        case .word(let word) where !isAnyKeyword: text = word
        default: throw lexer.fault(.valueMissing(before: shownToken), .quoteTexts(example: "author = \"Borges\""))
        }
        try lexer.advance()
        return text
    }
}

extension QueryParser {
    /// A key of a query: its number, how its values are read, and what it is in complaints.
    private struct Key {
        var number: Int
        var source: QueryConstants.Source
        var type: ValueType?
        var name: String
        /// The values of a one-of.
        var values: [String] = []

        /// The name, safe to show.
        var shown: String { EscapedText.escape(Array(name.utf8)) }
    }

    private mutating func key() throws(RecordsError) -> Key {
        switch lexer.token {
        case .key(let name):
            try lexer.advance()
            let known = schema?.key(named: name)
            return Key(number: constants.add(key: known?.name ?? name, .pair), source: .pair, type: known?.type, name: name, values: known?.values ?? [])
        case .word(let name) where !isAnyKeyword:
            let source: QueryConstants.Source
            switch name.lowercased() {
            case "@id": source = .id
            case "@name": source = .name
            case "@modified": source = .modified
            case _ where name.utf8.first == UInt8(ascii: "@"):
                throw lexer.fault(.noPseudoKey(key: QueryLexer.quoted(name)), .pseudoKeysAre)
            default: source = .pair
            }
            let known = source == .pair ? schema?.key(named: name) : nil
            if source == .pair, known == nil, let schema, !schema.allowsOtherKeys {
                let names = QueryLexer.quoted(schema.keys.map(\.name))
                throw lexer.fault(.schemaHasNoKey(key: QueryLexer.quoted(name)), .keysOfSchema(keys: names))
            }
            try lexer.advance()
            let number = constants.add(key: known?.name ?? (source == .pair ? name : name.lowercased()), source)
            return Key(number: number, source: source, type: known?.type, name: name, values: known?.values ?? [])
        default: throw lexer.fault(.keyMissing(before: shownToken), .writeKeyIsValue)
        }
    }

    private mutating func comparison() throws(RecordsError) -> QueryTest {
        let key = try key()
        let start = lexer.start
        var isNegated = false
        if isKeyword("not") {
            isNegated = true
            try lexer.advance()
        }
        if isKeyword("in") {
            try lexer.advance()
            let list = try list(key)
            return .compare(key: key.number, isNegated ? .notAmong : .among, list.typing, list.constants)
        }
        let signs: [String: QueryOperator] = [
            "=": .equal, "!=": .unequal, "<": .less, "<=": .atMost, ">": .greater, ">=": .atLeast, "~": .contains, "!~": .lacks,
        ]
        guard !isNegated, case .sign(let sign) = lexer.token, let test = signs[sign] else {
            throw lexer.fault(
                .comparisonMissing(key: QueryLexer.quoted(key.name)), .comparisonSigns(signs: "= != < <= > >= ~ !~ in", example: "has \(key.shown)"))
        }
        try lexer.advance()
        let isText = test == .contains || test == .lacks
        if isText, key.source == .modified { throw lexer.fault(.timeHoldsNoText, .compareBySigns(first: "<", second: ">"), at: start) }
        if !isText, key.type == .boolean, test != .equal, test != .unequal {
            throw lexer.fault(.booleanHasNoOrder(key: QueryLexer.quoted(key.name)), .compareBySigns(first: "=", second: "!="), at: start)
        }
        let typing = isText ? .text : QueryParser.typing(key)
        let number = try add(key, typing, isEquality: test == .equal || test == .unequal)
        return .compare(key: key.number, test, typing, number..<number + 1)
    }

    private mutating func list(_ key: Key) throws(RecordsError) -> (typing: QueryTyping, constants: Range<Int>) {
        guard lexer.token == .sign("(") else { throw lexer.fault(.listNotOpened(sign: "("), QueryParser.howToList) }
        let typing = QueryParser.typing(key)
        let first = constants.constants.count
        repeat {
            try lexer.advance()
            _ = try add(key, typing, isEquality: true)
        } while lexer.token == .sign(",")
        guard lexer.token == .sign(")") else { throw lexer.fault(.commaMissingBefore(sign: ")", before: shownToken), QueryParser.howToList) }
        try lexer.advance()
        return (typing, first..<constants.constants.count)
    }

    /// Adds the constant at the lexer, which must read as what the key is.
    /// - Parameter isEquality: whether a value is to be the constant: of a one-of, what is none of its values is a slip.
    private mutating func add(_ key: Key, _ typing: QueryTyping, isEquality: Bool) throws(RecordsError) -> Int {
        let start = lexer.start
        var text = try constant()
        if isEquality, key.type == .oneOf, !text.isEmpty, !key.values.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
            throw lexer.fault(
                .isNeverThat(key: QueryLexer.quoted(key.name), value: QueryLexer.quoted(text)),
                .useOneOf(list: QueryLexer.quoted(key.values), example: "\(key.shown) ~ \"…\""), at: start)
        }
        if key.source == .id, let id = NodeID(text) { text = "\(id)" }
        let number = constants.add(constant: text)
        let constant = constants.constants[number]
        let type: String? =
            switch typing {
            case .number, .integer: constant.number == nil ? "number" : nil
            case .date: constant.date == nil ? "date" : nil
            case .boolean: constant.boolean == nil ? "boolean" : nil
            case .text, .guess: nil
            }
        guard let type else { return number }
        throw lexer.fault(
            .isNotOfType(value: QueryLexer.quoted(text), type: type, key: QueryLexer.quoted(key.name)), .compareWithType(type: type), at: start)
    }

    private static let howToList = Message.writeList(example: "in (\"a\", \"b\")")

    private static func typing(_ key: Key) -> QueryTyping {
        switch key.source {
        case .id, .name: return .text
        case .modified: return .date
        case .pair: break
        }
        return switch key.type {
        case nil: .guess
        case .number: .number
        case .integer: .integer
        case .date: .date
        case .boolean: .boolean
        case .text, .oneOf, .url, .record: .text
        }
    }
}
