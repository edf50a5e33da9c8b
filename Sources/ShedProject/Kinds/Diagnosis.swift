import ShedModel

/// One thing that the doctor looked at: what was found, what it costs, what to do.
public struct Diagnosis: Hashable, Sendable {
    public enum Status: String, Hashable, Sendable, CaseIterable, Comparable {
        /// As it should be.
        case ok
        /// Worth knowing; shed does without.
        case note
        /// Something does not work, or works badly.
        case warning
        /// shed cannot work like this.
        case error

        public static func < (left: Status, right: Status) -> Bool { left.rank < right.rank }

        private var rank: Int { Status.allCases.firstIndex(of: self) ?? 0 }
    }

    public var check: DoctorCheck
    public var status: Status
    /// What it is about: an absolute path, or the name of a program or part; `nil` for the machine as a whole.
    public var subject: [UInt8]?
    /// What was found: one sentence without a full stop, safe to show.
    public var message: String
    /// What it costs; empty where it costs nothing.
    public var cost: String
    /// What to do, with the exact command where there is one; empty where there is nothing to do.
    public var remedy: String

    public init(_ check: DoctorCheck, _ status: Status, subject: [UInt8]? = nil, _ message: String, cost: String = "", remedy: String = "") {
        self.check = check
        self.status = status
        self.subject = subject
        self.message = message
        self.cost = cost
        self.remedy = remedy
    }

    public init(_ check: DoctorCheck, _ status: Status, named subject: String, _ message: String, cost: String = "", remedy: String = "") {
        self.init(check, status, subject: Array(subject.utf8), message, cost: cost, remedy: remedy)
    }
}

/// What the doctor looks at. Documentation/Doctor.md has a line on each.
public enum DoctorCheck: String, Hashable, Sendable, CaseIterable {
    case watchLimit = "watch-limit"
    case instanceLimit = "instance-limit"
    case queueLimit = "queue-limit"
    case fileLimit = "file-limit"
    case stateDirectory = "state-directory"
    case runtimeDirectory = "runtime-directory"
    case record
    case clock
    case daemon
    case watched
    case quarantine
    case service
    case root
    case fileSystem = "file-system"
    case space
    case access
    case names
    case sidecar
    case index
    case twin
    case replica
    case git
    case syncthing
    case carriers
    case program
    case version

    /// The heading that it stands under.
    public enum Group: String, Sendable, CaseIterable {
        case limits = "Limits"
        case state = "What shed keeps on this machine"
        case daemon = "The daemon"
        case projects = "Projects"
        case programs = "Other programs"
        case versions = "Versions"
    }

    public var group: Group {
        switch self {
        case .watchLimit, .instanceLimit, .queueLimit, .fileLimit: .limits
        case .stateDirectory, .runtimeDirectory, .record, .clock: .state
        case .daemon, .watched, .quarantine, .service: .daemon
        case .root, .fileSystem, .space, .access, .names, .sidecar, .index, .twin, .replica, .git, .syncthing, .carriers: .projects
        case .program: .programs
        case .version: .versions
        }
    }
}
