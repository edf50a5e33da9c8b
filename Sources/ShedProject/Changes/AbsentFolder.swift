import ShedIndex
import ShedMessages
import ShedModel

/// A folder of the template that is not there and can be made again.
public struct AbsentFolder: Hashable, Sendable {
    public var role: Role
    /// Its name.
    public var name: Name
    /// Where the folder stands that it is in.
    public var parent = RelativePath.root
    /// The ID that the sidecar has for it; `nil` where the project never had the folder.
    public var id: NodeID?

    public var path: RelativePath { parent.appending(name) }
}

extension Template {
    /// The folders of the template that can be made again. What this machine has seen and is not there any more was deleted or
    /// moved by somebody; what it has never seen was not brought to it, as by git, which keeps no empty folders. What git took away
    /// it has not seen (``Memory/absorb(_:of:done:)``).
    /// - Parameters:
    ///   - bearers: the nodes that have a role, with what this machine saw of them.
    ///   - path: where one of them stands, where more is known than that.
    package func absentFolders(_ bearers: [FolderRecord], in project: NodeID, path: @escaping (NodeID) -> RelativePath? = { _ in nil }) -> [AbsentFolder] {
        var places = RolePlaces(bearers, in: project, path: path)
        return folders.compactMap { folder in
            guard folder.role != .rejected, let parent = places.parent(of: folder) else { return nil }
            let bearers = places.bearers(of: folder.role)
            let absent: AbsentFolder
            if let bearer = bearers.first {
                let isUnseen = bearers.allSatisfy { $0.sighting == nil && $0.missingSince == nil && $0.node.details?.forgotten == nil }
                // One that lay elsewhere, as in Trash, was put there.
                guard isUnseen, bearer.node.type.isDirectory, let place = bearer.node.place, parent.ids.contains(place.parent) else { return nil }
                absent = AbsentFolder(role: folder.role, name: place.name, parent: parent.path, id: bearer.node.id)
            } else {
                absent = AbsentFolder(role: folder.role, name: Name(folder.name), parent: parent.path, id: nil)
            }
            places.willBe(absent)
            return absent
        }
    }

    /// The folders of the template that were deleted, if they are neither there nor among ``absentFolders(_:in:path:)``, and that can be made
    /// again: where the template has them, if they stood there when they were deleted or thrown away. What lies elsewhere, as in Trash, is
    /// not deleted.
    /// - Parameter bearers: as for the others.
    package func deletedFolders(_ bearers: [FolderRecord], in project: NodeID, path: @escaping (NodeID) -> RelativePath? = { _ in nil }) -> [AbsentFolder] {
        var places = RolePlaces(bearers, in: project, path: path)
        return folders.compactMap { folder in
            guard folder.role != .rejected, let parent = places.parent(of: folder) else { return nil }
            let bearers = places.bearers(of: folder.role)
            guard !bearers.contains(where: { $0.isPresent && $0.node.place.map { !parent.ids.contains($0.parent) } ?? true }) else { return nil }
            for bearer in bearers where bearer.node.type.isDirectory {
                guard let home = bearer.node.details?.origin ?? bearer.node.place, parent.ids.contains(home.parent) else { continue }
                let deleted = AbsentFolder(role: folder.role, name: home.name, parent: parent.path, id: bearer.node.id)
                places.willBe(deleted)
                return deleted
            }
            return nil
        }
    }
}

/// Where the folders of a template stand, by the nodes that have its roles.
private struct RolePlaces {
    typealias Parent = (ids: Set<NodeID>, path: RelativePath)

    private let project: NodeID
    private let bearers: [Role: [FolderRecord]]
    private let path: (NodeID) -> RelativePath?
    /// Folders that are not there, as they would be made.
    private var coming: [Role: AbsentFolder] = [:]

    init(_ bearers: [FolderRecord], in project: NodeID, path: @escaping (NodeID) -> RelativePath?) {
        self.project = project
        self.path = path
        let borne = bearers.compactMap { bearer in bearer.node.role.map { (role: $0, bearer: bearer) } }
        self.bearers = Dictionary(grouping: borne, by: \.role).mapValues { all in all.map(\.bearer).sorted { $0.node.id < $1.node.id } }
    }

    func bearers(of role: Role) -> [FolderRecord] { bearers[role] ?? [] }

    mutating func willBe(_ folder: AbsentFolder) { coming[folder.role] = folder }

