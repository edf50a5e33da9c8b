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
        var noted: [NotedStep] = []
        do throws(DiskError) {
            noted = try noteUndo(changes, in: folder)
            let directory = try root.openDirectory(at: folder)
            var identities: [NodeID: FileIdentity] = [:]
            for change in changes { identities[change.id] = try directory.evidence(of: change.from)?.identity }
            for step in changes.inOrder() {
                // What got the name meanwhile is another file, and the verb's word for it would count before what it is.
                try directory.rename(step.from, to: directory, as: step.to, expecting: identities[step.id])
                effects.moved[folder.appending(step.from)] = nil
                effects.moved[folder.appending(step.to)] = step.id
                Interruption.point("renumbered")
            }
            // Before the sidecar says it.
            sync(directory)
        } catch {
            if error.isFromBefore || error.code == .noSpace { retract(noted, of: changes, in: folder, but: effects.moved) }
            if !effects.moved.isEmpty { _ = try? walk(.afterVerb(effects)) }
            throw ShedError(error)
        }
        try walk(.afterVerb(effects))
    }

    /// Leaves of what was written down what was done before an error. What has a name for a moment only stays whole.
    private func retract(_ noted: [NotedStep], of changes: [NameChange], in folder: RelativePath, but moved: [RelativePath: NodeID]) {
        let done = changes.filter { moved[folder.appending($0.to)] == $0.id }
        guard done.count == moved.count else { return }
        // Said anew first: an interruption in between leaves too much, and not too little.
        guard (try? noteUndo(done, in: folder)) != nil else { return }
        project.undo.retract(noted)
    }
}
