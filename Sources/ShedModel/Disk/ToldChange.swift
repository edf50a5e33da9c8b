/// What was told of a node while the sidecar was not whole: that is kept apart from what is remembered of it, which stays as it was until the
/// sidecar is whole.
public struct ToldChange: Hashable, Sendable {
    /// Whether it was told that it is gone.
    public var isGone: Bool
    /// A number for what was told of where it is, and for the file that it was told of; 0 for nothing.
    public var place: UInt64
    /// The same of what it holds.
    public var content: UInt64

    public init(isGone: Bool = false, place: UInt64 = 0, content: UInt64 = 0) {
        (self.isGone, self.place, self.content) = (isGone, place, content)
    }
}
