import ShedDisk
import ShedMessages
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
        /// To change it: only a project that was made, adopted or trusted on this machine.
        case change
    }

    public let home: ProjectHome
    /// By which what is kept of it as long as it is open is known.
    public let opened = OpenedProject()
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
    /// Why a deed that was interrupted could not be taken back when that was tried last.
    var deedHindrance: DeedHindrance?
    /// What became of deeds that were interrupted, of which nobody was told yet.
    var deedNews: [Message] = []
    /// What became of links that were mended by themselves after a move, of which nobody was told yet.
    var linkNews: [Message] = []
    /// When links were last to be mended by themselves and could not be, in milliseconds since 1970.
    var linksFailed: Int64?
    /// That the root writes under another ID, of which nobody was told yet.
    var replicaNews: [Message] = []
    /// When batches were last to be put together because it was time, in milliseconds since 1970, whatever came of it.
    var compactionTried: Int64?
    /// Whether links were set right that its kind keeps, since the actor was named.
    package var hasSetLinks = false
    /// Whether what was interrupted waits for somebody else to take it back: who looks moves no files. For as long as the actor is the same.
    package var leavesInterruptedDeeds = false
    /// Whether links that a killed verb left to be mended wait, since that may be about to be taken back. For as long as the actor is the same.
    var leavesOwedLinks = false
    /// What a daemon does for the index of words.
    package private(set) lazy var searchSurvey = SearchSurvey(self)
    /// What file managers were last told of its folders.
    var icons = IconMemory()
    /// What the index of words held of the project, while a daemon watches it.
    var searchMemory: SearchMemory?
    /// What this machine has never seen, as of a generation of the model (``ModelStore/generation``): only where somebody watches the project
    /// is it asked for again and again.
    var unseen: (generation: UInt64, ids: [NodeID])?
    /// Folders that could not be made durable, and of which nobody was told yet.
    var unsynced: [UnsyncedFolder] = []

    /// Who watches the project, if this process is the daemon.
    package weak var changeSource: (any ChangeSource)? {
        didSet { store.changeSource = changeSource }
    }

    /// - Parameter consent: what was said of its being trusted.
    init(
        root: DirectoryHandle, path: [UInt8], surroundings: Surroundings, purpose: Purpose, consent: Consent = .none
    ) throws(ShedError) {
        home = try ProjectHome(root, path: path, surroundings: surroundings)
        self.purpose = purpose
        try home.enrol(purpose, consent)
        store = try ModelStore(home, purpose)
        journal = HistoryJournal(home)
        undo = UndoRecorder(home)
        if let module = home.module { kind = module.open(self) }
        store.observer = kind
    }

    /// Opens the project that a directory belongs to: the directory itself or the nearest one above it with a `.shed`, as far as the
    /// way up is the person's own (``RootSearch``).
    /// - Parameters:
    ///   - directory: an absolute path.
    ///   - consent: what the person says of its being trusted; without a word, only what was trusted before is changed.
    /// - Throws: ``ShedError``; to change a project that is somebody else's, or that nobody trusted here, of kind environment.
    public static func open(
        containing directory: [UInt8], surroundings: Surroundings, purpose: Purpose, consent: Consent = .none
    ) throws(ShedError) -> Project {
        let (root, path) = try nearest(to: directory, surroundings)
        return try Project(root: root, path: path, surroundings: surroundings, purpose: purpose, consent: consent)
    }

    /// The root of the project that a directory belongs to; nothing in it is opened.
    /// - Throws: ``ShedError`` where there is none.
    package static func root(containing directory: [UInt8], surroundings: Surroundings) throws(ShedError) -> [UInt8] {
        try nearest(to: directory, surroundings).path
    }

    private static func nearest(to directory: [UInt8], _ surroundings: Surroundings) throws(ShedError) -> (handle: DirectoryHandle, path: [UInt8]) {
        let start = try RealPath.of(directory)
        switch try RootSearch(surroundings).find(from: start) {
        case .found(let root, let path): return (root, path)
        case .none(let ended):
            throw ShedError.passedOver(ended, shown: directory) ?? ShedError.noProject(around: start, shown: directory, Registry(surroundings))
        }
    }

    /// Whether a daemon watches this project now. It lets go of one that is only looked at.
    public var watcher: WatchPresence? { !home.isTrusted ? nil : home.stateFolder.flatMap { WatchPresence.current(in: $0) } }

    /// Who does what is done, for the history: `daemon`, or a verb's name. What one does until another is named is taken back
    /// together, but for what a daemon does.
    public var actor: String {
        get { home.surroundings.actor }
        set {
            home.surroundings.actor = newValue
            leavesInterruptedDeeds = false
            leavesOwedLinks = false
            hasSetLinks = false
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
