import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

extension Transaction {
    /// Moves nodes to Trash (`rm`), a folder whole. Trash is made again where it is gone; a taken name is numbered.
    public func trash(_ paths: [RelativePath], dryRun: Bool = false) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let all = try paths.map { path throws(ShedError) in try removable(path) }
        try mayBe(.leaving(paths))
        let existing = try folder(with: .trash)
        let trash = if let existing { existing } else if dryRun { RelativePath([trashName]) } else { try makeTrash() }
        var moves: [(placed: PlacedNode, to: RelativePath)] = []
        var taken = dryRun ? [] : try names(in: trash)
        for placed in all {
            guard let name = placed.path.last, !placed.path.isInside(trash) else {
                throw ShedError(.refused, "\(placed.path) is in Trash already", remedy: "“shed empty-trash” or “shed rm --permanently” deletes it.")
            }
            let free = dryRun ? name : FreeName.of(name, isFile: !placed.type.isDirectory, besides: taken)
            taken.insert(FoldKey(free))
            moves.append((placed, trash.appending(free)))
        }
        if !dryRun { try carryOut(moves, .init(), "trashed") }
        return moves.map { ($0.placed.path, $0.to) }
    }

    private func removable(_ path: RelativePath) throws(ShedError) -> PlacedNode {
        guard !path.isRoot else { throw ShedError(.usage, "this is the project itself", remedy: "“shed delete” deletes a project.") }
        let placed = try find(path)
        if placed.node.role == .trash { throw ShedError(.refused, "\(path) is Trash itself", remedy: "“shed empty-trash” empties it.") }
        if placed.node.role == .rejected { throw ShedError(.refused, "\(path) goes by itself when it is empty", remedy: "Name what is in it.") }
        return placed
    }

    private var trashName: Name { Name(template.folder(.trash)?.name ?? "Trash") }

    private func makeTrash() throws(ShedError) -> RelativePath {
        let name = try freeName(trashName, in: .root, isFile: false)
        do throws(DiskError) { try root.makeDirectory(name) } catch { throw ShedError(error) }
        try walk(.afterVerb())
        guard let made = try folder(with: .trash) else {
            // The name was taken by another folder, so the role did not come with it.
            let placed = try find(RelativePath([name]))
            try commit([Operation(placed.node.id, [.role(.trash), .accepts(.nothing)])])
            return RelativePath([name])
        }
        return made
    }

    /// Deletes nodes for good (`rm --permanently`). The caller has asked the person.
    public func deletePermanently(_ paths: [RelativePath], dryRun: Bool = false) throws(ShedError) {
        let all = try paths.map { path throws(ShedError) in try removable(path) }
        try mayBe(.leaving(paths))
        guard !dryRun else { return }
        for placed in all { try delete(placed) }
    }

    /// Deletes everything in Trash.
    /// - Returns: what was deleted, or would be.
    public func emptyTrash(dryRun: Bool = false) throws(ShedError) -> [RelativePath] {
        guard let trash = try folder(with: .trash) else { return [] }
        let state = try load()
        guard let id = state.node(at: trash) else { return [] }
        let children = state.model.children(of: id).filter(state.memory.isPresent)
            .compactMap { state.model.nodes[$0]?.place?.name }.sorted()
        let paths = children.map { trash.appending($0) }
        guard !dryRun else { return paths }
        for path in paths { try delete(try find(path)) }
        return paths
    }

    /// Says first that the nodes are given up, then deletes the files: an interruption in between leaves files whose
    /// nodes come back when they are seen again.
    private func delete(_ placed: PlacedNode) throws(ShedError) {
        let state = try load()
        var doomed = [placed.node.id]
        var position = 0
        while position < doomed.count {
            doomed += state.model.children(of: doomed[position])
            position += 1
        }
        let now = surroundings.now()
        try commit(doomed.map { Operation($0, [.forgotten(now)]) })
        Interruption.point("forgotten")
        guard let name = placed.path.last else { return }
        do {
            let parent = try root.openDirectory(at: placed.path.parent)
            guard try parent.evidence(of: name)?.identity == placed.evidence.identity else {
                throw ShedError(.environment, "\(placed.path) changed meanwhile and was left alone", remedy: "Look at it and try again.")
            }
            // RACE: something put into the folder between this look and the removal is deleted with it; the person has
            // just confirmed that the folder goes with everything in it.
            try parent.removeTree(name)
            try parent.sync()
        } catch {
            _ = try? walk(.refresh())
            throw ShedError(error)
        }
        try walk(.refresh())
    }

    /// Puts things in Trash back where they came from (`restore`), with folders made anew where they are gone.
    public func restore(_ paths: [RelativePath], dryRun: Bool = false) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        var done: [(from: RelativePath, to: RelativePath)] = []
        for path in paths {
            let placed = try find(path)
            if let rejected = try folder(with: .rejected), path.isInside(rejected) {
                throw ShedError(
                    .refused, "\(path) is in \(rejected), not in Trash",
                    remedy: path == rejected ? "Name what is in it to “shed accept”." : "“shed accept \(ShellWord.quote(path.bytes))” takes it back; add --to FOLDER to say where to.")
            }
            guard let origin = placed.node.details?.origin, let name = path.last else {
                throw ShedError(.refused, "nothing is recorded of where \(path) came from", remedy: "Move it with “shed mv” to where it belongs.")
            }
            let folder = try restorePath(of: origin.parent, dryRun: dryRun)
            let wanted = origin.name.isPossible && !origin.name.isHidden ? origin.name : name
            let free = dryRun && (try? root.openDirectory(at: folder)) == nil ? wanted : try freeName(wanted, in: folder, isFile: !placed.type.isDirectory)
            let to = folder.appending(free)
            done.append((path, to))
            guard !dryRun else { continue }
            var effects = WalkRequest.VerbEffects()
            do throws(DiskError) { try relocate(path, to: to, expecting: placed.evidence.identity) } catch { throw ShedError(error) }
            effects.moved[to] = placed.node.id
            effects.accepted = try isAllowed(placed, at: to) ? [] : [to]
            Interruption.point("restored")
            try walk(.afterVerb(effects))
        }
        return done
    }

    /// What stood somewhere before may stand there again, whatever the folder accepts now.
    private func isAllowed(_ placed: PlacedNode, at path: RelativePath) throws(ShedError) -> Bool {
        do throws(ShedError) {
            try mayStand(placed, at: path)
            return true
        } catch {
            // Right after the move the name is taken, by the node itself.
            if error.kind == .refused { return error.rule == NameCollision.info }
            throw error
        }
    }

    /// The path of a folder by its ID, made anew under its old name where it is gone.
    /// - Parameter passed: folders on the way here: what a sidecar says of origins may go round in a circle.
    private func restorePath(of folder: NodeID, dryRun: Bool, passed: Set<NodeID> = []) throws(ShedError) -> RelativePath {
        let state = try load()
        let id = state.model.resolve(folder)
        if id == self.id { return .root }
        guard !passed.contains(id), let node = state.model.nodes[id], let place = node.place else { return .root }
        let name = node.details?.origin?.name ?? place.name
        guard name.isPossible, !name.isHidden else { return .root }
        let parent = state.memory.isPresent(id) ? try existingPath(of: id, state) : nil
        if let parent { return parent }
        let above = try restorePath(
            of: node.details?.origin?.parent ?? place.parent, dryRun: dryRun, passed: passed.union([id]))
        let path = above.appending(name)
        guard !dryRun else { return path }
        do {
            let directory = try root.openDirectory(at: above)
            if try directory.kind(of: name) == nil { try directory.makeDirectory(name) }
        } catch { throw ShedError(error) }
        var effects = WalkRequest.VerbEffects()
        if !state.memory.isPresent(id) { effects.moved[path] = id }
        try walk(.afterVerb(effects))
        return path
    }

    /// The path of a folder that is on disk and not in Trash.
    private func existingPath(of id: NodeID, _ state: ProjectState) throws(ShedError) -> RelativePath? {
        guard let path = state.model.path(of: id), (try? root.openDirectory(at: path)) != nil else { return nil }
        if let trash = try folder(with: .trash), path.isInside(trash) { return nil }
        return path
    }
}
