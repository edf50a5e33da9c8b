import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct RestoreVerb: PathListVerb {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put things in Trash back where they came from.",
        discussion: """
            Folders that are gone are made anew. --all leaves in Trash, and names, what cannot go back.

            Example: shed restore Trash/Ode.txt
            """)

    @Argument(help: "What to restore; “-” reads a list from standard input.", completion: .file()) var paths: [String] = []
    @Flag(help: "Restore everything in Trash.") var all = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard paths.isEmpty == all else { throw ValidationError(.nameWhatToRestore) }
    }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        var wanted = try session.paths(paths, in: project)
        if all { wanted = try project.write { transaction throws(ShedError) in try transaction.emptyTrash(dryRun: true) } }
        var left: [ShedError] = []
        let pairs = try session.sayingWhatMoved("restored", in: project) { () throws(ShedError) in
            try project.write { transaction throws(ShedError) in
                try transaction.restore(wanted, dryRun: change.dryRun, passOver: all ? { left.append($0) } : nil)
            }
        }
        session.sayMoved(pairs, verb: "restored", in: project, dryRun: change.dryRun)
        for error in left { session.warn(of: error) }
        if pairs.isEmpty, left.isEmpty { session.say(.trashIsEmpty) }
        session.warnOfRest(in: project)
        return left.isEmpty ? .done : .findings
    }
}
