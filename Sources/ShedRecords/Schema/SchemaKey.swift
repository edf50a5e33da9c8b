/// What a schema says of one key.
public struct SchemaKey: Hashable, Sendable {
    public var name: String
    public var type: ValueType
    /// Whether every record must have a value, and not an empty one.
    public var isRequired = false
    /// Whether no two records may have the same value, byte by byte; empty values do not count.
    public var isUnique = false
    /// The value of new records.
    public var defaultValue: String?
    /// What the whole value must match.
    public var pattern: ValuePattern?
    /// The values of a `one-of`.
    public var values: [String] = []
    /// The least and the greatest value of a number, an integer or a date.
    public var minimum: SchemaBound?
    public var maximum: SchemaBound?
    /// The name of the collection that a `record` is in.
    public var collection: String?

    public init(_ name: String, _ type: ValueType = .text) {
        self.name = name
        self.type = type
    }
}

/// A least or greatest value.
public struct SchemaBound: Hashable, Sendable {
    /// As it is written.
    public let text: String
    let number: RecordNumber?
    let date: RecordDate?

    /// - Returns: `nil` for a text that is no value of the type, or a type that has no bounds.
    public init?(_ text: String, _ type: ValueType) {
        self.text = text
        number = RecordNumber(text)
        date = RecordDate(text)
        switch type {
        case .number: guard number != nil else { return nil }
        case .integer: guard number?.integer != nil else { return nil }
        case .date: guard date != nil else { return nil }
        case .text, .boolean, .oneOf, .url, .record: return nil
        }
    }

    public static func == (left: SchemaBound, right: SchemaBound) -> Bool { left.text == right.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The order of a value of the type to the bound; a date counts as within a bound that it begins in.
    func order(of value: String, _ type: ValueType) -> Int? {
        if type == .date {
            guard let date, let other = RecordDate(value) else { return nil }
            return other.order(to: date)
        }
        guard let number, let other = RecordNumber(value) else { return nil }
        return other.order(to: number)
    }
}
