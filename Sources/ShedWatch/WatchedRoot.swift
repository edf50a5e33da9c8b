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

    let key: RootKey
    let config: Config
    /// −1 once the root is gone: the number of its row is another's then.
    var row: WatchTable.ID = -1

    var gaps = Gaps()
    /// What happened below it since its last burst.
    var news = News()
    /// Directories with a file that was written to and not closed since, and when that began.
    var openFiles: [WatchTable.ID: UInt64] = [:]
    var git = Git()
    var isGone = false
    private var wasToldGone = false

    init(key: RootKey, _ config: Config) {
        self.key = key
        self.config = config
    }

    /// Whether a burst would say anything.
    var hasNews: Bool { news.everything || !news.dirty.isEmpty || !openFiles.isEmpty }

    /// A row left the table: what was noted for it means nothing any more. Its parent is dirty.
    mutating func forget(_ directory: WatchTable.ID) {
        news.forget(directory)
        openFiles[directory] = nil
        gaps.forget(directory)
    }

    /// When a burst is due; `nil` while there is nothing to tell.
    func due(_ settle: Settle) -> UInt64? {
        if isGone { return wasToldGone ? nil : 0 }
        let byOpenFiles = openFiles.values.min().map { $0 &+ settle.openFile }
        guard let first = news.first else { return byOpenFiles }
        if git.isLocked { return first &+ settle.longestDuringGit }
        return min(news.last &+ settle.quiet, first &+ settle.longest, byOpenFiles ?? .max)
    }

    /// Gives what happened, and begins anew.
    mutating func collect(from table: WatchTable, at now: UInt64, settle: Settle) -> Burst {
        for (directory, begun) in openFiles where begun &+ settle.openFile <= now {
            news.markStale(directory)
            openFiles[directory] = nil
        }
        var burst = Burst(key: key, everything: news.everything, rootGone: isGone, overflowCount: news.overflowCount)
        for (directory, extent) in news.dirty where isOurs(directory, in: table) {
            guard let path = table.path(of: directory) else { continue }
            burst.dirty.insert(path)
            if case .entries(let names) = extent { burst.changedEntries[path] = names }
        }
        for directory in openFiles.keys where isOurs(directory, in: table) {
            if let path = table.path(of: directory) { burst.beingWritten.insert(path) }
        }
        for (directory, time) in news.activity where isOurs(directory, in: table) {
            if let path = table.path(of: directory) { burst.lastActivity[path] = time }
        }
        for (directory, names) in news.arrivals where isOurs(directory, in: table) {
            guard let path = table.path(of: directory) else { continue }
            for name in names { burst.arrivalsFromCarrier.insert(path.appending(name)) }
        }
        for (old, new) in news.renames where isOurs(old, in: table) && isOurs(new, in: table) {
            guard let oldPath = table.path(of: old.directory), let newPath = table.path(of: new.directory) else { continue }
            burst.renames.append(Burst.Rename(from: oldPath.appending(old.name), to: newPath.appending(new.name)))
        }
        let begun = news.first ?? now
        burst.duringGitOperation = git.isLocked || git.last.map { $0 &+ 1_000_000_000 >= begun } == true
        news = News()
        wasToldGone = isGone
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

extension WatchedRoot {
    /// What is watched, as it was when that began.
    struct Config: Sendable {
        let path: [UInt8]
        let device: UInt64
        let inode: UInt64
        var extraDirectories: [RelativePath] = []
        /// Nothing below the root's own directory is watched.
        var isFlat = false

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
    }

    /// What git does in the root.
    struct Git: Sendable {
        var isLocked = false
        /// When it last did something.
        var last: UInt64?

        /// A lock of git's in which nothing happened for ten minutes was left behind by a crash: nanoseconds.
        private static let stale: UInt64 = 600_000_000_000

        /// Whether its lock was left behind.
        func isStale(at now: UInt64) -> Bool { last.map { $0 &+ Git.stale <= now } ?? true }
    }
}
