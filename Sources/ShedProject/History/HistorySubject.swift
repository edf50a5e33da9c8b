import ShedMessages
import ShedModel

/// What a history is asked about: a node, followed by its ID, and what happened inside it if it is a folder.
///
/// Paths in a history are those of their time. So the node's own path is followed along with it, through its moves and
/// those of the folders above it: in one direction, from the newest entry back or from now on.
public struct HistorySubject: Sendable {
    /// The node's ID, and those that turned out to be second names of it.
    private let ids: Set<NodeID>
    /// Whether what happens in it belongs to it.
    public let isFolder: Bool
    /// Where the node is at the time that the reading has come to; `nil` where that is not known.
    private var path: RelativePath?

    init(ids: Set<NodeID>, path: RelativePath?, isFolder: Bool) {
        self.ids = ids
        self.path = path
        self.isFolder = isFolder
    }

    /// Whether an entry is about the node. Ask in the order from the newest to the oldest.
    public mutating func takesOlder(_ entry: HistoryEntry) -> Bool {
        guard let path = entry.path else { return false }
        let isOurs = takes(entry, here: path, there: entry.from ?? path)
        // Before it was there, what happened around its path does not concern it.
        if isOurs, entry.event == .added, entry.id.map(ids.contains) == true { self.path = nil }
        return isOurs
    }

    /// The same in the order in which things happen.
    public mutating func takesNewer(_ entry: HistoryEntry) -> Bool {
        guard let path = entry.path else { return false }
        return takes(entry, here: entry.from ?? path, there: path)
    }

    /// - Parameters:
    ///   - here: The entry's path at the time that the reading comes from.
    ///   - there: The one at the time that it goes to.
    private mutating func takes(_ entry: HistoryEntry, here: RelativePath, there: RelativePath) -> Bool {
        if let id = entry.id, ids.contains(id) {
            path = there
            return true
        }
        guard let path else { return false }
        if here != there, path != here, path.isInside(here) {
            // A folder above it moved, and the node with it.
            self.path = there.appending(RelativePath(Array(path.names.dropFirst(here.names.count))))
            return true
        }
        if entry.id == nil, here == path { return true }
        return isFolder && (here.isInside(path) || there.isInside(path))
    }
}

extension Project {
    /// What happened here, as far as it was written down; `nil` while the project is not registered.
    public var history: History? { journal.history }
}

extension ProjectReader {
    /// The node that is at a path now, else the last one of which the history says that it was there.
    /// - Throws: ``ShedError`` where neither knows the path, or the history cannot be read.
    public func historySubject(at path: RelativePath) throws(ShedError) -> HistorySubject {
        let state = try load()
        if let id = state.node(at: path) { return subject(id, state) }
        if let history = project.history {
            var reader = try HistoryReader(history)
            while let entry = reader.next() {
                guard entry.path == path || entry.from == path else { continue }
                guard let id = entry.id else { return HistorySubject(ids: [], path: path, isFolder: entry.kind?.isDirectory == true) }
                return subject(id, state, isFolder: entry.kind?.isDirectory == true)
            }
        }
        throw ShedError(
            .usage, .notInHistory(path: "\(path)"), remedy: help(forMissing: path) ?? .logWithoutPath)
    }

    /// The node of an ID.
    /// - Throws: ``ShedError`` where neither the project nor its history knows the ID.
    public func historySubject(of id: NodeID) throws(ShedError) -> HistorySubject {
        let state = try load()
        if state.model[id] != nil { return subject(state.model.resolve(id), state) }
        if let history = project.history {
            var reader = try HistoryReader(history)
            while let entry = reader.next() {
                if entry.id == id { return subject(id, state, isFolder: entry.kind?.isDirectory == true) }
            }
        }
        throw ShedError.noNode(of: id, remedy: .logShowsIDs)
    }

    private func subject(_ id: NodeID, _ state: ProjectState, isFolder: Bool = false) -> HistorySubject {
        let id = state.model.resolve(id)
        let node = state.model.nodes[id]
        let aliases = state.model.aliases.keys.filter { state.model.resolve($0) == id }
        return HistorySubject(
            ids: Set([id] + aliases), path: node == nil ? nil : state.model.path(of: id), isFolder: node?.type.isDirectory ?? isFolder)
    }
}
