import ShedModel
import ShedRules

/// What came of a check of one project.
public struct Examination: Sendable {
    /// Sorted by path, rule and message.
    public var findings: [Finding]
    /// What is known of the rules that found something, by name, with shed's own severities.
    public var rules: [String: RuleInfo]
    /// How many findings the settings suppress.
    public var suppressed: Int
    /// Suppressions that could cover something in this project and do not; none where not all was checked.
    public var unused: [Suppression]
    /// Where suppressions stand that cover something.
    public var used: [String]
    /// The names of the rules that were asked everywhere; `nil` where not all of the project was checked.
    public var asked: Set<String>?
}

extension Project {
    /// ``check(_:)`` with the custom rules, and with what the settings say of rules, severities and known findings.
    public func examine(_ settings: CheckSettings, _ scope: CheckScope = .whole) throws(ShedError) -> Examination {
        let selection = settings.selection
        var rules: [String: RuleInfo] = [:]
        for rule in settings.known { rules[rule.name] = rule }
        var findings = try check(selection)
        let custom = settings.rules.filter { selection.contains($0.info) }
        if !custom.isEmpty {
            let tree = try folderTree()
            for rule in custom { findings += rule.findings(in: tree) }
        }
        findings = scope.filtered(findings)
        for index in findings.indices {
            guard let rule = rules[findings[index].rule], let severity = settings.severity(of: rule) else { continue }
            findings[index].severity = severity
        }
        let least = settings.leastSeverity
        findings.removeAll { !$0.severity.isAtLeast(least) }
        let before = findings.count
        let unused = suppress(settings.suppressions, &findings, rules)
        findings.sort { ($0.path, $0.rule, $0.message) < ($1.path, $1.rule, $1.message) }
        let asked = settings.known.filter { selection.contains($0) && (settings.severity(of: $0) ?? $0.severity).isAtLeast(least) }
        return Examination(
            findings: findings, rules: rules, suppressed: before - findings.count,
            unused: scope.isWhole
                ? unused.filter { suppression in suppression.reachesProject && asked.contains { suppression.rule.exactness(for: $0) != nil } } : [],
            used: settings.suppressions.map(\.origin).filter { origin in !unused.contains { $0.origin == origin } },
            asked: scope.isWhole ? Set(asked.map(\.name)) : nil)
    }

    /// Takes out what is suppressed.
    /// - Returns: the suppressions that covered nothing.
    private func suppress(_ suppressions: [Suppression], _ findings: inout [Finding], _ rules: [String: RuleInfo]) -> [Suppression] {
        guard !suppressions.isEmpty else { return [] }
        var isUsed = [Bool](repeating: false, count: suppressions.count)
        findings.removeAll { finding in
            guard let rule = rules[finding.rule] else { return false }
            // Each that covers it counts as used: which of two is superfluous is for the person to say.
            let covering = suppressions.indices.filter { suppressions[$0].covers(finding, rule) }
            for index in covering { isUsed[index] = true }
            return !covering.isEmpty
        }
        return suppressions.indices.filter { !isUsed[$0] }.map { suppressions[$0] }
    }
}
