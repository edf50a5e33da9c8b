/// A daemon's reply, and who gave it.
public struct ControlAnswer: Hashable, Sendable {
    public var reply: ControlReply
    public var greeting: ControlGreeting

    public init(reply: ControlReply, greeting: ControlGreeting) {
        self.reply = reply
        self.greeting = greeting
    }

    /// The process of the daemon.
    public var pid: Int32 { greeting.pid }
}
