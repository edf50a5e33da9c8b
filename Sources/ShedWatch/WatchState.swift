import Glibc
import ShedModel

/// What a watcher knows; the watcher guards it with a lock.
struct WatchState: Sendable {
    /// A directory that left its place. It comes back by the other half of its move, or is forgotten with the burst.
    struct Drift: Sendable {
        /// The root that it left; `nil` where that is not known, so that it is read anew when it comes back, with all that is below it.
        var key: RootKey?
    }

    let source: EventSource
    var table = WatchTable()
    var roots: [RootKey: WatchedRoot] = [:]
    var adrift: [WatchTable.ID: Drift] = [:]
    /// Files that were renamed away and whose other half has not come, by the event's cookie.
    var cookies: [UInt32: WatchedRoot.Entry] = [:]
    /// Rows that left their places in the events being taken in, and those places.
    var departed: [(row: WatchTable.ID, place: Gaps.Place, time: UInt64)] = []
    /// Rows that were not found at their paths when they were to be read, since they had moved and the table was not told
    /// yet, and those in which something happened while they were adrift; and when that was. They are read once the table knows where they
    /// stand. It is said of the very row, and not of the one above it that is adrift: that may come back, and be read, after this one left it.
    var owed: [WatchTable.ID: UInt64] = [:]
    /// Rows in which another project may have begun or ended, and when. Each is read once for all that was told of it.
    var unclear: [WatchTable.ID: UInt64] = [:]
    var isInterrupted = false

    /// Everything that may change what a scan finds. IN_MODIFY is for quiet times: see ``Settle/openFile``.
    static let mask = UInt32(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK)

    /// The root that a row stands below.
    func root(of id: WatchTable.ID) -> RootKey? {
        if case .below(let key, _) = table.standing(of: id) { key } else { nil }
    }

    /// Whether an entry of a directory is the `.shed` of a folder within a project. It is watched, and nothing below it, since what
    /// is in it says whether that folder is another project.
    func isInnerSidecar(_ name: Name, in parent: WatchTable.ID) -> Bool {
        guard name == ".shed", !table.isRoot(parent), case .below(_, isHidden: false) = table.standing(of: parent) else { return false }
        return true
    }

    func isInnerSidecar(_ id: WatchTable.ID) -> Bool {
        guard let name = table.name(of: id), let parent = table.parent(of: id) else { return false }
        return isInnerSidecar(name, in: parent)
    }

    mutating func markDirty(_ id: WatchTable.ID, at time: UInt64) {
        if let key = root(of: id) { roots[key]?.news.markDirty(id, at: time) }
    }

    mutating func setAdrift(_ id: WatchTable.ID) {
        guard !table.isRoot(id) else { return }
        let key = root(of: id)
        table.setAdrift(id)
        adrift[id] = Drift(key: key)
    }

    /// Takes note that a row is to be read once it is known where it stands.
    mutating func owe(_ id: WatchTable.ID, at time: UInt64) {
        // What is in a sidecar says what the folder is that it is in.
        oweItself(table.name(of: id) == ".shed" ? table.parent(of: id) ?? id : id, at: time)
    }

    /// The same of this very row.
    mutating func oweItself(_ row: WatchTable.ID, at time: UInt64) { owed[row] = max(owed[row] ?? 0, time) }

    /// Removes a row with what is below it, and ends the watches.
    mutating func remove(_ id: WatchTable.ID) {
        for removed in table.remove(id) {
            source.unwatch(removed.watch)
            forget(removed.id)
        }
    }

    mutating func forget(_ id: WatchTable.ID) {
        adrift[id] = nil
        owed[id] = nil
        unclear[id] = nil
        for key in roots.keys { roots[key]?.forget(id) }
    }

    /// The root that a row stands below, or left: `nil` if that is not known.
    func formerRoot(of id: WatchTable.ID) -> RootKey? {
        switch table.standing(of: id) {
        case .below(let key, _): key
        case .adrift(let top): adrift[top]?.key
        case nil: nil
        }
    }

    /// Ends the wait for other halves of moves: what is still adrift has left the roots.
    mutating func forgetAdrift() {
        for id in adrift.keys where adrift[id] != nil { remove(id) }
        cookies = [:]
    }

    /// The root is no longer what it was: nothing of it is watched any more.
    mutating func setGone(_ key: RootKey) {
        guard let root = roots[key], !root.isGone else { return }
        roots[key]?.isGone = true
        remove(root.row)
        roots[key]?.row = -1
        roots[key]?.gaps = Gaps()
        roots[key]?.git.isLocked = false
    }
}
