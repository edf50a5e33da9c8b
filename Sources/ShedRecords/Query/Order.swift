/// How records are sorted: `year,-title`. Typed by the schema; see `Documentation/Query.md`.
public struct Order: Sendable {
    /// One key, the first decides.
    public struct Term: Sendable {
        public var column: Columns.Column
        /// The greatest first; what is missing is last all the same.
        public var isDescending: Bool
        /// `nil` where the values' looks decide.
        public var type: ValueType?
        /// The values of a `one-of`, in whose order records stand.
        public var values: [String]
        /// The key as it was written.
        public var written: String
        /// Whether it stood in backticks or quotation marks.
        public var isQuoted: Bool
    }

    public private(set) var terms: [Term]

    /// Reads keys with commas between them, a minus sign before those whose greatest values come first.
    /// - Throws: what is wrong, with the column in the text.
    public static func parse(_ text: String, schema: Schema? = nil) throws(RecordsError) -> Order {
        var terms: [Term] = []
        for entry in try KeyList.parse(text, allowsMinus: true) {
            let source = try KeyList.source(entry)
            let known = source == .pair ? schema?.key(named: entry.name) : nil
            let column: Columns.Column =
                switch source {
                case .pair: .key(known?.name ?? entry.name)
                case .id: .id
                case .name: .name
                case .modified: .modified
                }
            terms.append(Term(column: column, isDescending: entry.isDescending, type: known?.type, values: known?.values ?? [], written: entry.name, isQuoted: entry.isQuoted))
        }
        return Order(terms: terms)
    }
}
