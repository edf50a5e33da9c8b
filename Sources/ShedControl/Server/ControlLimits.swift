/// How much a server bears.
public struct ControlLimits: Hashable, Sendable {
    /// Clients at a time; one more is told that the server is busy.
    public var clients = 64
    /// Bytes of a request's line, without its end.
    public var requestBytes = 1 << 20
    /// Bytes of a reply's line, without its end.
    public var replyBytes = 256 << 20
    /// Nanoseconds in which a client has to send a whole request, from the greeting or the reply before.
    public var requestPatience: UInt64 = 30_000_000_000
    /// Nanoseconds in which a client has to read some more of its reply.
    public var replyPatience: UInt64 = 60_000_000_000

    public init() {}
}
