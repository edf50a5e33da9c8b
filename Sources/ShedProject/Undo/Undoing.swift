import ShedDisk
import ShedModel
import ShedReconcile
import ShedSidecar

/// Takes one entry of the undo journal back, by what verbs are made of: moves, staged changes and operations. So that is written
/// down like everything else, and can be taken back.
///
/// Steps that have nothing to do with each other are gathered and made at once, since each taking in costs a walk.
struct Undoing {
    let transaction: Transaction
    let entry: UndoEntry
    let dryRun: Bool
    private(set) var things: [UndoneThing] = []
    /// Files that an interrupted run has put into their places.
    let rewritten: Set<FileIdentity>
    /// Folders that it has taken away, which may not be given up yet.
    private let removed: [NodeID]
    /// What the entry made.
    var made: MadeThings
    /// The steps that are taken back, with their positions in the entry.
    let steps: [(position: Int, step: UndoStep)]
    /// The position of the one that is taken back now.
    private var current = 0
    /// The positions of those of which something was left.
    private(set) var left: Set<Int> = []
    /// Whether something may have been done of what is said to be left: it failed when it had begun.
    private(set) var mayHaveChanged = false
    /// Files that shed has written since the entry began; `nil` until that is asked.
    private var writtenSince: Set<FileIdentity>?
    /// As it was when what was done was last taken in.
    private var loaded: ProjectState?
    var gathered: GatheredSteps

    /// - Parameters:
    ///   - only: the positions of the steps that are taken back; `nil`: all.
    ///   - interrupted: the entry that began to take this one back.
    init(_ transaction: Transaction, _ entry: UndoEntry, only: Set<Int>?, after interrupted: UndoEntry?, dryRun: Bool) {
        self.transaction = transaction
        self.entry = entry
        self.dryRun = dryRun
        gathered = GatheredSteps(transaction.root)
        steps = entry.steps.enumerated().filter { only?.contains($0.offset) ?? true }.map { ($0.offset, $0.element) }
        rewritten = Set((interrupted?.steps ?? []).compactMap { if case .replaced(let file) = $0 { file.new } else { nil } })
        removed = interrupted?.removedFolders ?? []
        made = MadeThings(entry.steps)
    }

    mutating func run() throws(ShedError) {
        for case (_, .sidecar(let change)) in steps { try transaction.requireUndoable(change) }
        for (position, step) in steps.reversed() {
            current = position
            let before = things.count
            do throws(ShedError) { try takeBack(step) } catch {
                guard let path = step.path else { throw error }
                try goOn(after: error)
                things.removeLast(things.count - before)
                leave(path, .failed(error.words), step.node)
            }
        }
        try flush()
        if !dryRun { try giveUp(removed) }
        try takeFieldsBack()
        // It may have been the last that lay there.
        if !dryRun, things.contains(where: { [.moved, .trashed, .removed].contains($0.deed) }) {
            try transaction.removeRejectedIfEmpty(left: things.compactMap { thing in thing.from.map { (path: $0, origin: thing.path) } })
        }
        left.formUnion(things.lazy.filter { $0.deed == .left }.compactMap(\.step))
    }

    /// The positions of all steps of the entry that were not taken back.
    var notTakenBack: Set<Int> { left.union(Set(entry.steps.indices).subtracting(steps.map(\.position))) }

    /// Says that something of a step of fields was left.
    mutating func leave(step position: Int) { left.insert(position) }

    private mutating func takeBack(_ step: UndoStep) throws(ShedError) {
        switch step {
        case .moved(let move): try takeBack(move)
        case .renamed(let renames): try takeBack(renames)
        case .made(let made): try takeBack(made)
        case .removed(let path, let id): try makeAgain(path, id)
        case .replaced(let file): try takeBack(file)
        case .sidecar(let change): try takeBack(change)
        case .set, .final, .kept: break
        }
    }

    // MARK: What is known

    mutating func state() throws(ShedError) -> ProjectState {
        if let loaded { return loaded }
        let state = try transaction.load()
        loaded = state
        return state
    }

    /// What is known is asked for anew.
    mutating func forget() { loaded = nil }

    mutating func leave(_ path: RelativePath, _ obstacle: UndoneThing.Obstacle, _ id: NodeID? = nil) {
        things.append(UndoneThing(deed: .left, id: id, path: path, obstacle: obstacle, step: current))
    }

    /// Something stays since what holds it does, of which that is said.
    mutating func leaveAlong() { leave(step: current) }

