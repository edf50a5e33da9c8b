import ShedModel
import ShedRules

/// All that a plan depends on. The same situation gives the same plan.
public struct Situation: Sendable {
    /// What the sidecar says.
    public var model: Model
    /// What this machine saw last time.
    public var memory: Memory
    /// What is missing by model and memory, by its contents; `nil` where that has not been gathered.
    public var missingContents: MissingContents?
    /// What is on disk now.
    public var snapshot: Snapshot
    /// What may stand where, and what people set.
    public var conventions: Conventions
    /// What the walk is for.
    public let request: WalkRequest
    /// How strict it is; follows from the request.
    public let policy: Policy
    public var disk: DiskFacts
    public var claims: Claims
    public var answers = Answers()
    /// Where nodes were seen last that the sidecar has elsewhere by now: what brought or took its batches moves the files too.
    public var carried: [NodeID: RelativePath] = [:]
    /// What files hold that were never seen here, as the device that saw them last has said along with other things (``SeenContent``). Not
    /// more than a hint: what they are known by where nothing else tells.
    public var hints: [NodeID: FileContent] = [:]
    /// What was seen last and the sidecar does not know any more: what took its batches takes the files too.
    public var departed: [Departure] = []
    /// Whether what is found is kept. If not, the next look is as this one was.
    public var isKept = true
    /// Milliseconds since 1970 in UTC.
    public var now: Int64

    public init(
        model: Model, memory: Memory, snapshot: Snapshot, conventions: Conventions, request: WalkRequest = .refresh(),
        disk: DiskFacts = DiskFacts(), now: Int64
    ) {
        self.model = model
        self.memory = memory
        self.snapshot = snapshot
        self.conventions = conventions
        self.request = request
        policy = request.policy
        self.disk = disk
        claims = Claims(request)
        self.now = now
    }
}

/// Something that was there when it was last looked at, and that the sidecar does not know any more.
public struct Departure: Hashable, Sendable {
    public var id: NodeID
    /// Where it was.
    public var path: RelativePath
    public var type: NodeType

    public init(id: NodeID, path: RelativePath, type: NodeType) {
        self.id = id
        self.path = path
        self.type = type
    }
}

extension Situation {
    /// Whether this machine never looked at the project before, or has forgotten what it saw: a clone, a copy, a lost index. What the
    /// sidecar does not know came while nobody watched.
    var isFirstLook: Bool { memory.isEmpty }

    /// Whether a file came or was written to so shortly before that a program may go on with it, and nobody asked for it to be
    /// judged: where its content ends too early, more is likely to come.
    public func mayGoOn(_ entry: Int) -> Bool { policy.sparesWork && isRecent(snapshot.entries[entry].evidence) }

    func isRecent(_ evidence: Evidence) -> Bool { evidence.wasChanged(within: conventions.settings.longQuiet, before: now) }
}

/// What people and kinds have laid down for a project.
public struct Conventions: Sendable {
    public var rules: ProjectRules
    /// What is special about the fields of kinds.
    public var fields: FieldTraits
    public var settings: Settings
    /// The name of the folder for what is refused, and the one to use where a person's folder has it.
    public var rejectedNames: [Name]
    /// Which nodes this machine has confirmed as the folders of roles of which others may say that they are elsewhere; `nil` where it
    /// takes whoever bears the role.
    public var confirmed: [Role: NodeID]?
    /// What is no node, whoever says where it is.
    public var ignore = IgnoreRules()

    public var template: Template { rules.template }

    /// Which folder is taken for that of a role.
    var shelters: ShelterChoice { ShelterChoice(confirmed: confirmed, rejectedNames: rejectedNames, template: template) }

    public init(
        rules: ProjectRules, fields: FieldTraits = FieldTraits(), settings: Settings = Settings(),
        rejectedNames: [Name] = ["Rejected", "Rejected (shed)"]
    ) {
        self.rules = rules
        self.fields = fields
        self.settings = settings
        self.rejectedNames = rejectedNames
    }
}

/// Which node stands at a path, as far as shed has put it there itself. Confirmed by the scan, or not used.
public struct Claims: Sendable {
    /// Moves that a command has made, by the path where the node stands now.
    public var moved: [RelativePath: NodeID]
    /// IDs for files that a command has just made, by path. One that is taken is not used.
    public var assigned: [RelativePath: NodeID]
    /// Where a command has just replaced files: none of these is another by its content.
    public var rewritten: Set<RelativePath>
    /// Which folders an adoption takes for folders of the template, by path. A role that is none of theirs goes by names.
    public var roles: [RelativePath: Role] = [:]

    public init(_ request: WalkRequest) {
        moved = request.moved
        assigned = request.assigned
        rewritten = request.rewritten
    }
}

/// What the plan asked for (``Wants``), by entry of the snapshot.
public struct Answers: Sendable {
    public var hashes: [Int: ContentHash] = [:]
    /// What the same contents are like.
    public var sketches: [Int: ContentSketch] = [:]
    /// What came of looking into files.
    public var verdicts: [Int: ContentVerdict] = [:]
    /// Who has a file open, or works in a folder; `nil` where nobody does.
    public var uses: [Int: FileUse?] = [:]
    /// What git brought.
    public var git: Set<Int> = []
    /// Places at which a known node stood once, whoever has moved it.
    public var formerPlaces: Set<Place> = []
    /// Nodes that by the batches were never anywhere but where they are.
    public var neverMoved: Set<NodeID> = []
    /// What the batches affirm of two nodes (``Twin/question``).
    public var twins: Set<Twin> = []
    /// Nodes that were put into a folder which another device moved, neither knowing of the other's deed.
    public var stranded: [NodeID: Stranding] = [:]
    /// Folders that git took away.
    public var takenByGit: Set<NodeID> = []
    /// Nodes of other projects that are now here.
    public var foreign: [Int: Immigrant] = [:]

    public init() {}
}
