import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct AcceptVerb: PathListVerb {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Let something stand that was rejected or reported.",
        discussion: """
            What was rejected goes back to where it came from, as an exception, if that folder fills by moves; elsewhere \
            say --to FOLDER. What stands where it would be refused may stay there.

            Example: shed accept Rejected/Love.txt --to Draft
            """)

    @Argument(help: "What to accept; “-” reads a list from standard input.", completion: .file()) var paths: [String]
    @Option(help: ArgumentHelp("The folder to move it to.", valueName: "folder"), completion: .directory) var to: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let folder = try to.map { to throws(ShedError) in try session.path(to, in: project) }
        let paths = try session.paths(paths, in: project)
        let pairs = try session.sayingWhatMoved(in: project) { () throws(ShedError) in
            try project.write { transaction throws(ShedError) in try transaction.accept(paths, to: folder, dryRun: change.dryRun) }
        }
        session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
        let kinds = session.kinds(of: project)
        for pair in pairs.prefix(10) {
            for kind in kinds {
                guard let reservation = try kind.reservation(about: change.dryRun ? pair.from : pair.to, in: project) else { continue }
                session.note(.about(subject: session.style.path(pair.to), text: .verbatim(reservation)))
            }
        }
        session.warnOfRest(in: project)
        return .done
    }
}
