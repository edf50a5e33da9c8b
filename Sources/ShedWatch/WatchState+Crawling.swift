import Glibc
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
        guard let key = root(of: parent) else { return }
        let root: Int32
        do {
            root = try openRoot(key)
        } catch {
            return note(error, gap: WatchedRoot.Gap(parent: parent, name: name), key: key)
        }
        defer { close(root) }
        crawl([(parent, name)], key: key, root: root, readsKnown: readsKnown, at: time, visited: &visited)
    }

    mutating func crawl(_ name: Name, in parent: WatchTable.ID, at time: UInt64) {
        var visited: Set<WatchTable.ID> = []
        crawl(name, in: parent, readsKnown: false, at: time, visited: &visited)
    }

    /// Reads a directory that has a row, and everything below it, again; forgets rows that are not found.
    mutating func crawlAnew(_ id: WatchTable.ID, at time: UInt64) {
        guard let key = root(of: id), let path = table.path(of: id) else { return }
        markDirty(id, at: time)
        // What cannot be read keeps its rows: unreadable is unknown, and an event or the next crawl will tell.
        guard let root = try? openRoot(key) else { return }
        defer { close(root) }
        guard let descriptor = try? DirectoryReader.open(path, below: root) else { return }
        let before = Set(table.subtree(of: id))
        var visited: Set = [id]
        let names = wanted(closing: descriptor, of: id, key: key, path: path)
        crawl(names.map { (id, $0) }, key: key, root: root, readsKnown: true, at: time, visited: &visited)
        for row in before.subtracting(visited) where isLost(row, visited: visited) { remove(row) }
    }

    /// Whether a row that a crawl did not find is gone, and not merely below something that could not be read.
    private func isLost(_ id: WatchTable.ID, visited: Set<WatchTable.ID>) -> Bool {
        guard let parent = table.parent(of: id), let name = table.name(of: id) else { return table.watch(of: id) != nil }
        guard visited.contains(parent), let key = root(of: parent) else { return false }
        return roots[key]?.gaps[WatchedRoot.Gap(parent: parent, name: name)] == nil
    }

    /// Opens a root, if the directory at its path is still the one that was added.
    private mutating func openRoot(_ key: RootKey) throws(WatchError) -> Int32 {
        guard let root = roots[key], !root.isGone else { throw .keyUnknown(key) }
        let descriptor: Int32, device: UInt64, inode: UInt64
        do {
            (descriptor, device, inode) = try DirectoryReader.openRoot(root.path)
        } catch {
            if case .gone = error { setGone(key) }
            throw error
        }
        guard device == root.device, inode == root.inode else {
            close(descriptor)
            setGone(key)
            throw .gone(path: root.path)
        }
        return descriptor
    }

    private mutating func crawl(
        _ start: [(parent: WatchTable.ID, name: Name)], key: RootKey, root: Int32, readsKnown: Bool, at time: UInt64,
        visited: inout Set<WatchTable.ID>
    ) {
        var waiting = start
        while let (parent, name) = waiting.popLast() {
            guard let path = table.path(of: parent)?.appending(name), roots[key]?.wants(path) == true else { continue }
            let gap = WatchedRoot.Gap(parent: parent, name: name)
            let opened: (descriptor: Int32, watch: Int32)
            do {
                opened = try open(path, below: root)
            } catch {
                note(error, gap: gap, key: key)
                continue
            }
            roots[key]?.gaps[gap] = nil
            guard let placed = table.place(watch: opened.watch, in: parent, named: name) else {
                close(opened.descriptor)
                continue
            }
            placed.adrift.forEach { adrift[$0] = Drift(wasTouched: true) }
            let drift = adrift.removeValue(forKey: placed.id)
            roots[key]?.markDirty(placed.id, at: time)
            if placed.isKnown && !readsKnown && drift?.wasTouched != true {
                close(opened.descriptor)
                continue
            }
            // A loop of bind mounts or of stale rows cannot make this go on for ever.
            guard visited.insert(placed.id).inserted else {
                close(opened.descriptor)
                continue
            }
            for child in wanted(closing: opened.descriptor, of: placed.id, key: key, path: path) {
                waiting.append((placed.id, child))
            }
        }
    }

    private func open(_ path: RelativePath, below root: Int32) throws(WatchError) -> (descriptor: Int32, watch: Int32) {
        let descriptor = try DirectoryReader.open(path, below: root)
        do {
            return (descriptor, try source.watch(directory: descriptor, mask: Self.mask, path: path.bytes))
        } catch {
            close(descriptor)
            throw error
        }
    }

    private mutating func note(_ error: WatchError, gap: WatchedRoot.Gap, key: RootKey) {
        switch error {
        // An event of the parent tells what became of it.
        case .gone, .foreign, .keyUnknown: roots[key]?.gaps[gap] = nil
        default: roots[key]?.gaps[gap] = error
        }
    }

    /// The directories to go on with, right below an open one, which is closed. None below another project.
    private mutating func wanted(
        closing descriptor: Int32, of id: WatchTable.ID, key: RootKey, path: RelativePath
    ) -> [Name] {
        guard let names = DirectoryReader.subdirectories(closing: descriptor) else {
            if let parent = table.parent(of: id), let name = table.name(of: id) {
                roots[key]?.gaps[WatchedRoot.Gap(parent: parent, name: name)] = .unreadable(path: path.bytes)
            }
            return []
        }
        if !path.isRoot, names.contains(".shed") { return [] }
        return names
    }
}
