import ArgumentParser
import ShedEngine
import ShedModel
import ShedRules

struct CheckVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Hold all rules against the project; fit for a CI run.",
        discussion: """
            Changes nothing. Exits 1 on any error or warning; notes never count.

            Example: shed check --format json --max-warnings 5
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case full
        case json
    }

    @Option(help: "full or json.") var format = Format.full
    @Option(help: ArgumentHelp("How many warnings to allow.", valueName: "number")) var maxWarnings = 0
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if maxWarnings < 0 { throw ValidationError("--max-warnings is at least 0.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: true)
        let findings = try project.check()
        func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }
        let (errors, warnings, notes) = (count(.error), count(.warning), count(.note))
        if global.json || format == .json {
            session.output.json([
                "version": 1,
                "findings": .array(findings.map(\.json)),
                "summary": ["errors": .integer(Int64(errors)), "warnings": .integer(Int64(warnings)), "notes": .integer(Int64(notes))],
            ])
        } else if global.zero {
            for finding in findings { session.output.path(finding.path.bytes) }
        } else {
            for finding in findings where !global.quiet || finding.severity != .note {
                for line in FindingLine.full(finding, session.style) { session.output.line(line) }
            }
            if !findings.isEmpty, !global.quiet { session.output.line() }
            let summary = "\(Style.count(errors, "error")), \(Style.count(warnings, "warning")), \(Style.count(notes, "note"))"
            session.say(findings.isEmpty ? session.style.good("Nothing found.") : summary)
        }
        return errors > 0 || warnings > maxWarnings ? .findings : .done
    }
}
