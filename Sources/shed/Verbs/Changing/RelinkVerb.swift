import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct RelinkVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "relink",
        abstract: "Say that a file or folder is the missing one of an ID.",
        discussion: """
            “shed status --all” lists what is missing, with its IDs.

            Example: shed relink Draft/Ode.txt 0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3
            """)

    @Argument(help: "What is there now.", completion: .file()) var path: String
    @Argument(help: "The ID of the missing one.", completion: Completions.missing) var id: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        guard let id = NodeID(id) else {
            throw ShedError(
                .usage, "“\(EscapedText.escape(RawArguments.bytes(of: id)))” is no ID",
                remedy: "IDs look like 0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3; “shed status --all” lists the missing ones.")
        }
        let project = try session.openToChange(dryRun: change.dryRun)
        let path = try session.path(path, in: project)
        try project.write { transaction throws(ShedError) in try transaction.relink(path, to: id, dryRun: change.dryRun) }
        session.say("\(session.done("relinked", change.dryRun)) \(session.style.path(path)) to \(id)")
        if global.json { try session.printShape(path, in: project) }
        if global.zero { session.output.path(session.style.place(path)) }
        session.warnOfRest(in: project)
        return .done
    }
}
