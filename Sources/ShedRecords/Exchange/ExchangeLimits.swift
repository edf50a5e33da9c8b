/// How much of an import is held at once. What is larger is an error, whoever wrote it.
public enum ExchangeLimits {
    /// Of the keys and values of one record together, in bytes of UTF-8: 1 MiB.
    public static let largestRecord = 1 << 20
    /// Of one key, in bytes of UTF-8: 1 KiB.
    public static let longestKey = 1 << 10
    /// Of one record, and of the columns of a table.
    public static let mostPairs = 10_000
    /// Of a collection's name, in bytes of UTF-8.
    public static let longestName = 1 << 10
}
