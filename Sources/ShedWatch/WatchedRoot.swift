import ShedModel

/// One root that is watched, and what happened below it since its last burst.
struct WatchedRoot: Sendable {
    /// An entry of a directory, named so that a move of the directory does not lose it. The watch is there because a
    /// row's number is used again, and a watch's is not.
    struct Entry: Hashable, Sendable {
        var directory: WatchTable.ID
        var watch: Int32
        var name: Name
    }

    /// What may have changed in a dirty directory.
    enum Extent: Sendable {
        case anything
        case entries(Set<Name>)

        /// Past this many names a directory is looked at as a whole.
        static let mostEntries = 100

        /// - Parameter name: the entry that changed; `nil` where that is not known.
        mutating func add(_ name: Name?) {
            guard let name, case .entries(var names) = self, names.count < Extent.mostEntries else { return self = .anything }
            self = .anything
            names.insert(name)
            self = .entries(names)
        }
    }

    /// Past this many dirty directories, or active ones, a burst says everything.
    static let mostDirectories = 10_000
    /// Past this many arrivals of files no more are noted, whoever is slow to collect them.
    static let mostArrivals = 100_000
    /// A lock of git's in which nothing happened for ten minutes was left behind by a crash: nanoseconds.
    static let staleGitLock: UInt64 = 600_000_000_000

    let key: RootKey
    let path: [UInt8]
    let device: UInt64
    let inode: UInt64
    let extraDirectories: [RelativePath]
    /// Nothing below the root's own directory is watched.
    let isFlat: Bool
    /// −1 once the root is gone: the number of its row is another's then.
    var row: WatchTable.ID = -1

    var gaps = Gaps()
    var dirty: [WatchTable.ID: Extent] = [:]
    var everything = false
    var activity: [WatchTable.ID: UInt64] = [:]
    /// Directories with a file that was written to and not closed since, and when that began.
    var openFiles: [WatchTable.ID: UInt64] = [:]
    private(set) var arrivals: [WatchTable.ID: Set<Name>] = [:]
    private var arrivalCount = 0
    /// Renames of files, in their order.
    var renames: [(from: Entry, to: Entry)] = []
    var isGone = false
    var wasToldGone = false
    /// Whether it was said that there is a burst, which nobody has taken since.
    var isAnnounced = false
    var overflowCount = 0
    var first: UInt64?
    var last: UInt64 = 0
    var isGitLocked = false
    var lastGit: UInt64?

    init(
        key: RootKey, path: [UInt8], device: UInt64, inode: UInt64, extraDirectories: [RelativePath], isFlat: Bool = false
    ) {
        self.key = key
        self.path = path
        self.device = device
        self.inode = inode
        self.extraDirectories = extraDirectories
        self.isFlat = isFlat
    }

    /// Whether a burst would say anything.
    var hasNews: Bool { everything || !dirty.isEmpty || !openFiles.isEmpty }

    /// Whether a directory is watched: no name on its path begins with a dot, or the extra directories name it.
    func wants(_ path: RelativePath) -> Bool {
        guard !isFlat else { return path.isRoot }
        // Nobody looks into it.
        if (path.last == ".shed" ? path.parent : path).isTooDeep { return false }
        guard let hidden = path.names.firstIndex(where: \.isHidden) else { return true }
        // It says whether the folder that it is in is another project.
        if hidden > 0, hidden == path.names.count - 1, path.last == ".shed" { return true }
        return extraDirectories.contains { pattern in
            pattern.names.count >= path.names.count
                && zip(pattern.names, path.names).allSatisfy { $0 == "*" || $0 == $1 }
        }
    }

    /// - Parameter entry: what changed in it, if nothing else did.
    mutating func markDirty(_ directory: WatchTable.ID, entry: Name? = nil, at time: UInt64) {
        if !everything { dirty[directory, default: .entries([])].add(entry) }
        if dirty.count > Self.mostDirectories { markEverything(at: time) }
        markActive(directory, at: time)
        settleAnew(at: time)
    }

    mutating func noteRename(from old: Entry, to new: Entry) {
        if renames.count < Self.mostDirectories { renames.append((old, new)) }
    }

    mutating func noteArrival(_ entry: Entry) {
        guard arrivalCount < Self.mostArrivals else { return }
        if arrivals[entry.directory, default: []].insert(entry.name).inserted { arrivalCount += 1 }
    }

    mutating func markActive(_ directory: WatchTable.ID, at time: UInt64) {
        if activity.count < Self.mostDirectories || activity[directory] != nil { activity[directory] = time }
    }

    mutating func markEverything(at time: UInt64) {
        everything = true
        dirty = [:]
        settleAnew(at: time)
    }

    private mutating func settleAnew(at time: UInt64) {
        if first == nil { first = time }
        last = max(last, time)
    }

    /// A row left the table: what was noted for it means nothing any more. Its parent is dirty.
    mutating func forget(_ directory: WatchTable.ID) {
        dirty[directory] = nil
        activity[directory] = nil
        openFiles[directory] = nil
        arrivalCount -= arrivals.removeValue(forKey: directory)?.count ?? 0
        gaps.forget(directory)
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
            if !everything { dirty[directory] = .anything }
            openFiles[directory] = nil
        }
        var burst = Burst(key: key, everything: everything, rootGone: isGone, overflowCount: overflowCount)
        for (directory, extent) in dirty where isOurs(directory, in: table) {
            guard let path = table.path(of: directory) else { continue }
            burst.dirty.insert(path)
            if case .entries(let names) = extent { burst.changedEntries[path] = names }
        }
        for (directory, time) in activity where isOurs(directory, in: table) {
            if let path = table.path(of: directory) { burst.lastActivity[path] = time }
        }
        for (directory, names) in arrivals where isOurs(directory, in: table) {
            guard let path = table.path(of: directory) else { continue }
            for name in names { burst.arrivalsFromCarrier.insert(path.appending(name)) }
        }
        for (old, new) in renames where isOurs(old, in: table) && isOurs(new, in: table) {
            guard let oldPath = table.path(of: old.directory), let newPath = table.path(of: new.directory) else { continue }
            burst.renames.append(Burst.Rename(from: oldPath.appending(old.name), to: newPath.appending(new.name)))
        }
        let begun = first ?? now
        burst.duringGitOperation = isGitLocked || lastGit.map { $0 &+ 1_000_000_000 >= begun } == true
        dirty = [:]
        everything = false
        activity = [:]
        arrivals = [:]
        arrivalCount = 0
        renames = []
        overflowCount = 0
        first = nil
        wasToldGone = isGone
        isAnnounced = false
        return burst
    }

    private func isOurs(_ entry: Entry, in table: WatchTable) -> Bool {
        table.watch(of: entry.directory) == entry.watch && isOurs(entry.directory, in: table)
    }

    /// Whether a row still hangs below this root: it may have moved to another since it was noted.
    func isOurs(_ directory: WatchTable.ID, in table: WatchTable) -> Bool {
        if case .below(key, _) = table.standing(of: directory) { true } else { false }
    }
}
