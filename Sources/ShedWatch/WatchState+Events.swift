import Glibc
import ShedModel

extension WatchState {
    /// Takes in what the source copied out. Each event describes the past: the table may be ahead of it.
    mutating func takeIn() {
        let batch = source.take()
        // Each overflow costs a crawl of everything. The last one's sees what the others' would have.
        let lastOverflow = batch.events.lastIndex { $0.has(IN_Q_OVERFLOW) }
        for (index, event) in batch.events.enumerated() {
            if event.has(IN_Q_OVERFLOW) {
                takeOverflow(at: event.time, crawls: index == lastOverflow)
                continue
            }
            guard let id = table.id(ofWatch: event.watch) else { continue }
            let name = batch.name(of: event)
            if name.isEmpty {
                takeOwn(event, of: id)
            } else {
                take(event, named: name, in: id)
            }
        }
        lookAtDeparted()
        readAnew(\.unclear)
        readAnew(\.owed)
    }

    /// Looks where directories are said to have left, if they were not met elsewhere. Of two that are exchanged
    /// (RENAME_EXCHANGE) the kernel tells the departure of the second after the arrival of the first at the same place; and where events
    /// were lost, the arrival may be among them.
    private mutating func lookAtDeparted() {
        guard !departed.isEmpty else { return }
        let rows = departed
        departed = []
        for (row, place, time) in rows where adrift[row] != nil {
            // Nobody can look into what is adrift itself: what is in it is looked at once it has a place.
            if case .adrift = table.standing(of: place.parent) {
                oweItself(place.parent, at: time)
            } else {
                crawl(place.name, in: place.parent, at: time)
            }
        }
    }

    /// Reads what is to be read once the events are taken in. What has moved meanwhile waits for the event that tells.
    private mutating func readAnew(_ kept: WritableKeyPath<WatchState, [WatchTable.ID: UInt64]>) {
        let rows = self[keyPath: kept]
        guard !rows.isEmpty else { return }
        self[keyPath: kept] = [:]
        // Those above first: reading one reads what is below it, but for what is not where the table has it. That is still to be read then,
        // and may come to stand elsewhere.
        var met: Set<WatchTable.ID> = []
        var standing: [(id: WatchTable.ID, time: UInt64, depth: Int)] = []
        for (id, time) in rows {
            switch table.standing(of: id) {
            case .adrift: self[keyPath: kept][id] = time
            case .below: standing.append((id, time, depth(of: id)))
            case nil: break
            }
        }
        for (id, time, _) in standing.sorted(by: { $0.depth < $1.depth }) where !met.contains(id) {
            // One that was read just now may have taken it from its place.
            switch table.standing(of: id) {
            case .adrift: self[keyPath: kept][id] = max(self[keyPath: kept][id] ?? 0, time)
            // Nothing below an inner sidecar is watched, and who meets one anew looks what the folder is that it is in.
            case .below: if !isInnerSidecar(id) { met.formUnion(crawlAnew(id, at: time)) }
            case nil: break
            }
        }
    }

    /// How many rows are above one.
    private func depth(of id: WatchTable.ID) -> Int {
        var (count, current) = (0, id)
        while let parent = table.parent(of: current) { (count, current) = (count + 1, parent) }
        return count
    }

    /// Events were lost: every root is read again.
    private mutating func takeOverflow(at time: UInt64, crawls: Bool) {
        for key in Array(roots.keys) {
            guard let row = roots[key]?.row, roots[key]?.isGone == false else { continue }
            roots[key]?.news.overflowCount += 1
            if crawls { crawlAnew(row, at: time) }
            roots[key]?.news.markEverything(at: time)
        }
    }

    /// An event of a watched directory itself.
    private mutating func takeOwn(_ event: EventBatch.Event, of id: WatchTable.ID) {
        let ends = event.has(IN_IGNORED) || event.has(IN_DELETE_SELF) || event.has(IN_UNMOUNT)
        if table.isRoot(id) {
            if ends || event.has(IN_MOVE_SELF), let key = root(of: id) { return setGone(key) }
        }
        let parent = table.parent(of: id)
        if event.has(IN_UNMOUNT) || event.has(IN_IGNORED) {
            if let parent { markDirty(parent, at: event.time) }
            guard let dropped = table.drop(watch: event.watch) else { return }
            forget(dropped.id)
            dropped.adrift.forEach { adrift[$0] = Drift() }
            return
        }
        // Of an inner sidecar its parent is told too.
        if event.has(IN_ATTRIB), !isInnerSidecar(id) { touch(id, at: event.time) }
    }

    private mutating func take(_ event: EventBatch.Event, named bytes: ArraySlice<UInt8>, in id: WatchTable.ID) {
        if isInnerSidecar(id) { return takeInnerSidecar(event, named: bytes, of: id) }
        let isDirectory = event.has(IN_ISDIR)
        noteRename(event, named: bytes, in: id)
        switch table.standing(of: id) {
        case .adrift: owe(id, at: event.time)
        case nil: return
        case .below(let key, let isHidden):
            if isHidden, isGit(id) { return takeGit(event, named: bytes, in: id, key: key) }
            if event.mask & UInt32(IN_MODIFY) != 0 {
                roots[key]?.news.markActive(id, at: event.time)
                if !isSkipped(bytes, isDirectory: false, isHidden: isHidden), roots[key]?.openFiles[id] == nil {
                    roots[key]?.openFiles[id] = event.time
                }
                return
            }
            if isSkipped(bytes, isDirectory: isDirectory, isHidden: isHidden) {
                roots[key]?.news.markActive(id, at: event.time)
            } else {
                // What is to be looked at elsewhere is looked at as a whole.
                let entry = isHidden && !isDirectory ? Name(bytes: Array(bytes)) : nil
                roots[key]?.news.markDirty(id, entry: entry, at: event.time)
                // A second file that is still open writes again, and is noted then.
                if event.has(IN_CLOSE_WRITE) { roots[key]?.openFiles[id] = nil }
            }
        }
        if isDirectory { takeDirectory(event, named: Name(bytes: Array(bytes)), in: id) }
    }

