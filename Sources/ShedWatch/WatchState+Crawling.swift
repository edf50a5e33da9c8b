import Glibc
import ShedDisk
import ShedModel

extension WatchState {
    /// Sees to it that a directory and everything below it is watched: watches it, then reads it, so that whatever is
    /// made in between is either read or told by an event. What was not watched before is dirty.
    ///
    /// - Parameters:
    ///   - readsKnown: Whether directories that are watched already are read again too.
    ///   - visited: Takes every row that was found.
    mutating func crawl(
        _ name: Name, in parent: WatchTable.ID, readsKnown: Bool, at time: UInt64, visited: inout Set<WatchTable.ID>
    ) {
        guard let key = root(of: parent), roots[key]?.config.isFlat == false else { return }
        let root: Int32
        do {
            root = try openRoot(key)
        } catch {
            return note(error, gap: Gaps.Place(parent: parent, name: name), key: key)
        }
        defer { close(root) }
        let group = Group(parent: parent, names: [name], readsKnown: readsKnown)
        crawl(group, key: key, root: root, at: time, visited: &visited)
    }

    mutating func crawl(_ name: Name, in parent: WatchTable.ID, at time: UInt64) {
        var visited: Set<WatchTable.ID> = []
        crawl(name, in: parent, readsKnown: false, at: time, visited: &visited)
    }

    /// Reads a directory that has a row, and everything below it, again; forgets rows that are not found.
    /// - Returns: the rows that were met, itself among them.
    @discardableResult
    mutating func crawlAnew(_ id: WatchTable.ID, at time: UInt64) -> Set<WatchTable.ID> {
        guard let key = root(of: id), let path = table.path(of: id) else { return [] }
        markDirty(id, at: time)
        // What cannot be read keeps its rows: unreadable is unknown, and an event or the next crawl will tell.
        guard let root = try? openRoot(key) else { return [] }
        defer { close(root) }
        guard roots[key]?.config.isFlat == false, let descriptor = open(id, at: path, below: root, key: key, time: time) else { return [] }
        let before = Set(table.subtree(of: id))
        guard let wanted = wanted(closing: descriptor, of: id, key: key, path: path) else { return [] }
        var visited: Set = [id]
        let group = Group(parent: id, names: wanted.names, readsKnown: true, isForeign: wanted.isForeign)
        crawl(group, key: key, root: root, at: time, visited: &visited)
        // What was adrift brings along what the table held to be below it, which may be gone, and where events were lost none tells that.
        for row in before.union(table.subtree(of: id)).subtracting(visited) where isLost(row, visited: visited) { remove(row) }
        return visited
    }

    /// Whether a row that a crawl did not find is gone, and not merely below something that could not be read.
    private func isLost(_ id: WatchTable.ID, visited: Set<WatchTable.ID>) -> Bool {
        guard let parent = table.parent(of: id), let name = table.name(of: id) else { return table.watch(of: id) != nil }
        guard visited.contains(parent), let key = root(of: parent) else { return false }
        if let upper = table.parent(of: parent), let own = table.name(of: parent),
            roots[key]?.gaps[Gaps.Place(parent: upper, name: own)] != nil
        {
            return false
        }
        return roots[key]?.gaps[Gaps.Place(parent: parent, name: name)] == nil
    }

    /// Opens a root, if the directory at its path is still the one that was added.
    mutating func openRoot(_ key: RootKey) throws(WatchError) -> Int32 {
        guard let root = roots[key], !root.isGone else { throw .keyUnknown(key) }
        let descriptor: Int32, device: UInt64, inode: UInt64
        do {
            (descriptor, device, inode) = try DirectoryReader.openRoot(root.config.path)
        } catch {
            if case .gone = error { setGone(key) }
            throw error
        }
        guard device == root.config.device, inode == root.config.inode else {
            close(descriptor)
            setGone(key)
            throw .gone(path: root.config.path)
        }
        return descriptor
    }

    /// Directories to look at, and where they were found.
    struct Group: Sendable {
        var parent: WatchTable.ID
        var names: [Name]
        var readsKnown: Bool
        /// Whether what was not watched before is dirty.
        var marksNew = true
        /// Whether the parent was taken for another project when the names were chosen; `nil` where nobody looked.
        var isForeign: Bool?
    }

