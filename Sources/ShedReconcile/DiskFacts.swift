import ShedModel

/// What is known of the disk beside what the scan shows: the file system, who else works in the tree, and what a daemon saw
/// happen.
public struct DiskFacts: Sendable {
    /// Since when a daemon has seen everything, by the file system's clock (nanoseconds since 1970); `nil`: none did.
    public var watchedSince: Int64?
    /// Whether inodes and birth times say which file this is. Where not, only path and content count.
    public var trustsInodes = true
    /// The tree bears the marks of a sync engine or git, or batches of another replica.
    public var hasCarrier = false
    /// Another replica wrote a short while ago, so that any new folder may be its.
    public var isReplicaActive = false
    /// The tree is a git repository's.
    public var hasGit = false
    /// Git is at work in the tree.
    public var isDuringGit = false
    /// Since when it is, where that is known: by the file system's clock, nanoseconds since 1970.
    public var gitSince = Int64.min
    /// Why the sidecar is not whole; empty if it is.
    public var incomplete: [String] = []
    /// Whether batches are missing, and git may have them: the tree is the person's own repository's.
    public var gitMayHaveRest = false
    public var sightings = WatchSightings()
    /// Directories in which something happened just now: not judged yet.
    public var busy: Set<RelativePath> = []
    /// What a daemon does not judge by itself; `nil`: none watches.
    public var earlier: EarlierArrivals?

    public init() {}
}

/// What came before a daemon was ready: it is reported until a person decides.
public struct EarlierArrivals: Sendable {
    /// Whether everything was looked at; what is refused before that came earlier.
    public var isReady = true
    /// What came earlier and still stands where it stood.
    public var paths: Set<RelativePath> = []

    public init() {}

    func holds(_ path: RelativePath) -> Bool { !isReady || paths.contains(path) }
}

/// What a daemon saw happen and no scan can show.
public struct WatchSightings: Sendable {
    /// Arrivals that came from a carrier's temporary name.
    public var carried: Set<RelativePath> = []
    /// Renames: by the path where a file stands now, the paths that it had, the latest first.
    public var renamed: [RelativePath: [RelativePath]] = [:]

    public init() {}

    /// Adds what was seen since; of a path that is in both, the newer counts.
    public mutating func merge(_ newer: WatchSightings) {
        carried.formUnion(newer.carried)
        renamed.merge(newer.renamed) { $1 }
    }
}
