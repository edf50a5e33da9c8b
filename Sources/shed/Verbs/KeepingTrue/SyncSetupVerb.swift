import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import ShedService

extension Carrier: ExpressibleByArgument {}

struct SyncSetupVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "sync-setup",
        abstract: "Set a project up for what carries it between your devices.",
        discussion: """
            CARRIER is syncthing, git or rclone. Writes what that needs so that it carries all of .shed, and nothing that is only \
            passing: syncthing: .stignore. git: .gitignore, a .gitattributes in .shed, a file in each folder that git would not keep, and \
            hooks that check the project after a merge, a checkout and a rebase. rclone: .rclone-filter. Then says what remains to be done.

            In files that you write too, only the lines between two marks are shed's. A hook of yours is not touched. It can be done again \
            at any time; --remove takes away what it wrote. Exit code 1: a file had to stay as it is.

            Example: shed sync-setup git --dry-run
            """)

    @Argument(help: "syncthing, git or rclone.") var carrier: Carrier
    @Flag(help: "Take away what this verb wrote.") var remove = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// Hooks name the program that was started, and where they stand says the environment of who started it.
    var delegation: Delegation { .never }

    func perform(_ session: Session) throws -> Ending {
        let program = try ServiceReport.mending { try ServiceManager.ownExecutable() }
        let project = try session.openToChange(dryRun: change.dryRun)
        let setup = try project.write { transaction throws(ShedError) in
            try transaction.setUp(carrier, removes: remove, program: program, dryRun: change.dryRun)
        }
        if global.json {
            session.output.json(shape(setup))
        } else if global.zero {
            for item in setup.items where item.action != .leave { session.output.path(item.path) }
        } else {
            tell(setup, session)
        }
        if !change.dryRun { session.warnOfRest(in: project) }
        return setup.isLeftUndone ? .findings : .done
    }

    private func tell(_ setup: CarrierSetup, _ session: Session) {
        for item in setup.items {
            let path = EscapedText.escape(item.path)
            switch item.action {
            case .write: session.say(.setupWrites(isDryRun: change.dryRun, path: path))
            case .remove: session.say(.setupRemoves(isDryRun: change.dryRun, path: path))
            case .leave: session.note(.setupLeaves(path: path, why: session.style.text(item.reason ?? .nothing)))
            }
        }
        if setup.changesNothing, !setup.isLeftUndone {
            let name = carrier.rawValue
            session.say(remove ? .setupIsGone(carrier: name) : setup.leavesLines ? .setupStandsElse(carrier: name) : .setupStands(carrier: name))
        }
        guard !setup.steps.isEmpty, !global.quiet else { return }
        session.output.line("")
        session.say(.setupRemaining)
        for step in setup.steps {
            session.output.line("  " + session.style.text(step.words))
            for line in (step.command ?? "").split(separator: "\n") { session.output.line("    " + line) }
        }
    }

    private func shape(_ setup: CarrierSetup) -> JSONValue {
        func item(_ item: CarrierSetup.Item) -> JSONValue {
            var object = JSONBuilder()
            object.add("path", bytes: item.path)
            object.add("action", .string(item.action.rawValue))
            object.add("reason", JSONValue(item.reason?.english))
            return object.value
        }
        return [
            "carrier": .string(carrier.rawValue),
            "files": .array(setup.items.map(item)),
            "steps": .array(setup.steps.map { ["text": .string($0.words.english), "command": JSONValue($0.command)] }),
        ]
    }
}
