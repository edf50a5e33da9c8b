import ShedIndex
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
    /// What the check is about.
    let scope: CheckScope
    /// So many findings of all custom rules together are listed: they can be as many as entries for each rule, and cost memory.
    let mostOfCustom: Int
    let rules: ProjectRules
    /// What the rules of the project's kind need.
    let needs: CheckNeeds
    var home: ProjectHome { project.home }

    init(_ project: Project, _ selection: RuleSelection = .all, custom: [CustomRule] = [], scope: CheckScope = .whole, mostOfCustom: Int = 200_000) {
        self.project = project
        self.selection = selection
        self.custom = custom
        self.scope = scope
        self.mostOfCustom = mostOfCustom
        rules = project.home.rules
        needs = project.kind.needs(for: selection)
        project.store.looksClosely = true
    }

    /// What the rules on what stands in the project find.
    struct Scanned {
        var findings: [Finding]
        var custom: CustomAnswers
        var snapshot: Snapshot
        /// What the index keeps beside the nodes, where that is of just the batches that stand there.
        var meta: IndexMeta?
    }

    /// What custom rules say besides what they find.
    struct CustomAnswers {
        /// Those that chose no folder.
        var idle: [CustomRule] = []
        /// What says of a rule that it finds more than is listed. It is about the whole check, whatever that is about.
        var unlisted: [Finding] = []
    }

    /// - Returns: the findings that the check is about, in the order of their paths, and the custom rules that chose no folder.
    func run() throws(ShedError) -> (findings: [Finding], idle: [CustomRule]) {
        let scanned = if let quick = try quick() { quick } else if let fresh = try fresh() { fresh } else { try full() }
        var findings = scanned.findings
        findings += try (sidecar(scanned.meta) + surroundings()).filter { finding in rules.book.info(named: finding.rule).map(selection.contains) ?? true }
        findings += try brokenLinks()
        try askKind(of: scanned.snapshot, &findings)
        return (ProjectCheck.sorted(scope.filtered(findings) + scanned.custom.unlisted), scanned.custom.idle)
    }

    /// Asks the project's kind. Its findings stand in place of others of the same rule and path: of a file that would be
    /// refused it knows the line.
    private func askKind(of snapshot: Snapshot, _ findings: inout [Finding]) throws(ShedError) {
        let ofKind = try project.kind.check(KindCheck(selection: selection, snapshot: snapshot, others: findings))
        let known = Set(ofKind.map(Place.init))
        if !known.isEmpty { findings.removeAll { known.contains(Place($0)) } }
        findings += ofKind
    }

    /// Asks the custom rules. What the check is not about takes none of the room from what it is about.
    func askCustom(of folders: @autoclosure () -> SnapshotFolders, _ findings: inout [Finding]) -> CustomAnswers {
        var answers = CustomAnswers()
        guard !custom.isEmpty else { return answers }
        let tree = folders()
        let isMeant = scope.holder()
        var left = mostOfCustom
        for rule in custom {
            let (found, unlisted, isIdle) = rule.examine(tree, atMost: left, where: isMeant)
            left -= found.count
            findings += found
            if let unlisted { answers.unlisted.append(unlisted) }
            if isIdle { answers.idle.append(rule) }
        }
        return answers
    }

    /// The checker of what stands in the project.
    func checker(of scan: BoundScan) throws(ShedError) -> Checker {
        var checker = Checker(scan, rules: rules, selection: selection)
        checker.rootLength = nameLength
        checker.complaint = try project.kind.knownComplaints()
        checker.hasRightLinks = { [kind = project.kind] path, digest in kind.view(at: path)?.isRight(digest) == true }
        checker.leadsAsKnown = { [kind = project.kind] path in path.last.flatMap { kind.view(at: path.parent)?.leadsAsKnown($0) } == true }
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
