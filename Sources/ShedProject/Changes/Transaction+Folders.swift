import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

/// What became of a folder of the template that was to be made again.
public struct MadeFolder: Hashable, Sendable {
    public var folder: AbsentFolder
    /// Why it was not made, in one sentence; `nil` if it was.
    public var failure: Message?
}

/// What is known of the places of folders that are made one after the other.
struct FolderPlaces {
    /// The names that stand in a folder, those also that were made.
    fileprivate var taken: [RelativePath: Set<FoldKey>] = [:]
    /// The folders that were not made.
    fileprivate var failed: Set<RelativePath> = []
}

extension Transaction {
    /// Makes folders of the template that are not there and that nobody deleted here (`repair --folders`), with the IDs that
    /// they have.
    ///
    /// A run that is cut short leaves some of them made: each is known by its place, and the next run makes the others.
    /// - Parameters:
    ///   - roles: the folders that are meant; `nil`: all.
    ///   - andDeleted: whether those that somebody deleted are made too.
    /// - Throws: ``ShedError`` of kind refused while the sidecar is not whole.
    public func makeAbsentFolders(_ roles: Set<Role>? = nil, andDeleted: Bool = false, dryRun: Bool = false) throws(ShedError) -> [MadeFolder] {
        guard try load().incomplete.isEmpty else {
            throw ShedError(.refused, .templateNeedsSidecar, remedy: .repairSaysWhy)
        }
        let absent = try (absentFolders() + (andDeleted ? deletedFolders() : [])).filter { roles?.contains($0.role) ?? true }
        guard !absent.isEmpty else { return [] }
        if !dryRun { try requireWriting() }
        let untold = try untold(of: absent)
        var places = FolderPlaces()
        var made: [MadeFolder] = []
        var effects = WalkRequest.VerbEffects()
        for folder in absent {
            var failure = obstacle(to: folder, by: home.rules, &places)
            if failure == nil, !dryRun {
                do throws(ShedError) { try make(folder) } catch {
                    failure = error.wholeWords
                    places.failed.insert(folder.path)
                }
            }
            if failure == nil { effects.moved[folder.path] = folder.id }
            made.append(MadeFolder(folder: folder, failure: failure))
        }
        guard !dryRun else { return made }
        try walk(.afterVerb(effects))
        for id in effects.moved.values.sorted() where untold.contains(id) {
            guard let path = try load().model.path(of: id), let placed = try? find(path) else { continue }
            record(.returned, placed)
        }
        return made
    }

    /// Why a folder of a template cannot be made, after those that were asked for before it; `nil`: it can.
    /// - Parameter rules: with that template.
    func obstacle(to folder: AbsentFolder, by rules: ProjectRules, _ places: inout FolderPlaces) -> Message? {
        var failure: Message?
        if places.failed.contains(folder.parent) {
            failure = .folderIsNotAt(path: "\(folder.parent)")
        } else {
            do throws(ShedError) {
                try ShedError.requireName(folder.name, of: "a folder", kind: .refused)
                try mayBeMade(folder, by: rules)
                // In one that is made just now there is nothing yet.
                let isThere = folder.parent.isRoot || hasEntry(at: folder.parent)
                if places.taken[folder.parent] == nil { places.taken[folder.parent] = isThere ? try names(in: folder.parent) : [] }
                if !places.taken[folder.parent, default: []].insert(FoldKey(folder.name)).inserted { failure = .somethingOfThatName }
            } catch { failure = error.wholeWords }
        }
        if failure != nil { places.failed.insert(folder.path) }
        return failure
    }

    private func mayBeMade(_ folder: AbsentFolder, by rules: ProjectRules) throws(ShedError) {
        guard !folder.parent.isRoot else {
            try isNoIgnoredName(folder.path, .folder)
            let candidate = Candidate(name: folder.name, type: .folder, provenance: .new, role: folder.role)
            if let refusal = rules.refusal(of: candidate, in: rules.factsOfRoot()) { throw ShedError.refused(refusal, folder.path) }
            return
        }
        // What the template has in one of its folders may stand there; the one that it is in may be made just now.
        if hasEntry(at: folder.parent) { try isNoIgnoredName(folder.path, .folder) }
    }

    /// Those of which the walk that takes them in tells nothing: they are known, and it has never missed them.
    private func untold(of folders: [AbsentFolder]) throws(ShedError) -> Set<NodeID> {
        let state = try load()
        return Set(folders.compactMap { folder in
            folder.id.flatMap { state.memory.missing[$0] == nil && !state.memory.unsettled.incomingNodes.contains($0) ? $0 : nil }
        })
    }

    private func make(_ folder: AbsentFolder) throws(ShedError) {
        // One that is made, and was not taken in before an interruption, is known by its place alone.
        try commit(placing(folder))
        do throws(DiskError) { try make(.folder, at: folder.path) } catch { throw ShedError(error) }
        Interruption.point("foldered")
    }

    /// What makes a folder that was thrown away or given up one that is missing at the root.
    private func placing(_ folder: AbsentFolder) throws(ShedError) -> [Operation] {
        let state = try load()
        guard let id = folder.id, let node = state.model.nodes[id] else { return [] }
        guard let parent = folder.parent.isRoot ? self.id : state.node(at: folder.parent) ?? node.place?.parent else { return [] }
        let place = Place(parent: parent, name: folder.name)
        var fields: [Field] = node.place == place ? [] : [.place(place), .origin(nil)]
        if !folder.parent.isRoot, node.details?.exception != true { fields.append(.exception(true)) }
        if node.details?.forgotten != nil { fields.append(.forgotten(nil)) }
        return fields.isEmpty ? [] : [Operation(id, fields)]
    }
}
