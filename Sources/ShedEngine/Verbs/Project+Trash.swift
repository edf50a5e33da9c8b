import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

extension Project {
    /// The path of the folder that has a role, if it stands at the root.
    public func folder(with role: Role) throws(ShedError) -> RelativePath? { folder(with: role, try load()) }

    /// The same by a state that was loaded.
    func folder(with role: Role, _ state: ProjectState) -> RelativePath? {
        for id in state.model.roleBearers.sorted() {
            guard let node = state.model.nodes[id], node.role == role, let place = node.place,
                state.model.resolve(place.parent) == self.id, (try? root.kind(of: place.name)) == .directory
            else { continue }
            return RelativePath([place.name])
        }
        return nil
    }

    /// Moves nodes to Trash (`rm`), a folder whole. Trash is made again where it is gone; a taken name is numbered.
    public func trash(_ paths: [RelativePath], dryRun: Bool = false) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        let state = try load()
        let standings = try paths.map { path throws(ShedError) in try removable(path, state) }
        try requireNoBundleInUse(paths)
        let existing = try folder(with: .trash)
        let trash = if let existing { existing } else if dryRun { RelativePath([trashName]) } else { try makeTrash() }
        var done: [(from: RelativePath, to: RelativePath)] = []
        var errand = Errand()
        errand.judgement = .later
        var names = FreeNames(besides: dryRun ? [] : try names(in: trash))
        for standing in standings {
            guard let name = standing.path.last, !standing.path.isInside(trash) else {
                throw ShedError(.refused, "\(standing.path) is in Trash already", remedy: "“shed empty-trash” or “shed rm --permanently” deletes it.")
            }
            let free = dryRun ? name : names.take(name, keepsSuffix: !standing.type.isDirectory)
            let to = trash.appending(free)
            if !dryRun {
                do throws(DiskError) {
                    try relocate(standing.path, to: to, expecting: standing.evidence.identity, makingParents: false)
                } catch {
                    _ = try? reconcile(errand)
                    throw ShedError(error)
                }
                errand.commanded[to] = standing.node.id
                Interruption.point("trashed")
            }
            done.append((standing.path, to))
        }
        if !dryRun { _ = try reconcile(errand) }
        return done
    }

    private func removable(_ path: RelativePath, _ state: ProjectState) throws(ShedError) -> Standing {
        guard !path.isRoot else { throw ShedError(.usage, "this is the project itself", remedy: "“shed delete” deletes a project.") }
        let standing = try find(path, state)
        if standing.node.role == .trash { throw ShedError(.refused, "\(path) is Trash itself", remedy: "“shed empty-trash” empties it.") }
        if standing.node.role == .rejected { throw ShedError(.refused, "\(path) goes by itself when it is empty", remedy: "Name what is in it.") }
        return standing
    }

    private var trashName: Name { Name(template.folder(.trash)?.name ?? "Trash") }

    private func makeTrash() throws(ShedError) -> RelativePath {
        let name = try freeName(trashName, in: .root, isFile: false)
        do throws(DiskError) { try root.makeDirectory(name) } catch { throw ShedError(error) }
        var errand = Errand()
        errand.judgement = .later
        _ = try reconcile(errand)
        guard let made = try folder(with: .trash) else {
            // The name was taken by another folder, so the role did not come with it.
            let standing = try find(RelativePath([name]))
            try commit([Operation(standing.node.id, [.role(.trash), .accepts(.nothing)])])
            return RelativePath([name])
        }
        return made
    }

    /// Deletes nodes for good (`rm --permanently`). The caller has asked the person.
    public func deletePermanently(_ paths: [RelativePath], dryRun: Bool = false) throws(ShedError) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        let state = try load()
        let standings = try paths.map { path throws(ShedError) in try removable(path, state) }
        try requireNoBundleInUse(paths)
        guard !dryRun else { return }
        try delete(standings)
    }

    /// Deletes everything in Trash.
    /// - Returns: what was deleted, or would be.
    public func emptyTrash(dryRun: Bool = false) throws(ShedError) -> [RelativePath] {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        guard let trash = try folder(with: .trash) else { return [] }
        let state = try load()
        guard let id = node(at: trash, state) else { return [] }
        let children = state.model.children(of: id).filter(state.memory.isPresent)
            .compactMap { state.model.nodes[$0]?.place?.name }.sorted()
        let paths = children.map { trash.appending($0) }
        guard !dryRun else { return paths }
        try delete(paths.map { path throws(ShedError) in try find(path, state) })
        return paths
    }

    /// Says first that the nodes are given up, then deletes the files: an interruption in between leaves files whose
    /// nodes come back when they are seen again.
    private func delete(_ standings: [Standing]) throws(ShedError) {
        let state = try load()
        var doomed: [NodeID] = []
        var known: Set<NodeID> = []
        var waiting = standings.map(\.node.id)[...]
        while let id = waiting.popFirst() {
            guard known.insert(id).inserted else { continue }
            doomed.append(id)
            waiting += state.model.children(of: id)
        }
        let now = surroundings.now()
        try commit(doomed.map { Operation($0, [.forgotten(now)]) })
        Interruption.point("forgotten")
        do throws(ShedError) {
            for standing in standings { try remove(standing) }
        } catch {
            // What was left is given up no more, wherever it stands.
            var errand = Errand()
            errand.judgement = .later
            errand.isThorough = true
            _ = try? reconcile(errand)
            throw error
        }
        try takeIn()
    }

    /// Deletes what stands somewhere, if it is still that.
    private func remove(_ standing: Standing) throws(ShedError) {
        guard let name = standing.path.last else { return }
        do {
            let parent = try root.openDirectory(at: standing.path.parent)
            guard try parent.evidence(of: name)?.identity == standing.evidence.identity else {
                throw ShedError(.environment, "\(standing.path) changed meanwhile and was left alone", remedy: "Look at it and try again.")
            }
            // RACE: something put into the folder between this look and the removal is deleted with it; the person has
            // just confirmed that the folder goes with everything in it.
            try parent.removeTree(name)
            try parent.sync()
        } catch { throw ShedError(error) }
    }
}
