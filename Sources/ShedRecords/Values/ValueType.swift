/// What the values of a key are. On disk they are texts all the same.
public enum ValueType: String, CaseIterable, Hashable, Sendable {
    case text
    /// A decimal number as JSON writes it.
    case number
    /// A whole number from -2^63 to 2^63 - 1.
    case integer
    /// A year, month, day or time of ISO 8601; see ``RecordDate``.
    case date
    /// `true`, `false`, `yes` or `no`.
    case boolean
    /// One of a list of texts.
    case oneOf = "one-of"
    /// An address with its scheme.
    case url
    /// The ID or the title of a record in a collection.
    case record

    /// As complaints name it, with its article.
    public var phrase: String {
        switch self {
        case .text: "a text"
        case .number: "a number"
        case .integer: "a whole number"
        case .date: "a date"
        case .boolean: "a boolean"
        case .oneOf: "one of a list"
        case .url: "a URL"
        case .record: "a record"
        }
    }
}
