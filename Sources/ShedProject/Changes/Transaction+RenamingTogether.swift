import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile

extension Transaction {
    /// Gives what stands in one folder new names, among them such as others of them bear now, and takes that in at once.
    ///
    /// An interruption leaves some with their new names and some with their old ones.
    /// - Parameters:
    ///   - changes: names that nothing else in the folder bears.
    ///   - reason: why, for the history: a sentence.
    package func rename(_ changes: [NameChange], in folder: RelativePath, reason: Message? = nil) throws(ShedError) {
        guard !changes.isEmpty else { return }
        try requireWriting()
        var effects = WalkRequest.VerbEffects(reason: reason, scope: .directories([folder]))
        do throws(DiskError) {
            try noteUndo(changes, in: folder)
            let directory = try root.openDirectory(at: folder)
            for step in changes.inOrder() {
                try directory.rename(step.from, to: directory, as: step.to, expecting: nil)
                effects.moved[folder.appending(step.from)] = nil
                effects.moved[folder.appending(step.to)] = step.id
                Interruption.point("renumbered")
            }
        } catch {
            if !effects.moved.isEmpty { _ = try? walk(.afterVerb(effects)) }
            throw ShedError(error)
        }
        try walk(.afterVerb(effects))
    }
}
