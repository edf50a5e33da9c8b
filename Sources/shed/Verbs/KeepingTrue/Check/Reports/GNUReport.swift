import ShedCommand
import ShedCheck
import ShedProject

/// One line a finding, for programs: `path:line:column: severity: message [rule]`, as the GNU coding standards
/// (“Formatting Error Messages”) and the compilers that follow them have it. Never colored.
enum GNUReport {
    static func write(_ report: CheckReport, to sink: ReportSink) throws(ShedError) {
        for item in report.parts.lazy.flatMap(\.items) {
            try sink.line("\(item.word):\(item.line):\(item.column): \(item.finding.severity.rawValue): \(item.finding.message) [\(item.rule.name)]")
        }
    }
}
