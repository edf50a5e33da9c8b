import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

extension Transaction {
    /// Moves nodes to Trash (`rm`), a folder whole. Trash is made again where it is gone; a taken name is numbered.
    public func trash(_ paths: [RelativePath], dryRun: Bool = false) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let state = try load()
        let all = try paths.once.map { path throws(ShedError) in try removable(path, state) }
        try mayBe(.leaving(paths))
        let opened = try openTrash(state, dryRun: dryRun)
        let trash = opened.path
        var names = opened.names
        var moves: [(placed: PlacedNode, to: RelativePath)] = []
        for placed in all {
            guard let name = placed.path.last, !placed.path.isInside(trash) else {
                throw ShedError(.refused, .inTrashAlready(path: "\(placed.path)"), remedy: .deleteFromTrash)
            }
            let free = names.take(name, keepsSuffix: !placed.type.isDirectory)
            moves.append((placed, trash.appending(free)))
        }
        if !dryRun {
            try carryOut(moves, .init(), "trashed")
            try removeRejectedIfEmpty(after: all)
        }
        return moves.map { ($0.placed.path, $0.to) }
    }

    func removable(_ path: RelativePath, _ state: ProjectState) throws(ShedError) -> PlacedNode {
        guard !path.isRoot else { throw ShedError(.usage, .thisIsTheProject, remedy: .deleteProject) }
        let placed = try find(path, state)
        if isShelter(placed.node.id, .trash, state) { throw ShedError(.refused, .isTrash(path: "\(path)"), remedy: .emptyTrash) }
        if isShelter(placed.node.id, .rejected, state) { throw ShedError(.refused, .goesByItself(path: "\(path)"), remedy: .nameWhatIsIn) }
        return placed
    }

    /// The folder Trash, made anew where it is gone, with the names that are taken in it. In a dry run it is only said where it would be.
    func openTrash(_ state: ProjectState, dryRun: Bool) throws(ShedError) -> (path: RelativePath, names: FreeNames) {
        let existing = shelter(.trash, state)?.path
        let trash = if let existing { existing } else if dryRun { RelativePath([trashName]) } else { try makeTrash() }
        try requireEntered(trash)
        // What a dry run would make is not there.
        return (trash, FreeNames(besides: existing == nil && dryRun ? [] : try names(in: trash)))
    }

    private var trashName: Name { Name(template.folder(.trash)?.name ?? "Trash") }

    private func makeTrash() throws(ShedError) -> RelativePath {
        try requireWriting()
        let name = try freeName(trashName, in: .root, isFile: false)
        do throws(DiskError) { try make(.folder, at: RelativePath([name])) } catch { throw ShedError(error) }
        try walk(.afterVerb())
        guard let (id, made) = shelter(.trash, try load()) else {
            // The name was taken by another folder, so the role did not come with it; or the one that was confirmed is not there.
            let placed = try find(RelativePath([name]))
            if placed.node.role != .trash { try commit([Operation(placed.node.id, [.role(.trash), .accepts(.nothing)])]) }
            confirmShelter(placed.node.id, as: .trash)
            return RelativePath([name])
        }
        confirmShelter(id, as: .trash)
        return made
    }

    /// Deletes nodes for good (`rm --permanently`), what lies in a folder that is named too along with that. The caller has asked
    /// the person.
    public func deletePermanently(_ paths: [RelativePath], dryRun: Bool = false) throws(ShedError) {
        let state = try load()
        let outermost = Set(paths.outermost)
        let all = try paths.once.map { path throws(ShedError) in try removable(path, state) }.filter { outermost.contains($0.path) }
        try mayBe(.leaving(paths))
        guard !dryRun else { return }
        try delete(all)
        try removeRejectedIfEmpty(after: all)
    }

    /// Deletes everything in Trash: in the folder that this machine has confirmed as that, and in no other.
    /// - Parameter shown: what a person was shown and has agreed to: what came there since stays. `nil`: all that is there.
    /// - Returns: what was deleted, or would be.
    /// - Throws: ``ShedError`` of kind refused where another folder claims to be Trash.
    public func emptyTrash(of shown: [(path: RelativePath, id: NodeID?)]? = nil, dryRun: Bool = false) throws(ShedError) -> [RelativePath] {
        let state = try load()
        let wanted: [RelativePath: NodeID?]? = shown.map { Dictionary($0.map { ($0.path, $0.id) }) { first, _ in first } }
        guard let (id, trash) = try trashToEmpty(state, dryRun: dryRun) else { return [] }
        let placed = try find(trash, state)
        guard placed.node.id == id else { throw ShedError.standsElsewhere(trash) }
        try requireStanding([placed], state)
        try requireWhereConfirmed(placed)
        if !dryRun { noteStand(ofTrash: placed) }
        // What another device has put there and has not arrived is not there.
        let all = state.model.children(of: id).filter { state.memory.isPresent($0) && state.memory.unsettled.incomingMoves[$0] == nil }
            .compactMap { id in (state.model.nodes[id]?.place?.name).map { (id: id, path: trash.appending($0)) } }.sorted { $0.path < $1.path }
        let children = all.filter { child in
            guard let wanted else { return true }
            guard let known = wanted[child.path] else { return false }
            return known == nil || known == child.id
        }
        guard !dryRun, !children.isEmpty else { return children.map(\.path) }
        try delete(children.map { child throws(ShedError) in
            let placed = try find(child.path, state)
            guard placed.node.id == child.id else { throw ShedError.standsElsewhere(child.path) }
            return placed
        })
        return children.map(\.path)
    }

    /// Says first that the nodes are given up, then deletes the files: an interruption in between leaves files whose
    /// nodes come back when they are seen again.
    private func delete(_ all: [PlacedNode]) throws(ShedError) {
        let below = try withAllBelow(all.map(\.node.id))
        try requireStanding(all, try load(), with: below)
        let noted = try noteFinalStep(Transaction.deletion(of: all))
        let now = surroundings.now()
        // What is deleted for good is not taken back, nor is this.
        let before = writtenBatches
        do throws(ShedError) { try commit(below.map { Operation($0, [.forgotten(now)]) }, undo: .nothing) } catch {
            if writtenBatches == before { project.undo.retract(noted) }
            throw error
        }
        Interruption.point("forgotten")
        var position = 0
        var way = WayOut(self)
        do throws(ShedError) {
            while position < all.count {
                try remove(all[position], &way)
                position += 1
            }
            way.close()
        } catch {
            way.close()
            // Of a folder something may have gone.
            let touched = all[position].type.isDirectory ? position + 1 : position
            if touched == 0 { project.undo.retract(noted) } else if touched < all.count {
                if (try? noteFinal(Transaction.deletion(of: Array(all[..<touched])))) != nil { project.undo.retract(noted) }
            }
            // What was left is given up no more, wherever it stands.
            _ = try? walk(.afterVerb(.init(scope: .everything)))
            throw error
        }
        try walk(.refresh())
    }

    private static func deletion(of all: [PlacedNode]) -> Message {
        .deletedForGood(count: all.count, path: all.first.map { "\($0.path)" } ?? "nothing")
    }

    /// Nodes with all that the model has below them, each once.
    func withAllBelow(_ ids: [NodeID]) throws(ShedError) -> [NodeID] {
        let model = try load().model
        var known: Set<NodeID> = []
        var all = ids.filter { known.insert($0).inserted }
        var position = 0
        while position < all.count {
            all += model.children(of: all[position]).filter { known.insert($0).inserted }
            position += 1
        }
        return all
    }

    /// Deletes what stands somewhere, if it is still that.
    private func remove(_ placed: PlacedNode, _ way: inout WayOut) throws(ShedError) {
        try requireWriting()
        guard let name = placed.path.last else { return }
        do {
            let parent = try root.openDirectory(at: placed.path.parent)
            guard try parent.evidence(of: name)?.identity == placed.evidence.identity else {
                throw ShedError(.environment, .changedMeanwhile(path: "\(placed.path)"), remedy: .lookAndTryAgain)
            }
            // RACE: something put into the folder between this look and the removal is deleted with it; the person has
            // just confirmed that the folder goes with everything in it.
            guard placed.type.isDirectory else {
                try parent.removeFile(name)
                return sync(parent)
            }
            try way.remove(name, from: parent, expecting: placed.evidence.identity)
        } catch { throw ShedError(error) }
    }
}
