import ShedCommand
import ShedCheck
import ShedProject
import ShedModel
import ShedRules

/// GitLab's code quality report: an array of issues, a subset of the Code Climate specification.
enum GitLabReport {
    static func write(_ report: CheckReport, to sink: ReportSink) throws(ShedError) {
        let failures = report.failures.map(json)
        try sink.array([report.parts.lazy.flatMap(\.items).map(json), failures].joined(), indent: 0, end: "")
    }

    private static func json(_ failure: CheckReport.Failure) -> JSONValue {
        [
            "description": .string(failure.reason), "check_name": .string(CheckReport.Failure.rule),
            "fingerprint": .string(Fingerprints.ofFailure(at: failure.place)), "severity": "blocker",
            "location": ["path": .string(EscapedText.escape(failure.place)), "lines": ["begin": 1]],
        ]
    }

    private static func json(_ item: CheckReport.Item) -> JSONValue {
        [
            "description": .string(item.text), "check_name": .string(item.rule.name), "fingerprint": .string(item.fingerprint),
            "severity": .string(severity(item.finding.severity)),
            "location": ["path": .string(item.shown), "lines": ["begin": .integer(Int64(item.line))]],
        ]
    }

    private static func severity(_ severity: Severity) -> String {
        switch severity {
        case .error: "major"
        case .warning: "minor"
        case .note: "info"
        }
    }
}
