import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct RenameVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a file, a folder or the project another name.",
        discussion: """
            A folder keeps its role and its ID under any name. “.” at the project's root is the project itself.

            Example: shed rename Draft/ode.txt "Ode to Spring.txt"
            """)

    @Argument(help: "What to rename.", completion: .file()) var path: String
    @Argument(help: "The new name, without a folder.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let path = try session.path(path, in: project)
        let name = session.name(name)
        let old = project.home.name
        try project.rename(path, to: name, dryRun: change.dryRun)
        if path.isRoot {
            session.say(.renamedProject(isDryRun: change.dryRun, old: "\(old)", new: "\(name)"))
            if global.zero { session.output.path(project.home.path) }
            if global.json { try session.printShape(.root, in: project) }
        } else {
            session.sayMoved([(from: path, to: path.parent.appending(name))], verb: "renamed", in: project, dryRun: change.dryRun)
        }
        session.warnOfRest(in: project)
        return .done
    }
}