    /// Says that something is so already.
    mutating func pass(_ path: RelativePath, _ obstacle: UndoneThing.Obstacle, _ id: NodeID? = nil) {
        things.append(UndoneThing(deed: .already, id: id, path: path, obstacle: obstacle, step: current))
    }

    /// Makes what was gathered, if a step depends on it.
    /// - Returns: whether it depends on what a dry run has not made.
    mutating func settle(for paths: [RelativePath]) throws(ShedError) -> Bool {
        guard paths.contains(where: gathered.isTouched) else { return false }
        if dryRun { return true }
        try flush()
        return false
    }

    mutating func add(_ thing: UndoneThing) -> Int {
        things.append(thing)
        things[things.count - 1].step = thing.step ?? current
        return things.count - 1
    }

    // MARK: Moves

    private mutating func takeBack(_ move: UndoStep.Move) throws(ShedError) {
        if try settle(for: [move.to, move.from]) {
            things.append(UndoneThing(deed: .moved, id: move.node, path: move.from, from: move.to))
            return gathered.touch([move.to, move.from])
        }
        guard let placed = try standing(move.to, move) else {
            // It was never moved, or is back already.
            guard try standing(move.from, move) == nil else { return pass(move.from, .isBack, move.node) }
            return leave(move.to, try whereabouts(move), move.node)
        }
        if isAnother(placed, than: move.file) { return leave(move.to, .another, placed.node.id) }
        guard let folder = try folder(of: move), let name = move.from.last else {
            return leave(move.to, .folderGone, placed.node.id)
        }
        let to = folder.appending(name)
        if try settle(for: [move.to, to]) { return gathered.touch([move.to, to]) }
        let state = try state()
        if let trash = transaction.folder(with: .trash, state), to.isInside(trash) { try transaction.mayBe(.leaving([move.to])) }
        if !placed.type.isDirectory { try transaction.mayBe(.moving(file: move.to)) }
        try transaction.isNoIgnoredName(to, placed.type, &gathered.names.entered)
        if let other = try occupant(of: to, besides: placed) { return leave(move.to, obstacle(other, to, placed, state), placed.node.id) }
        // What shed did by itself it would do again.
        let isThere = (try? transaction.root.openDirectory(at: folder)) != nil
        let isException = isThere ? try !transaction.isAllowed(placed, at: to, state, &gathered.names.entered) || entry.actor == UndoEntry.daemon : false
        let thing = add(UndoneThing(deed: .moved, id: placed.node.id, path: to, from: move.to))
        gathered.add(placed, to: to, isException: isException, thing)
    }

    /// What stands at a path, if it is what was moved: the same node, whatever a person has written into it since.
    private mutating func standing(_ path: RelativePath, _ move: UndoStep.Move) throws(ShedError) -> PlacedNode? {
        let state = try state()
        guard let placed = try? transaction.find(path, state) else { return nil }
        if let node = move.node, placed.node.id == state.model.resolve(node) { return placed }
        return placed.evidence.identity == move.file.identity ? placed : nil
    }

    /// Whether what stands where something was moved to is evidently another one. What shed has written since, for which it makes a
    /// new file, is not.
    private mutating func isAnother(_ placed: PlacedNode, than file: MovedFile) -> Bool {
        guard file.isAnother(placed, below: transaction.root, transaction.home.surroundings) else { return false }
        let written = writtenSince ?? (try? transaction.project.undo.journal?.filesWritten(since: entry.number)) ?? []
        writtenSince = written
        return !written.contains(placed.evidence.identity)
    }

    private mutating func whereabouts(_ move: UndoStep.Move) throws(ShedError) -> UndoneThing.Obstacle {
        let state = try state()
        guard let node = move.node.map(state.model.resolve), state.memory.isPresent(node), let path = state.model.path(of: node) else {
            return transaction.unseen(at: move.to).map { .failed($0) } ?? .gone
        }
        return .elsewhere(path)
    }

