import ShedModel
import ShedRules

extension CheckRun {
    /// Says in one finding, at the project itself, which folders of the template are not there, where these are several.
    ///
    /// What the settings and a baseline say of each is applied before, and so are fixes.
    public mutating func joinAbsentFolders() {
        for index in report.parts.indices {
            for severity in Severity.allCases { report.parts[index].joinAbsentFolders(severity) }
        }
    }
}

extension CheckReport.Part {
    fileprivate mutating func joinAbsentFolders(_ severity: Severity) {
        let rule = MissingTemplateFolder.info.name
        let absent = items.filter { $0.finding.rule == rule && $0.finding.severity == severity }
        guard absent.count > 1, var joined = absent.first else { return }
        let names = absent.map { "\($0.finding.path)" }.joined(separator: ", ")
        joined.finding.path = .root
        joined.finding.message = "\(absent.count) folders of the template are not there: \(names)."
        if let fixable = absent.first(where: \.finding.isFixable)?.finding {
            joined.finding.fix = fixable.fix
            joined.finding.help = fixable.help
        } else if let told = absent.first(where: { $0.finding.help != MissingTemplateFolder.info.cure })?.finding {
            joined.finding.help = told.help
        }
        joined.place = place
        items.removeAll { $0.finding.rule == rule && $0.finding.severity == severity }
        // Findings stand in the order of path and rule.
        let position = items.firstIndex { !$0.finding.path.isRoot || $0.finding.rule > rule } ?? items.count
        items.insert(joined, at: position)
    }
}
