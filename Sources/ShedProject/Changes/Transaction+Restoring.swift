import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile

extension ProjectReader {
    /// The folders among some that have no role, since another one got it meanwhile.
    public func rolesGivenAway(of paths: [RelativePath]) throws(ShedError) -> [(path: RelativePath, role: Role)] {
        let state = try load()
        return paths.compactMap { path -> (path: RelativePath, role: Role)? in
            guard let node = state.node(at: path).flatMap({ state.model.nodes[$0] }), let role = FormerRole.of(node), template.folder(role) != nil,
                state.model.roleBearers.contains(where: { state.model.nodes[$0]?.role == role })
            else { return nil }
            return (path: path, role: role)
        }
    }
}

extension Transaction {
    /// Puts things in Trash back where they came from (`restore`), with folders made anew where they are gone. A folder goes before
    /// what was in it and was thrown away by itself.
    /// - Parameter passOver: is told why something cannot go back, and it is left, as long as the project is there; `nil`: that
    ///   ends it.
    public func restore(
        _ paths: [RelativePath], dryRun: Bool = false, passOver: ((ShedError) -> Void)? = nil
    ) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let paths = paths.once
        // All are asked about before the first is moved.
        if !dryRun, passOver == nil, paths.count > 1 { _ = try restore(paths, dryRun: true) }
        var restoring = Restoring(state: try load(), dryRun: dryRun, passOver: passOver)
        do throws(ShedError) {
            for path in Transaction.foldersFirst(paths, restoring.state) {
                do throws(ShedError) { try restore(path, &restoring) } catch {
                    guard let passOver, error.absence == nil, !restoring.isOver else { throw error }
                    passOver(error)
                }
            }
        } catch {
            // What was named before it is restored all the same.
            try? carryOut(&restoring)
            throw error
        }
        try carryOut(&restoring)
        return restoring.done
    }

    /// The paths, each behind those of the folders that it was in.
    private static func foldersFirst(_ paths: [RelativePath], _ state: ProjectState) -> [RelativePath] {
        let nodes = paths.map(state.node)
        let depths = depths(of: nodes.compactMap(\.self)) { id in
            state.model.nodes[id].flatMap { $0.details?.origin?.parent ?? $0.place?.parent }.map(state.model.resolve)
        }
        return paths.enumerated().map { (depth: nodes[$0.offset].flatMap { depths[$0] } ?? 0, position: $0.offset, path: $0.element) }
            .sorted { ($0.depth, $0.position) < ($1.depth, $1.position) }.map(\.path)
    }

    /// For each of some nodes how many of them it was in, one in the other. Where they are in a circle, that is counted once round.
    /// - Parameter folder: the folder that a node was in. Asked of each node twice at most, however many were in it.
    static func depths(of nodes: [NodeID], folder: (NodeID) -> NodeID?) -> [NodeID: Int] {
        let wanted = Set(nodes)
        var depths: [NodeID: Int] = [:]
        for node in nodes {
            var way: [NodeID] = []
            var next = Optional(node)
            while let id = next, depths[id] == nil {
                depths[id] = 0
                way.append(id)
                next = folder(id)
            }
            for id in way.reversed() {
                guard let above = folder(id) else { continue }
                depths[id] = (depths[above] ?? 0) + (wanted.contains(above) ? 1 : 0)
            }
        }
        return depths
    }

    /// What `restore` has done so far.
    private struct Restoring {
        /// As it was when what was moved was last taken in.
        var state: ProjectState
        let dryRun: Bool
        let passOver: ((ShedError) -> Void)?
        /// Whether something failed that is about more than one of them.
        var isOver = false
        var done: [(from: RelativePath, to: RelativePath)] = []
        var planned = PlannedMoves()
        /// Folders that were made anew, by the IDs of those that are gone; in a dry run also those that are put back.
        var made: [NodeID: RelativePath] = [:]
        /// The names in the folders that something was put into.
        var names: [RelativePath: FreeNames] = [:]
        var entered = EnteredFolders()
    }

    private func restore(_ path: RelativePath, _ restoring: inout Restoring) throws(ShedError) {
        let placed = try find(path, restoring.state)
        if let rejected = folder(with: .rejected, restoring.state), path.isInside(rejected) {
            throw ShedError(
                .refused, .inRejectedNotTrash(path: "\(path)", rejected: "\(rejected)"),
                remedy: path == rejected ? .nameWhatToAccept : .acceptTakesBack(command: "shed accept \(ShellWord.path(path))"))
        }
        guard let origin = placed.node.details?.origin, let name = path.last else {
            throw Transaction.originUnknown(path)
        }
        let isRefused = placed.node.details?.rejection != nil
        let to: RelativePath
        do throws(ShedError) {
            let folder = try isRefused ? refusedFolder(origin.parent, &restoring) : folder(for: origin.parent, &restoring)
            try requireEntered(folder, &restoring.entered)
            let wanted = origin.name.isPossible && !origin.name.isHidden ? origin.name : name
            to = folder.appending(try freeName(wanted, in: folder, keepsSuffix: !placed.type.isDirectory, &restoring))
        } catch {
            guard error.absence == nil, !restoring.isOver else { throw error }
            var error = error
            error.words = .about(subject: "\(path)", text: error.words)
            throw error
        }
        if !restoring.dryRun {
            restoring.planned.append(placed, to: to, isException: try !isAllowed(placed, at: to, restoring.state, &restoring.entered))
        } else if placed.type.isDirectory {
            restoring.made[placed.node.id] = to
        }
        restoring.done.append((path, to))
    }

    private static func originUnknown(_ path: RelativePath) -> ShedError {
        ShedError(.refused, .originUnknown(path: "\(path)"), remedy: .moveToWhereItBelongs)
    }

    private func freeName(_ wanted: Name, in folder: RelativePath, keepsSuffix: Bool, _ restoring: inout Restoring) throws(ShedError) -> Name {
        if restoring.names[folder] == nil {
            // What a dry run would make is not there.
            let isThere = !restoring.dryRun || (try? root.openDirectory(at: folder)) != nil
            restoring.names[folder] = FreeNames(besides: isThere ? try names(in: folder) : [])
        }
        return restoring.names[folder]?.take(wanted, keepsSuffix: keepsSuffix) ?? wanted
    }

    /// Moves what is planned so far, and takes it in.
    private func carryOut(_ restoring: inout Restoring) throws(ShedError) {
        guard !restoring.planned.isEmpty else { return }
        let planned = restoring.planned
        restoring.planned = PlannedMoves()
        restoring.entered = EnteredFolders()
        restoring.isOver = true
        let failed = try carryOut(planned.moves, .init(accepted: planned.accepted), leavesFailed: restoring.passOver != nil, "restored")
        if let passOver = restoring.passOver, !failed.isEmpty {
            restoring.done.removeAll { failed[$0.to] != nil }
            for move in planned.moves { if let error = failed[move.to] { passOver(error) } }
        }
        restoring.state = try load()
        restoring.isOver = false
    }

    /// What stood somewhere before may stand there again, whatever the folder accepts now.
    func isAllowed(_ placed: PlacedNode, at path: RelativePath, _ state: ProjectState) throws(ShedError) -> Bool {
        var entered = EnteredFolders()
        return try isAllowed(placed, at: path, state, &entered)
    }

    /// The same, for many things that are put somewhere one after the other.
    func isAllowed(_ placed: PlacedNode, at path: RelativePath, _ state: ProjectState, _ entered: inout EnteredFolders) throws(ShedError) -> Bool {
        do throws(ShedError) {
            try fits(placed, path, state, heedsRights: false, &entered)
            return true
        } catch {
            if error.kind == .refused { return false }
            throw error
        }
    }

    // MARK: Folders

    /// The path of a folder that something came from.
    private func folder(for id: NodeID, _ restoring: inout Restoring) throws(ShedError) -> RelativePath {
        if restoring.planned.hold(id, restoring.state.model) { try carryOut(&restoring) }
        if let path = existingPath(of: restoring.state.model.resolve(id), restoring.state) ?? restoring.made[id] { return path }
        // It is made in a walk of its own.
        try carryOut(&restoring)
        let path = try restorePath(of: id, dryRun: restoring.dryRun)
        restoring.made[id] = path
        restoring.names[path] = nil
        restoring.state = try load()
        return path
    }

    /// Where something that was refused lay before it was thrown away: the folder in Rejected, else Rejected itself, which goes
    /// when it is empty and is another one then.
    private func refusedFolder(_ id: NodeID, _ restoring: inout Restoring) throws(ShedError) -> RelativePath {
        let rejected = folder(with: .rejected, restoring.state)
        if let path = existingPath(of: restoring.state.model.resolve(id), restoring.state), let rejected, path.isInside(rejected) { return path }
        if let rejected { return rejected }
        guard !restoring.dryRun else { return RelativePath([home.rejectedNames.first ?? "Rejected"]) }
        try carryOut(&restoring)
        let (rejectedID, path) = try rejectedFolder()
        try walk(.afterVerb(.init(moved: [path: rejectedID], scope: .directories([.root]))))
        restoring.state = try load()
        return path
    }

    /// The path of a folder by its ID, made anew under its old name where it is gone.
    func restorePath(of folder: NodeID, dryRun: Bool) throws(ShedError) -> RelativePath {
        let state = try load()
        var id = state.model.resolve(folder)
        var absent: [(id: NodeID, name: Name)] = []
        var passed: Set<NodeID> = []
        var path = RelativePath.root
        // Whoever wrote the sidecar may have put them in a circle, or one into the other without end.
        while id != self.id, passed.insert(id).inserted, let node = state.model.nodes[id], let place = node.place {
            let name = node.details?.origin?.name ?? place.name
            guard name.isPossible, !name.isHidden else { break }
            if let existing = existingPath(of: id, state) {
                path = existing
                break
            }
            guard absent.count < Transaction.deepestRestored else {
                throw ShedError(
                    .refused, .foldersTooDeep(most: Transaction.deepestRestored), remedy: .moveWhereItBelongs)
            }
            absent.append((id, name))
            id = state.model.resolve(node.details?.origin?.parent ?? place.parent)
        }
        guard !absent.isEmpty else { return path }
        try requireRoom(for: absent.map(\.name).reversed(), in: path)
        try requireEntered(absent.reversed().reduce(path) { $0.appending($1.name) })
        if !dryRun { try requireWriting() }
        var effects = WalkRequest.VerbEffects()
        do throws(DiskError) {
            for (id, name) in absent.reversed() {
                let above = path
                path = above.appending(name)
                guard !dryRun else { continue }
                if try root.openDirectory(at: above).kind(of: name) == nil { try make(.folder, at: path) }
                if !state.memory.isPresent(id) { effects.moved[path] = id }
            }
        } catch {
            if !effects.moved.isEmpty { _ = try? walk(.afterVerb(effects)) }
            throw ShedError(error)
        }
        if !dryRun { try walk(.afterVerb(effects)) }
        return path
    }

    /// - Throws: where something else than a folder stands in the place of one that is to be made anew, each in the one before.
    private func requireRoom(for folders: [Name], in folder: RelativePath) throws(ShedError) {
        var path = folder
        for name in folders {
            guard let kind = (try? root.openDirectory(at: path)).flatMap({ try? $0.kind(of: name) }) else { return }
            path = path.appending(name)
            guard kind == .directory else { throw ShedError(.refused, .notAFolder(path: "\(path)"), remedy: .moveToWhereItBelongs) }
        }
    }

    /// So many folders, one in the other, are made anew at most.
    private static let deepestRestored = 256

    /// The path of a folder that is on disk and not in Trash.
    func existingPath(of id: NodeID, _ state: ProjectState) -> RelativePath? {
        if id == self.id { return .root }
        guard state.memory.isPresent(id), let path = state.model.path(of: id), (try? root.openDirectory(at: path)) != nil else { return nil }
        if let trash = folder(with: .trash, state), path.isInside(trash) { return nil }
        return path
    }
}
