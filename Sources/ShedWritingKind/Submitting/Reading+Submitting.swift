import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

extension Reading {
    /// Submits what was planned: the venue's folders, where there are none, a record of each piece and a copy of its text, all of them
    /// or nothing. Whatever interrupts it, the next walk finishes it or takes it back.
    /// - Returns: why all of it is there and could not be taken in, which the next walk does; `nil` where it was.
    @discardableResult
    package func submit(_ plan: SubmissionPlan) throws(ShedError) -> ShedError? {
        var staged = try stageChange()
        if let first = plan.items.first {
            staged.words = .didSubmit(count: plan.items.count, path: "\(first.piece.path)", venue: plan.wish.venue.label)
        }
        do throws(ShedError) {
            do throws(DiskError) { try stage(plan, &staged) } catch { throw ShedError(error) }
            try write { transaction throws(ShedError) in try transaction.carryOut(staged) }
            return nil
        } catch {
            // What was submitted is submitted: who is told otherwise does it once more.
            if error.isInPlace { return error }
            discard(staged)
            throw error
        }
    }

    private func stage(_ plan: SubmissionPlan, _ staged: inout StagedChange) throws(DiskError) {
        if let path = plan.wish.venue.path, plan.wish.venue.isNew {
            try staged.makeFolder(for: path)
            staged.assigned[path] = newID()
        }
        var folder: DirectoryHandle?
        if plan.makesFolder {
            folder = try staged.makeFolder(for: plan.folder)
            staged.assigned[plan.folder] = newID()
        }
        for (number, item) in plan.items.enumerated() {
            guard let name = item.piece.path.last, let record = item.path.last, let copy = item.copy.last else { continue }
            let source = try root.openDirectory(at: item.piece.path.parent).file(name)
            guard source.evidence.identity == item.piece.evidence.identity else { throw DiskError(.changed, action: "copy", path: "\(item.piece.path)") }
            // The copy is for its owner to write and for whoever may read the text to read.
            let mode = source.evidence.mode & 0o666 | 0o600
            if let folder {
                _ = try folder.copy(source, as: copy, mode: mode)
                try staged.write(item.record.bytes, into: folder, as: record)
            } else {
                let temporary = Name("copy-\(number)")
                _ = try staged.folder.directory.copy(source, as: temporary, mode: mode)
                try staged.add(temporary, to: item.copy)
                try staged.write(item.record.bytes, to: item.path)
            }
            staged.assigned[item.path] = newID()
            staged.assigned[item.copy] = newID()
        }
    }
}
