import ShedModel
import ShedRules

/// All that a plan depends on. The same situation gives the same plan.
public struct Situation: Sendable {
    /// What the sidecar says.
    public var model: Model
    /// What this machine saw last time.
    public var memory: Memory
    /// What is on disk now.
    public var snapshot: Snapshot
    public var template: Template
    public var settings: Settings
    public var attitude: Attitude
    /// Moves that a command has made, by the path where the node stands now.
    public var commanded: [RelativePath: NodeID] = [:]
    /// Renames that a daemon saw: by the path where a file stands now, the paths that it had, the latest first.
    public var renamed: [RelativePath: [RelativePath]] = [:]
    /// Paths that a person accepts where they are.
    public var accepted: Set<RelativePath> = []
    /// Contents that the plan asked for (``Wants/hashes``), by entry.
    public var hashes: [Int: ContentHash] = [:]
    /// What came of looking into files (``Wants/verdicts``), by entry.
    public var verdicts: [Int: ContentVerdict] = [:]
    /// IDs for files that a command has just made, by path. One that is taken is not used.
    public var assigned: [RelativePath: NodeID] = [:]
    /// Nodes of other projects that are now here (``Wants/foreign``), by entry.
    public var foreign: [Int: Immigrant] = [:]
    /// The name of the folder for what is refused, and the one to use where a person's folder has it.
    public var rejectedNames: [Name]
    /// Milliseconds since 1970 in UTC.
    public var now: Int64

    public init(
        model: Model, memory: Memory, snapshot: Snapshot, template: Template, settings: Settings = Settings(),
        attitude: Attitude = Attitude(), rejectedNames: [Name] = ["Rejected", "Rejected (shed)"], now: Int64
    ) {
        self.model = model
        self.memory = memory
        self.snapshot = snapshot
        self.template = template
        self.settings = settings
        self.attitude = attitude
        self.rejectedNames = rejectedNames
        self.now = now
    }
}

/// Who looks at the disk, what they saw, and how strict they are.
public struct Attitude: Sendable {
    public enum Judgement: Hashable, Sendable {
        /// Everything may stay where it is: adoption, and a first scan.
        case none
        /// What is refused stays where it is and is reported: verbs other than `sync`.
        case later
        /// What is refused is moved.
        case now
    }

    public var judgement = Judgement.now
    /// Since when a daemon has seen everything, by the file system's clock (nanoseconds since 1970); `nil`: none did.
    public var watchedSince: Int64?
    /// Whether inodes and birth times say which file this is. Where not, only path and content count.
    public var trustsInodes = true
    /// The tree bears the marks of a sync engine or git, or batches of another replica.
    public var hasCarrier = false
    /// Git is at work in the tree.
    public var isDuringGit = false
    /// Arrivals that were seen to come from a carrier's temporary name.
    public var carried: Set<RelativePath> = []
    /// Why the sidecar is not whole; empty if it is.
    public var incomplete: [String] = []
    /// `sync --now`: what waits is judged at once.
    public var overridesWaiting = false
    /// `sync --reject-all`: the bulk guard is off.
    public var rejectsAll = false
    /// Whether PDFs that came in are looked into, which takes its time. If not, they wait.
    public var looksIntoPDFs = false
    /// Directories in which something is still being written or an editor is at work: not judged yet.
    public var busy: Set<RelativePath> = []

    public init() {}
}
