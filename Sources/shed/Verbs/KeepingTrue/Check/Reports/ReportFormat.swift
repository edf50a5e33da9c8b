import ArgumentParser
import ShedCommand
import ShedCheck
import ShedProject

/// What `check --format` takes.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case full
    case concise
    case json
    case jsonLines = "json-lines"
    case sarif
    case github
    case gitlab
    case junit
    case gnu

    /// Whether it is read by people, who are told a summary.
    var isForPeople: Bool { self == .full || self == .concise }

    /// Whether it has a place for projects that could not be checked. The others leave that to stderr.
    var holdsFailures: Bool {
        switch self {
        case .json, .sarif, .github, .gitlab, .junit: true
        case .full, .concise, .jsonLines, .gnu: false
        }
    }

    /// Whether it tells findings apart by a name that stays from run to run.
    var hasFingerprints: Bool { self == .sarif || self == .gitlab }

    /// Prints a report.
    func write(_ report: CheckReport, to sink: ReportSink, _ style: Style) throws(ShedError) {
        switch self {
        case .full: try FullReport.write(report, to: sink, style)
        case .concise: try ConciseReport.write(report, to: sink, style)
        case .json: try JSONReport.write(report, to: sink)
        case .jsonLines: try JSONLinesReport.write(report, to: sink)
        case .sarif: try SARIFReport.write(report, to: sink)
        case .github: try GitHubReport.write(report, to: sink)
        case .gitlab: try GitLabReport.write(report, to: sink)
        case .junit: try JUnitReport.write(report, to: sink)
        case .gnu: try GNUReport.write(report, to: sink)
        }
    }
}
