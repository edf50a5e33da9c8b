import CLinux
import Glibc
import ShedModel
import ShedRules

/// Reads a project's tree into a ``Snapshot``: raw getdents64(2) and statx(2) relative to open directories, on a few
/// threads, without recursion and without following a link.
///
/// - A name that begins with a dot is left out, and what the ignore rules cover.
/// - A mount point, a directory on another device, or one that holds `.shed/project.json` (another project) is `foreign`.
/// - A directory that cannot be opened or read is `unreadable`: its entries are left out as a whole, never in part.
/// - A directory deeper than ``RelativePath/deepest``, or with a longer path than ``RelativePath/longest``, is `tooDeep` and not opened.
/// - A directory that vanished, or was swapped for something else, between being listed and being opened is left out
///   with its entry, as if it had vanished a moment earlier.
/// - The digest of a directory that is not `read` is 0, and so are all digests of a scan of names only.
///
/// Parents stand before their children in ``Snapshot/directories``. The number of open descriptors is bounded, and so is the depth.
public struct Crawler {
    public struct Options: Sendable {
        /// Whether to take the evidence of every entry. Without it kinds come from getdents64(2), and the evidence
        /// holds the inode only. A partial scan always takes it.
        public var evidence: Bool
        /// Without ``evidence``: whether to ask of every file how many names it has, so that `links` of its evidence is
        /// that number and not 0. Cheaper than all evidence, dearer than names alone.
        public var countsLinks: Bool
        /// Whether files, links and special files are listed. Without them there are only directories, and the digests
        /// of all that is in them: enough to see that nothing changed, and cheaper.
        public var listsFiles: Bool
        /// Whether to take a quick look at the entries of each directory that is read whole: its
        /// ``Snapshot/Directory/traits``. Done here, each thread looks at what it has just read.
        public var looks: Bool
        /// Which files are left out where ``looks`` is set; `nil` for none.
        public var brevity: Brevity?
        /// How many threads read, the calling one among them.
        public var threads: Int
        public var ignore: IgnoreRules
        /// For a partial scan: the directories to read. Those that do not exist are skipped. `nil` reads everything.
        public var dirty: Set<RelativePath>?
        /// For a partial scan: whether a directory's content is remembered, so that it need not be read when it is
        /// met inside a dirty one and is not dirty itself. It is then `partial`, without entries. Asked at every
        /// level; called from any thread.
        public var isKnown: (@Sendable (FileIdentity) -> Bool)?
        /// Folders at the root that need not be listed as long as they are the same: what is in them is nothing to the scan but their
        /// digests. They are `read`, without entries.
        public var settled: [SettledFolder] = []

        public init(
            evidence: Bool = true, countsLinks: Bool = false, listsFiles: Bool = true, looks: Bool = false, brevity: Brevity? = nil, threads: Int = 2,
            ignore: IgnoreRules = IgnoreRules(), dirty: Set<RelativePath>? = nil, isKnown: (@Sendable (FileIdentity) -> Bool)? = nil
        ) {
            self.evidence = evidence
            self.countsLinks = countsLinks
            self.listsFiles = listsFiles
            self.looks = looks
            self.brevity = brevity
            self.threads = threads
            self.ignore = ignore
            self.dirty = dirty
            self.isKnown = isKnown
        }
    }

    /// Reads the tree below a directory.
    /// - Parameter meanwhile: what the calling thread does before it helps the others, which have begun by then.
    /// - Throws: where the root itself is gone or cannot be read; `tooLarge` beyond two thousand million entries.
    public static func crawl(
        _ root: DirectoryHandle, options: Options = Options(), meanwhile: () -> Void = {}
    ) throws(DiskError) -> Snapshot {
        try crawl(root, options, files: nil, meanwhile: meanwhile)
    }

    /// Looks at single files alone, and at the directories that lead to them, which are `partial`. What is not there is left out.
    /// - Parameter files: paths of files; also of directories that are to be entries.
    public static func look(
        at files: some Sequence<RelativePath>, in root: DirectoryHandle, ignore: IgnoreRules, threads: Int = 1
    ) throws(DiskError) -> Snapshot {
        try crawl(root, Options(threads: threads, ignore: ignore), files: DirtyTree(files: files)) {}
    }

    private static func crawl(
        _ root: DirectoryHandle, _ options: Options, files: DirtyTree?, meanwhile: () -> Void
    ) throws(DiskError) -> Snapshot {
        let begun = now()
        let evidence = try root.ownEvidence()
        // A deleted directory that is still open lists nothing, which is not the same as being empty.
        guard evidence.links > 0 else { throw DiskError(errno: ENOENT, action: "read", path: root.label) }
        let descriptor = shed_open(root.descriptor, ".", DirectoryHandle.openFlags, 0)
        guard descriptor >= 0 else { throw DiskError(errno: -descriptor, action: "read", path: root.label) }
        let top = CrawlFolder(rootDescriptor: descriptor)
        defer { _ = shed_close(descriptor) }

        let task = CrawlTask(options: options, files: files, root: top, device: evidence.device)
        let folders = CrawlWorker.run(task, threads: options.threads, meanwhile: meanwhile)
        if let number = top.failure { throw DiskError(errno: number, action: "read", path: root.label) }
        let found = task.queue.take()
        guard found.entries.count < Int(Int32.max) else { throw DiskError(.tooLarge, action: "read", path: root.label) }
        var snapshot = CrawlAssembly.snapshot(found, folders)
        snapshot.hasEvidence = task.takesEvidence
        snapshot.begun = begun
        snapshot.root = evidence
        return snapshot
    }

    /// Nanoseconds since 1970, by the clock that file times come from.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// What all workers of one crawl share and none changes.
struct CrawlTask: Sendable {
    let takesEvidence: Bool
    let countsLinks: Bool
    let listsFiles: Bool
    let looks: Bool
    let brevity: Brevity?
    let ignore: IgnoreRules
    let dirty: DirtyTree?
    let isKnown: (@Sendable (FileIdentity) -> Bool)?
    let settled: [SettledFolder]
    let device: UInt64
    /// Whether a folder on the same mount is on the same device too: one mount of these file systems is one device.
    let mountTellsDevice: Bool
    let queue: CrawlQueue

    /// - Parameter files: those that alone are looked at, in place of what the options say is dirty.
    init(options: Crawler.Options, files: DirtyTree?, root: CrawlFolder, device: UInt64) {
        takesEvidence = options.evidence || options.dirty != nil || files != nil
        countsLinks = options.countsLinks && !takesEvidence
        listsFiles = options.listsFiles
        looks = options.looks
        brevity = options.brevity
        ignore = options.ignore
        dirty = files ?? options.dirty.map { DirtyTree($0) }
        isKnown = options.isKnown
        settled = options.settled
        self.device = device
        mountTellsDevice = !takesEvidence && FileSystemFacts.hasOneDevice(Int(shed_file_system(root.descriptor)))
        queue = CrawlQueue(root, listsAll: dirty == nil && options.listsFiles && options.brevity == nil)
        root.dirtyNode = dirty == nil ? -1 : 0
        if let dirty, !dirty.isDirty(0) { root.state = .partial }
    }
}
