import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct RoleVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Say which folder of the template a folder is.",
        discussion: """
            The role is one of the project's template that no other folder has, and the folder stands where the template has it. \
            It accepts from then on what the template says; “shed check” says what in it does not fit.

            Example: shed role Notes research
            """)

    @Argument(help: "The folder.", completion: .directory) var folder: String
    @Argument(help: "The role, such as draft.", completion: .list(Installed.roles)) var role: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let path = try session.path(folder, in: project)
        let role = Role(rawValue: try session.text(role, of: "the role"))
        let isNew = try project.write { transaction throws(ShedError) in try transaction.give(role, to: path, dryRun: change.dryRun) }
        let shown = session.style.path(path)
        session.say(isNew ? .gaveRole(isDryRun: change.dryRun, path: shown, role: "\(role)") : .hasRoleAlready(path: shown, role: "\(role)"))
        if global.json { try session.printShape(path, in: project) }
        if global.zero { session.output.path(session.style.place(path)) }
        if !change.dryRun { session.warnOfRest(in: project) }
        return .done
    }
}
