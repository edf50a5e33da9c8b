import ShedModel

/// One root that is watched, and what happened below it since its last burst.
struct WatchedRoot: Sendable {
    /// A directory that could not be watched: its parent's row and its name.
    struct Gap: Hashable, Sendable {
        var parent: WatchTable.ID
        var name: Name
    }

    /// An entry of a directory, named so that a move of the directory does not lose it.
    struct Entry: Hashable, Sendable {
        var directory: WatchTable.ID
        var name: Name
    }

    /// Past this many dirty directories, or active ones, a burst says everything.
    static let mostDirectories = 10_000

    let key: RootKey
    let path: [UInt8]
    let device: UInt64
    let inode: UInt64
    let extraDirectories: [RelativePath]
    var row: WatchTable.ID = -1

    var gaps: [Gap: WatchError] = [:]
    var dirty: Set<WatchTable.ID> = []
    var everything = false
    var activity: [WatchTable.ID: UInt64] = [:]
    /// Directories with a file that was written to and not closed since, and when that began.
    var openFiles: [WatchTable.ID: UInt64] = [:]
    var arrivals: Set<Entry> = []
    /// Renames of files, in their order.
    var renames: [(from: Entry, to: Entry)] = []
    var isGone = false
    var wasToldGone = false
    var overflowCount = 0
    var first: UInt64?
    var last: UInt64 = 0
    var isGitLocked = false
    var lastGit: UInt64?

    init(key: RootKey, path: [UInt8], device: UInt64, inode: UInt64, extraDirectories: [RelativePath]) {
        self.key = key
        self.path = path
        self.device = device
        self.inode = inode
        self.extraDirectories = extraDirectories
    }

    /// Whether a directory is watched: no name on its path begins with a dot, or the extra directories name it.
    func wants(_ path: RelativePath) -> Bool {
        guard path.names.contains(where: \.isHidden) else { return true }
        return extraDirectories.contains { pattern in
            pattern.names.count >= path.names.count
                && zip(pattern.names, path.names).allSatisfy { $0 == "*" || $0 == $1 }
        }
    }

    mutating func markDirty(_ directory: WatchTable.ID, at time: UInt64) {
        if !everything { dirty.insert(directory) }
        if dirty.count > Self.mostDirectories { markEverything(at: time) }
        markActive(directory, at: time)
        settleAnew(at: time)
    }

    mutating func noteRename(from old: Entry, to new: Entry) {
        if renames.count < Self.mostDirectories { renames.append((old, new)) }
    }

    mutating func markActive(_ directory: WatchTable.ID, at time: UInt64) {
        if activity.count < Self.mostDirectories || activity[directory] != nil { activity[directory] = time }
    }

    mutating func markEverything(at time: UInt64) {
        everything = true
        dirty = []
        settleAnew(at: time)
    }

    private mutating func settleAnew(at time: UInt64) {
        if first == nil { first = time }
        last = max(last, time)
    }

    /// A row left the table: what was noted for it means nothing any more. Its parent is dirty.
    mutating func forget(_ directory: WatchTable.ID) {
        dirty.remove(directory)
        activity[directory] = nil
        openFiles[directory] = nil
        if !arrivals.isEmpty { arrivals = arrivals.filter { $0.directory != directory } }
        if !gaps.isEmpty { gaps = gaps.filter { $0.key.parent != directory } }
    }

    /// When a burst is due; `nil` while there is nothing to tell.
    func due(_ settle: Settle) -> UInt64? {
        if isGone { return wasToldGone ? nil : 0 }
        let byOpenFiles = openFiles.values.min().map { $0 &+ settle.openFile }
        guard let first else { return byOpenFiles }
        if isGitLocked { return first &+ settle.longestDuringGit }
        return min(last &+ settle.quiet, first &+ settle.longest, byOpenFiles ?? .max)
    }

    /// Gives what happened, and begins anew.
    mutating func collect(from table: WatchTable, at now: UInt64, settle: Settle) -> Burst {
        for (directory, begun) in openFiles where begun &+ settle.openFile <= now {
            if !everything { dirty.insert(directory) }
            openFiles[directory] = nil
        }
        var burst = Burst(key: key, everything: everything, rootGone: isGone, overflowCount: overflowCount)
        burst.dirty = Set(dirty.compactMap { isOurs($0, in: table) ? table.path(of: $0) : nil })
        for (directory, time) in activity {
            if let path = table.path(of: directory) { burst.lastActivity[path] = time }
        }
        for entry in arrivals {
            if let path = table.path(of: entry.directory) {
                burst.arrivalsFromCarrier.insert(path.appending(entry.name))
            }
        }
        for (old, new) in renames {
            guard let oldPath = table.path(of: old.directory), let newPath = table.path(of: new.directory) else { continue }
            burst.renames.append(Burst.Rename(from: oldPath.appending(old.name), to: newPath.appending(new.name)))
        }
        let begun = first ?? now
        burst.duringGitOperation = isGitLocked || lastGit.map { $0 &+ 1_000_000_000 >= begun } == true
        dirty = []
        everything = false
        activity = [:]
        arrivals = []
        renames = []
        overflowCount = 0
        first = nil
        wasToldGone = isGone
        return burst
    }

    /// Whether a row still hangs below this root: it may have moved to another since it was noted.
    private func isOurs(_ directory: WatchTable.ID, in table: WatchTable) -> Bool {
        if case .below(key, _) = table.standing(of: directory) { true } else { false }
    }
}
