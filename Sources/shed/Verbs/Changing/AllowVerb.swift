import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

extension Accepts: ExpressibleByArgument {}

struct AllowVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Say what may be added to a folder.",
        discussion: """
            What is in the folder already stays.

            Example: shed allow Research both
            """)

    @Argument(help: "The folder.", completion: .directory) var folder: String
    @Argument(help: "files, folders, both or nothing.") var accepts: Accepts
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let path = try session.path(folder, in: project)
        let isNew = try project.write { transaction throws(ShedError) in try transaction.allow(accepts, in: path, dryRun: change.dryRun) }
        let shown = session.style.path(path)
        let what = Message.acceptedSort(what: accepts.rawValue)
        session.say(isNew ? .allowed(isDryRun: change.dryRun, path: shown, what: what) : .allowedAlready(path: shown, what: what))
        if global.json { try session.printShape(path, in: project) }
        if global.zero { session.output.path(session.style.place(path)) }
        if !change.dryRun { session.warnOfRest(in: project) }
        return .done
    }
}
