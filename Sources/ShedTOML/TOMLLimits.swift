/// How large a TOML text may be. Without such bounds one of a megabyte takes minutes or more stack than there is.
public struct TOMLLimits: Hashable, Sendable {
    /// The most bytes.
    public var length: Int
    /// The most levels. Each bracket is one and each name of a dotted key; each name of a header is two, since a list of
    /// tables may have it.
    public var depth: Int
    /// The most names and values.
    public var count: Int

    public init(length: Int = 1 << 20, depth: Int = 128, count: Int = 50_000) {
        self.length = length
        self.depth = depth
        self.count = count
    }
}
