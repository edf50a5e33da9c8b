/// What is wrong with a record by its schema.
public struct SchemaProblem: Hashable, Sendable {
    public enum Rule: String, CaseIterable, Hashable, Sendable {
        case required, type, values, pattern, minimum, maximum
        case unknownKey = "unknown-key"
    }

    public var key: String
    public var rule: Rule
    /// One sentence without a full stop.
    public var message: String
    /// What the person can do.
    public var remedy: String
    /// Whether it was too much to find out whether the value fits.
    var isTooMuch = false
}
