extension UInt8 {
    /// Whether it is one of the ASCII digits `0` to `9`.
    @inlinable
    public var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
