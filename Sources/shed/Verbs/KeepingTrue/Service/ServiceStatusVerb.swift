import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedService

struct ServiceStatusVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say whether the service is installed and the daemon runs; exit 1 if it does not.",
        discussion: """
            With --actions: whether each file manager that is here has the actions; with --links: whether links of shed are opened. Exit 1 if not.

            Example: shed service status --json
            """)

    @OptionGroup var actions: ActionsOption
    @OptionGroup var links: LinksOption
    @OptionGroup var global: GlobalOptions

    var onlyLooks: Bool { true }

    func validate() throws {
        if actions.actions, links.links { throw ValidationError(.giveEither(first: "--actions", second: "--links")) }
    }

    func perform(_ session: Session) throws -> Ending {
        if links.links { return try LinkReport.status(session) }
        if actions.actions { return try ActionReport.status(session) }
        return try ServiceReport.mending {
            let status = try ServiceManager().status(daemon: ServiceReport.daemon(session))
            if global.json {
                session.output.json(ServiceReport.shape(status))
            } else if global.zero {
                if status.isInstalled { session.output.path(Array(status.path.utf8)) }
            } else if !global.quiet {
                ServiceReport.describe(status, session)
            }
            return status.isRunning ? .done : .findings
        }
    }
}
