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
            It accepts from then on what the template says, and both where it holds files and folders; what is in it stays. A role \
            that only a former template had is replaced. With “none” the folder has no role any more.

            Example: shed role Notes research
            """)

    @Argument(help: "The folder.", completion: .directory) var folder: String
    @Argument(help: "The role, such as draft; or none.", completion: .list(Installed.roles + [RoleVerb.none])) var role: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let path = try session.path(folder, in: project)
        let role = Role(rawValue: try session.text(role, of: "the role"))
        if role.rawValue == RoleVerb.none, project.home.template.folder(role) == nil {
            try takeRole(from: path, project, session)
        } else {
            try give(role, to: path, project, session)
        }
        if global.json { try session.printShape(path, in: project) }
        if global.zero { session.output.path(session.style.place(path)) }
        if !change.dryRun { session.warnOfRest(in: project) }
        return .done
    }

    /// In place of a role: a folder is to have none.
    private static let none = "none"

    private func give(_ role: Role, to path: RelativePath, _ project: Project, _ session: Session) throws(ShedError) {
        let given = try project.write { transaction throws(ShedError) in try transaction.give(role, to: path, dryRun: change.dryRun) }
        let shown = session.style.path(path)
        guard let given else { return session.say(.hasRoleAlready(path: shown, role: "\(role)")) }
        session.say(.gaveRole(isDryRun: change.dryRun, path: shown, role: "\(role)"))
        session.say(given, of: path, isDryRun: change.dryRun)
    }

    private func takeRole(from path: RelativePath, _ project: Project, _ session: Session) throws(ShedError) {
        let taken = try project.write { transaction throws(ShedError) in try transaction.takeRole(from: path, dryRun: change.dryRun) }
        let shown = session.style.path(path)
        guard let (former, now) = taken else { return session.say(.hasNoRole(path: shown)) }
        session.say(.tookRole(isDryRun: change.dryRun, path: shown, role: "\(former)"))
        if let now { session.say(.gaveRole(isDryRun: false, path: shown, role: "\(now)")) }
    }
}

extension Session {
    /// Says what became of a folder that was there and got a role.
    func say(_ given: GivenRole, of path: RelativePath, isDryRun: Bool) {
        if given.acceptsBoth { say(.acceptsByContents(isDryRun: isDryRun, path: style.path(path))) }
        if given.staying > 0 { say(.staysInRole(count: given.staying, path: style.path(path))) }
    }
}
