import ArgumentParser
import ShedEngine
import ShedModel
import ShedRules

struct SyncVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Take in what changed on disk, and judge it.",
        discussion: """
            What a folder does not accept is moved to Rejected, or back to where it was. Exits 1 if anything was \
            rejected, put back or reported.

            Example: shed sync --dry-run
            """)

    @Flag(help: "Do not wait for what a sync engine or git may still bring.") var now = false
    @Flag(help: "Reject also more additions at once than settings.bulk allows.") var rejectAll = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        var errand = Errand()
        errand.overridesWaiting = now
        errand.rejectsAll = rejectAll
        errand.isThorough = true
        let outcome = change.dryRun ? try project.foresee(errand) : try project.reconcile(errand)
        if global.json {
            session.output.json(outcome.json(at: session.surroundings.now()))
        } else if global.zero {
            for change in outcome.changes { session.output.path(change.path.bytes) }
        } else {
            describe(outcome, session)
        }
        for failure in outcome.failures { session.output.note("shed: \(failure.path) could not be moved: \(failure.reason)") }
        return outcome.hasFindings ? .findings : .done
    }

    private func describe(_ outcome: Outcome, _ session: Session) {
        let output = session.output
        if !global.quiet {
            for change in outcome.changes { output.line(ChangeLine.text(change, session.style, withID: global.verbose)) }
        }
        for move in outcome.moves { output.line(MoveLine.text(move, session.style, isDone: !change.dryRun)) }
        for report in outcome.reports { output.line(ReportLine.text(report, session.style)) }
        if outcome.changes.isEmpty, !outcome.hasFindings { session.say("Nothing changed.") }
    }
}

extension Outcome {
    /// The shape of `sync --json`.
    /// - Parameter now: milliseconds since 1970: when it was done.
    func json(at now: Int64) -> JSONValue {
        var object = JSONBuilder()
        object.add("changes", .array(changes.map(\.json)))
        object.add("rejected", .array(moves.map { rejectedJSON(path: $0.to, origin: $0.from, rule: $0.refusal.rule.name, time: now) }))
        object.add("reports", .array(reports.map(\.json)))
        return object.value
    }
}

extension Report {
    /// What is left where it is, and why: an element of `reports`.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("path", bytes: path.isRoot ? [UInt8(ascii: ".")] : path.bytes)
        object.add("rule", .string(rule.name))
        object.add("message", .string(message))
        object.add("id", id)
        return object.value
    }
}
