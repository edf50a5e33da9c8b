import ArgumentParser
import Glibc
import ShedCommand
import ShedDaemon
import ShedMessages
import ShedProject
import ShedModel

struct WatchVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch all projects, and take in what people do to their files as it happens.",
        discussion: """
            Without directories it watches every project that this machine knows, and those that come. Runs until it is \
            stopped with Control-C or SIGTERM; “shed service install” starts it with your session. With --json one event \
            a line is printed.

            Example: shed watch
            """)

    /// What the daemon does nobody asked for.
    static var actor: String? { "daemon" }

    @Argument(help: "Only these projects' directories.", completion: .directory) var directories: [String] = []
    @Option(parsing: .unconditional, help: ArgumentHelp("How often to look for changes that no event told, in seconds; 0: never.", valueName: "seconds"))
    var sweep = 600
    @Option(help: ArgumentHelp("How much memory one project may take while it is worked in, such as 2G; by default 1G, or a quarter of the machine's.", valueName: "size"))
    var memory: String?
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (0...31_536_000).contains(sweep) else { throw ValidationError("--sweep is a number of seconds from 0 to 31536000.") }
        guard try memory.map({ try SizeArgument.bytes($0, of: "--memory") >= 64 << 20 }) != false else { throw ValidationError("--memory is a size of at least 64M.") }
    }

    func perform(_ session: Session) throws -> Ending {
        var options = Daemon.Options()
        options.sweep = sweep
        if let memory { options.memoryCeiling = Int(try SizeArgument.bytes(memory, of: "--memory")) }
        let named = directories.isEmpty ? nil : try directories.map(session.absolute)
        options.catalogue = session.style.catalogue
        let log = DaemonLog(verbosity, session.surroundings)
        // The process that was started waits for the one that works, and so outlives whatever a project does to it.
        guard let parent = WatchParent.Link.take() else { try WatchParent(session.surroundings, log).run() }
        options.parent = parent
        sayIfNothingIsThere(session)
        let verbs = VerbHandler(Shed.program)
        var surroundings = session.surroundings
        // It has many projects, and a log.
        surroundings.waiting = nil
        let daemon = try Daemon(
            directories: named, surroundings: surroundings,
            options: options, version: Shed.version,
            report: { event in
                log.tell(event)
                // Behind the journal, that is all there is to say.
                if !isJournal || global.json { WatchVerb.tell(event, session) }
            }, place: verbs.place, handler: { VerbHandler(Shed.program).carryOut($0, $1) })
        try daemon.run()
        return .done
    }

    /// Who watches nothing is told how that changes.
    private func sayIfNothingIsThere(_ session: Session) {
        guard directories.isEmpty, !isJournal, let known = try? Registry(session.surroundings).projects(), !known.contains(where: \.isLive) else { return }
        session.say(.nothingToWatch(known: known.count))
        try? session.output.flush()
    }

    /// In a terminal the results are told on stdout, so that the log has to say only what went wrong.
    private var verbosity: DaemonLog.Verbosity { global.verbose ? .verbose : isJournal && !global.quiet ? .normal : .quiet }

    private var isJournal: Bool { LogForm.of(STDERR_FILENO, environment: Session.environment()) == .journal }

    private static func tell(_ event: DaemonEvent, _ session: Session) {
        if session.options.json {
            guard let shape = shape(event, session) else { return }
            session.output.jsonLine(shape)
        } else {
            describe(event, session)
        }
        // Who reads the events may be gone; the watch goes on.
        try? session.output.flush()
    }

    private static func describe(_ event: DaemonEvent, _ session: Session) {
        switch event {
        case .watching(let root): session.say(.watching(root: EscapedText.escape(root)))
        case .reconciled(let root, let outcome):
            let project = name(root)
            for change in outcome.changes { session.say("\(project): \(ChangeLine.text(change, session.style, withID: session.options.verbose))") }
            for move in outcome.moves { session.output.line("\(project): \(MoveLine.text(move, session.style, isDone: true))") }
            for remark in outcome.remarks { session.say("\(project): \(session.style.advice(remark))") }
            for report in outcome.reports where report.hold == nil { session.output.line("\(project): \(ReportLine.text(report, session.style))") }
        case .heldBack(let root, let report): session.output.line("\(name(root)): \(session.style.text(report.words)) [\(report.rule.name)]")
        case .brokeLinks(let root, let count):
            session.output.line("\(name(root)): \(session.style.text(.brokeLinks(count: count, command: session.style.advice("shed fix-links"))))")
        case .quarantined(let root, let cause):
            session.output.line("\(session.style.text(.leftAlone(project: name(root)))) (\(cause))")
        case .forgotten(let root): session.say(.watchedNoMore(root: EscapedText.escape(root)))
        case .waiting, .failed, .offline, .polling, .overflowed, .drifted, .resumed, .unannounced: break
        case .ready: session.say(.watchReady)
        case .stopped: session.say(.watchStopped)
        }
    }

    /// A project's name, by its root.
    private static func name(_ root: [UInt8]) -> String { EscapedText.escape(root.split(separator: UInt8(ascii: "/")).last ?? []) }

    /// The event as an object; `nil` where the objects of other events have all of it.
    private static func shape(_ event: DaemonEvent, _ session: Session) -> JSONValue? {
        var object = JSONBuilder()
        func begin(_ name: String, _ root: [UInt8]?) {
            object.add("event", .string(name))
            object.add("time", time: session.surroundings.now())
            object.add("root", bytes: root)
        }
        switch event {
        case .ready: begin("ready", nil)
        case .watching(let root): begin("watching", root)
        case .reconciled(let root, let outcome):
            begin("reconciled", root)
            for (name, values) in outcome.members(at: session.surroundings.now()) { object.add(name, .array(Array(values))) }
        case .waiting(let root, let reports):
            begin("waiting", root)
            object.add("reports", .array(reports.map(\.json)))
        // It is among the reports of what waits.
        case .heldBack: return nil
        case .brokeLinks(let root, let count):
            begin("brokeLinks", root)
            object.add("links", .integer(Int64(count)))
        case .failed(let root, let error):
            begin("failed", root)
            object.add("message", .string("\(error)"))
        case .offline(let root, let reason):
            begin("offline", root)
            object.add("reason", .string(reason))
        case .quarantined(let root, let cause):
            begin("quarantined", root)
            object.add("reason", .string("the daemon \(cause)"))
        case .forgotten(let root): begin("forgotten", root)
        case .polling(let root, let parts):
            begin("polling", root)
            object.add("polled", .array(parts.map(\.json)))
        case .overflowed(let root): begin("overflowed", root)
        case .drifted(let root, let changes):
            begin("drifted", root)
            object.add("changes", .array(changes.map(\.json)))
        case .resumed: begin("resumed", nil)
        case .unannounced(let reason):
            begin("unannounced", nil)
            object.add("message", .string(reason))
        case .stopped: begin("stopped", nil)
        }
        return object.value
    }
}
