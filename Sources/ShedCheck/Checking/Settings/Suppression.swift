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
}
