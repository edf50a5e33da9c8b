import ArgumentParser
import ShedEngine
import ShedModel

struct WatchVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch projects, and take in what people do to their files as it happens.",
        discussion: """
            Runs until it is stopped with Control-C or SIGTERM. With --json one event a line is printed.

            Example: shed watch ~/Writing/*
            """)

    @Argument(help: "The projects' directories; else the project you are in.", completion: .directory) var directories: [String] = []
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let roots = directories.isEmpty ? [session.base] : directories.map(session.absolute)
        let daemon = try Daemon(directories: roots, surroundings: session.surroundings) { event in
            WatchVerb.tell(event, session)
        }
        try daemon.run()
        return .done
    }

    private static func tell(_ event: DaemonEvent, _ session: Session) {
        if session.options.json {
            session.output.jsonLine(shape(event, session))
        } else {
            describe(event, session)
        }
        // Who reads the events may be gone; the watch goes on.
        try? session.output.flush()
    }

    private static func describe(_ event: DaemonEvent, _ session: Session) {
        switch event {
        case .watching(let root): session.say("watching \(EscapedText.escape(root))")
        case .reconciled(let root, let outcome):
            let project = EscapedText.escape(root.split(separator: UInt8(ascii: "/")).last ?? [])
            for change in outcome.changes { session.say("\(project): \(ChangeLine.text(change, session.style, withID: session.options.verbose))") }
            for move in outcome.moves { session.output.line("\(project): \(MoveLine.text(move, session.style, isDone: true))") }
            for report in outcome.reports { session.output.line("\(project): \(ReportLine.text(report, session.style))") }
            for failure in outcome.failures { Output.note("shed: \(project): \(failure.path) could not be moved: \(failure.reason)") }
        case .waiting(let root, let reports):
            guard session.options.verbose else { return }
            for report in reports { Output.note("shed: \(EscapedText.escape(root)): waits: \(ReportLine.text(report, session.style))") }
        case .failed(let root, let error): Output.note("shed: \(EscapedText.escape(root)): \(error)")
        case .offline(let root): Output.note("shed: \(EscapedText.escape(root)) is gone; nothing is judged until it is back.")
        case .stopped: session.say("stopped")
        }
    }

    private static func shape(_ event: DaemonEvent, _ session: Session) -> JSONValue {
        var object = JSONBuilder()
        func begin(_ name: String, _ root: [UInt8]?) {
            object.add("event", .string(name))
            object.add("time", time: session.surroundings.now())
            object.add("root", bytes: root)
        }
        switch event {
        case .watching(let root): begin("watching", root)
        case .reconciled(let root, let outcome):
            begin("reconciled", root)
            for member in outcome.json(at: session.surroundings.now()).object?.members ?? [] { object.add(member.name, member.value) }
        case .waiting(let root, let reports):
            begin("waiting", root)
            object.add("reports", .array(reports.map(\.json)))
        case .failed(let root, let error):
            begin("failed", root)
            object.add("message", .string("\(error)"))
        case .offline(let root): begin("offline", root)
        case .stopped: begin("stopped", nil)
        }
        return object.value
    }
}
