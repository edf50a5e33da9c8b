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

    /// The same order for collections of several schemas, so that what is in one can be held against what is in another: a key is
    /// of the type that the schemas have it as which know it, where these agree; else its values' looks decide in all of them.
    /// - Parameter orders: of one text, read with the schema of each collection.
    public static func united(_ orders: [Order]) -> [Order] {
        guard orders.count > 1, let first = orders.first, orders.allSatisfy({ $0.terms.count == first.terms.count }) else { return orders }
        var united = orders
        for position in first.terms.indices {
            let (type, values) = Order.common(orders.map { $0.terms[position] })
            for number in united.indices {
                united[number].terms[position].type = type
                united[number].terms[position].values = values
            }
        }
        return united
    }

    /// What all agree on that have a type.
    private static func common(_ terms: [Term]) -> (type: ValueType?, values: [String]) {
        let typed = terms.filter { $0.type != nil }
        guard let first = typed.first else { return (nil, []) }
        let types = Set(typed.compactMap(\.type))
        if types == [.oneOf] { return typed.allSatisfy { $0.values == first.values } ? (.oneOf, first.values) : (nil, []) }
        if types.count == 1 { return (first.type, []) }
        // Whole numbers are numbers, and all of these are compared as texts.
        if types == [.number, .integer] { return (.number, []) }
        return types.isSubset(of: [.text, .url, .record]) ? (.text, []) : (nil, [])
    }
}
