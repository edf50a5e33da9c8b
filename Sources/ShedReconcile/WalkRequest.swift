import ShedMessages
import ShedModel

/// What one walk is for. Cases that exclude each other; each brings what it needs and nothing else.
///
/// None moves anybody's files but ``sync(_:)`` and ``daemonJudging(_:)``.
public enum WalkRequest: Sendable {
    /// Takes in what changed, leaving what is refused where it is: before anything else is done or shown.
    case refresh(Depth = .names)
    /// Takes in what a verb has done to the disk.
    case afterVerb(VerbEffects = VerbEffects())
    /// Takes in files that were written elsewhere and put into their places in one step.
    case afterStaging(StagedEffects)
    /// Everything gets an ID and may stay where it is.
    case adopt
    /// A person asks for the project to be put in order.
    case sync(SyncOptions = SyncOptions())
    /// A daemon takes in what events told.
    case daemonLook(DaemonLook)
    /// A daemon judges what has been quiet.
    case daemonJudging(DaemonJudging)
    /// A daemon looks at everything for what no event told.
    case sweep
}

extension WalkRequest {
    /// How closely a walk looks at what came in.
    public enum Depth: Hashable, Sendable {
        /// Files whose content takes long to look into wait for a walk that judges.
        case names
        /// These are looked into too, although nothing is judged.
        case contents
    }

    /// What a verb has done.
    public struct VerbEffects: Sendable {
        /// Nodes that were moved: by the path where each stands now.
        public var moved: [RelativePath: NodeID]
        /// Paths that a person accepts where they are.
        public var accepted: Set<RelativePath>
        /// Why they were moved where shed did it by itself, or beside what a person asked for: a sentence for the history.
        public var reason: Message?
        public var scope: WalkScope

        public init(
            moved: [RelativePath: NodeID] = [:], accepted: Set<RelativePath> = [], reason: Message? = nil, scope: WalkScope = .changed
        ) {
            self.moved = moved
            self.accepted = accepted
            self.reason = reason
            self.scope = scope
        }
    }

    /// What was put into its place.
    public struct StagedEffects: Sendable {
        /// IDs for the files that were made, by path; their content was judged before.
        public var assigned: [RelativePath: NodeID]
        /// Where another entry of the history says already what was put there.
        public var told: Set<RelativePath>
        /// Why another file stands now where one stood, for the history: a sentence by path.
        public var remade: [RelativePath: Message]
        /// Where it replaced files: what stands there now is what stood there, whatever it holds.
        public var rewritten: Set<RelativePath>
        /// Files that can be made anew at any time: this walk reads none of them so that it can be known again by what it holds.
        public var derived: Set<RelativePath>
        public var scope: WalkScope

        public init(
            assigned: [RelativePath: NodeID], told: Set<RelativePath> = [], remade: [RelativePath: Message] = [:],
            rewritten: Set<RelativePath> = [], derived: Set<RelativePath> = [], scope: WalkScope = .changed
        ) {
            self.assigned = assigned
            self.rewritten = rewritten
            self.told = told
            self.remade = remade
            self.derived = derived
            self.scope = scope
        }
    }

    /// How `sync` is asked to judge.
    public struct SyncOptions: Hashable, Sendable {
        /// `--now`: what waits is judged at once.
        public var overridesWaiting: Bool
        /// `--reject-all`: the bulk guard is off.
        public var rejectsAll: Bool

        public init(overridesWaiting: Bool = false, rejectsAll: Bool = false) {
            self.overridesWaiting = overridesWaiting
            self.rejectsAll = rejectsAll
        }
    }

    /// Where a daemon looks.
    public struct DaemonLook: Hashable, Sendable {
        /// The directories that events named; `nil`: everything.
        public var directories: Set<RelativePath>?
        /// Whether what vanished is believed at once. If not, it may be a program that saves by deleting and writing again.
        public var believesVanished: Bool

        public init(in directories: Set<RelativePath>?, believesVanished: Bool) {
            self.directories = directories
            self.believesVanished = believesVanished
        }
    }

    /// What a daemon judges.
    public struct DaemonJudging: Hashable, Sendable {
        public var directories: Set<RelativePath>
        /// Directories in which something happened just now: not judged yet.
        public var busy: Set<RelativePath>

        public init(in directories: Set<RelativePath>, busy: Set<RelativePath>) {
            self.directories = directories
            self.busy = busy
        }
    }
}

/// What a walk looks at.
public enum WalkScope: Hashable, Sendable {
    /// What changed since the last walk, as far as a daemon or the directories' digests tell; everything where they do not.
    case changed
    case directories(Set<RelativePath>)
    case everything
}

extension WalkRequest {
    /// What it looks at to begin with.
    public var scope: WalkScope {
        switch self {
        case .refresh, .adopt: .changed
        case .afterVerb(let effects): effects.scope
        case .afterStaging(let effects): effects.scope
        case .sync, .sweep: .everything
        case .daemonLook(let look): look.directories.map { .directories($0) } ?? .everything
        case .daemonJudging(let judging): .directories(judging.directories)
        }
    }

    /// Moves that a command has made, by the path where the node stands now.
    public var moved: [RelativePath: NodeID] {
        guard case .afterVerb(let effects) = self else { return [:] }
        return effects.moved
    }

    /// Paths that a person accepts where they are.
    public var accepted: Set<RelativePath> {
        guard case .afterVerb(let effects) = self else { return [] }
        return effects.accepted
    }

    /// IDs for files that a command has just made, by path.
    public var assigned: [RelativePath: NodeID] {
        guard case .afterStaging(let effects) = self else { return [:] }
        return effects.assigned
    }

    /// Where a command has just replaced files.
    public var rewritten: Set<RelativePath> {
        guard case .afterStaging(let effects) = self else { return [] }
        return effects.rewritten
    }

    /// Files that are not read so that they can be known again.
    public var derived: Set<RelativePath> {
        guard case .afterStaging(let effects) = self else { return [] }
        return effects.derived
    }

    /// Whether everything is new and may stay where it is.
    public var isAdoption: Bool {
        guard case .adopt = self else { return false }
        return true
    }

    /// Whether what vanished is believed at once.
    public var believesVanished: Bool {
        guard case .daemonLook(let look) = self else { return true }
        return look.believesVanished
    }

    /// How long new and changed content may be hashed, in milliseconds: it is what files are known by when they come back
    /// from elsewhere.
    public var hashingTime: Int64 {
        switch self {
        case .refresh, .afterVerb, .afterStaging, .sync, .daemonJudging: 1_000
        case .daemonLook, .sweep: 50
        case .adopt: 0
        }
    }

    /// The request of the rounds after the first: what a verb did and what was staged is done by then.
    public var continued: WalkRequest {
        switch self {
        case .afterVerb: .afterVerb()
        case .afterStaging: .afterStaging(StagedEffects(assigned: [:]))
        default: self
        }
    }

    /// The same, without judging what is not quiet any more.
    public var unjudged: WalkRequest {
        guard case .daemonJudging(let judging) = self else { return self }
        return .daemonLook(DaemonLook(in: judging.directories, believesVanished: true))
    }
}