    /// Something happened in the `.shed` of a folder within a project: of that, only what makes it another project counts, or none.
    private mutating func takeInnerSidecar(_ event: EventBatch.Event, named bytes: ArraySlice<UInt8>, of id: WatchTable.ID) {
        guard bytes.elementsEqual("project.json".utf8), let parent = table.parent(of: id) else { return }
        if [IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO].contains(where: event.has) { lookWhetherForeign(parent, at: event.time) }
    }

    /// Another project may begin or end in a directory. What is said of it is said of where it stands.
    private mutating func lookWhetherForeign(_ id: WatchTable.ID, at time: UInt64) {
        if let parent = table.parent(of: id) { markDirty(parent, at: time) }
        unclear[id] = time
    }

    /// A directory came, went, or changed its permissions.
    private mutating func takeDirectory(_ event: EventBatch.Event, named name: Name, in id: WatchTable.ID) {
        if isInnerSidecar(name, in: id) { return lookWhetherForeign(id, at: event.time) }
        let child = table.child(of: id, named: name)
        if event.has(IN_MOVED_FROM) || event.has(IN_DELETE) {
            if let child {
                setAdrift(child)
                departed.append((child, Gaps.Place(parent: id, name: name), event.time))
            }
            if let key = root(of: id) { roots[key]?.gaps[Gaps.Place(parent: id, name: name)] = nil }
            return
        }
        if event.has(IN_ATTRIB), let child {
            markDirty(child, at: event.time)
            guard let key = root(of: id), roots[key]?.gaps[Gaps.Place(parent: id, name: name)] != nil else { return }
            // It could not be read, and perhaps it can now.
            var visited: Set<WatchTable.ID> = []
            return crawl(name, in: id, readsKnown: true, at: event.time, visited: &visited)
        }
        crawl(name, in: id, at: event.time)
    }

    /// Whether a file's event says nothing about what a scan finds: names that begin with a dot are never nodes. Those
    /// that say what the project is, or what is ignored in it, count all the same.
    private func isSkipped(_ name: ArraySlice<UInt8>, isDirectory: Bool, isHidden: Bool) -> Bool {
        !isHidden && !isDirectory && name.first == UInt8(ascii: ".") && !name.starts(with: ".shed".utf8)
            && !name.elementsEqual(".git".utf8)
    }

    private mutating func touch(_ id: WatchTable.ID, at time: UInt64) {
        switch table.standing(of: id) {
        case .adrift: owe(id, at: time)
        case .below(let key, _): roots[key]?.news.markDirty(id, at: time)
        case nil: break
        }
    }

    // MARK: Renames

    private mutating func noteRename(
        _ event: EventBatch.Event, named bytes: ArraySlice<UInt8>, in id: WatchTable.ID
    ) {
        guard !event.has(IN_ISDIR), let watch = table.watch(of: id) else { return }
        if event.has(IN_MOVED_FROM) {
            // A file that leaves the roots for good never has another half.
            if cookies.count > 4096 { cookies = [:] }
            cookies[event.cookie] = WatchedRoot.Entry(directory: id, watch: watch, name: Name(bytes: Array(bytes)))
        } else if event.has(IN_MOVED_TO), let old = cookies.removeValue(forKey: event.cookie) {
            let new = WatchedRoot.Entry(directory: id, watch: watch, name: Name(bytes: Array(bytes)))
            guard let key = root(of: id) else { return }
            if CarrierName.isArrival(from: old.name, to: new.name) { roots[key]?.news.noteArrival(new) }
            if !old.name.isHidden, root(of: old.directory) == key { roots[key]?.news.noteRename(from: old, to: new) }
        }
    }

    /// Whether the row is `.git` right below a root.
    private func isGit(_ id: WatchTable.ID) -> Bool {
        guard table.name(of: id) == ".git", let parent = table.parent(of: id) else { return false }
        return table.isRoot(parent)
    }

    /// Of what happens in `.git`, two things count: its lock, and `HEAD`.
    private mutating func takeGit(
        _ event: EventBatch.Event, named bytes: ArraySlice<UInt8>, in id: WatchTable.ID, key: RootKey
    ) {
        if bytes.elementsEqual("index.lock".utf8) {
            if event.has(IN_CREATE) || event.has(IN_MOVED_TO) { roots[key]?.git.isLocked = true }
            if event.has(IN_DELETE) || event.has(IN_MOVED_FROM) { roots[key]?.git.isLocked = false }
            roots[key]?.git.last = event.time
        } else if bytes.elementsEqual("HEAD".utf8) {
            roots[key]?.git.last = event.time
            roots[key]?.news.markDirty(id, at: event.time)
        }
    }
}
