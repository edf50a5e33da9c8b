import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct RestoreVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put things in Trash back where they came from.",
        discussion: """
            Folders that are gone are made anew.

            Example: shed restore Trash/Ode.txt
            """)

    @Argument(help: "What to restore.", completion: .file()) var paths: [String] = []
    @Flag(help: "Restore everything in Trash.") var all = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard paths.isEmpty == all else { throw ValidationError("Name what to restore, or --all.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        var wanted = try session.paths(paths, in: project)
        if all { wanted = try project.write { transaction throws(ShedError) in try transaction.emptyTrash(dryRun: true) } }
        let pairs = try project.write { transaction throws(ShedError) in try transaction.restore(wanted, dryRun: change.dryRun) }
        session.sayMoved(pairs, verb: "restored", in: project, dryRun: change.dryRun)
        if pairs.isEmpty { session.say(.trashIsEmpty) }
        session.warnOfRest(in: project)
        return .done
    }
}
