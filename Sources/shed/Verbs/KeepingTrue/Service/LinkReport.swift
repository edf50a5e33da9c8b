import ShedCommand
import ShedModel
import ShedService

/// What “shed service … --links” does and prints.
enum LinkReport {
    static func install(_ session: Session, dryRun: Bool, force: Bool) throws -> Ending {
        try ServiceReport.mending {
            let (actions, files) = try LinkHandler().install(executable: ServiceManager.ownExecutable(), dryRun: dryRun, force: force)
            ActionReport.print(actions, dryRun ? files : [], dryRun: dryRun, session)
            if actions.isEmpty { session.say("Links are opened by shed already.") }
            return .done
        }
    }

    static func uninstall(_ session: Session, dryRun: Bool, force: Bool) throws -> Ending {
        try ServiceReport.mending {
            let actions = try LinkHandler().uninstall(dryRun: dryRun, force: force)
            ActionReport.print(actions, [], dryRun: dryRun, session)
            if actions.isEmpty { session.say("No entry for links was installed.") }
            return .done
        }
    }

    static func status(_ session: Session) throws -> Ending {
        try ServiceReport.mending {
            let handler = try LinkHandler()
            let isInstalled = try handler.isInstalled(executable: ServiceManager.ownExecutable())
            if session.options.json {
                session.output.json(["path": .string(handler.path), "installed": .bool(isInstalled)])
            } else if session.options.zero {
                if isInstalled { session.output.path(Array(handler.path.utf8)) }
            } else {
                let path = session.style.faint(EscapedText.escape(Array(handler.path.utf8)))
                session.say("links  \(isInstalled ? session.style.good("installed") : session.style.bad("not installed"))  \(path)")
            }
            return isInstalled ? .done : .findings
        }
    }
}
