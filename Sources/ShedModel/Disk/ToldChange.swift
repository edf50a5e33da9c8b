/// What was told of a node while the sidecar was not whole: that is kept apart from what is remembered of it, which stays as it was until the
/// sidecar is whole.
public struct ToldChange: Hashable, Sendable {
    /// Whether it was told that it is gone.
    public var isGone: Bool
    /// A number for all that was told, and for the file that it was told of.
    public var value: UInt64

    public init(isGone: Bool, value: UInt64) {
        self.isGone = isGone
        self.value = value
    }
}
