import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct EmptyTrashVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "empty-trash",
        abstract: "Delete everything in Trash for good.",
        discussion: """
            The only thing that empties it. Asks first: “shed undo” does not take it back.

            Example: shed empty-trash --dry-run
            """)

    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let (paths, extent) = try project.write { transaction throws(ShedError) in
            let paths = try transaction.emptyTrash(dryRun: true)
            return (paths, try transaction.extent(of: paths))
        }
        let doomed = paths.map { (path: $0, id: session.id(at: $0, in: project)) }
        if !change.dryRun, !paths.isEmpty {
            try session.confirm(.emptyingTrash(path: session.style.path(paths[0].parent), extent: extent.words))
            // What comes there while the person is asked was not counted.
            let deleted = Set(try project.write { transaction throws(ShedError) in try transaction.emptyTrash(of: doomed) })
            session.sayDeleted(doomed.filter { deleted.contains($0.path) }, dryRun: false)
        } else {
            session.sayDeleted(doomed, dryRun: true)
        }
        if paths.isEmpty { session.say(.trashIsEmpty) }
        session.warnOfRest(in: project)
        return .done
    }
}
