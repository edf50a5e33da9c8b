import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

extension Transaction {
    /// Lets things stand (`accept`): what was rejected goes back to where it came from if that folder fills by moves,
    /// else to the folder that is named; what was taken in and reported is accepted where it is.
    public func accept(_ paths: [RelativePath], to folder: RelativePath?, dryRun: Bool = false) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        var done: [(from: RelativePath, to: RelativePath)] = []
        for path in paths {
            if let rejected = try self.folder(with: .rejected), path.isInside(rejected), path != rejected {
                done.append(try acceptRejected(path, to: folder, dryRun: dryRun))
            } else if let folder {
                done += try move([path], to: folder, dryRun: dryRun)
            } else {
                try acceptInPlace(path, dryRun: dryRun)
                done.append((path, path))
            }
        }
        return done
    }

    /// Something that stands where it would be refused: it may stay.
    private func acceptInPlace(_ path: RelativePath, dryRun: Bool) throws(ShedError) {
        do {
            guard let name = path.last, try root.openDirectory(at: path.parent).kind(of: name) != nil else { throw ShedError.notFound(path) }
        } catch { throw ShedError(error) }
        guard !dryRun else { return }
        try walk(.afterVerb(.init(accepted: [path])))
        record(.accepted, try find(path))
    }

    private func acceptRejected(_ path: RelativePath, to folder: RelativePath?, dryRun: Bool) throws(ShedError) -> (from: RelativePath, to: RelativePath) {
        let placed = try find(path)
        guard let name = path.last else { throw ShedError.notFound(path) }
        let target = if let folder { folder } else { try originFolder(of: placed) }
        let parent = try find(target)
        guard parent.type.isDirectory else { throw ShedError(.usage, "\(target) is no folder") }
        let facts = try facts(of: parent)
        let refusal = home.rules.refusal(of: Candidate(name: name, type: placed.type, standing: .new, role: placed.node.role), in: facts)
        // Where a folder is named, the person has decided; back to where it came from only where that fills by moves.
        let fills = facts.accepts == .nothing && (facts.filling == .anything || facts.filling == .moves && placed.type == .file)
        let isDecided = folder != nil && facts.filling != .derived
        if let refusal, !fills, !isDecided {
            throw ShedError.refused(by: refusal.rule, "\(path): \(refusal.message)", remedy: "Name a folder: “shed accept … --to FOLDER”.")
        }
        let wanted = folder == nil ? placed.node.details?.rejection?.origin.last ?? name : name
        let to = target.appending(dryRun ? wanted : try freeName(wanted, in: target, isFile: !placed.type.isDirectory))
        guard !dryRun else { return (path, to) }
        do throws(DiskError) { try relocate(path, to: to, expecting: placed.evidence.identity) } catch { throw ShedError(error) }
        Interruption.point("accepted")
        // Where the folder takes it anyway, it stands there by right and needs no exception.
        try walk(.afterVerb(.init(moved: [to: placed.node.id], accepted: refusal == nil ? [] : [to])))
        try removeRejectedIfEmpty()
        return (path, to)
    }

    /// The folder that a rejected thing was added to, if it can go back there as an exception.
    private func originFolder(of placed: PlacedNode) throws(ShedError) -> RelativePath {
        guard let rejection = placed.node.details?.rejection else {
            throw ShedError(.refused, "nothing is recorded of where \(placed.path) came from", remedy: "Say where it belongs with --to FOLDER.")
        }
        let state = try load()
        if let id = rejection.folder, let path = state.model.path(of: id), (try? root.openDirectory(at: path)) != nil { return path }
        return rejection.origin.parent
    }

    func removeRejectedIfEmpty() throws(ShedError) {
        guard let path = try folder(with: .rejected), let name = path.last, (try? root.openDirectory(at: path).list(atMost: 1).isEmpty) == true
        else { return }
        try? root.removeDirectory(name)
        try walk(.refresh())
    }
}
