import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

/// A role that was given to a folder which was there.
public struct GivenRole: Hashable, Sendable {
    /// Whether the folder accepts files and folders, since it holds both, whatever the template says of the role.
    public var acceptsBoth = false
    /// How many things in it may stay though the role takes none of them.
    public var staying = 0
}

extension ProjectReader {
    /// Where the folder of a role stands, at the root or below it; `nil`: nowhere but in Trash or Rejected.
    public func standingFolder(of role: Role) throws(ShedError) -> RelativePath? { standingFolder(of: role, try load()) }

    /// The same by a state that was loaded.
    func standingFolder(of role: Role, _ state: ProjectState) -> RelativePath? {
        if let path = folder(with: role, state) { return path }
        let shelters: Set<Role> = [.trash, .rejected]
        return state.model.roleBearers.sorted().lazy.compactMap { bearer -> RelativePath? in
            guard state.model.nodes[bearer]?.role == role, state.memory.isPresent(bearer), let path = state.model.path(of: bearer),
                let top = path.names.first.flatMap({ state.node(at: RelativePath([$0])) }), state.model.nodes[top]?.role.map(shelters.contains) != true,
                (try? self.root.openDirectory(at: path)) != nil
            else { return nil }
            return path
        }.first
    }

    /// Whether anything stands in a folder but what begins with a dot; also where that cannot be seen.
    func holdsAny(_ folder: RelativePath) -> Bool {
        guard let entries = try? root.openDirectory(at: folder).list(atMost: 100_000) else { return true }
        return entries.contains { !$0.name.isHidden }
    }
}

extension Template.Folder {
    /// Whether a folder that is there can be the one of this role: one that shed fills, or in which folders are special, begins empty.
    func mayBeGiven(to placed: PlacedNode, holdsAny: Bool) -> Bool {
        guard role != .trash, role != .rejected else { return false }
        return !holdsAny || filling != .derived && innerFolders == .folder
    }
}

extension Transaction {
    /// Gives a folder a role of the project's template that no other folder has (`role`).
    /// - Returns: what became of it; `nil`: it had the role before.
    /// - Throws: ``ShedError`` of kind usage for a role that the template has not, refused where another folder has the role, the folder has
    ///   another one of the template, stands elsewhere than the template has it, or holds what a view or a folder of special ones cannot begin
    ///   with, and while the sidecar is not whole.
    public func give(_ role: Role, to path: RelativePath, dryRun: Bool = false) throws(ShedError) -> GivenRole? {
        let state = try load()
        try requireWhole(state)
        guard let own = template.folder(role), role != .rejected else {
            let known = template.folders.map(\.role.rawValue)
            let all = Message.theRolesAre(roles: known.joined(separator: ", "))
            let guess = Message.didYouMean(oneOf: Nearest.of(role.rawValue, among: known).map { [$0] } ?? [])
            throw ShedError(.usage, .noRoleInKind(role: "\(role)"), remedy: guess.map { .sentences(first: $0, second: all) } ?? all)
        }
        let placed = try find(path, state)
        guard placed.type.isDirectory, !path.isRoot else { throw ShedError(.usage, .onlyFoldersHaveRoles(path: "\(path)")) }
        if placed.node.role == role { return nil }
        // What only a former template had binds nobody.
        if let other = placed.node.role, template.isInForce(other) { throw ShedError(.refused, .hasOtherRole(path: "\(path)", role: "\(other)"), remedy: .roleOfPlainFolder) }
        guard role != .trash else { throw ShedError(.refused, .trashIsNotGiven(path: "\(path)"), remedy: .repairMakesTrash) }
        guard placed.node.type == .folder else { throw ShedError(.refused, .cannotHaveRole(path: "\(path)", role: "\(role)"), remedy: .roleOfPlainFolder) }
        if let holder = standingFolder(of: role, state) {
            throw ShedError(.refused, .roleIsTaken(role: "\(role)", path: "\(holder)"), remedy: .removeHolderFirst(command: "shed rm \(ShellWord.path(holder))"))
        }
        guard stands(placed, as: own, state) else {
            let there = own.nesting.parent.flatMap { standingFolder(of: $0, state) } ?? .root
            throw ShedError(.refused, .cannotHaveRole(path: "\(path)", role: "\(role)"), remedy: there.isRoot ? .standsAtTheRoot : .standsIn(folder: "\(there)"))
        }
        guard own.mayBeGiven(to: placed, holdsAny: holdsAny(path)) else {
            throw ShedError(.refused, .roleBeginsEmpty(path: "\(path)", role: "\(role)"), remedy: .takeContentsOut)
        }
        let contents = contents(of: placed, as: own, by: home.rules, state)
        guard !dryRun else { return contents.given }
        try commit(operations(giving: own, to: placed, contents, state))
        record(template: .logGaveRole(path: "\(path)", role: "\(role)"))
        // What was left lying because of what the folder accepted before is taken in now.
        try walk(.afterVerb(.init(scope: project.changeSource == nil ? .changed : .directories([path]))))
        return contents.given
    }

