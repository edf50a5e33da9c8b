import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

extension Project {
    /// Lets things stand (`accept`): what was rejected goes back to where it came from if that folder fills by moves,
    /// else to the folder that is named; what was taken in and reported is accepted where it is.
    public func accept(_ paths: [RelativePath], to folder: RelativePath?, dryRun: Bool = false) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        var accepting = Accepting(state: try load(), target: folder, dryRun: dryRun)
        do throws(ShedError) {
            for path in paths { try accept(path, &accepting) }
        } catch {
            // What was accepted before the error is taken in all the same.
            try? takeIn(&accepting)
            throw error
        }
        try takeIn(&accepting)
        return accepting.done
    }

    /// What `accept` has done so far.
    private struct Accepting {
        /// As it was when what was accepted was last taken in.
        var state: ProjectState
        /// The folder that is named.
        let target: RelativePath?
        let dryRun: Bool
        var done: [(from: RelativePath, to: RelativePath)] = []
        var moved = MovedNodes()
        /// What may stand where it is now.
        var accepted: Set<RelativePath> = []
        /// Of that, what was not moved.
        var inPlace: [RelativePath] = []
        /// The names in the folders that something was put into.
        var names: [RelativePath: FreeNames] = [:]
    }

    private func accept(_ path: RelativePath, _ accepting: inout Accepting) throws(ShedError) {
        let rejected = folder(with: .rejected, accepting.state)
        if let rejected, path.isInside(rejected), path != rejected { return try acceptRejected(path, &accepting) }
        // Rejected itself goes when the last was taken out of it.
        if path == rejected { try takeIn(&accepting) }
        if let target = accepting.target {
            try takeIn(&accepting)
            accepting.done += try move([path], to: target, dryRun: accepting.dryRun)
            accepting.state = try load()
            return
        }
        // Something that stands where it would be refused: it may stay.
        do {
            guard let name = path.last, try root.openDirectory(at: path.parent).kind(of: name) != nil else { throw ShedError.notFound(path) }
        } catch { throw ShedError(error) }
        accepting.done.append((path, path))
        guard !accepting.dryRun else { return }
        accepting.accepted.insert(path)
        accepting.inPlace.append(path)
    }

    /// Takes in what was accepted so far.
    private func takeIn(_ accepting: inout Accepting) throws(ShedError) {
        guard !accepting.moved.isEmpty || !accepting.accepted.isEmpty else { return }
        var errand = Errand()
        errand.judgement = .later
        (errand.commanded, errand.accepted) = (accepting.moved.places, accepting.accepted)
        let inPlace = accepting.inPlace
        (accepting.moved, accepting.accepted, accepting.inPlace, accepting.names) = (MovedNodes(), [], [], [:])
        _ = try reconcile(errand)
        accepting.state = try load()
        for path in inPlace { record(.accepted, try find(path, accepting.state)) }
        guard !errand.commanded.isEmpty else { return }
        try removeRejectedIfEmpty()
        accepting.state = try load()
    }

    private func acceptRejected(_ path: RelativePath, _ accepting: inout Accepting) throws(ShedError) {
        let standing = try find(path, accepting.state)
        guard let name = path.last else { throw ShedError.notFound(path) }
        let folder = accepting.target
        let target = if let folder { folder } else { try originFolder(of: standing, &accepting) }
        let parent = try find(target, accepting.state)
        guard parent.type.isDirectory else { throw ShedError(.usage, "\(target) is no folder") }
        let facts = facts(of: parent, accepting.state)
        let refusal = RuleBook.refusal(of: Candidate(name: name, type: standing.type, standing: .new, role: standing.node.role), in: facts)
        // Where a folder is named, the person has decided; back to where it came from only where that fills by moves.
        let fills = facts.accepts == .nothing && (facts.filling == .anything || facts.filling == .moves && standing.type == .file)
        let isDecided = folder != nil && facts.filling != .derived
        if let refusal, !fills, !isDecided {
            throw ShedError.refused(by: refusal.rule, "\(path): \(refusal.message)", remedy: "Name a folder: “shed accept … --to FOLDER”.")
        }
        let wanted = folder == nil ? standing.node.details?.rejection?.origin.last ?? name : name
        guard !accepting.dryRun else { return accepting.done.append((path, target.appending(wanted))) }
        if accepting.names[target] == nil { accepting.names[target] = FreeNames(besides: try names(in: target)) }
        let to = target.appending(accepting.names[target]?.take(wanted, keepsSuffix: !standing.type.isDirectory) ?? wanted)
        do throws(DiskError) { try relocate(path, to: to, expecting: standing.evidence.identity, makingParents: false) } catch { throw ShedError(error) }
        accepting.moved.insert(standing.node.id, at: to)
        // Where the folder takes it anyway, it stands there by right and needs no exception.
        if refusal != nil { accepting.accepted.insert(to) }
        Interruption.point("accepted")
        accepting.done.append((path, to))
    }

    /// The folder that a rejected thing was added to, if it can go back there as an exception.
    private func originFolder(of standing: Standing, _ accepting: inout Accepting) throws(ShedError) -> RelativePath {
        guard let rejection = standing.node.details?.rejection else {
            throw ShedError(.refused, "nothing is recorded of where \(standing.path) came from", remedy: "Say where it belongs with --to FOLDER.")
        }
        // It may have been taken out of Rejected just now.
        if let id = rejection.folder, accepting.moved.hold(id, accepting.state.model) { try takeIn(&accepting) }
        if let id = rejection.folder, let path = accepting.state.model.path(of: id), (try? root.openDirectory(at: path)) != nil { return path }
        return rejection.origin.parent
    }

    func removeRejectedIfEmpty() throws(ShedError) {
        guard let path = try folder(with: .rejected), let name = path.last, (try? root.openDirectory(at: path).list(atMost: 1).isEmpty) == true
        else { return }
        try? root.removeDirectory(name)
        try takeIn()
    }

    /// Joins by hand (`relink`): what stands at a path is the missing node of this ID.
    public func relink(_ path: RelativePath, to id: NodeID, dryRun: Bool = false) throws(ShedError) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        let standing = try find(path)
        var state = try load()
        let id = state.model.resolve(id)
        guard let node = state.model.nodes[id], node.type != .project else {
            throw ShedError(.usage, "no node of this project has the ID \(id)", remedy: "“shed status --all” lists the missing ones.")
        }
        guard id != standing.node.id else { return }
        guard !state.memory.isPresent(id) else {
            throw ShedError(.refused, "\(id) is not missing: it is \(state.model.path(of: id).map { "\($0)" } ?? "here")", remedy: "“shed status --all” lists the missing ones.")
        }
        guard node.type == standing.node.type else {
            throw ShedError(.refused, "\(path) is a \(standing.node.type.rawValue), and \(id) was a \(node.type.rawValue)")
        }
        guard !dryRun, let place = standing.node.place else { return }
        let formerPath = state.model.path(of: id)
        let sighting = state.memory.seen[standing.node.id]
        let children = state.model.children(of: standing.node.id)
        let operations = [
                Operation(id, [.place(place), .content(nil), .forgotten(nil)] + fieldsToKeep(of: standing.node, for: node)),
                Operation(standing.node.id, [.alias(id)]),
            ]
        let left = Project.fileLists(of: operations, state.model)
        try write(operations, into: &state)
        state.memory.forget(standing.node.id)
        if let sighting { state.memory.record(sighting, of: id) }
        state.memory.missing[id] = nil
        state.digests[standing.node.id] = nil
        try saveAll(&state, touching: [id, standing.node.id] + children, left: left)
        self.state = state
        record(.relinked, Standing(path: path, node: node, evidence: standing.evidence, type: standing.type), from: formerPath)
        try takeIn()
    }

    /// What the new ID knows and the old one does not.
    private func fieldsToKeep(of new: Node, for old: Node) -> [Field] {
        var fields: [Field] = []
        if old.role == nil, let role = new.role { fields.append(.role(role)) }
        if let origin = new.details?.origin { fields.append(.origin(origin)) }
        if let rejection = new.details?.rejection { fields.append(.rejection(rejection)) }
        if new.details?.exception == true { fields.append(.exception(true)) }
        let (ours, theirs) = (old.details?.labels ?? NodeLabels(), new.details?.labels ?? NodeLabels())
        fields += theirs.tags.subtracting(ours.tags).sorted().map { .tag($0, true) }
        fields += theirs.values.filter { ours.values[$0.key] == nil }.sorted { $0.key < $1.key }.map { .value($0.key, $0.value) }
        return fields
    }
}