    /// The folder that one of the template stands in; `nil` where that is not there and will not be.
    func parent(of folder: Template.Folder) -> Parent? {
        guard let role = folder.nesting.parent else { return ([project], .root) }
        let all = bearers(of: role)
        if let coming = coming[role] { return (Set(all.map(\.node.id)), coming.path) }
        for bearer in all where bearer.isPresent {
            if let path = standing(bearer) { return ([bearer.node.id], path) }
        }
        return nil
    }

    /// Where a folder stands that is there, as far as folders with a role lead there.
    private func standing(_ bearer: FolderRecord) -> RelativePath? {
        if let path = path(bearer.node.id) { return path }
        var names: [Name] = []
        var current = bearer
        while let place = current.node.place, names.count < RelativePath.deepest {
            names.insert(place.name, at: 0)
            if place.parent == project { return RelativePath(names) }
            guard let above = bearers.values.lazy.joined().first(where: { $0.node.id == place.parent && $0.isPresent }) else { return nil }
            current = above
        }
        return nil
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
        return absentFolders(of: template, state)
    }

    /// The same of any template, whether or not it is in force.
    func absentFolders(of template: Template, _ state: ProjectState) -> [AbsentFolder] {
        template.absentFolders(FolderRecord.roleBearers(state.model, state.memory), in: id) { state.model.path(of: $0) }
    }

    /// The folders of the template that are not there since somebody deleted them, by whatever program, in the template's order. None
    /// of those that can be made without a question (``absentFolders()``), and none that lies in Trash.
    public func deletedFolders() throws(ShedError) -> [AbsentFolder] {
        let state = try load()
        guard state.incomplete.isEmpty else { return [] }
        return deletedFolders(of: template, state)
    }

    /// The same of any template, whether or not it is in force.
    func deletedFolders(of template: Template, _ state: ProjectState) -> [AbsentFolder] {
        let bearers = FolderRecord.roleBearers(state.model, state.memory)
        let others = Set(absentFolders(of: template, state).map(\.role) + bearers.filter(\.isPresent).compactMap(\.node.role))
        return template.deletedFolders(bearers, in: id) { state.model.path(of: $0) }.filter { !others.contains($0.role) }
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
        // The first on the way that is not there: those in it are made with it.
        let ways = path.names.indices.map { RelativePath(Array(path.names[...$0])) }
        guard let missing = ways.first(where: { !hasEntry(at: $0) }), let name = missing.last else { return nil }
        let key = missing.names.map(FoldKey.init)
        func has(_ folders: [AbsentFolder]?) -> Bool { folders?.contains { $0.path.names.map(FoldKey.init) == key } == true }
        if has(try? absentFolders()) { return .templateFolderIsMissing(folder: "\(missing)", why: "absent", command: "shed repair --folders") }
        if has(try? deletedFolders()) { return .templateFolderIsMissing(folder: "\(missing)", why: "deleted", command: "shed repair --folders --deleted") }
        guard let thrown = (try? thrownAwayFolders())?.first(where: { path in path.last.map(FoldKey.init) == FoldKey(name) }) else { return nil }
        return .templateFolderIsMissing(folder: "\(missing)", why: "thrown", command: "shed restore \(ShellWord.path(thrown))")
    }

    /// That nothing is at a path, with what helps.
    package func notFound(_ path: RelativePath) -> ShedError {
        var error = ShedError.notFound(path)
        if let help = help(forMissing: path) { error.advice = help }
        return error
    }

    /// What helps where nothing stands at a path: what brings it back, or what may have been meant; `nil` where neither is known.
    package func help(forMissing path: RelativePath) -> Message? {
        cure(ofMissing: path) ?? .didYouMean(oneOf: pathsAlike(path).map { "\($0)" })
    }

    /// What stands on the disk at a path that differs from one in case, or in how its accents are written, alone; three at most.
    package func pathsAlike(_ path: RelativePath) -> [RelativePath] {
        var found: [RelativePath] = [.root]
        for name in path.names {
            let key = FoldKey(name)
            found = found.flatMap { folder -> [RelativePath] in
                guard let entries = try? root.openDirectory(at: folder).list(atMost: Self.mostLookedAt) else { return [] }
                return entries.filter { $0.kind.nodeType != nil && !$0.name.isHidden && FoldKey($0.name) == key }.map { folder.appending($0.name) }
            }
            found = Array(found.sorted().prefix(Self.mostAlike))
        }
        return found.filter { $0 != path }
    }

    private static var mostAlike: Int { 3 }
    /// In a folder with more nobody looks.
    private static var mostLookedAt: Int { 100_000 }
}
