import ShedCommand
import ShedModel
import ShedProject

extension RepairVerb {
    /// Makes the template's folders that are not there and that nobody deleted here (`--folders`).
    func makeFolders(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let made = try project.write { transaction throws(ShedError) in try transaction.makeAbsentFolders(dryRun: change.dryRun) }
        show(made.map(repaired), session, whenNone: "No folder of the template has to be made: all are there, or were deleted here.")
        return made.isEmpty || !change.dryRun && made.allSatisfy { $0.failure == nil } ? .done : .findings
    }

    private func repaired(_ made: MadeFolder) -> RepairedFile {
        RepairedFile(
            sort: "folder", path: made.folder.path, id: made.folder.id, fault: "This folder of the template is not there.",
            remedy: made.folder.id == nil ? "It is made." : "It is made, with the ID that it had.", isPossible: made.failure == nil,
            isDone: made.failure == nil && !change.dryRun, failure: made.failure)
    }
}
