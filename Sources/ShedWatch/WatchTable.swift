import ShedModel

/// Which directory each watch stands for: rows with parent pointers, from which paths are computed. So the move of a
/// directory edits one row, whatever is below it.
///
/// A pure value: it knows neither inotify nor the disk. It may run ahead of the events (a crawl sees what the events
/// tell later), so a row can be *adrift*: known, watched, and for the moment at no place. Unknown watches are `nil`,
/// never a fault. Every operation ends in a forest: no row is ever its own ancestor.
public struct WatchTable: Sendable {
    /// Stands for a row as long as it is in the table; used again after that.
    public typealias ID = Int32

    private struct Row: Sendable {
        var watch: Int32
        var parent: ID
        var name: Name
        var root: RootKey?
        var children: [Name: ID] = [:]
    }

    /// Where a row hangs.
    public enum Standing: Hashable, Sendable {
        /// Below a root; `isHidden` if a name on the way begins with a dot.
        case below(RootKey, isHidden: Bool)
        /// Adrift, below this row or the row itself.
        case adrift(top: ID)
    }

    /// A row that was removed: whoever removed it may have to end its watch.
    public struct Removed: Hashable, Sendable {
        public var id: ID
        public var watch: Int32
    }

    private static let none: ID = -1
    private var rows: [Row?] = []
    private var unused: [ID] = []
    private var idOfWatch: [Int32: ID] = [:]

    public init() {}

    /// How many directories are in the table.
    public var count: Int { idOfWatch.count }

    /// The directory that a watch stands for.
    public func id(ofWatch watch: Int32) -> ID? { idOfWatch[watch] }

    public func watch(of id: ID) -> Int32? { row(id)?.watch }

    public func child(of id: ID, named name: Name) -> ID? { row(id)?.children[name] }

    /// The parent; `nil` for a root and for a row adrift.
    public func parent(of id: ID) -> ID? { row(id).flatMap { $0.parent == Self.none ? nil : $0.parent } }

    public func name(of id: ID) -> Name? { row(id)?.name }

    /// Whether the row is the root of a tree.
    public func isRoot(_ id: ID) -> Bool { row(id)?.root != nil }

    /// Where the row hangs; `nil` if it is not in the table.
    public func standing(of id: ID) -> Standing? {
        var current = id
        var isHidden = false
        while let row = row(current) {
            if let root = row.root { return .below(root, isHidden: isHidden) }
            if row.name.isHidden { isHidden = true }
            if row.parent == Self.none { return .adrift(top: current) }
            current = row.parent
        }
        return nil
    }

    /// The path below the root; `nil` for what is adrift or unknown.
    public func path(of id: ID) -> RelativePath? {
        var names: [Name] = []
        var current = id
        while let row = row(current) {
            if row.root != nil { return RelativePath(names.reversed()) }
            if row.parent == Self.none { return nil }
            names.append(row.name)
            current = row.parent
        }
        return nil
    }

    /// The row and everything below it, parents first.
    public func subtree(of id: ID) -> [ID] {
        guard row(id) != nil else { return [] }
        var found = [id]
        var next = 0
        while next < found.count {
            if let row = row(found[next]) { found.append(contentsOf: row.children.values) }
            next += 1
        }
        return found
    }

    /// Adds a root. A row that has the watch already gives it up: what was below it is removed, and returned.
    public mutating func addRoot(watch: Int32, key: RootKey) -> (id: ID, removed: [Removed]) {
        let removed = idOfWatch[watch].map { remove($0) } ?? []
        return (insert(Row(watch: watch, parent: Self.none, name: Name(bytes: []), root: key)), removed)
    }

    /// Says that this watch stands for the directory of that name in that parent.
    ///
    /// A watch that is known already is the same directory at a new place: its row moves and takes along what is below
    /// it. A row that held the place before is adrift afterwards, and so is the part between a directory and a parent
    /// that the table held to be below it.
    /// - Returns: the row, whether it was known, and what went adrift; `nil` if the parent is unknown or the watch a root's.
    public mutating func place(watch: Int32, in parent: ID, named name: Name) -> (id: ID, isKnown: Bool, adrift: [ID])? {
        guard row(parent) != nil, watch != self.watch(of: parent) else { return nil }
        if let id = idOfWatch[watch], isRoot(id) { return nil }
        var adrift: [ID] = []
        if let holder = child(of: parent, named: name), watch != self.watch(of: holder) {
            setAdrift(holder)
            adrift.append(holder)
        }
        guard let id = idOfWatch[watch] else {
            let id = insert(Row(watch: watch, parent: parent, name: name))
            rows[Int(parent)]?.children[name] = id
            return (id, false, adrift)
        }
        if let between = stepBelow(id, towards: parent) {
            setAdrift(between)
            adrift.append(between)
        }
        setAdrift(id)
        rows[Int(id)]?.parent = parent
        rows[Int(id)]?.name = name
        rows[Int(parent)]?.children[name] = id
        return (id, true, adrift)
    }

    /// Takes a row from its place, with what is below it, and keeps it in the table.
    public mutating func setAdrift(_ id: ID) {
        guard let row = row(id), row.parent != Self.none else { return }
        if self.row(row.parent)?.children[row.name] == id { rows[Int(row.parent)]?.children[row.name] = nil }
        rows[Int(id)]?.parent = Self.none
    }

    /// Removes a row and everything below it.
    @discardableResult
    public mutating func remove(_ id: ID) -> [Removed] {
        let all = subtree(of: id)
        setAdrift(id)
        return all.compactMap { id in
            guard let row = row(id) else { return nil }
            erase(id)
            return Removed(id: id, watch: row.watch)
        }
    }

    /// The kernel ended a watch (IN_IGNORED): its row goes. What the table held to be below it is adrift afterwards,
    /// since a directory that could be deleted was empty: the rest has moved elsewhere.
    public mutating func drop(watch: Int32) -> (id: ID, adrift: [ID])? {
        guard let id = idOfWatch[watch], let row = row(id) else { return nil }
        let children = Array(row.children.values)
        children.forEach { setAdrift($0) }
        setAdrift(id)
        erase(id)
        return (id, children)
    }

    private func row(_ id: ID) -> Row? { id >= 0 && Int(id) < rows.count ? rows[Int(id)] : nil }

    /// The row right below `id` on the way from it down to `descendant`, if `descendant` is below `id`.
    private func stepBelow(_ id: ID, towards descendant: ID) -> ID? {
        var current = descendant
        while let row = row(current), row.parent != Self.none {
            if row.parent == id { return current }
            current = row.parent
        }
        return nil
    }

    private mutating func insert(_ row: Row) -> ID {
        let id: ID
        if let free = unused.popLast() {
            id = free
            rows[Int(id)] = row
        } else {
            id = ID(rows.count)
            rows.append(row)
        }
        idOfWatch[row.watch] = id
        return id
    }

    private mutating func erase(_ id: ID) {
        if let row = row(id), idOfWatch[row.watch] == id { idOfWatch[row.watch] = nil }
        rows[Int(id)] = nil
        unused.append(id)
    }
}
