import ShedModel

/// A question about records, ready to be asked of many. The language is described in `Documentation/Query.md`.
public struct Query: Sendable {
    /// The longest query, in bytes.
    public static let longest = 64 * 1024
    /// How deep parentheses may nest.
    public static let deepest = 64

    /// One test, and where to go on when it holds and when it does not.
    struct Step: Sendable {
        var test: QueryTest
        var then: Int
        var otherwise: Int
    }

    /// Where a way through the steps ends.
    static let accepted = -1
    static let rejected = -2

    /// What the query asks of tags and values. At most 64.
    public var labels: [QueryLabel] { constants.labels }
    let constants: QueryConstants
    private(set) var steps: [Step] = []
    private(set) var start = Query.accepted
    /// Whether some value is looked at by its key.
    let needsPairs: Bool
    /// Whether it asks for a record's name: where not, ``QueryRow/name`` can be left out.
    public let needsName: Bool

    /// Reads a query.
    /// - Parameter schema: what the values of keys are; without it their looks decide.
    /// - Throws: what is wrong, with line and column (bytes, from 1) in the text; see ``excerpt(of:at:)``.
    public static func parse(_ text: String, schema: Schema? = nil) throws(RecordsError) -> Query {
        var parser = try QueryParser(text, schema: schema)
        let expression = try parser.parse()
        return Query(expression, parser.constants)
    }

    private init(_ expression: QueryExpression, _ constants: QueryConstants) {
        self.constants = constants
        needsPairs = constants.keys.contains { $0.source == .pair }
        needsName = constants.keys.contains { $0.source == .name }
        start = add(expression, then: Query.accepted, otherwise: Query.rejected)
    }

    /// Adds the steps of an expression, the last first.
    /// - Returns: where it begins.
    private mutating func add(_ expression: QueryExpression, then: Int, otherwise: Int) -> Int {
        switch expression {
        case .not(let part): return add(part, then: otherwise, otherwise: then)
        case .all(let parts): return parts.reversed().reduce(then) { add($1, then: $0, otherwise: otherwise) }
        case .any(let parts): return parts.reversed().reduce(otherwise) { add($1, then: then, otherwise: $0) }
        case .test(let test):
            steps.append(Step(test: test, then: then, otherwise: otherwise))
            return steps.count - 1
        }
    }

    /// The line of a query that an error is about, and below it a caret at the place; of a long line what stands around it.
    public static func excerpt(of text: String, at error: RecordsError) -> String? {
        guard let line = error.line, let column = error.column else { return nil }
        let lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
        guard line >= 1, line <= lines.count, column >= 1, column <= lines[line - 1].count + 1 else { return nil }
        let row = lines[line - 1]
        func shown(_ part: Substring.UTF8View.SubSequence) -> String {
            // A character as wide as the one it replaces, so that the caret stands below its place.
            String(String.UnicodeScalarView(String(Substring(part)).unicodeScalars.map { EscapedText.isUnsafe($0) ? " " : $0 }))
        }
        let place = row.index(row.startIndex, offsetBy: column - 1)
        let before = shown(row[..<place]).suffix(60)
        return before + shown(row[place...]).prefix(60) + "\n" + String(repeating: " ", count: before.count) + "^"
    }
}
