import ShedDisk
import ShedModel
import ShedReconcile
import ShedSidecar

/// One project, opened: the face of its rooms.
///
/// ``home`` is where it is, ``store`` what is known of it, ``kind`` what is special about it. It is read through a
/// ``Reading``, which ``refresh(_:)`` gives, and changed in a ``Transaction``, which ``write(_:)`` opens.
///
/// Not to be shared between threads.
public final class Project {
    /// What is to be done with the project.
    public enum Purpose: Hashable, Sendable {
        /// To look, and write nothing anywhere: `status`, `check`, dry runs.
        case look
        /// To change it. Registers the project.
        case change
    }

    public let home: ProjectHome
    /// What it was opened for.
    package let purpose: Purpose
    package let store: ModelStore
    /// What its kind keeps of it.
    package private(set) var kind: any ProjectKind = PlainKind()
    /// What happened, for `log`.
    let journal: HistoryJournal
    /// What takes back what is done, for `undo`.
    let undo: UndoRecorder
    /// For dry runs: the model as it would be after a walk. Only kept in memory.
    var dryRun: DryRun?
    /// The change that is under way.
    weak var transaction: Transaction?
    /// What the last walk left where it is although `sync` would have something to say about it.
    public internal(set) var unresolved: [Report] = []

    /// Who watches the project, if this process is the daemon.
    package weak var changeSource: (any ChangeSource)? {
        didSet { store.changeSource = changeSource }
    }

    /// - Parameters:
    ///   - replica: under which the project's first batch was written, if that was just done.
    ///   - isReplica: a person says that it is a replica: it is not taken for a copy.
    init(
        root: DirectoryHandle, path: [UInt8], surroundings: Surroundings, purpose: Purpose, replica: ReplicaID? = nil,
        isReplica: Bool = false
    ) throws(ShedError) {
        home = try ProjectHome(root, path: path, surroundings: surroundings)
        self.purpose = purpose
        try home.enrol(purpose, replica, isReplica: isReplica)
        store = try ModelStore(home, purpose)
        journal = HistoryJournal(home)
        undo = UndoRecorder(home)
        if let module = home.module { kind = module.open(self) }
        store.observer = kind
    }

    /// Opens the project that a directory belongs to: the directory itself or the nearest one above it with a `.shed`.
    /// - Parameters:
    ///   - directory: an absolute path.
    ///   - isReplica: a person says that it is a replica: it is not taken for a copy.
    public static func open(
        containing directory: [UInt8], surroundings: Surroundings, purpose: Purpose, isReplica: Bool = false
    ) throws(ShedError) -> Project {
        let (root, path) = try nearest(to: directory, surroundings)
        return try Project(root: root, path: path, surroundings: surroundings, purpose: purpose, isReplica: isReplica)
    }

    /// The root of the project that a directory belongs to; nothing in it is opened.
    /// - Throws: ``ShedError`` where there is none.
    package static func root(containing directory: [UInt8], surroundings: Surroundings) throws(ShedError) -> [UInt8] {
        try nearest(to: directory, surroundings).path
    }

    private static func nearest(to directory: [UInt8], _ surroundings: Surroundings) throws(ShedError) -> (handle: DirectoryHandle, path: [UInt8]) {
        let start = try RealPath.of(directory)
        var path = start
        while true {
            let handle: DirectoryHandle
            do throws(DiskError) { handle = try DirectoryHandle(pathBytes: path) } catch { throw ShedError(error) }
            if (try? handle.kind(of: Sidecar.name)) == .directory { return (handle, path) }
            guard path.count > 1, let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
                throw ShedError.noProject(around: start, shown: directory, Registry(surroundings))
            }
            path = slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
        }
    }

    /// Whether a daemon watches this project now.
    public var watcher: WatchPresence? { home.stateFolder.flatMap { WatchPresence.current(in: $0) } }

    /// Who does what is done, for the history: `daemon`, or a verb's name. What one does until another is named is taken back
    /// together, but for what a daemon does.
    public var actor: String {
        get { home.surroundings.actor }
        set {
            home.surroundings.actor = newValue
            undo.close()
        }
    }
}

/// What a dry run has made up.
struct DryRun {
    /// The model as it would be.
    var state: ProjectState
    /// IDs that nothing has.
    var provisional: Set<NodeID>
    /// From what it was made.
    var planned: WalkPlanner.Planned
}
