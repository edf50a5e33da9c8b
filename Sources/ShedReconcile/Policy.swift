import ShedModel

/// How strict a walk is. Follows from what it is for.
public struct Policy: Hashable, Sendable {
    public enum Judgement: Hashable, Sendable {
        /// Everything may stay where it is: adoption.
        case none
        /// What is refused stays where it is and is reported.
        case later
        /// What is refused is moved.
        case now
    }

    public var judgement: Judgement
    /// Whether what waits is judged at once.
    public var overridesWaiting = false
    /// Whether what a process uses is left alone.
    public var sparesUsers = false
    /// Whether nobody asked for this, so that what is likely to be still worked on is left alone: a folder that receives
    /// things, and what is written again where it was refused.
    public var sparesWork = false
    /// Whether what came before a daemon was ready is left to people.
    public var sparesEarlier = false
    /// Whether any number of refused additions is moved at once.
    public var rejectsAll = false
    /// Whether files are looked into where that takes its time.
    public var looksIntoContents: Bool

    public init(_ judgement: Judgement = .later) {
        self.judgement = judgement
        looksIntoContents = judgement == .now
    }
}

extension WalkRequest {
    public var policy: Policy {
        var policy: Policy
        switch self {
        case .refresh(let depth):
            policy = Policy(.later)
            policy.looksIntoContents = depth == .contents
            policy.sparesUsers = true
            policy.sparesEarlier = true
        case .afterVerb, .afterStaging, .daemonLook, .sweep:
            policy = Policy(.later)
            policy.sparesEarlier = true
        case .adopt: policy = Policy(.none)
        case .sync(let options):
            policy = Policy(.now)
            policy.overridesWaiting = options.overridesWaiting
            policy.rejectsAll = options.rejectsAll
            policy.sparesUsers = !options.overridesWaiting
        case .daemonJudging:
            policy = Policy(.now)
            policy.sparesWork = true
            policy.sparesUsers = true
            policy.sparesEarlier = true
        }
        return policy
    }

    /// Whether it takes in what shed itself has just done.
    public var isOfOwnDoing: Bool {
        switch self {
        case .afterVerb, .afterStaging: true
        case .refresh, .adopt, .sync, .daemonLook, .daemonJudging, .sweep: false
        }
    }

    /// Whether what is refused is moved.
    public var judges: Bool { policy.judgement == .now }
}
