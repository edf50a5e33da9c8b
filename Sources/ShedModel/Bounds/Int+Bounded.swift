extension Int {
    /// A number without its fraction. What is no number becomes 0, and what is beyond all numbers the nearest of them: what a
    /// program says, or a sidecar, may be any number, and `Int(_:)` of an infinite one ends the process.
    public init(bounded number: Double) {
        self = Int(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }
}

extension Int64 {
    /// The sum, or the greatest number there is where that is more: for sizes, of which a file system holds any.
    /// - Parameter other: as this number not below 0.
    public func addingUp(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
