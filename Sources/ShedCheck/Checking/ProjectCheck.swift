import ShedModel
import ShedProject
import ShedRules

extension Project {
    /// Holds the rules against the project (`check`). Writes nothing, and needs neither daemon nor index.
    /// - Parameter selection: which rules are asked; work that only serves others is not done.
    /// - Returns: the findings in the order of their paths.
    public func check(_ selection: RuleSelection = .all) throws(ShedError) -> [Finding] {
        try ProjectCheck(self, selection).run().findings
    }
}

/// One check of a project.
///
/// With an index, names and kinds are enough for all rules but those that look at every file; where something unknown
/// could matter, everything is looked at.
struct ProjectCheck {
    let project: Project
    /// Which rules are asked.
    let selection: RuleSelection
    /// The custom rules among them, which look at what was scanned for the others.
    let custom: [CustomRule]
    let rules: ProjectRules
    /// What the rules of the project's kind need.
    let needs: CheckNeeds
    var home: ProjectHome { project.home }

    init(_ project: Project, _ selection: RuleSelection = .all, custom: [CustomRule] = []) {
        self.project = project
        self.selection = selection
        self.custom = custom
        rules = project.home.rules
        needs = project.kind.needs(for: selection)
    }

    /// What the rules on what stands in the project find.
    struct Scanned {
        var findings: [Finding]
        /// The custom rules that chose no folder.
        var idle: [CustomRule]
        var snapshot: Snapshot
    }

    /// - Returns: the findings in the order of their paths, and the custom rules that chose no folder.
    func run() throws(ShedError) -> (findings: [Finding], idle: [CustomRule]) {
        let scanned = if let quick = try quick() { quick } else { try full() }
        var findings = scanned.findings
        findings += try (sidecar() + surroundings()).filter { finding in rules.book.info(named: finding.rule).map(selection.contains) ?? true }
        try askKind(of: scanned.snapshot, &findings)
        return (ProjectCheck.sorted(findings), scanned.idle)
    }

    /// Asks the project's kind. Its findings stand in place of others of the same rule and path: of a file that would be
    /// refused it knows the line.
    private func askKind(of snapshot: Snapshot, _ findings: inout [Finding]) throws(ShedError) {
        let ofKind = try project.kind.check(KindCheck(selection: selection, snapshot: snapshot, others: findings))
        let known = Set(ofKind.map(Place.init))
        if !known.isEmpty { findings.removeAll { known.contains(Place($0)) } }
        findings += ofKind
    }

    /// So many findings of all custom rules together are listed: they can be as many as entries for each rule, and cost memory.
    private static let mostOfCustom = 200_000

    /// Asks the custom rules.
    /// - Returns: those that chose no folder.
    func askCustom(of folders: @autoclosure () -> SnapshotFolders, _ findings: inout [Finding]) -> [CustomRule] {
        guard !custom.isEmpty else { return [] }
        let tree = folders()
        var left = ProjectCheck.mostOfCustom
        return custom.filter { rule in
            let (found, isIdle) = rule.examine(tree, atMost: left)
            left -= min(left, found.count)
            findings += found
            return isIdle
        }
    }

    /// The checker of what stands in the project.
    func checker(of scan: BoundScan) throws(ShedError) -> Checker {
        var checker = Checker(scan, rules: rules, selection: selection)
        checker.rootLength = nameLength
        checker.complaint = try project.kind.knownComplaints()
        return checker
    }

    /// The length of the project's name, in units of UTF-16.
    var nameLength: Int { home.name.bytes.withUnsafeBufferPointer(LongPath.length) }

    /// In the order of the paths; paths are compared as bytes, which were put together once.
    private static func sorted(_ findings: [Finding]) -> [Finding] {
        findings.map { (key: Array($0.path.names.map(\.bytes).joined(separator: [0])), finding: $0) }
            .sorted { left, right in
                if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
                return (left.finding.rule, left.finding.message) < (right.finding.rule, right.finding.message)
            }
            .map(\.finding)
    }
}

extension ProjectCheck {
    /// A rule at a place.
    struct Place: Hashable {
        var rule: String
        var path: RelativePath

        init(_ rule: RuleInfo, _ path: RelativePath) {
            self.rule = rule.name
            self.path = path
        }

        init(_ finding: Finding) {
            rule = finding.rule
            path = finding.path
        }
    }
}
