import Glibc
import Logging
import ShedModel
import ShedProject

/// The log of a daemon: what it tells (``DaemonEvent``) as records with levels, on stderr.
public struct DaemonLog: Sendable {
    /// From which level on records are written.
    public enum Verbosity: Hashable, Sendable {
        /// Warnings and errors: `--quiet`.
        case quiet
        case normal
        /// Also what waits: `--verbose`.
        case verbose

        var level: Logger.Level {
            switch self {
            case .quiet: .warning
            case .normal: .info
            case .verbose: .debug
            }
        }
    }

    private let logger: Logger

    /// A log on stderr, in the form for who reads that.
    public init(_ verbosity: Verbosity, _ surroundings: Surroundings) {
        self.init(LineLogHandler(
            LogForm.of(STDERR_FILENO, environment: surroundings.environment), level: verbosity.level, now: surroundings.now))
    }

    init(_ handler: some LogHandler) { logger = Logger(label: "shed.daemon", factory: { _ in handler }) }

    /// Writes down one event of the daemon.
    public func tell(_ event: DaemonEvent) {
        switch event {
        case .watching(let root): log(.info, "watching", root)
        case .reconciled(let root, let outcome): tell(outcome, root)
        case .waiting(let root, let reports):
            for report in reports {
                log(.debug, "waiting", root, ["path": "\(report.path)", "rule": "\(report.rule.name)", "why": "\(report.message)"])
            }
        case .heldBack(let root, let report): log(.notice, "held back", root, ["rule": "\(report.rule.name)", "why": "\(report.message)"])
        case .brokeLinks(let root, let count): log(.notice, "links lead nowhere since something was moved", root, ["links": "\(count)", "remedy": "shed fix-links"])
        case .failed(let root, let error): log(.error, "failed", root, ["error": "\(error)"])
        case .offline(let root, let reason): log(.warning, "the project \(reason); nothing is judged until it is back", root)
        case .quarantined(let root, let cause):
            log(.error, "the daemon \(cause), so the project is left alone", root, ["remedy": "shed trust \(ShellWord.quote(root)) --again"])
        case .forgotten(let root): log(.info, "not watched any more", root)
        case .polling(let root, let parts):
            guard let first = parts.first else { break }
            log(.warning, "cannot be watched, so it is looked at again and again", root,
                ["parts": "\(parts.count)", "first": "\(first.path)", "why": "\(first.reason)"])
        case .overflowed(let root): log(.warning, "the kernel's queue overflowed; everything is looked at", root)
        case .drifted(let root, let changes):
            log(.warning, "a sweep found changes that no event told", root, ["changes": "\(changes.count)"])
            for change in changes.prefix(10) { log(.info, "drift", root, ["path": "\(change.path)", "change": "\(change.kind.rawValue)"]) }
        case .resumed: logger.info("stood still for a while; everything is looked at")
        case .unannounced(let reason): log(.warning, "a desktop notification could not be shown", nil, ["error": "\(reason)"])
        case .ready: logger.info("ready")
        case .stopped: logger.info("stopped")
        }
    }

    /// Writes down anything else. Values may hold anything; they are made safe.
    package func record(_ level: Logger.Level, _ message: String, root: [UInt8]? = nil, _ values: [String: String] = [:]) {
        log(level, message, root, values.mapValues { .string($0) })
    }

    private func tell(_ outcome: Outcome, _ root: [UInt8]) {
        var values: Logger.Metadata = [:]
        for (kind, changes) in Dictionary(grouping: outcome.changes, by: \.kind) { values[kind.rawValue] = "\(changes.count)" }
        if !outcome.moves.isEmpty { values["refused"] = "\(outcome.moves.count)" }
        log(.info, "reconciled", root, values)
        for move in outcome.moves {
            let message = move.purpose == .reject ? "rejected" : move.purpose == .takeBack ? "took back" : "put back"
            log(.info, message, root, ["path": "\(move.from)", "to": "\(move.to)", "rule": "\(move.refusal.rule.name)"])
        }
        if outcome.hasNews {
            for report in outcome.reports { log(.info, "found", root, ["path": "\(report.path)", "rule": "\(report.rule.name)", "why": "\(report.message)"]) }
        }
        for remark in outcome.remarks { log(.info, "settled", root, ["what": "\(remark.english)"]) }
        for folder in outcome.unsynced { log(.error, "moved, and not made durable", root, ["path": "\(folder.path)", "error": "\(folder.reason)"]) }
        for failure in outcome.failures { log(.error, "could not be moved", root, ["path": "\(failure.path)", "error": "\(failure.reason)"]) }
    }

    private func log(_ level: Logger.Level, _ message: String, _ root: [UInt8]?, _ values: Logger.Metadata = [:]) {
        var values = values
        // Bytes that are no text are shown escaped.
        if let root { values["project"] = "\(EscapedText.escape(root))" }
        logger.log(level: level, "\(message)", metadata: values)
    }
}
