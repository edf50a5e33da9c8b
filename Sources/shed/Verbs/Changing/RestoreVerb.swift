import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct RestoreVerb: PathListVerb {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put things in Trash back where they came from, or back what a file held.",
        discussion: """
            Folders that are gone are made anew. --all leaves in Trash, and names, what cannot go back.

            With --version, a file holds again what it held in a version that “shed versions” shows; what it holds now is kept, \
            and “shed undo” takes it back. With --copy it becomes a new file beside it, with --to one elsewhere.

            Example: shed restore Trash/Ode.txt
            Example: shed restore Draft/Ode.txt --version 12
            """)

    @Argument(help: "What to restore; “-” reads a list from standard input.", completion: .file()) var paths: [String] = []
    @Flag(help: "Restore everything in Trash.") var all = false
    @OptionGroup var earlier: EarlierContent
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun || paths.contains("-") || earlier.takesLong ? .never : .change }

    func validate() throws {
        try earlier.validate(paths, all: all)
        guard paths.isEmpty == all else { throw ValidationError(.nameWhatToRestore) }
    }

    func perform(_ session: Session) throws -> Ending {
        if !earlier.isEmpty, let path = paths.first { return try earlier.restore(path, dryRun: change.dryRun, session) }
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
        for (path, role) in try project.asKnown.rolesGivenAway(of: pairs.map { change.dryRun ? $0.from : $0.to }) {
            session.note(.cameWithoutRole(isDryRun: change.dryRun, path: session.style.path(path), role: "\(role)"))
        }
        for error in left { session.warn(of: error) }
        if pairs.isEmpty, left.isEmpty { session.say(.trashIsEmpty) }
        session.warnOfRest(in: project)
        return left.isEmpty ? .done : .findings
    }
}
