import ShedMessages
import ShedModel
import ShedRules

/// What follows from a situation: nothing has been done yet.
public struct Plan: Sendable {
    /// What goes into the sidecar. The operations of a move are with the move.
    public var operations: [Operation] = []
    /// What moves on disk, in this order.
    public var moves: [Move] = []
    /// Directories to look at when the next walk judges: in them stands what was refused and is explained now, and there it belongs.
    public var explained: Set<RelativePath> = []
    /// Directories that shed made and that are empty now.
    public var removals: [RelativePath] = []
    /// What happened on disk since the last scan.
    public var changes: [Change] = []
    /// What is left where it is but must be said.
    public var reports: [Report] = []
    /// The node of each entry of the snapshot; `nil` for what is no node or has to wait.
    public var binding: [NodeID?] = []
    public var waiting = Waiting()
    public var gone = Gone()
    /// Refused places of what a sync engine or git brought, as far as anything tells.
    public var carried: Set<RelativePath> = []
    /// What the plan could have used. With it, plan again.
    public var wants = Wants()

    public init() {}

    /// Whether there is nothing to do, on disk or in the sidecar.
    public var isEmpty: Bool { operations.isEmpty && moves.isEmpty && removals.isEmpty }
}

extension Plan {
    /// What the next walk is to meet as this one did.
    public struct Waiting: Sendable {
        /// Entries that are known but must not be remembered at their new place yet.
        public var held: Set<Int> = []
        /// Directories in which a program may be just saving, so that nobody can say yet what is what: to be looked at again soon.
        public var aside: Set<RelativePath> = []
        /// Arrivals that wait, by path, and since when.
        public var pending: [RelativePath: Int64] = [:]
        /// Nodes that another device has moved and that are still on their way.
        public var incomingMoves: [NodeID: IncomingMove] = [:]
        /// Entries of known nodes that were moved where they may not be, or into something that may not stand there.
        public var moves: Set<Int> = []
    }

    /// What is not on disk any more.
    public struct Gone: Sendable {
        public var vanished: [NodeID] = []
        /// Those of them that git took away: nobody here deleted them.
        public var takenByGit: Set<NodeID> = []
        /// Nodes that stand no more where they were seen, and that another device has moved elsewhere by its batches, with what was in
        /// them: nobody here deleted them.
        public var elsewhere: Set<NodeID> = []
        /// Those of them that have not come by the end of `grace`: they are missing here, and still awaited where the batches have them.
        public var overdue: Set<NodeID> = []
        /// Nodes that are not on disk any more either, which is not believed yet.
        public var doubted: Set<NodeID> = []
    }
}

/// Facts that only the disk or another project can tell.
public struct Wants: Hashable, Sendable {
    /// Entries whose content would decide.
    public var hashes: Set<Int> = []
    /// Unknown entries, which may come from another project.
    public var foreign: Set<Int> = []
    /// Entries whose folder's rules look into files.
    public var verdicts: Set<Int> = []
    /// Entries that are to be moved unless somebody uses them.
    public var users: Set<Int> = []
    /// Entries that git may have brought.
    public var git: Set<Int> = []
    /// Places at which something would be refused unless a known node stood there once, by the batches.
    public var places: Set<Place> = []
    /// Nodes that another device made, and that are a known one unless they were ever moved.
    public var moved: Set<NodeID> = []
    /// What was seen here, and what another device made that may be the same: what the batches say of the two (``Twin/question``).
    public var twins: Set<Twin> = []
    /// Nodes that stand where their folder was, if they were put into it by one who did not know that it had been moved.
    public var stranded: Set<NodeID> = []
    /// Folders of the template at the root that are not on disk any more, and that git may have taken away.
    public var departures: Set<NodeID> = []

    public init() {}

    public var isEmpty: Bool {
        hashes.isEmpty && foreign.isEmpty && verdicts.isEmpty && users.isEmpty && git.isEmpty && departures.isEmpty && !asksBatches
    }

    /// Whether anything is to be asked of all batches.
    public var asksBatches: Bool { !places.isEmpty || !moved.isEmpty || !twins.isEmpty || !stranded.isEmpty }

