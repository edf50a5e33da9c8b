import ShedIndex
import ShedMessages
import ShedModel

/// A folder of the template that is not there and can be made again.
public struct AbsentFolder: Hashable, Sendable {
    public var role: Role
    /// Its name at the root.
    public var name: Name
    /// The ID that the sidecar has for it; `nil` where the project never had the folder.
    public var id: NodeID?

    public var path: RelativePath { RelativePath([name]) }
}

extension Template {
    /// The folders of the template that can be made again. What this machine has seen and is not there any more was deleted or
    /// moved by somebody; what it has never seen was not brought to it, as by git, which keeps no empty folders. What git took away
    /// it has not seen (``Memory/absorb(_:of:done:)``).
    /// - Parameter bearers: the nodes that have a role, with what this machine saw of them.
    package func absentFolders(_ bearers: [FolderRecord], in project: NodeID) -> [AbsentFolder] {
        folders.compactMap { folder in
            guard folder.role != .rejected else { return nil }
            let bearers = bearers.filter { $0.node.role == folder.role }.sorted { $0.node.id < $1.node.id }
            guard let bearer = bearers.first else { return AbsentFolder(role: folder.role, name: Name(folder.name), id: nil) }
            let isUnseen = bearers.allSatisfy { $0.sighting == nil && $0.missingSince == nil && $0.node.details?.forgotten == nil }
            // One that lay elsewhere, as in Trash, was put there.
            guard isUnseen, bearer.node.type.isDirectory, let place = bearer.node.place, place.parent == project else { return nil }
            return AbsentFolder(role: folder.role, name: place.name, id: bearer.node.id)
        }
    }

    /// The folders of the template that were deleted, if they are neither there nor among ``absentFolders(_:in:)``, and that can be made
    /// again: at the root, where they stood when they were deleted or thrown away. What lies elsewhere, as in Trash, is not deleted.
    /// - Parameter bearers: as for the others.
    package func deletedFolders(_ bearers: [FolderRecord], in project: NodeID) -> [AbsentFolder] {
        folders.compactMap { folder in
            guard folder.role != .rejected else { return nil }
            let bearers = bearers.filter { $0.node.role == folder.role }.sorted { $0.node.id < $1.node.id }
            guard !bearers.contains(where: { $0.isPresent && $0.node.place?.parent != project }) else { return nil }
            for bearer in bearers where bearer.node.type.isDirectory {
                guard let home = bearer.node.details?.origin ?? bearer.node.place, home.parent == project else { continue }
                return AbsentFolder(role: folder.role, name: home.name, id: bearer.node.id)
            }
            return nil
        }
    }
}

extension FolderRecord {
    /// Whether it stood on disk when this machine last looked.
    fileprivate var isPresent: Bool { sighting != nil && missingSince == nil }

    /// The nodes that have a role, with what this machine saw of them.
    /// - Parameter unseen: those of which it will have seen nothing.
    package static func roleBearers(_ model: Model, _ memory: Memory, unseen: Set<NodeID> = []) -> [FolderRecord] {
        model.roleBearers.compactMap { model.nodes[$0] }.map { node in
            guard !unseen.contains(node.id) else { return FolderRecord(node: node) }
            return FolderRecord(node: node, sighting: memory.seen[node.id], missingSince: memory.missing[node.id])
        }
    }
}

extension ProjectReader {
    /// The folders of the template that are not there and that nobody deleted here, in the template's order; none while the
    /// sidecar is not whole, since nobody knows then which folder is which.
    public func absentFolders() throws(ShedError) -> [AbsentFolder] {
        let state = try load()
        guard state.incomplete.isEmpty else { return [] }
        return template.absentFolders(FolderRecord.roleBearers(state.model, state.memory), in: id)
    }

    /// The folders of the template that are not there since somebody deleted them, by whatever program, in the template's order. None
    /// of those that can be made without a question (``absentFolders()``), and none that lies in Trash.
    public func deletedFolders() throws(ShedError) -> [AbsentFolder] {
        let state = try load()
        guard state.incomplete.isEmpty else { return [] }
        let bearers = FolderRecord.roleBearers(state.model, state.memory)
        let others = Set(template.absentFolders(bearers, in: id).map(\.role) + bearers.filter(\.isPresent).compactMap(\.node.role))
        return template.deletedFolders(bearers, in: id).filter { !others.contains($0.role) }
    }

    /// The folders of the template that lie in Trash, as they were thrown away.
    public func thrownAwayFolders() throws(ShedError) -> [RelativePath] {
        let state = try load()
        guard state.incomplete.isEmpty, let trash = folder(with: .trash, state) else { return [] }
        return state.model.roleBearers.sorted().compactMap { bearer in
            guard state.memory.isPresent(bearer), let node = state.model.nodes[bearer], let role = node.role, folder(with: role, state) == nil,
                node.details?.origin != nil, let path = state.model.path(of: bearer), path.isInside(trash)
            else { return nil }
            return path
        }
    }
}

extension ProjectReader {
    /// What brings a folder of the template back in which a path lies, or which it is, and that is not there; `nil` for any other path.
    /// - Parameter path: one at which nothing stands.
    public func cure(ofMissing path: RelativePath) -> Message? {
        guard let name = path.names.first, !hasEntry(at: RelativePath([name])) else { return nil }
        let key = FoldKey(name)
        func has(_ folders: [AbsentFolder]?) -> Bool { folders?.contains { FoldKey($0.name) == key } == true }
        if has(try? absentFolders()) { return .templateFolderIsMissing(folder: "\(name)", why: "absent", command: "shed repair --folders") }
        if has(try? deletedFolders()) { return .templateFolderIsMissing(folder: "\(name)", why: "deleted", command: "shed repair --folders --deleted") }
        guard let thrown = (try? thrownAwayFolders())?.first(where: { path in path.last.map(FoldKey.init) == key }) else { return nil }
        return .templateFolderIsMissing(folder: "\(name)", why: "thrown", command: "shed restore \(ShellWord.path(thrown))")
    }

    /// That nothing is at a path, with what helps.
    func notFound(_ path: RelativePath) -> ShedError {
        var error = ShedError.notFound(path)
        if let cure = cure(ofMissing: path) { error.advice = cure }
        return error
    }
}
