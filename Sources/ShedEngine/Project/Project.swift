import Glibc
import ShedDisk
import ShedIndex
import ShedModel
import ShedPapers
import ShedReconcile
import ShedRules
import ShedSidecar
import ShedWriting

/// One project, opened: its root, its sidecar, and what this machine keeps of it.
///
/// Not to be shared between threads. Everything that changes something holds the project's lock meanwhile.
public final class Project {
    /// What is to be done with the project.
    public enum Purpose: Hashable, Sendable {
        /// To look, and write nothing anywhere: `status`, `check`, dry runs.
        case look
        /// To change it. Registers the project.
        case change
    }

    public let root: DirectoryHandle
    /// The root's absolute path, without links.
    public internal(set) var rootPath: [UInt8]
    public internal(set) var file: ProjectFile
    public let template: Template
    public internal(set) var settings: Settings
    public internal(set) var ignore: IgnoreRules
    public var surroundings: Surroundings
    public let registry: Registry
    /// What this machine keeps of it; `nil` while it is not registered.
    public internal(set) var seat: Registry.Seat?
    let sidecar: Sidecar
    private var configurationStamps: [Evidence?]
    var index: ProjectIndex? { didSet { recordTrust = [:] } }
    /// The folded model and what goes with it, once it was loaded.
    var state: ProjectState? {
        didSet {
            recordTrust = [:]
            knownBook = nil
        }
    }
    /// What ``papers()`` made of the state as it is.
    var knownBook: PapersBook?
    /// By collection, what is known of the rows of its records.
    var recordTrust: [NodeID: RecordTrust] = [:]
    /// Files that were hashed in idle moments and whose hashes are not in the index yet.
    var unsavedHashes: Set<NodeID> = []
    /// The same, of which the index was loaded anew before: they are hashed once more.
    var lostHashes: Set<NodeID> = []
    /// The last scan with its plan, for listings.
    var last: (Situation, Plan)?
    var keepsLast = false
    /// Whether a staged change of this process is being taken in.
    var isCarryingOut = false
    /// Held while something is changed.
    var lock: FileLock?
    /// What it was opened for.
    let purpose: Purpose
    /// For dry runs: the model as it would be after ``takeIn()``. Only kept in memory.
    var foreseen: ProjectState?
    /// Who watches the project, if this process is the daemon.
    weak var attendant: (any Attendant)?
    /// What the last walk left where it is although `sync` would have something to say about it.
    public internal(set) var leftLying: [Report] = []
    /// What is wrong with PDFs, as it was last read from the index.
    var readComplaints: (bytes: [UInt8], complaints: PDFComplaints)?
    /// What the last verb that moved or repointed pages put into Rejected, since somebody had written into their files; of a
    /// dry run, what it would.
    public internal(set) var rejectedEdits: [Move] = []
    /// What waits or failed and is in the history; `nil` until that was asked for.
    var toldConditions: Set<HistoryCondition>?
    /// PDFs that were looked through, by their content.
    var lookedThrough: [ContentHash: PDFFacts] = [:]
    /// Contents of files that were read for papers and are not in the index yet.
    var tendedContents: [NodeID: (evidence: Evidence, hash: ContentHash)] = [:]
    /// The names that nodes had before they were renamed in their folder, since papers were last tended.
    var formerNames: [NodeID: Name] = [:]
    /// What happened while papers were tended.
    var tendedChanges: [Change] = []
    /// Whether papers are being tended just now.
    var isTending = false
    /// Whether the walk under way judges PDFs that programs have open for writing (`sync --now`).
    var overridesWriters = false
    /// IDs that a dry run made up.
    var provisional: Set<NodeID> = []

    /// The project's name: the root directory's.
    public var name: Name { Name(bytes: Array(rootPath.split(separator: UInt8(ascii: "/")).last ?? [])) }
    public var id: NodeID { file.id }

    /// - Parameters:
    ///   - replica: under which the project's first batch was written, if that was just done.
    ///   - isReplica: a person says that it is a replica: it is not taken for a copy.
    init(
        root: DirectoryHandle, path: [UInt8], surroundings: Surroundings, purpose: Purpose, replica: ReplicaID? = nil,
        isReplica: Bool = false
    ) throws(ShedError) {
        self.root = root
        self.purpose = purpose
        rootPath = path
        self.surroundings = surroundings
        registry = Registry(surroundings)
        do {
            sidecar = try Sidecar(root)
            configurationStamps = try Project.configurationStamps(root)
            file = try sidecar.projectFile()
            template = try sidecar.template()
            settings = try sidecar.settings().map { text throws(ShedError) in try SettingsFile.parse(text) } ?? Settings()
            ignore = try IgnoreFile.read(root)
        } catch { throw ShedError(error) }
        try takeSeat(purpose, replica, isReplica: isReplica)
    }

