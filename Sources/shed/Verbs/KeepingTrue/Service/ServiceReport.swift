import ShedCommand
import ShedControl
import ShedProject
import ShedModel
import ShedService

/// What the verbs of the service print.
enum ServiceReport {
    /// The process of a daemon that listens, whoever started it.
    static func daemon(_ session: Session) -> Int32? {
        ControlClient.greeting(at: Array(session.surroundings.controlSocket.utf8))?.pid
    }

    /// Turns a fault of the service's room into one of this one.
    static func mending<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as ServiceError {
            throw ShedError(error.kind == .refused ? .refused : .environment, error.message, remedy: error.remedy)
        }
    }

    /// Changes the service, and prints what was done: the actions, and for a dry run the text of what would be written.
    static func change(
        _ session: Session, dryRun: Bool, _ body: (ServiceManager) throws -> (actions: [ServiceAction], text: String?)
    ) throws -> Ending {
        try mending {
            let manager = try ServiceManager()
            let (actions, text) = try body(manager)
            print(actions, of: manager, text: text, dryRun: dryRun, session)
            return .done
        }
    }

    private static func print(_ actions: [ServiceAction], of manager: ServiceManager, text: String?, dryRun: Bool, _ session: Session) {
        if session.options.json {
            return session.output.json([
                "starter": .string(manager.starter.rawValue),
                "path": .string(manager.path),
                "actions": .array(actions.map { ["action": .string($0.kind.rawValue), "text": .string($0.text)] }),
                "text": JSONValue(text),
            ])
        }
        // The unit alone on stdout, so that it can be sent to a file.
        if let text, !session.options.zero, !session.options.quiet { session.output.line(String(text.dropLast())) }
        for action in actions {
            if session.options.zero {
                if [.write, .keep, .remove].contains(action.kind) { session.output.path(Array(action.text.utf8)) }
            } else if text != nil || action.kind == .note {
                Output.note("shed: " + line(action, dryRun))
            } else {
                session.say(line(action, dryRun))
            }
        }
    }

    /// One thing that was done, or would be, as a sentence without a full stop.
    static func line(_ action: ServiceAction, _ dryRun: Bool) -> String {
        let text = EscapedText.escape(Array(action.text.utf8))
        return switch action.kind {
        case .write: dryRun ? "would write \(text)" : "wrote \(text)"
        case .keep: dryRun ? "would keep what is there as \(text)" : "kept what was there as \(text)"
        case .remove: dryRun ? "would remove \(text)" : "removed \(text)"
        case .run: dryRun ? "would run \(text)" : "ran \(text)"
        case .note: text
        }
    }

    static func shape(_ status: ServiceStatus) -> JSONValue {
        [
            "starter": .string(status.starter.rawValue),
            "path": .string(status.path),
            "installed": .bool(status.isInstalled),
            "changedByHand": .bool(status.isChangedByHand),
            "enabled": .bool(status.isEnabled),
            "running": .bool(status.isRunning),
            "pid": status.process.map { .integer(Int64($0)) } ?? .null,
            "state": JSONValue(status.state),
            "missing": .array(status.missing.map { .string($0) }),
        ]
    }

    static func describe(_ status: ServiceStatus, _ session: Session) {
        let style = session.style
        func yes(_ isSo: Bool) -> String { isSo ? style.good("yes") : style.bad("no") }
        let name = status.starter == .systemd ? "systemd user unit" : "autostart entry"
        let path = EscapedText.escape(Array(status.path.utf8))
        session.output.line("installed  \(yes(status.isInstalled))  \(style.faint("\(name) \(path)"))\(status.isChangedByHand ? ", changed by hand" : "")")
        session.output.line("enabled    \(yes(status.isEnabled))")
        let process = status.process.map { "  process \($0)" } ?? ""
        let state = status.state.map { "  " + style.faint(EscapedText.escape(Array($0.utf8))) } ?? ""
        session.output.line("running    \(yes(status.isRunning))\(process)\(state)")
        for sentence in status.missing { session.output.line(EscapedText.escape(Array(sentence.utf8))) }
    }
}