    /// What of a directory is to be looked at.
    private struct Wanted {
        var names: [Name]
        /// Whether it is another project.
        var isForeign = false
    }

    /// The first crawl of a root, which is done in portions, so that nobody waits for a large one who has another root.
    /// What is there already when it is met was watched, and read, since an event told of it.
    struct FirstCrawl: Sendable {
        let key: RootKey
        /// The root's descriptor, to be closed by who ends the crawl.
        let root: Int32
        /// When it began.
        let time: UInt64
        fileprivate var waiting: [Group]
    }

    /// How many folders are looked at before others have their turn.
    private static let portion = 256

    /// - Returns: `nil` where nothing below the root is watched, or it cannot be read.
    mutating func beginToCrawl(_ key: RootKey, at time: UInt64) -> FirstCrawl? {
        guard let row = roots[key]?.row, roots[key]?.config.isFlat == false, let path = table.path(of: row), let root = try? openRoot(key) else { return nil }
        guard let descriptor = open(row, at: path, below: root, key: key, time: time),
            let wanted = wanted(closing: descriptor, of: row, key: key, path: path)
        else {
            close(root)
            return nil
        }
        // Whoever adds a root looks at all of it afterwards.
        return FirstCrawl(key: key, root: root, time: time, waiting: [Group(parent: row, names: wanted.names, readsKnown: false, marksNew: false)])
    }

    /// Goes on with a crawl for a portion.
    /// - Returns: whether there is more to do.
    mutating func goOn(_ crawl: inout FirstCrawl) -> Bool {
        guard roots[crawl.key]?.isGone == false else { return false }
        // Rows that were visited before may be other directories by now.
        var visited: Set<WatchTable.ID> = []
        var left = Self.portion
        while left > 0, var group = crawl.waiting.popLast() {
            if group.names.count > left {
                var rest = group
                rest.names.removeLast(left)
                crawl.waiting.append(rest)
                group.names = Array(group.names.suffix(left))
            }
            left -= max(1, group.names.count)
            crawl.waiting += lookInto(group, key: crawl.key, root: crawl.root, at: crawl.time, visited: &visited)
        }
        return !crawl.waiting.isEmpty
    }

    private mutating func crawl(_ group: Group, key: RootKey, root: Int32, at time: UInt64, visited: inout Set<WatchTable.ID>) {
        var waiting = [group]
        while let group = waiting.popLast() { waiting += lookInto(group, key: key, root: root, at: time, visited: &visited) }
    }

    /// Looks at the directories of one group.
    /// - Returns: those below them to go on with.
    private mutating func lookInto(_ group: Group, key: RootKey, root: Int32, at time: UInt64, visited: inout Set<WatchTable.ID>) -> [Group] {
        guard let path = table.path(of: group.parent) else {
            // It left its place after it was met: what is in it is looked at once it has another one.
            if table.standing(of: group.parent) != nil { oweItself(group.parent, at: time) }
            return []
        }
        let names = group.names.filter { roots[key]?.config.wants(path.appending($0)) == true }
        guard !names.isEmpty, let directory = open(group.parent, at: path, below: root, key: key, time: time) else { return [] }
        defer { close(directory) }
        var found: [Group] = []
        for name in names {
            let place = Gaps.Place(parent: group.parent, name: name)
            let isNewSidecar = isInnerSidecar(name, in: group.parent) && table.child(of: group.parent, named: name) == nil
            if let next = look(at: place, path: path.appending(name), in: directory, key: key, group: group, time: time, visited: &visited) { found.append(next) }
            // What happened in it before it was watched, no event tells.
            if isNewSidecar, table.child(of: group.parent, named: name) != nil, DirectoryHandle.holdsProject(directory) != group.isForeign {
                oweItself(group.parent, at: time)
            }
        }
        return found
    }

