import ShedCommand
import ShedCheck
import ShedProject
import ShedModel

/// JUnit XML, as Jenkins and other CI systems read it: a suite a project, a case a finding. Errors and warnings are
/// failures, notes are cases that were skipped. A project without findings has one case, which passed.
enum JUnitReport {
    static func write(_ report: CheckReport, to sink: ReportSink) throws(ShedError) {
        try sink.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        let tests = report.parts.reduce(0) { $0 + max(1, $1.items.count) } + report.failures.count
        try sink.line("<testsuites name=\"shed\" tests=\"\(tests)\" failures=\"\(report.parts.reduce(0) { $0 + failures($1) })\" errors=\"\(report.failures.count)\">")
        for part in report.parts { try write(part, to: sink) }
        for failure in report.failures {
            try sink.line("  <testsuite name=\"shed\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">")
            try sink.line("    <testcase name=\"check\" classname=\"shed\"><error type=\"\(CheckReport.Failure.rule)\" message=\"\(XMLText.show(failure.text))\"/></testcase>")
            try sink.line("  </testsuite>")
        }
        try sink.line("</testsuites>")
    }

    private static func failures(_ part: CheckReport.Part) -> Int { part.count(.error) + part.count(.warning) }

    private static func write(_ part: CheckReport.Part, to sink: ReportSink) throws(ShedError) {
        let name = XMLText.show(part.name.escaped)
        try sink.line("  <testsuite name=\"\(name)\" tests=\"\(max(1, part.items.count))\" failures=\"\(failures(part))\" errors=\"0\" skipped=\"\(part.count(.note))\">")
        if part.items.isEmpty { try sink.line("    <testcase name=\"check\" classname=\"\(name)\"/>") }
        for item in part.items {
            try sink.line("    <testcase name=\"\(XMLText.show("\(item.shown): \(item.rule.name)"))\" classname=\"\(name)\">")
            let attributes = "type=\"\(XMLText.show(item.rule.name))\" message=\"\(XMLText.show(item.finding.message))\""
            if item.finding.severity == .note {
                try sink.line("      <skipped \(attributes)/>")
            } else {
                let line = "\(item.shown):\(item.line):\(item.column): \(item.finding.severity.rawValue): \(item.text)"
                try sink.line("      <failure \(attributes)>\(XMLText.show(line))</failure>")
            }
            try sink.line("    </testcase>")
        }
        try sink.line("  </testsuite>")
    }
}
