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
    /// Whether PDFs that came in are looked into although nothing is judged yet.
    public var looksIntoPDFs = false
    /// Paths that a person accepts where they are.
    public var accepted: Set<RelativePath> = []
    /// Moves that a command has made.
    public var commanded: [RelativePath: NodeID] = [:]
    /// Why they were made where shed did it by itself, or beside what a person asked for: a sentence for the history.
    public var reason: String?
    /// Where shed has just put something that another entry of the history tells.
    public var told: Set<RelativePath> = []
    /// Why shed has just put another file where one stood, for the history: sentences.
    public var remade: [RelativePath: String] = [:]
    /// IDs for files that a command has just made, whose content it has judged.
    public var assigned: [RelativePath: NodeID] = [:]
    /// Directories to look at; `nil`: all, or those that a daemon knows to have changed.
    public var dirty: Set<RelativePath>?
    /// Whether everything is looked at, whatever a daemon knows.
    public var isThorough = false
    /// Whether what vanished is believed at once; if not, it is only counted as ``Outcome/doubted``.
    public var believesVanished = true
    /// Arrivals seen to come from a carrier's temporary name.
    public var carried: Set<RelativePath> = []
    /// Renames that were seen: by the path now, the paths before, the latest first.
    public var renamed: [RelativePath: [RelativePath]] = [:]
    /// Directories in which something is still being written.
    public var busy: Set<RelativePath> = []
    /// How long new and changed content may be hashed, in milliseconds.
    public var hashing: Int64 = 1_000

    public init() {}
}

/// What one walk of the road came to.
public struct Outcome: Sendable {
    public var changes: [Change] = []
    /// What came or moved and was not taken in: it waits, or is refused and left where it is.
    public var unsettled: [Change] = []
    /// What was moved to Rejected or put back.
    public var moves: [Move] = []
    public var reports: [Report] = []
    /// How many pages' files were made anew since their bundles had changed.
    public var remadePages = 0
    /// What should have been moved and could not be: the path and why.
    public var failures: [(path: RelativePath, reason: String)] = []
    /// Nodes that are not on disk now and were at the last scan.
    public var vanished: [NodeID] = []
    /// Directories from which something vanished that is not believed yet.
    public var doubted: Set<RelativePath> = []
    /// What of the sidecar `sync --now` waited for no longer; this machine does not wait for it again.
    public var goneOnWithout: [String] = []

    public init() {}

    /// Whether something was refused, put back or reported: `sync` then exits 1.
    public var hasFindings: Bool { !moves.isEmpty || !reports.isEmpty || !failures.isEmpty }
}
