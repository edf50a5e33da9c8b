import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedService

struct ServiceInstallVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Write the unit, and start the daemon now and at each login.",
        discussion: """
            Can be run again at any time; after shed was moved or updated, it renews the unit. A dry run prints the unit.

            --actions puts “Check with shed”, “New here”, “Move to Ready” and others into the menus of Nautilus, Thunar, \
            Dolphin and PCManFM instead; Documentation/Actions.md says more. \
            --links has the desktop open links of shed (shed:ID) by “shed open” instead; Documentation/Links.md says more.

            Example: shed service install --dry-run
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
        if links.links { return try LinkReport.install(session, dryRun: change.dryRun, force: force.force) }
        if actions.actions { return try ActionReport.install(session, dryRun: change.dryRun, force: force.force) }
        return try ServiceReport.change(session, dryRun: change.dryRun) { manager in
            let executable = try ServiceManager.ownExecutable()
            let daemon = ServiceReport.daemon(session)
            let actions = try manager.install(executable: executable, daemon: daemon, dryRun: change.dryRun, force: force.force)
            return (actions, change.dryRun ? try manager.text(executable: executable) : nil)
        }
    }
}
