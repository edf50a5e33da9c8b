import Glibc
import ShedModel

extension WatchState {
    /// Watches a root's own directory.
    /// - Returns: what is to be crawled below it; `nil` where there is nothing.
    mutating func add(
        root path: [UInt8], key: RootKey, extraDirectories: [RelativePath], isFlat: Bool, at time: UInt64
    ) throws(WatchError) -> FirstCrawl? {
        guard roots[key] == nil else { throw .keyTaken(key) }
        let (descriptor, device, inode) = try DirectoryReader.openRoot(path)
        defer { close(descriptor) }
        let watch = try source.watch(directory: descriptor, mask: Self.mask, path: path)
        if let other = table.id(ofWatch: watch), table.isRoot(other), let key = root(of: other) {
            throw .keyTaken(key)
        }
        let config = WatchedRoot.Config(path: path, device: device, inode: inode, extraDirectories: extraDirectories, isFlat: isFlat)
        var root = WatchedRoot(key: key, config)
        let added = table.addRoot(watch: watch, key: key)
        for removed in added.removed {
            if removed.watch != watch { source.unwatch(removed.watch) }
            forget(removed.id)
        }
        root.row = added.id
        roots[key] = root
        return beginToCrawl(key, at: time)
    }

    /// The root that something happened in which has settled and was not announced before, if there is one; else when
    /// there will be one. It is announced now, and not again until it was collected.
    mutating func nextNews(at now: UInt64, settle: Settle) -> (key: RootKey?, due: UInt64?, isInterrupted: Bool) {
        takeIn()
        var earliest: (due: UInt64, key: RootKey)?
        for (key, root) in roots where !root.news.isAnnounced {
            guard let due = root.due(settle) else { continue }
            if due < earliest?.due ?? .max { earliest = (due, key) }
        }
        if let earliest, earliest.due <= now {
            roots[earliest.key]?.news.isAnnounced = true
            return (earliest.key, nil, false)
        }
        defer { isInterrupted = false }
        return (nil, earliest?.due, isInterrupted)
    }

    /// The burst that is due, if one is; else when the next one will be.
    mutating func nextBurst(at now: UInt64, settle: Settle) -> (burst: Burst?, due: UInt64?, isInterrupted: Bool) {
        takeIn()
        var earliest: (due: UInt64, key: RootKey)?
        for (key, root) in roots {
            guard let due = root.due(settle) else { continue }
            if due < earliest?.due ?? .max { earliest = (due, key) }
        }
        let isInterrupted = isInterrupted
        if let earliest, earliest.due <= now { return (collect(earliest.key, at: now, settle: settle), nil, false) }
        self.isInterrupted = false
        return (nil, earliest?.due, isInterrupted)
    }

    mutating func collect(_ key: RootKey, at now: UInt64, settle: Settle) -> Burst? {
        guard roots[key] != nil else { return nil }
        forgetAdrift()
        // Its deletion is told only when nobody stands in it any more, and the move of what is above it never.
        if roots[key]?.hasNews == true { checkRoot(key) }
        checkGitLock(key, at: now)
        return roots[key]?.collect(from: table, at: now, settle: settle)
    }

    /// Sets a root gone if another directory, or none, stands at its path.
    mutating func checkRoot(_ key: RootKey) {
        if let root = try? openRoot(key) { close(root) }
    }

    /// Looks whether git's lock still stands: its end is not told when events are lost or `.git` is moved away.
    private mutating func checkGitLock(_ key: RootKey, at now: UInt64) {
        guard let known = roots[key], known.git.isLocked else { return }
        var stands = false
        if let root = try? openRoot(key) {
            var status = stat()
            stands = fstatat(root, ".git/index.lock", &status, AT_SYMLINK_NOFOLLOW) == 0
            close(root)
        }
        if !stands || known.git.isStale(at: now) { roots[key]?.git.isLocked = false }
    }

    /// A root was removed: if another one is around it, its directories are looked at as that one's.
    mutating func giveBack(_ path: [UInt8], at time: UInt64) {
        for (key, outer) in roots where !outer.isGone && !outer.config.isFlat {
            guard path.count > outer.config.path.count + 1, path.starts(with: outer.config.path),
                path[outer.config.path.count] == UInt8(ascii: "/"),
                let inside = RelativePath(bytes: Array(path[(outer.config.path.count + 1)...])), var name = inside.names.first
            else { continue }
            var parent = outer.row
            for next in inside.names.dropFirst() {
                guard let child = table.child(of: parent, named: name) else { break }
                (parent, name) = (child, next)
            }
            guard roots[key]?.isOurs(parent, in: table) == true else { continue }
            crawl(name, in: parent, at: time)
        }
    }
}