    /// Watches one directory, and reads it if it is new.
    /// - Returns: the directories below it to go on with.
    private mutating func look(
        at place: Gaps.Place, path: RelativePath, in parent: Int32, key: RootKey, group: Group, time: UInt64,
        visited: inout Set<WatchTable.ID>
    ) -> Group? {
        let opened: (descriptor: Int32, watch: Int32)
        do {
            opened = try watch(path, in: parent)
        } catch {
            note(error, gap: place, key: key)
            return nil
        }
        roots[key]?.gaps[place] = nil
        let known = table.id(ofWatch: opened.watch)
        let former = known.flatMap { formerRoot(of: $0) }
        let wasInnerSidecar = known.map { isInnerSidecar($0) } ?? false
        guard let placed = table.place(watch: opened.watch, in: place.parent, named: place.name) else {
            close(opened.descriptor)
            return nil
        }
        placed.adrift.forEach { adrift[$0] = Drift() }
        adrift[placed.id] = nil
        if isInnerSidecar(placed.id) {
            close(opened.descriptor)
            visited.insert(placed.id)
            // It may have been the root's, of which more is watched.
            for row in table.subtree(of: placed.id) where table.parent(of: row) == placed.id { remove(row) }
            return nil
        }
        if group.marksNew { roots[key]?.news.markDirty(placed.id, at: time) }
        // What happened below it for another root, or while it was not known for which, was not taken in for this one.
        let readsKnown = group.readsKnown || former != key || wasInnerSidecar
        // A loop of bind mounts or of stale rows cannot make this go on for ever.
        guard !placed.isKnown || readsKnown, visited.insert(placed.id).inserted else {
            close(opened.descriptor)
            return nil
        }
        guard let wanted = wanted(closing: opened.descriptor, of: placed.id, key: key, path: path) else { return nil }
        return Group(parent: placed.id, names: wanted.names, readsKnown: readsKnown, marksNew: group.marksNew, isForeign: wanted.isForeign)
    }

    private func watch(_ path: RelativePath, in parent: Int32) throws(WatchError) -> (descriptor: Int32, watch: Int32) {
        let descriptor = try DirectoryReader.open(RelativePath(path.names.suffix(1)), below: parent, as: path)
        do {
            return (descriptor, try source.watch(directory: descriptor, mask: Self.mask, path: path.bytes))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Opens the directory that a row stands for. If another stands at its path, or none, the row's own has moved and the
    /// event is still to come: what would be read there is not the row's. It is read after the event.
    private mutating func open(
        _ id: WatchTable.ID, at path: RelativePath, below root: Int32, key: RootKey, time: UInt64
    ) -> Int32? {
        do {
            let descriptor = try DirectoryReader.open(path, below: root)
            if let watch = source.number(of: descriptor, mask: Self.mask) {
                if watch == table.watch(of: id) { return descriptor }
                if table.id(ofWatch: watch) == nil { source.unwatch(watch) }
            }
            close(descriptor)
            oweItself(id, at: time)
        } catch .gone {
            oweItself(id, at: time)
        } catch {
            if let parent = table.parent(of: id), let name = table.name(of: id) {
                note(error, gap: Gaps.Place(parent: parent, name: name), key: key)
            }
        }
        return nil
    }

    private mutating func note(_ error: WatchError, gap: Gaps.Place, key: RootKey) {
        switch error {
        // An event of the parent tells what became of it.
        case .gone, .keyUnknown: roots[key]?.gaps[gap] = nil
        default: roots[key]?.gaps[gap] = error
        }
    }

    /// The directories to go on with, right below an open one, which is closed. Of another project just its sidecar, which tells
    /// when it is none any more.
    /// - Returns: `nil` if it could not be read.
    private mutating func wanted(
        closing descriptor: Int32, of id: WatchTable.ID, key: RootKey, path: RelativePath
    ) -> Wanted? {
        guard let found = DirectoryReader.subdirectories(closing: descriptor) else {
            if let parent = table.parent(of: id), let name = table.name(of: id) {
                roots[key]?.gaps[Gaps.Place(parent: parent, name: name)] = .unreadable(path: path.bytes)
            }
            return nil
        }
        guard found.holdsProject, isInnerSidecar(".shed", in: id) else { return Wanted(names: found.names) }
        return Wanted(names: [".shed"], isForeign: true)
    }
}
