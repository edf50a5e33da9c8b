/// What is wrong with a record by its schema.
public struct SchemaProblem: Hashable, Sendable {
    public enum Rule: String, CaseIterable, Hashable, Sendable {
        case required, type, values, pattern, minimum, maximum, unique, reference
        case unknownKey = "unknown-key"
    }

    public var key: String
    public var rule: Rule
    /// One sentence without a full stop.
    public var message: String
    /// What the person can do.
    public var remedy: String
}

/// What a schema must know of other records.
public protocol SchemaContext {
    /// The name of another record of the collection with this value, byte by byte; `nil` if there is none.
    func other(having value: String, for key: String) -> String?
    /// How many records of a collection have a text for their ID or title; `nil` if there is no such collection.
    func count(of reference: String, in collection: String) -> Int?
}
