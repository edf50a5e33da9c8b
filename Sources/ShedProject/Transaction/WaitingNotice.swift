/// Whom to tell that a change waits for somebody else who is at work in the project.
public struct WaitingNotice: Sendable {
    /// How long it waits before, in milliseconds.
    public var patience: Int
    public var tell: @Sendable () -> Void

    public init(after patience: Int = 5_000, tell: @escaping @Sendable () -> Void) { (self.patience, self.tell) = (patience, tell) }
}
