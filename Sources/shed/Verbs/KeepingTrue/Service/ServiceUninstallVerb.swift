import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedService

struct ServiceUninstallVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Stop the daemon that the service runs, and remove what “install” wrote.",
        discussion: """
            Projects, and what shed knows of them, stay as they are.

            Example: shed service uninstall --dry-run
            """)

    @OptionGroup var actions: ActionsOption
    @OptionGroup var links: LinksOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var force: ForceOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if actions.actions, links.links { throw ValidationError(.giveEither(first: "--actions", second: "--links")) }
    }

    func perform(_ session: Session) throws -> Ending {
        if links.links { return try LinkReport.uninstall(session, dryRun: change.dryRun, force: force.force) }
        if actions.actions { return try ActionReport.uninstall(session, dryRun: change.dryRun, force: force.force) }
        return try ServiceReport.change(session, dryRun: change.dryRun) { manager in
            let actions = try manager.uninstall(dryRun: change.dryRun, force: force.force)
            if actions.isEmpty { session.say("Nothing was installed.") }
            return (actions, nil)
        }
    }
}