    /// The folder that something was moved out of, made anew where it is gone; `nil` where nobody knows which that was.
    private mutating func folder(of move: UndoStep.Move) throws(ShedError) -> RelativePath? {
        let wanted = move.from.parent
        let state = try state()
        if let top = wanted.names.first, let id = state.node(at: RelativePath([top])), state.model.nodes[id]?.role == .rejected {
            return try folder(inRejected: RelativePath(Array(wanted.names.dropFirst())))
        }
        let isThere = (try? transaction.root.openDirectory(at: wanted)) != nil
        guard let id = move.folder.map(state.model.resolve) else { return isThere ? wanted : nil }
        if isThere, state.node(at: wanted) == id { return wanted }
        // Nobody knows that folder any more: what stands in its place is taken for it, and nothing else.
        guard id == transaction.id || state.model.nodes[id] != nil else { return isThere ? wanted : nil }
        if let path = transaction.existingPath(of: id, state) { return path }
        guard !dryRun else { return wanted }
        try flush()
        defer { loaded = nil }
        return try transaction.restorePath(of: id, dryRun: false)
    }

    /// A folder in Rejected, made where it is not there: it goes by itself.
    private mutating func folder(inRejected path: RelativePath) throws(ShedError) -> RelativePath {
        if dryRun { return try (transaction.folder(with: .rejected) ?? RelativePath([transaction.home.rejectedNames[0]])).appending(path) }
        forget()
        let (id, rejected) = try transaction.rejectedFolder()
        if try !state().memory.isPresent(id) { gathered.rejected = [rejected: id] }
        forget()
        do throws(DiskError) {
            var folder = rejected
            for name in path.names {
                folder = folder.appending(name)
                if try transaction.root.openDirectory(at: folder.parent).kind(of: name) == nil { try transaction.make(.folder, at: folder) }
            }
            return folder
        } catch { throw ShedError(error) }
    }

    /// What has the name that something is to get, else one that could not stand beside it; `nil` where nothing has.
    private mutating func occupant(of path: RelativePath, besides placed: PlacedNode) throws(ShedError) -> Name? {
        guard let name = path.last else { return nil }
        if dryRun, (try? transaction.root.openDirectory(at: path.parent)) == nil { return nil }
        do throws(DiskError) {
            let others = try gathered.names.alike(name, in: path.parent).filter { path.parent != placed.path.parent || $0 != placed.path.last }
            return others.contains(name) ? name : others.first
        } catch { throw ShedError(error) }
    }

    /// Why something cannot have a place: for another that has it, or one whose name is too much alike. Then another name helps, where
    /// it may be moved there.
    private func obstacle(_ other: Name, _ to: RelativePath, _ placed: PlacedNode, _ state: ProjectState) -> UndoneThing.Obstacle {
        guard let name = to.last, other != name else { return .taken(to) }
        let mayMove = (try? transaction.isAllowed(placed, at: to, state)) ?? false
        let command = "shed mv \(ShellWord.path(placed.path)) \(ShellWord.path(to.parent.appending(Name("NEW-NAME"))))"
        return .alike(to.parent.appending(other), name: name, command: mayMove ? command : nil)
    }

    // MARK: Doing

    private mutating func makeAgain(_ recorded: RelativePath, _ id: NodeID?) throws(ShedError) {
        // In the folder that it was in, wherever that is now.
        let state = try state()
        // One in Rejected is made for what comes back into it.
        if recorded.names.count > 1, let top = recorded.names.first,
            state.model.children(of: transaction.id, named: top).contains(where: { state.model.nodes[$0]?.role == .rejected })
        {
            return
        }
        let place = id.flatMap { state.model.nodes[state.model.resolve($0)]?.place }
        let folder = place.flatMap { transaction.existingPath(of: state.model.resolve($0.parent), state) }
        let path = folder.flatMap { folder in recorded.last.map { folder.appending($0) } } ?? recorded
        if try settle(for: [path]) { return }
        if transaction.hasEntry(at: path) { return pass(path, .isBack, id) }
        gathered.make(path, id, add(UndoneThing(deed: .made, id: id, path: path)))
    }

    /// Makes the steps that were gathered, and takes them in. What a rule, the project's kind or the disk says against some of them
    /// ends nothing: the others are made, and of each thing is said what became of it.
    mutating func flush() throws(ShedError) {
        guard !gathered.isEmpty else { return }
        let steps = gathered
        gathered = GatheredSteps(transaction.root)
        forget()
        do throws(ShedError) {
            try throwAway(steps)
            guard !dryRun else { return }
            try makeFolders(steps)
            try move(steps)
            try removeFolders(steps)
        } catch {
            if let change = steps.change { transaction.discard(change) }
            throw error
        }
        if let change = steps.change { try carryOut(change, steps) }
    }

    /// What a rule or the project's kind refuses, or the disk, stays, and the rest is taken back all the same.
    func goOn(after error: ShedError) throws(ShedError) { guard error.kind == .refused || error.isAboutOne else { throw error } }

