import ShedCommand
import ShedCheck
import ShedProject
import ShedModel
import ShedRules

/// For people: grouped by file or folder, with cause and cure.
enum FullReport {
    static func write(_ report: CheckReport, to sink: ReportSink, _ style: Style) throws(ShedError) {
        for part in report.parts where !part.items.isEmpty {
            var place: [UInt8]?
            for item in part.items {
                if item.place != place { try sink.line((place == nil ? "" : "\n") + style.heading(item.shown)) }
                place = item.place
                try sink.line("  \(word(item.finding.severity, style)): \(Style.advice(item.finding.message, for: part.place)) " + style.faint("[\(item.label)]"))
                if !item.finding.help.isEmpty { try sink.line(style.faint("    \(Style.advice(item.finding.help, for: part.place))")) }
            }
            try sink.line("")
        }
    }

    /// The severity's name, colored.
    static func word(_ severity: Severity, _ style: Style) -> String {
        switch severity {
        case .error: style.bad("error")
        case .warning: style.warning("warning")
        case .note: style.faint("note")
        }
    }
}
