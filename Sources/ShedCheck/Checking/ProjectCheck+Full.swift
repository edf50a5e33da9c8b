import ShedIndex
import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules

extension ProjectCheck {
    /// With a scan of everything, and what a sync would do about it.
    func full() throws(ShedError) -> Scanned {
        let (situation, plan, facts) = try project.preview(.sync(.init(overridesWaiting: true)), listsAll: !custom.isEmpty)
        let (snapshot, known) = (situation.snapshot, facts.model)
        // With what a sync would take in as it would take it in.
        var model = known
        for operation in plan.operations { model.apply(operation) }
        let bearers = FolderRecord.roleBearers(known, facts.memory, unseen: plan.gone.takenByGit)
        var findings = try findings(in: snapshot, plan, model, known, bearers)
        // Without the batches that are missing, nobody knows which folder is which.
        if !facts.incomplete.isEmpty { findings.removeAll { $0.rule == MissingTemplateFolder.info.name } }
        if asksIgnored { findings += ignoredButTracked(Array(known.nodes.values), in: known) }
        if !model.labels.isEmpty, asksLabels { findings += labels(of: model.detailed.compactMap { model.nodes[$0] }, in: model, snapshot) }
        let answers = askCustom(of: SnapshotFolders(snapshot: snapshot, binding: plan.binding, model: model, known: known), &findings)
        addPlanned(plan, known, &findings)
        findings += try likelyPairs(in: facts.meta) { project.foreseenPairs(in: plan, situation) }
        return Scanned(findings: findings, custom: answers, snapshot: snapshot)
    }

    /// - Parameters:
    ///   - model: as it would be.
    ///   - known: as it is.
    ///   - bearers: the nodes that have a role.
    private func findings(
        in snapshot: Snapshot, _ plan: Plan, _ model: Model, _ known: Model, _ bearers: [FolderRecord]
    ) throws(ShedError) -> [Finding] {
        var scan = BoundScan(snapshot, binding: plan.settledBinding, model: model)
        scan.absentRoles = Set(home.template.absentFolders(bearers, in: home.id).map(\.role))
        scan.deletedRoles = Set(home.template.deletedFolders(bearers, in: home.id).map(\.role))
        for directory in snapshot.directories.dropFirst() {
            if let role = plan.binding[Int(directory.entry)].flatMap({ known.nodes[$0]?.role }) { scan.heldRoles.insert(role) }
        }
        return try checker(of: scan).findings(root: home.root).map { finding in
            var finding = finding
            if let id = finding.id, known.nodes[id] == nil { finding.id = nil }
            return finding
        }
    }

    /// What a sync would refuse or report and no rule has found so far.
    private func addPlanned(_ plan: Plan, _ known: Model, _ findings: inout [Finding]) {
        guard !plan.moves.isEmpty || !plan.reports.isEmpty else { return }
        var told = Set(findings.map { Place($0) })
        func add(_ rule: RuleInfo, _ path: RelativePath, _ id: NodeID?, _ words: Message) {
            guard selection.contains(rule), told.insert(Place(rule, path)).inserted else { return }
            var finding = Finding(rule, at: path, id: id.flatMap { known.nodes[$0] == nil ? nil : $0 }, words.english)
            finding.words = words
            findings.append(finding)
        }
        for move in plan.moves where move.purpose != .takeBack { add(move.refusal.rule, move.from, move.node, move.refusal.words) }
        // Conflict copies have been looked for, with what stands beside them.
        for report in plan.reports where ![AbsentParent.info, BulkAddition.info, ConflictCopy.info].contains(report.rule) {
            add(report.rule, report.path, report.id, report.words)
        }
    }
}

extension Plan {
    /// The binding without what has not been taken in.
    fileprivate var settledBinding: [NodeID?] {
        var binding = binding
        for index in waiting.held { binding[index] = nil }
        return binding
    }
}
