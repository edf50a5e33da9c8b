import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

extension RepairVerb {
    /// Makes the index of words anew (`--search`). It asks nothing: nothing of the project is changed.
    func makeSearchIndex(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let indexed = try project.rebuildSearchIndex(dryRun: change.dryRun)
        if global.json {
            var object = JSONBuilder()
            object.add("files", .integer(Int64(indexed.files)))
            object.add("size", .integer(indexed.size))
            session.output.json(object.value)
        } else {
            session.say(.searchIndexMade(isDryRun: change.dryRun, files: indexed.files, size: Int(indexed.size)))
        }
        return .done
    }
}
