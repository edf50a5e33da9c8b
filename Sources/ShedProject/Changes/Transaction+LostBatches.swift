import ShedMessages
import ShedModel
import ShedSidecar

/// A batch of the sidecar that was given up for lost.
public struct LostFile: Hashable, Sendable {
    /// The 64 digits that are its identity.
    public var batch: String
    /// The torn file that is left of it, from the project's root; `nil` where there is none.
    public var path: RelativePath?
}

extension Transaction {
    /// Gives up the batches that are missing now, for all devices: nobody waits for them any more, and `check` says no
    /// more that they are absent. One that comes all the same is taken in like any other.
    ///
    /// Writes one batch that says so. Torn files stay where they are, and so does what a
    /// newer shed or its owner can read.
    /// - Parameter dryRun: only says which, and writes nothing.
    /// - Returns: what was given up, torn files first; empty if nothing is missing.
    public func giveUpLostBatches(dryRun: Bool = false) throws(ShedError) -> [LostFile] {
        if !dryRun {
            try requireWriting()
            try store.writableIndex()
        }
        let fold = try project.foldAnew()
        var lost: [LostFile] = []
        var fields: [Field] = []
        for gap in fold.gaps.prefix(Batch.mostWithout) {
            guard let batch = gap.batch else { continue }
            let field = LostBatch.field(batch, at: surroundings.now())
            guard !fields.contains(field) else { continue }
            fields.append(field)
            var path: RelativePath?
            if case .file(let file, _) = gap { path = RelativePath([Sidecar.name]).appending(file) }
            lost.append(LostFile(batch: "\(batch)", path: path))
        }
        guard !dryRun, !fields.isEmpty else { return lost }
        try saying(final: [.gaveUpLostBatches]) { () throws(ShedError) in
            try store.change { state throws(ShedError) in
                try write([Operation(id, fields)], into: &state)
                return .everything
            }
        }
        // Folded anew, nothing is missing.
        store.forget()
        let count = lost.count == 1 ? "one lost batch" : "\(lost.count) lost batches"
        record(.gaveUp, message: "\(count) of the sidecar")
        // What else is done by the same verb can be taken back.
        project.undo.close()
        return lost
    }
}

extension Project {
    /// The batches that are missing now and could be given up: those that are not there, and those of which a torn file is left. All batches
    /// are folded for it, where the index does not say that nothing is missing.
    package func missingBatches() throws(ShedError) -> (absent: [BatchID], torn: [BatchID]) {
        if let known = try? store.metaIfFolded(), known.fold.gaps.reasons.isEmpty { return ([], []) }
        var missing: (absent: [BatchID], torn: [BatchID]) = ([], [])
        for gap in try foldAnew().gaps.prefix(Batch.mostWithout) {
            guard let batch = gap.batch else { continue }
            if case .absent = gap { missing.absent.append(batch) } else { missing.torn.append(batch) }
        }
        return missing
    }

    fileprivate func foldAnew() throws(ShedError) -> Fold {
        do throws(SidecarError) {
            return try home.sidecar.fold(
                of: home.file, fields: home.surroundings.kinds.fields, listing: try home.sidecar.listing(), now: home.surroundings.now())
        } catch { throw ShedError(error) }
    }

    /// Gives up the batches that are missing now; see ``Transaction/giveUpLostBatches(dryRun:)``.
    public func giveUpLostBatches(dryRun: Bool = false) throws(ShedError) -> [LostFile] {
        try write(after: .nothing) { transaction throws(ShedError) in try transaction.giveUpLostBatches(dryRun: dryRun) }
    }
}
