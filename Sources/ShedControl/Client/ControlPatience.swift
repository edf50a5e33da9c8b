/// How long a client waits, and how much it takes.
public struct ControlPatience: Hashable, Sendable {
    /// Nanoseconds until the greeting has to be there. A daemon that is slower is done without.
    public var greeting: UInt64 = 2_000_000_000
    /// Nanoseconds after which the person is told that an answer is waited for.
    public var slow: UInt64 = 5_000_000_000
    /// Bytes of a request's line, and of a reply's, without their ends.
    public var requestBytes = ControlLimits().requestBytes
    public var replyBytes = ControlLimits().replyBytes

    public init() {}
}
