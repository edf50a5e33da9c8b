import ShedModel
import ShedRules
import ShedSidecar

/// Names for findings that stay the same from run to run, and are different within one.
///
/// A UUID of version 5 over the project's ID, the rule, the path, and how many such there were before: neither a line nor
/// a message that tells a time is in it. A finding whose file is renamed is another one.
public struct Fingerprints {
    private struct Key: Hashable {
        var project: NodeID
        var rule: String
        var path: RelativePath
    }

    private var counts: [Key: Int] = [:]

    public init() {}

    /// That of a project that could not be checked.
    /// - Parameter place: the root's path, as the report has it.
    public static func ofFailure(at place: [UInt8]) -> String {
        NodeID.v5(namespace: NodeID(high: 0, low: 0), name: Array("not-checked".utf8) + [0] + place).description
    }

    /// The next one of a project's findings.
    public mutating func next(_ finding: Finding, in project: NodeID) -> String {
        let number = counts[Key(project: project, rule: finding.rule, path: finding.path), default: 0]
        counts[Key(project: project, rule: finding.rule, path: finding.path)] = number + 1
        return NodeID.v5(namespace: project, name: Array(finding.rule.utf8) + [0] + finding.path.bytes + [0] + Array(String(number).utf8)).description
    }
}