    /// Opens the project that a directory belongs to: the directory itself or the nearest one above it with a `.shed`.
    /// - Parameters:
    ///   - directory: an absolute path.
    ///   - isReplica: a person says that it is a replica: it is not taken for a copy.
    public static func open(
        containing directory: [UInt8], surroundings: Surroundings, purpose: Purpose, isReplica: Bool = false
    ) throws(ShedError) -> Project {
        var path = try RealPath.of(directory)
        while true {
            let handle: DirectoryHandle
            do throws(DiskError) { handle = try DirectoryHandle(pathBytes: path) } catch { throw ShedError(error) }
            if (try? handle.kind(of: Sidecar.name)) == .directory {
                return try Project(root: handle, path: path, surroundings: surroundings, purpose: purpose, isReplica: isReplica)
            }
            guard path.count > 1, let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
                throw ShedError(
                    .usage, "\(EscapedText.escape(directory)) is in no shed project",
                    remedy: "“shed new” makes a project, “shed adopt” makes one of an existing folder, -C names another directory.")
            }
            path = slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
        }
    }

    /// Reads the settings and the ignore rules again if their files changed since they were last read.
    /// - Returns: whether they did.
    func reloadConfiguration() throws(ShedError) -> Bool {
        do {
            let stamps = try Project.configurationStamps(root)
            guard stamps != configurationStamps else { return false }
            configurationStamps = stamps
            guard try sidecar.projectFile().id == file.id else { throw ShedError(.environment, "another project is at \(EscapedText.escape(rootPath)) now") }
            settings = try sidecar.settings().map(SettingsFile.parse) ?? Settings()
            ignore = try IgnoreFile.read(root)
            return true
        } catch { throw ShedError(error) }
    }

    /// What tells one state of the two files from another.
    private static func configurationStamps(_ root: DirectoryHandle) throws(DiskError) -> [Evidence?] {
        let directory = try root.openDirectory(Sidecar.name)
        return [
            try root.evidence(of: ".shedignore"), try directory.evidence(of: Sidecar.settingsName),
            try directory.evidence(of: Sidecar.projectName),
        ]
    }

    /// Where the root directory is now, wherever it was moved to; `nil` if it was deleted.
    var currentPath: [UInt8]? {
        guard let path = try? RealPath.of(Array("/proc/self/fd/\(root.descriptor)".utf8)), let evidence = try? root.ownEvidence(),
            evidence.links > 0
        else { return nil }
        return path
    }

    /// The language that the project's own folders are named in.
    var language: Language { settings.language.map(Language.init(rawValue:)) ?? template.language }

    /// The names for the folder of what is refused, in the order in which they are tried.
    var rejectedNames: [Name] {
        let name = WritingKinds.strings(language).rejected
        return [Name(name), Name("\(name) (shed)")]
    }

    /// Whether a daemon watches this project now.
    public var watcher: WatchPresence? { seat.flatMap { WatchPresence.current(in: $0) } }
}

/// The model with what was read along with it.
struct ProjectState {
    var model: Model
    var memory: Memory
    var meta: IndexMeta
    var digests: [NodeID: DirectoryDigest]
    var clock: HybridClock
    /// Why the sidecar is not whole.
    var incomplete: [String]
    /// Whether the sidecar holds batches of other replicas.
    var hasOtherReplicas: Bool
    /// Whether an index was there to load.
    var wasIndexed: Bool
    /// The files of the sidecar that the model is the fold of.
    var batches: FoldedBatches

    /// What the index has of folders, but for their digests.
    var folderRecords: [FolderRecord] {
        model.nodes.values.filter(\.type.isDirectory)
            .map { FolderRecord(node: $0, sighting: memory.seen[$0.id], missingSince: memory.missing[$0.id]) }
    }
}

/// `.shedignore` at the root.
enum IgnoreFile {
    static func read(_ root: DirectoryHandle) throws(DiskError) -> IgnoreRules {
        do throws(DiskError) {
            // One byte more than counts, so that it is noticed that there is more; “check” says so.
            return IgnoreRules(shedignore: try root.readBeginning(".shedignore", atMost: IgnoreRules.longestFile + 1))
        } catch {
            // A link or a folder of that name is no ignore file.
            guard [.notFound, .isLink, .notDirectory, .notFile].contains(error.code) else { throw error }
            return IgnoreRules()
        }
    }
}

/// Absolute paths without links.
public enum RealPath {
    /// realpath(3).
    public static func of(_ path: [UInt8]) throws(ShedError) -> [UInt8] {
        let text = (path + [0]).map { CChar(bitPattern: $0) }
        guard let resolved = realpath(text, nil) else {
            let reason = String(cString: strerror(errno))
            throw ShedError(.usage, "\(EscapedText.escape(path)): \(reason)", remedy: "Check the path.")
        }
        defer { free(resolved) }
        return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
    }
}
