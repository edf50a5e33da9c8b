import ShedModel
import ShedReconcile

/// What becomes of what was left as it stood at the adoption, now that a person asks to have it taken as what people put there now.
public struct TakingUp: Sendable {
    /// The operations after which it is so taken.
    public var operations: [Operation] = []
    /// What goes on to be left, since nothing can be made of it: why, and what helps.
    public var staying: [Report] = []

    public init() {}
}
