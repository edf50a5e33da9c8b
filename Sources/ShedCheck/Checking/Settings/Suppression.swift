import ShedModel
import ShedRules

/// Findings that a person knows of and does not want to be told (`[[check.suppress]]`).
public struct Suppression: Sendable {
    enum Place: Sendable {
        case path(RelativePath)
        case pattern(PathPattern)
    }

    var place: Place
    public var rule: RuleWord
    /// Why; there must be one.
    public var reason: String
    /// The file and the line, for people.
    public var origin: String
    /// The project's path from the folder of the file that says so: what ``place`` is relative to.
    var project: RelativePath

    /// Whether it could cover something in the project.
    var reachesProject: Bool {
        switch place {
        case .path(let exact): exact.isInside(project)
        case .pattern: true
        }
    }

    func covers(_ finding: Finding, _ info: RuleInfo) -> Bool {
        guard rule.exactness(for: info) != nil else { return false }
        switch place {
        case .path(let exact):
            return exact.names.count == project.names.count + finding.path.names.count && exact.isInside(project)
                && exact.names.dropFirst(project.names.count).elementsEqual(finding.path.names)
        // What a finding is about may be a folder or a file.
        case .pattern(let pattern): return pattern.matches(project.appending(finding.path), isDirectory: true)
        }
    }
}
