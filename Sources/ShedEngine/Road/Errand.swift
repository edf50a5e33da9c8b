import ShedModel
import ShedReconcile
import ShedRules

/// What one walk of the road is for.
public struct Errand: Sendable {
    /// How what is refused is treated.
    public var judgement = Attitude.Judgement.now
    /// `sync --now`.
    public var overridesWaiting = false
    /// `sync --reject-all`.
    public var rejectsAll = false
    /// Paths that a person accepts where they are.
    public var accepted: Set<RelativePath> = []
    /// Moves that a command has made.
    public var commanded: [RelativePath: NodeID] = [:]
    /// Directories to look at; `nil`: all.
    public var dirty: Set<RelativePath>?
    /// Arrivals seen to come from a carrier's temporary name.
    public var carried: Set<RelativePath> = []
    /// Renames that were seen: by the path now, the paths before, the latest first.
    public var renamed: [RelativePath: [RelativePath]] = [:]
    /// Directories in which something is still being written.
    public var busy: Set<RelativePath> = []
    /// Since when the caller itself has watched (nanoseconds since 1970); else a running daemon counts.
    public var watchedSince: Int64?
    /// How long new and changed content may be hashed, in milliseconds.
    public var hashing: Int64 = 1_000

    public init() {}
}

/// What one walk of the road came to.
public struct Outcome: Sendable {
    public var changes: [Change] = []
    /// What was moved to Rejected or put back.
    public var moves: [Move] = []
    public var reports: [Report] = []
    /// What should have been moved and could not be: the path and why.
    public var failures: [(path: RelativePath, reason: String)] = []
    /// Nodes that are not on disk now and were at the last scan.
    public var vanished: [NodeID] = []

    public init() {}

    /// Whether something was refused, put back or reported: `sync` then exits 1.
    public var hasFindings: Bool { !moves.isEmpty || !reports.isEmpty || !failures.isEmpty }
}
