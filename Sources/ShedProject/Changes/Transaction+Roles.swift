import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

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
    /// - Returns: whether it had it not before.
    /// - Throws: ``ShedError`` of kind usage for a role that the template has not, refused where another folder has the role, the folder has
    ///   another one, stands elsewhere than the template has it, or holds what the role takes none of.
    public func give(_ role: Role, to path: RelativePath, dryRun: Bool = false) throws(ShedError) -> Bool {
        let state = try load()
        guard let own = template.folder(role), role != .rejected else {
            let known = template.folders.map(\.role.rawValue)
            let all = Message.theRolesAre(roles: known.joined(separator: ", "))
            let guess = Message.didYouMean(oneOf: Nearest.of(role.rawValue, among: known).map { [$0] } ?? [])
            throw ShedError(.usage, .noRoleInKind(role: "\(role)"), remedy: guess.map { .sentences(first: $0, second: all) } ?? all)
        }
        let placed = try find(path, state)
        guard placed.type.isDirectory, !path.isRoot else { throw ShedError(.usage, .onlyFoldersHaveRoles(path: "\(path)")) }
        if placed.node.role == role { return false }
        if let other = placed.node.role { throw ShedError(.refused, .hasOtherRole(path: "\(path)", role: "\(other)"), remedy: .roleOfPlainFolder) }
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
        guard !dryRun else { return true }
        try commit(operations(giving: own, to: placed, state))
        record(template: .logGaveRole(path: "\(path)", role: "\(role)"))
        // What was left lying because of what the folder accepted before is taken in now.
        try walk(.afterVerb(.init(scope: project.changeSource == nil ? .changed : .directories([path]))))
        return true
    }

    /// Whether a folder stands where the template has that of a role.
    private func stands(_ placed: PlacedNode, as own: Template.Folder, _ state: ProjectState) -> Bool {
        guard let parent = own.nesting.parent else { return placed.path.parent.isRoot }
        return standingFolder(of: parent, state) == placed.path.parent
    }

    /// What gives a folder a role; who had it and is gone is a folder like others from then on.
    func operations(giving own: Template.Folder, to placed: PlacedNode, _ state: ProjectState) -> [Operation] {
        let former = state.model.roleBearers.sorted().compactMap { bearer -> Operation? in
            guard let node = state.model.nodes[bearer], node.role == own.role, bearer != placed.node.id else { return nil }
            return Operation(bearer, [.role(nil)] + (node.accepts == .nothing ? [.accepts(.files)] : []))
        }
        var fields: [Field] = [.role(own.role), .accepts(own.accepts)]
        if !placed.path.parent.isRoot { fields.append(.exception(true)) }
        return former + [Operation(placed.node.id, fields)]
    }
}
