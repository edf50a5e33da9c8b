import ShedModel

/// What a root is called by the one who watches it. The number has no meaning here; it must be unique among the roots.
public typealias RootKey = Int

/// What changed below one root since the last burst. A hint where to look, never evidence.
///
/// Paths are those at the moment when the burst was given out: a directory that was touched and then moved is named by
/// its new path.
public struct Burst: Hashable, Sendable {
    public var key: RootKey
    /// Directories whose entries, or the evidence of whose entries, may have changed. A directory that is new to the
    /// watcher is here with everything below it; a directory that was moved within the root is here with its old and
    /// its new parent, and without what is below it.
    public var dirty: Set<RelativePath>
    /// Of dirty directories below a name that begins with a dot, those in which nothing changed but entries of these names.
    /// In a dirty directory that is not among them, anything may have.
    public var changedEntries: [RelativePath: Set<Name>] = [:]
    /// Directories with a file that was written to and not closed yet, as far as nothing else has made them dirty: what is in it may be
    /// all that comes. Who waits for an end leaves them; who has to know what is on the disk now looks there too. Named by each burst
    /// until the file is closed, or its directory is dirty (``Settle/openFile``).
    public var beingWritten: Set<RelativePath> = []
    /// Everything may have changed: events were lost, or too many directories are dirty. ``dirty`` is empty then.
    public var everything: Bool
    /// When something last happened in a directory, writing into an open file included: nanoseconds of the clock.
    public var lastActivity: [RelativePath: UInt64]
    /// Entries that were renamed from the temporary name of a program that carries files between devices.
    public var arrivalsFromCarrier: Set<RelativePath>
    /// Files that were renamed within the root, in the order in which it happened. A hint: which file was meant is for a
    /// scan to say.
    public var renames: [Rename] = []
    /// `.git/index.lock` stands, or stood within a second of these changes, or `HEAD` moved then.
    public var duringGitOperation: Bool
    /// The root was moved, deleted or unmounted, or another directory stands in its place. Nothing is watched any more:
    /// remove the root, and add it again once it is back.
    public var rootGone: Bool
    /// How often the kernel's queue overflowed since the last burst.
    public var overflowCount: Int

    /// One rename of a file. The directories' paths are those at the moment when the burst was given out.
    public struct Rename: Hashable, Sendable {
        public var from: RelativePath
        public var to: RelativePath

        public init(from: RelativePath, to: RelativePath) {
            self.from = from
            self.to = to
        }
    }

    public init(
        key: RootKey, dirty: Set<RelativePath> = [], everything: Bool = false,
        lastActivity: [RelativePath: UInt64] = [:], arrivalsFromCarrier: Set<RelativePath> = [],
        duringGitOperation: Bool = false, rootGone: Bool = false, overflowCount: Int = 0
    ) {
        self.key = key
        self.dirty = dirty
        self.everything = everything
        self.lastActivity = lastActivity
        self.arrivalsFromCarrier = arrivalsFromCarrier
        self.duringGitOperation = duringGitOperation
        self.rootGone = rootGone
        self.overflowCount = overflowCount
    }

    /// Whether there is nothing to look at.
    public var isEmpty: Bool { dirty.isEmpty && !everything && !rootGone }
}
