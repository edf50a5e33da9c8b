import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

/// What became of a folder of the template that was to be made again.
public struct MadeFolder: Hashable, Sendable {
    public var folder: AbsentFolder
    /// Why it was not made, in one sentence; `nil` if it was.
    public var failure: String?
}

extension Transaction {
    /// Makes folders of the template that are not there and that nobody deleted here (`repair --folders`), with the IDs that
    /// they have.
    ///
    /// A run that is cut short leaves some of them made: each is known by its place, and the next run makes the others.
    /// - Parameter roles: the folders that are meant; `nil`: all.
    /// - Throws: ``ShedError`` of kind refused while the sidecar is not whole.
    public func makeAbsentFolders(_ roles: Set<Role>? = nil, dryRun: Bool = false) throws(ShedError) -> [MadeFolder] {
        guard try load().incomplete.isEmpty else {
            throw ShedError(.refused, "the sidecar is not whole, so nobody knows which folder is which", remedy: "“shed repair” says what is the matter.")
        }
        let absent = try absentFolders().filter { roles?.contains($0.role) ?? true }
        guard !absent.isEmpty else { return [] }
        if !dryRun { try requireWriting() }
        var taken = try names(in: .root)
        var made: [MadeFolder] = []
        var effects = WalkRequest.VerbEffects()
        for folder in absent {
            do throws(ShedError) {
                try isNoIgnoredName(folder.path, .folder)
                try ShedError.requireName(folder.name, of: "a folder", kind: .refused)
                let candidate = Candidate(name: folder.name, type: .folder, provenance: .new, role: folder.role)
                if let refusal = home.rules.refusal(of: candidate, in: home.rules.factsOfRoot()) { throw ShedError.refused(refusal, folder.path) }
                guard taken.insert(FoldKey(folder.name)).inserted else { throw ShedError(.refused, "something of that name stands there already") }
                if !dryRun { try make(folder) }
                effects.moved[folder.path] = folder.id
                made.append(MadeFolder(folder: folder))
            } catch { made.append(MadeFolder(folder: folder, failure: error.description)) }
        }
        guard !dryRun else { return made }
        try walk(.afterVerb(effects))
        // The walk tells of new nodes alone: these were known.
        for id in effects.moved.values.sorted() {
            guard let path = try load().model.path(of: id), let placed = try? find(path) else { continue }
            record(.returned, placed)
        }
        return made
    }

    private func make(_ folder: AbsentFolder) throws(ShedError) {
        do throws(DiskError) { try make(.folder, at: folder.path) } catch { throw ShedError(error) }
        Interruption.point("foldered")
    }
}