    /// Takes the role of a folder away (`role PATH none`), which is one that a person made from then on.
    /// - Returns: the role, and the one that the folder has now by its name; `nil`: it had none.
    /// - Throws: ``ShedError`` of kind refused for a folder by whose role shed itself goes, and where it would have the role again at once.
    public func takeRole(from path: RelativePath, dryRun: Bool = false) throws(ShedError) -> (former: Role, now: Role?)? {
        let state = try load()
        try requireWhole(state)
        let placed = try find(path, state)
        guard placed.type.isDirectory, !path.isRoot else { throw ShedError(.usage, .onlyFoldersHaveRoles(path: "\(path)")) }
        guard let role = placed.node.role else { return nil }
        let own = template.folder(role)
        guard role != .trash, role != .rejected, own?.filling != .derived, own?.innerFolders ?? .folder == .folder else {
            throw ShedError(.refused, .roleStays(path: "\(path)", role: "\(role)"))
        }
        if let name = path.last, path.parent.isRoot, template.claim(of: name)?.role == role {
            throw ShedError(.refused, .roleComesBack(path: "\(path)", role: "\(role)"), remedy: .renameFolderFirst)
        }
        guard !dryRun else { return (role, nil) }
        try commit([Operation(placed.node.id, [.role(nil)] + (placed.node.accepts == .nothing ? [.accepts(.files)] : []))])
        record(template: .logTookRole(path: "\(path)", role: "\(role)"))
        try walk(.afterVerb(.init(scope: project.changeSource == nil ? .changed : .directories([path]))))
        return (role, try find(path).node.role)
    }

    /// Whether a folder stands where the template has that of a role.
    private func stands(_ placed: PlacedNode, as own: Template.Folder, _ state: ProjectState) -> Bool {
        guard let parent = own.nesting.parent else { return placed.path.parent.isRoot }
        return standingFolder(of: parent, state) == placed.path.parent
    }

    /// What a folder accepts as the one of a role, and what in it may stay though the role takes none of it.
    struct ContentsInRole {
        var accepts: Accepts
        var strays: [NodeID]
        var given: GivenRole
    }

    /// As when a folder is adopted: one that holds files and folders accepts both from then on, and what is there stays.
    func contents(of placed: PlacedNode, as own: Template.Folder, by rules: ProjectRules, _ state: ProjectState) -> ContentsInRole {
        let children = state.model.presentChildren(of: placed.node.id).sorted().compactMap { id -> (node: Node, name: Name)? in
            guard let node = state.model.nodes[id], let name = node.place?.name else { return nil }
            // What the template itself has there fits.
            if node.type.isDirectory, rules.template.claim(of: name, in: own.role) != nil { return nil }
            return (node: node, name: name)
        }
        let folders = children.count { $0.node.type.isDirectory }
        let isMixed = folders > 0 && folders < children.count && own.innerFolders == .folder && (own.accepts == .files || own.accepts == .folders)
        var folder = placed.node
        (folder.role, folder.accepts) = (own.role, isMixed ? .both : own.accepts)
        let facts = rules.facts(of: folder, label: placed.path.last?.escaped ?? "")
        let strays = children.filter { child in
            guard child.node.details?.exception != true else { return false }
            let candidate = Candidate(name: child.name, type: child.node.type, provenance: .settled, role: child.node.role, known: child.node)
            return rules.refusalOfPlace(of: candidate, in: facts) != nil
        }.map(\.node.id)
        let given = GivenRole(acceptsBoth: isMixed, staying: strays.count)
        return ContentsInRole(accepts: isMixed ? .both : own.accepts, strays: strays, given: given)
    }

    /// What gives a folder a role; who had it and is gone is a folder like others from then on.
    func operations(giving own: Template.Folder, to placed: PlacedNode, _ contents: ContentsInRole, _ state: ProjectState) -> [Operation] {
        let former = state.model.roleBearers.sorted().compactMap { bearer -> Operation? in
            guard let node = state.model.nodes[bearer], node.role == own.role, bearer != placed.node.id else { return nil }
            return Operation(bearer, [.role(nil), FormerRole.field(own.role)] + (node.accepts == .nothing ? [.accepts(.files)] : []))
        }
        var fields: [Field] = [.role(own.role), .accepts(contents.accepts)]
        if FormerRole.of(placed.node) != nil { fields.append(FormerRole.field(nil)) }
        if !placed.path.parent.isRoot { fields.append(.exception(true)) }
        return former + [Operation(placed.node.id, fields)] + contents.strays.map { Operation($0, [.exception(true)]) }
    }
}
