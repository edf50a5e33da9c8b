import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

/// Whether something may be done, asked before it is done.
extension ProjectReader {
    /// Asks the rules whether a node may be moved to a path.
    /// - Parameters:
    ///   - state: as it is before anything moves.
    ///   - names: those on the disk then.
    package func mayStand(_ placed: PlacedNode, at path: RelativePath, _ state: ProjectState, _ names: inout FolderNames) throws(ShedError) {
        guard let name = path.last, path != placed.path else { return }
        try fits(placed, path, state, &names.entered)
        try isFree(name, in: path.parent, except: path.parent == placed.path.parent ? placed.path.last : nil, &names)
    }

    /// The same, whatever stands there.
    /// - Parameter heedsRights: whether it may come back to a folder that it stood in, whatever that accepts.
    func fits(
        _ placed: PlacedNode, _ path: RelativePath, _ state: ProjectState, heedsRights: Bool = true, _ entered: inout EnteredFolders
    ) throws(ShedError) {
        guard let name = path.last else { return }
        try ShedError.requireName(name, of: "anything in a project", former: placed.path.last, kind: .refused)
        try isNoIgnoredName(path, placed.type, &entered)
        let parent = try find(path.parent, state)
        guard parent.type.isDirectory else { throw ShedError(.usage, .notAFolder(path: "\(path.parent)")) }
        let isRename = path.parent == placed.path.parent
        let isNew = placed.node.details?.rejection.map { !$0.known } ?? false
        let facts = facts(of: parent, state)
        let candidate = Candidate(
            name: name, type: placed.type, provenance: isRename ? .renamed : isNew && facts.filling != .anything ? .new : .moved,
            role: placed.node.role, known: placed.node)
        let hasRight = heedsRights && candidate.provenance == .moved && state.model.right(of: placed.node.id, in: parent.node.id) != nil
        let refusal = home.rules.refusal(of: candidate, in: facts)
        if let refusal, !(hasRight && refusal.rule != BlankName.info), !(isRename && BlankName.isBlank(name) == false) {
            // What only gets another name is to stay in its folder.
            throw isRename ? ShedError.refused(refusal, path) : try refused(refusal, candidate, at: path, from: placed.path.parent)
        }
        try mayBe(.standing(placed, at: path))
    }

    /// That the rules refuse something that does not stand there yet. What can be done then is to name another folder, or to allow it: there is
    /// nothing to be moved or accepted.
    /// - Parameter folder: in which it stands, and which is not named.
    func refused(_ refusal: Refusal, _ candidate: Candidate, at path: RelativePath, from folder: RelativePath? = nil) throws(ShedError) -> ShedError {
        var refusal = refusal
        refusal.place = path
        let folders = try takers(of: candidate, besides: folder)
        // What moves may go where the rule itself says.
        if folder != nil, folders.isEmpty, refusal.allowingCommand == nil { return ShedError.refused(refusal, path) }
        let remedy: Message? = switch (folders.isEmpty, refusal.allowingCommand) {
        case (true, nil): nil
        case (true, let command?): .allowItThere(command: command)
        case (false, nil): .nameTaker(folders: .list(folders.map { "\($0)" }))
        case (false, let command?): .nameTakerOrAllow(folders: .list(folders.map { "\($0)" }), command: command)
        }
        var error = ShedError.refused(refusal, path)
        if let remedy { error.advice = remedy }
        return error
    }

    /// Some folders at the root that take something new.
    private func takers(of candidate: Candidate, besides former: RelativePath?) throws(ShedError) -> [RelativePath] {
        let most = 3
        let state = try load()
        var found: [RelativePath] = []
        for folder in template.folders where folder.nesting.parent == nil && folder.role != .trash && found.count < most {
            guard let path = self.folder(with: folder.role, state), path.names.count == 1, path != former, let placed = try? find(path, state) else { continue }
            if home.rules.refusal(of: candidate, in: facts(of: placed, state)) == nil { found.append(path) }
        }
        return found
    }

    /// A name that the ignore rules cover would have no ID, nor would anything in a folder that no scan enters. All that puts
    /// something at a place asks this.
    package func isNoIgnoredName(_ path: RelativePath, _ type: NodeType) throws(ShedError) {
        var entered = EnteredFolders()
        try isNoIgnoredName(path, type, &entered)
    }

    /// The same, for many things that are put somewhere one after the other.
    package func isNoIgnoredName(_ path: RelativePath, _ type: NodeType, _ entered: inout EnteredFolders) throws(ShedError) {
        try requireEntered(path.parent, &entered)
        guard home.configuration.ignore.ignores(path: path, kind: type.isDirectory ? .directory : .file) else { return }
        throw ShedError(.refused, .ignoredName(path: "\(path)"), remedy: .chooseOtherName)
    }

    /// Whether no other entry of a folder bears the name, or one that differs in case or normalisation alone.
    package func isFree(_ name: Name, in folder: RelativePath, except: Name?) throws(ShedError) {
        var names = FolderNames(root)
        try isFree(name, in: folder, except: except, &names)
    }

    private func isFree(_ name: Name, in folder: RelativePath, except: Name?, _ names: inout FolderNames) throws(ShedError) {
        let alike: [Name]
        do throws(DiskError) { alike = try names.alike(name, in: folder) } catch { throw ShedError(error) }
        guard let other = alike.first(where: { $0 != except }) else { return }
        let words = other == name ? Message.nameTaken : NameCollision.message(with: other)
        throw ShedError.refused(by: NameCollision.info, .about(subject: "\(folder.appending(name))", text: words), remedy: .chooseOtherName)
    }
}
