import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

extension Transaction {
    /// Moves nodes into a folder, or one node to a new name (`mv`): all are asked of the rules, and each gets a name of its own,
    /// before the first is moved. What is named twice counts once.
    /// - Parameters:
    ///   - checks: whether the rules are asked first; `accept` does without.
    ///   - reason: why shed does it, where no person asked for just this: a sentence for the history.
    public func move(
        _ sources: [RelativePath], to target: RelativePath, isRename: Bool = false, checks: Bool = true, reason: Message? = nil, dryRun: Bool = false
    ) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let sources = sources.once
        if let trash = try folder(with: .trash), target.isInside(trash) { try mayBe(.leaving(sources)) }
        let intoFolder = !isRename && (target.isRoot || (try? find(target))?.type.isDirectory == true)
        if sources.count > 1, !intoFolder {
            let what = hasEntry(at: target) ? Message.notAFolder(path: "\(target)") : .noFolderHere(path: "\(target)")
            throw ShedError(.usage, .severalToMove(message: what), remedy: help(forMissing: target) ?? .folderGoesLast)
        }
        let isMissingFolder = !intoFolder && !isRename && target.last?.parts.suffix.isEmpty == true && !hasEntry(at: target)
        let state = try load()
        var names = FolderNames(root)
        var places = WantedPlaces()
        var moves: [(placed: PlacedNode, to: RelativePath)] = []
        for source in sources {
            let placed = try find(source, state)
            guard let name = source.last else { throw ShedError(.usage, .projectIntoItself, remedy: .renameProject) }
            let to = intoFolder ? target.appending(name) : target
            guard !to.isInside(source) || to == source else { throw ShedError(.usage, .intoItself(path: "\(source)")) }
            guard to != source else {
                throw isRename ? Transaction.sameName(name) : ShedError(.refused, .thereAlready(path: "\(source)"), remedy: .nothingMoved)
            }
            if !checks { try requireEntered(to.parent, &names.entered) }
            if checks {
                do throws(ShedError) { try mayMove(placed, to: to, state, &names) } catch { throw isMissingFolder ? error.about(missingFolder: target, cure: cure(ofMissing: target)) : error }
            }
            try places.take(to, for: source)
            moves.append((placed, to))
        }
        if !dryRun {
            try carryOut(moves, .init(accepted: checks ? [] : Set(moves.map(\.to)), reason: reason))
            try removeRejectedIfEmpty(after: moves.map(\.placed))
        }
        return moves.map { (from: $0.placed.path, to: $0.to) }
    }

    /// Renames nodes in their folders, all in one walk.
    /// - Parameters:
    ///   - renames: each with a name that nothing else in its folder bears or is to get.
    ///   - reason: why, for the history: a sentence.
    ///   - leavesFailed: whether what cannot be renamed keeps its name, and the others are renamed all the same.
    package func rename(
        _ renames: [(from: RelativePath, to: RelativePath)], reason: Message? = nil, leavesFailed: Bool = false
    ) throws(ShedError) {
        let state = try load()
        var names = FolderNames(root)
        var moves: [(placed: PlacedNode, to: RelativePath)] = []
        for (from, to) in renames {
            do throws(ShedError) {
                let placed = try find(from, state)
                try mayMove(placed, to: to, state, &names)
                moves.append((placed, to))
            } catch { if !leavesFailed { throw error } }
        }
        try carryOut(moves, .init(reason: reason), leavesFailed: leavesFailed)
    }

    private func mayMove(_ placed: PlacedNode, to path: RelativePath, _ state: ProjectState, _ names: inout FolderNames) throws(ShedError) {
        try mayStand(placed, at: path, state, &names)
        if !placed.type.isDirectory { try mayBe(.moving(file: placed.path)) }
    }

    /// Moves one thing after the other, and takes them in. What was moved before an error is taken in all the same (``moved``
    /// says what that was), and so is what was moved before an interruption: what may stand by exception alone would else be sent
    /// back by the next walk, which would take it for a person's move, so that is written down first.
    /// - Parameters:
    ///   - effects: what is to be said of them beside where they are.
    ///   - leavesFailed: whether what cannot be moved stays where it is, and the others are moved all the same.
    ///   - point: where tests interrupt it.
    /// - Returns: why what cannot be moved was left, by where it was to go.
    @discardableResult package func carryOut(
        _ moves: [(placed: PlacedNode, to: RelativePath)], _ effects: WalkRequest.VerbEffects, leavesFailed: Bool = false,
        _ point: StaticString? = nil
    ) throws(ShedError) -> [RelativePath: ShedError] {
        var effects = effects
        let named = moves.first?.placed.node.id
        let moves = moves.innermostFirst
        var failed: [RelativePath: ShedError] = [:]
        let exceptions = effects.accepted.isEmpty ? [] : moves.filter { effects.accepted.contains($0.to) }
        let fields = exceptions.isEmpty ? [:] : try noteExceptions(exceptions)
        var unmoved = Set(moves.map(\.placed.node.id))
        if let named, moves.first?.placed.node.id != named { project.undo.firstNamed = FirstNamed(named) }
        do throws(DiskError) { try noteUndo(moves.map { ($0.placed.node.id, $0.placed.path, $0.to, $0.placed.evidence.identity) }) } catch {
            project.undo.retract(fields.values.flatMap(\.self))
            throw ShedError.unnoted(error)
        }
        defer {
            endNotedMoves()
            project.undo.retract(unmoved.flatMap { fields[$0] ?? [] })
        }
        for (placed, to) in moves {
            do throws(DiskError) { try relocate(placed.path, to: to, expecting: placed.evidence.identity) } catch {
                // It was moved, and that is not on the disk for certain.
                if mayStand(at: to, placed.evidence.identity) { unmoved.remove(placed.node.id) }
                if leavesFailed {
                    effects.accepted.remove(to)
                    failed[to] = ShedError(error)
                    continue
                }
                effects.accepted.formIntersection(effects.moved.keys)
                try? takeIn(.afterVerb(effects))
                try? acceptContents(of: exceptions.lazy.filter { effects.accepted.contains($0.to) }.map(\.placed.node.id))
                throw ShedError(error)
            }
            effects.moved[to] = placed.node.id
            unmoved.remove(placed.node.id)
            moved.append((placed.path, to))
            if let point { Interruption.point(point) }
        }
        try takeIn(.afterVerb(effects))
        guard !exceptions.isEmpty else { return failed }
        try forgetNoted()
        try acceptContents(of: exceptions.lazy.filter { effects.accepted.contains($0.to) }.map(\.placed.node.id))
        return failed
    }
}

extension ShedError {
    /// The refusal of a new name by a rule, where that was more likely meant as a folder.
    /// - Parameter cure: what makes it, if that is known.
    fileprivate func about(missingFolder path: RelativePath, cure: Message?) -> ShedError {
        guard rule != nil else { return self }
        var error = self
        // A folder of the template was meant as that.
        error.words = cure == nil ? .noFolderNorName(path: "\(path)", message: words) : .noFolderHere(path: "\(path)")
        error.advice = cure ?? .nameFolderThatIsThere
        return error
    }
}
