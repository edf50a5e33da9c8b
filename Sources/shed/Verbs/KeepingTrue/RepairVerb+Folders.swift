import ShedCommand
import ShedModel
import ShedProject

extension RepairVerb {
    /// Makes the template's folders that are not there and that nobody deleted here (`--folders`), and with `--deleted` the others too.
    func makeFolders(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let (made, left, thrownAway) = try project.write { transaction throws(ShedError) in
            let made = try transaction.makeAbsentFolders(andDeleted: deleted, dryRun: change.dryRun)
            let left = try transaction.deletedFolders()
            let thrownAway = try transaction.thrownAwayFolders()
            return (made, left, thrownAway)
        }
        show(made.map(repaired), session, whenNone: "No folder of the template has to be made.")
        tell(left: deleted ? [] : left.map(\.path), thrownAway: thrownAway, session)
        return made.isEmpty || !change.dryRun && made.allSatisfy { $0.failure == nil } ? .done : .findings
    }

    /// Says which folders were not made, and what brings them back.
    private func tell(left: [RelativePath], thrownAway: [RelativePath], _ session: Session) {
        func names(_ paths: [RelativePath]) -> String { paths.map(session.style.path).joined(separator: ", ") }
        func them(_ paths: [RelativePath]) -> String { paths.count == 1 ? "it" : "them" }
        if !left.isEmpty { session.say("Deleted here: \(names(left)); “shed repair --folders --deleted” makes \(them(left)).") }
        guard !thrownAway.isEmpty else { return }
        let command = "shed restore " + thrownAway.map { ShellWord.path($0) }.joined(separator: " ")
        session.say(session.style.advice("In Trash: \(names(thrownAway)); “\(command)” puts \(them(thrownAway)) back."))
    }

    private func repaired(_ made: MadeFolder) -> RepairedFile {
        RepairedFile(
            sort: "folder", path: made.folder.path, id: made.folder.id, fault: "This folder of the template is not there.",
            remedy: made.folder.id == nil ? "It is made." : "It is made, with the ID that it had.", isPossible: made.failure == nil,
            isDone: made.failure == nil && !change.dryRun, failure: made.failure?.english)
    }
}
