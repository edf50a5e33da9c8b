import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

extension Transaction {
    /// Makes an empty folder or a file where the rules allow it (`add`).
    /// - Parameter content: what the file holds; for folders nothing.
    public func add(_ type: NodeType, at path: RelativePath, content: [UInt8] = [], dryRun: Bool = false) throws(ShedError) -> PlacedNode? {
        let name = path.last ?? ""
        try ShedError.requireName(name, of: type.isDirectory ? "a folder" : "a file")
        try isNoIgnoredName(path, type)
        let parent = try find(path.parent)
        guard parent.type.isDirectory else { throw ShedError(.usage, .notAFolder(path: "\(path.parent)")) }
        let facts = try facts(of: parent)
        let candidate = Candidate(name: name, type: type, provenance: .new)
        if let refusal = home.rules.refusal(of: candidate, in: facts) { throw try refused(refusal, candidate, at: path) }
        try isFree(name, in: path.parent, except: nil)
        if dryRun { return nil }
        try requireWriting()
        do throws(DiskError) { try make(type, at: path, content: content) } catch { throw ShedError(error) }
        try walk(.afterVerb())
        return try find(path)
    }

    /// Says what people may add to a folder (`allow`).
    /// - Returns: whether it was something else before.
    @discardableResult
    public func allow(_ accepts: Accepts, in path: RelativePath, dryRun: Bool = false) throws(ShedError) -> Bool {
        let placed = try find(path)
        guard placed.type.isDirectory else { throw ShedError(.usage, .onlyFoldersAccept(path: "\(path)")) }
        guard !path.isRoot else {
            throw ShedError(.refused, .rootAcceptsByKind, remedy: .allowInFolder)
        }
        if let role = placed.node.role, template.filling(of: role) == .derived {
            throw ShedError(.refused, .viewAcceptsNothing(path: "\(path)"))
        }
        if placed.node.role == .rejected || placed.node.role == .trash {
            throw ShedError(.refused, .takesWhatIsMoved(path: "\(path)"))
        }
        try mayBe(.accepting(accepts, placed))
        let now = if let own = placed.node.accepts { own } else { try facts(of: placed).accepts }
        guard now != accepts else { return false }
        guard !dryRun else { return true }
        try commit([Operation(placed.node.id, [.accepts(accepts)])])
        record(.allowed, placed, message: accepts.rawValue)
        // What was left lying because of what the folder accepted before is taken in now.
        // No event tells a daemon of this.
        try walk(.afterVerb(.init(scope: project.changeSource == nil ? .changed : .directories([path]))))
        return true
    }

    /// Sets the project's free text (`info --set details=…`).
    /// - Returns: whether it was another one before.
    @discardableResult
    public func setDetails(_ text: String, dryRun: Bool = false) throws(ShedError) -> Bool {
        guard try (load().model.nodes[id]?.details?.note ?? "") != text else { return false }
        guard !dryRun else { return true }
        try commit([Operation(id, [.note(text.isEmpty ? nil : text)])])
        record(.described)
        return true
    }
}