    /// The same where it may be the taking in that failed, of what was done.
    mutating func goOn(afterDoing error: ShedError) throws(ShedError) {
        try goOn(after: error)
        mayHaveChanged = true
        forget()
    }

    private mutating func carryOut(_ change: StagedChange, _ steps: GatheredSteps) throws(ShedError) {
        do throws(ShedError) { try transaction.carryOut(change, scope: .directories(change.places)) } catch {
            try goOn(afterDoing: error)
            for (entry, thing) in zip(change.entries, steps.rewrittenThings) where identity(at: entry.target) != entry.identity {
                fail(thing, .failed(error.words))
            }
        }
    }

    private mutating func move(_ steps: GatheredSteps) throws(ShedError) {
        guard !steps.moves.isEmpty else { return }
        let failed: [RelativePath: ShedError]
        do throws(ShedError) {
            failed = try transaction.carryOut(
                steps.moves.moves, .init(moved: steps.rejected, accepted: steps.moves.accepted), leavesFailed: true, "undone")
        } catch {
            try goOn(afterDoing: error)
            for ((placed, _), thing) in zip(steps.moves.moves, steps.movedThings) where identity(at: placed.path) == placed.evidence.identity {
                fail(thing, .failed(error.words))
            }
            return
        }
        for ((placed, to), thing) in zip(steps.moves.moves, steps.movedThings) {
            let there = identity(at: to)
            // A program may have saved it anew since, at its place or where that moved it on to.
            guard there != placed.evidence.identity, there == nil || failed[to] != nil else { continue }
            if !transaction.hasEntry(at: placed.path) { mayHaveChanged = true }
            fail(thing, .unmoved(to))
        }
    }

    /// Which file or folder stands at a path.
    func identity(at path: RelativePath) -> FileIdentity? {
        path.last.flatMap { name in try? transaction.root.openDirectory(at: path.parent).evidence(of: name)?.identity }
    }

    private mutating func throwAway(_ steps: GatheredSteps) throws(ShedError) {
        guard !steps.trash.isEmpty else { return }
        do throws(ShedError) {
            let pairs = try transaction.trash(steps.trash, dryRun: dryRun)
            for (pair, thing) in zip(pairs, steps.trashedThings) { things[thing].path = pair.to }
        } catch {
            try goOn(after: error)
            let moved = Dictionary(transaction.moved.map { ($0.from, $0.to) }, uniquingKeysWith: { $1 })
            for (path, thing) in zip(steps.trash, steps.trashedThings) {
                if let to = moved[path] { things[thing].path = to } else { fail(thing, .failed(error.words)) }
            }
        }
    }

    private mutating func makeFolders(_ steps: GatheredSteps) throws(ShedError) {
        guard !steps.newFolders.isEmpty else { return }
        var effects = WalkRequest.VerbEffects()
        let state = try state()
        // The outermost first: they were gathered from the last to the first.
        for (path, id, thing) in steps.newFolders.sorted(by: { $0.path < $1.path }) {
            do throws(DiskError) { try transaction.make(.folder, at: path) } catch {
                fail(thing, .failed(error.words))
                continue
            }
            if let id, !state.memory.isPresent(id) { effects.moved[path] = id }
        }
        forget()
        // They stand, or are gone, also where that could not be taken in now: the next walk does that.
        do throws(ShedError) { try transaction.walk(.afterVerb(effects)) } catch { try goOn(afterDoing: error) }
    }

    private mutating func removeFolders(_ steps: GatheredSteps) throws(ShedError) {
        guard !steps.emptyFolders.isEmpty else { return }
        var gone: [NodeID] = []
        for (path, id, thing) in steps.emptyFolders {
            transaction.project.kind.takeLinks(outOf: path)
            do throws(DiskError) {
                try transaction.removeEmptyFolder(path, id)
                if let id { gone.append(id) }
            } catch { fail(thing, .failed(error.words)) }
        }
        let places = Set(steps.emptyFolders.map(\.path.parent))
        do throws(ShedError) { try transaction.walk(.afterVerb(.init(scope: .directories(places)))) } catch { try goOn(afterDoing: error) }
        try giveUp(gone)
    }

    mutating func fail(_ thing: Int, _ obstacle: UndoneThing.Obstacle) {
        things[thing].deed = .left
        if let from = things[thing].from { things[thing].path = from }
        things[thing].from = nil
        things[thing].obstacle = obstacle
    }
}
