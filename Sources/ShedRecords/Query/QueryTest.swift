/// How a key is compared with a constant.
enum QueryOperator: Hashable, Sendable {
    case equal, unequal, less, atMost, greater, atLeast
    /// One of several constants, or none of them.
    case among, notAmong
    /// Holds a text, or does not.
    case contains, lacks
}

/// How values are read to be compared. Every value can be read as `text` and as `guess`.
enum QueryTyping: Hashable, Sendable {
    case text, number, integer, date, boolean
    /// By what the value and the constant look like.
    case guess
}

/// The least part of a query.
enum QueryTest: Hashable, Sendable {
    /// Whether there is a value; the number is the key's.
    case has(Int)
    /// Whether the record has a tag or a value, by number.
    case label(Int)
    /// Whether any value holds a constant, or is it.
    case anyContains(Int)
    case anyEquals(Int)
    /// A key by number, and constants by theirs.
    case compare(key: Int, QueryOperator, QueryTyping, Range<Int>)
}

/// A query as it was written.
indirect enum QueryExpression {
    case all([QueryExpression])
    case any([QueryExpression])
    case not(QueryExpression)
    case test(QueryTest)
}
