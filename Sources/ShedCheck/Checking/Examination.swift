import ShedModel
import ShedProject
import ShedRules

/// What came of a check of one project.
public struct Examination: Sendable {
    /// Sorted by path, rule and message.
    public var findings: [Finding]
    /// What is known of the rules that found something, by name, with shed's own severities.
    public var rules: [String: RuleInfo]
    /// The findings that the settings suppress, each with the reason that they give.
    public var suppressed: [(finding: Finding, reason: String)]
    /// Suppressions that could cover something in this project and do not; none where not all was checked.
    public var unused: [Suppression]
    /// Where suppressions stand that cover something.
    public var used: [String]
    /// Custom rules that chose no folder; none where not all was checked.
    public var idle: [CustomRule]
    /// Where custom rules stand that chose a folder.
    public var busy: [String]
    /// The names of the rules that were asked everywhere; `nil` where not all of the project was checked.
    public var asked: Set<String>?
}

extension Project {
    /// ``check(_:)`` with the custom rules, and with what the settings say of rules, severities and known findings.
    public func examine(_ settings: CheckSettings, _ scope: CheckScope = .whole) throws(ShedError) -> Examination {
        let selection = settings.selection
        var rules: [String: RuleInfo] = [:]
        for rule in settings.known { rules[rule.name] = rule }
        let custom = settings.rules.filter { selection.contains($0.info) }
        var (findings, idle) = try ProjectCheck(self, selection, custom: custom, scope: scope).run()
        // Asked once a rule: there can be a thousand words for rules, and a hundred thousand findings.
        var severities: [String: Severity?] = [:]
        for index in findings.indices {
            let name = findings[index].rule
            let severity = severities[name] ?? rules[name].flatMap(settings.severity)
            severities[name] = .some(severity)
            if let severity { findings[index].severity = severity }
        }
        let least = settings.leastSeverity
        findings.removeAll { !$0.severity.isAtLeast(least) }
        let (suppressed, unused) = suppress(settings.suppressions, &findings, rules)
        let asked = settings.known.filter { selection.contains($0) && (settings.severity(of: $0) ?? $0.severity).isAtLeast(least) }
        return Examination(
            findings: findings, rules: rules, suppressed: suppressed,
            unused: scope.isWhole
                ? unused.filter { suppression in suppression.reachesProject && asked.contains { suppression.rule.exactness(for: $0) != nil } } : [],
            used: settings.suppressions.map(\.origin).filter { origin in !unused.contains { $0.origin == origin } },
            idle: scope.isWhole ? idle : [],
            busy: custom.map(\.origin).filter { origin in !idle.contains { $0.origin == origin } },
            asked: scope.isWhole ? Set(asked.map(\.name)) : nil)
    }

    /// Takes out what is suppressed.
    /// - Returns: what was taken out, and the suppressions that covered nothing.
    private func suppress(
        _ suppressions: [Suppression], _ findings: inout [Finding], _ rules: [String: RuleInfo]
    ) -> (suppressed: [(finding: Finding, reason: String)], unused: [Suppression]) {
        guard !suppressions.isEmpty else { return ([], []) }
        var suppressed: [(finding: Finding, reason: String)] = []
        var isUsed = [Bool](repeating: false, count: suppressions.count)
        var index = SuppressionIndex(suppressions)
        findings.removeAll { finding in
            guard let rule = rules[finding.rule] else { return false }
            // Each that covers it counts as used: which of two is superfluous is for the person to say.
            let covering = index.covering(finding, rule)
            for suppression in covering { isUsed[suppression] = true }
            guard let first = covering.first else { return false }
            suppressed.append((finding, suppressions[first].reason))
            return true
        }
        return (suppressed, suppressions.indices.filter { !isUsed[$0] }.map { suppressions[$0] })
    }
}