    public func subtracting(_ other: Wants) -> Wants {
        var result = Wants()
        result.hashes = hashes.subtracting(other.hashes)
        result.foreign = foreign.subtracting(other.foreign)
        result.verdicts = verdicts.subtracting(other.verdicts)
        result.users = users.subtracting(other.users)
        result.git = git.subtracting(other.git)
        result.departures = departures.subtracting(other.departures)
        result.places = places.subtracting(other.places)
        result.moved = moved.subtracting(other.moved)
        result.twins = twins.subtracting(other.twins)
        result.stranded = stranded.subtracting(other.stranded)
        return result
    }

    public mutating func formUnion(_ other: Wants) {
        hashes.formUnion(other.hashes)
        foreign.formUnion(other.foreign)
        verdicts.formUnion(other.verdicts)
        users.formUnion(other.users)
        git.formUnion(other.git)
        departures.formUnion(other.departures)
        places.formUnion(other.places)
        moved.formUnion(other.moved)
        twins.formUnion(other.twins)
        stranded.formUnion(other.stranded)
    }
}

/// One thing that moves on disk.
public struct Move: Hashable, Sendable {
    public enum Purpose: Hashable, Sendable {
        /// Back to where it was.
        case putBack
        /// To Rejected.
        case reject
        /// Out of Rejected: a batch that came later explains what was refused.
        case takeBack
    }

    public var node: NodeID
    public var from: RelativePath
    public var to: RelativePath
    /// The file that is meant: if another one stands there, the move is off.
    public var identity: FileIdentity
    public var purpose: Purpose
    public var refusal: Refusal
    /// What goes into the sidecar once it is done.
    public var operations: [Operation]

    public init(
        node: NodeID, from: RelativePath, to: RelativePath, identity: FileIdentity, purpose: Purpose, refusal: Refusal,
        operations: [Operation] = []
    ) {
        self.node = node
        self.from = from
        self.to = to
        self.identity = identity
        self.purpose = purpose
        self.refusal = refusal
        self.operations = operations
    }
}

/// What became of a node.
public struct Change: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case added
        case removed
        case moved
        case modified
    }

    public var kind: Kind
    /// `nil` where none has been given.
    public var id: NodeID?
    public var path: RelativePath
    /// For a move: where it was.
    public var from: RelativePath?
    public var type: NodeType
    /// Whether it came with the sidecar's word on it, or went with it, as another device or git brings, moves and takes things.
    public var isCarried = false
    /// Whether it stands in Trash or Rejected.
    public var isAside = false

    public init(_ kind: Kind, id: NodeID?, path: RelativePath, from: RelativePath? = nil, type: NodeType) {
        self.kind = kind
        self.id = id
        self.path = path
        self.from = from
        self.type = type
    }
}

/// Something that stays where it is, and why that is worth a word.
public struct Report: Hashable, Sendable {
    public var rule: RuleInfo
    public var path: RelativePath
    public var id: NodeID?
    /// Why, in one sentence or more.
    public var words: Message
    /// Why it was not looked into, where that is the matter.
    public var obstacle: LookObstacle?
    /// That too much is refused at once to be moved, where that is the matter.
    public var hold: BulkHold?
    /// Why it was not moved, where that alone is the matter: its end may change nothing that a walk sees.
    public var delay: Delay?

    public enum Delay: Hashable, Sendable {
        /// A folder still receives things.
        case beingFilled
        /// A file was still written to a short while ago, long after it was made or since it was moved.
        case beingWritten
        case inUse(FileUse)
        /// Git is at work.
        case duringGit
        /// It came before the daemon was ready, or this machine first looked, so that only a person judges it.
        case earlier
    }

    public init(rule: RuleInfo, path: RelativePath, id: NodeID?, _ words: Message) {
        self.rule = rule
        self.path = path
        self.id = id
        self.words = words
    }

    /// - Parameter message: a sentence that is in no catalogue.
    public init(rule: RuleInfo, path: RelativePath, id: NodeID?, message: String) { self.init(rule: rule, path: path, id: id, .verbatim(message)) }

    public init(rule: RuleInfo, path: RelativePath, id: NodeID?, obstacle: LookObstacle) {
        self.init(rule: rule, path: path, id: id, message: obstacle.message)
        self.obstacle = obstacle
    }

    /// Why, in English.
    public var message: String { words.english }
}
