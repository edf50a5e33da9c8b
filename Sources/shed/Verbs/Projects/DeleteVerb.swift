import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct DeleteVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a project.",
        discussion: """
            It goes to the desktop's trash, from where it can be brought back; --permanently deletes it for good. Asks first.

            Example: shed delete "Spring Poems"
            """)

    @Argument(help: "The project's directory; else the project you are in.", completion: .directory) var directory: String?
    @Flag(help: "Delete it for good.") var permanently = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let seen = try directory.map { directory throws(ShedError) in try session.openRoot(directory) } ?? session.openToLook()
        let path = EscapedText.escape(seen.home.path)
        if change.dryRun { session.sayWhatStops(seen) } else {
            let extent = try seen.asKnown.extent(of: [.root]).countWithProjects
            try session.confirm(permanently ? .deletingProject(path: path, extent: extent) : .trashingProject(path: path, extent: extent))
        }
        let project = change.dryRun ? seen : try session.openToChange(at: seen.home.path)
        let trashed = try project.delete(permanently: permanently, dryRun: change.dryRun)
        if global.json {
            var object = JSONBuilder()
            object.add("id", project.home.id)
            object.add("name", bytes: project.home.name.bytes)
            object.add("path", bytes: project.home.path)
            object.add("trash", bytes: trashed)
            session.output.json(object.value)
        } else if global.zero {
            session.output.path(trashed ?? project.home.path)
        } else if permanently {
            session.say(.deleted(isDryRun: change.dryRun, path: path))
        } else {
            session.say(.trashedProject(isDryRun: change.dryRun, path: path, trash: trashed.map { .verbatim(EscapedText.escape($0)) } ?? .desktopTrash))
        }
        return .done
    }
}
