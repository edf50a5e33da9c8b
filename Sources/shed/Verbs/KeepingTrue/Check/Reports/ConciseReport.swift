import ShedCommand
import ShedCheck
import ShedProject

/// One line a finding, for people: `path:line:column: severity: message [code rule]`.
enum ConciseReport {
    static func write(_ report: CheckReport, to sink: ReportSink, _ style: Style) throws(ShedError) {
        for item in report.parts.lazy.flatMap(\.items) {
            let severity = FullReport.word(item.finding.severity, style)
            try sink.line("\(item.word):\(item.line):\(item.column): \(severity): \(item.finding.message) " + style.faint("[\(item.label)]"))
        }
    }
}
