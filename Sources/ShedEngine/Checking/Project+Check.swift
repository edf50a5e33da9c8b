import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

extension Project {
    /// Holds the rules against the project (`check`). Writes nothing, and needs neither daemon nor index.
    ///
    /// With an index, names and kinds are enough for all rules but those that look at every file; where something unknown
    /// could matter, everything is looked at.
    /// - Parameter selection: which rules are asked; work that only serves others is not done.
    /// - Returns: the findings in the order of their paths.
    public func check(_ selection: RuleSelection = .all) throws(ShedError) -> [Finding] {
        try check(selection, with: []).findings
    }

    /// The same with custom rules, which look at what was scanned for the others.
    /// - Returns: the findings in the order of their paths, and the custom rules that chose no folder.
    func check(_ selection: RuleSelection, with custom: [CustomRule]) throws(ShedError) -> (findings: [Finding], idle: [CustomRule]) {
        let quick = try quickCheck(selection, custom)
        var (findings, idle, snapshot) = if let quick { quick } else { try fullCheck(selection, custom) }
        findings += (try checkSidecar() + checkSurroundings()).filter { finding in
            RuleBook.info(named: finding.rule).map(selection.contains) ?? true
        }
        // Of a file that would be refused they know the line.
        let ofRecords = try checkRecords(selection)
        let known = Set(ofRecords.map { Place(rule: $0.rule, path: $0.path) })
        if !known.isEmpty { findings.removeAll { known.contains(Place(rule: $0.rule, path: $0.path)) } }
        findings += ofRecords
        findings += try checkPapers(selection, snapshot, besides: findings)
        return (Project.sorted(findings), idle)
    }

    /// Asks the custom rules.
    private func ask(_ rules: [CustomRule], of folders: @autoclosure () -> SnapshotFolders, _ findings: inout [Finding]) -> [CustomRule] {
        guard !rules.isEmpty else { return [] }
        let tree = folders()
        return rules.filter { rule in
            let (found, isIdle) = rule.examine(tree)
            findings += found
            return isIdle
        }
    }

    /// In the order of the paths; paths are compared as bytes, which were put together once.
    private static func sorted(_ findings: [Finding]) -> [Finding] {
        findings.map { (key: Array($0.path.names.map(\.bytes).joined(separator: [0])), finding: $0) }
            .sorted { left, right in
                if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
                return (left.finding.rule, left.finding.message) < (right.finding.rule, right.finding.message)
            }
            .map(\.finding)
    }

    /// What was found, the custom rules that chose no folder, and the scan.
    private typealias Checked = (findings: [Finding], idle: [CustomRule], snapshot: Snapshot)

    /// With the folders from the index and a scan of names. `nil` where that does not suffice.
    private func quickCheck(_ selection: RuleSelection, _ custom: [CustomRule]) throws(ShedError) -> Checked? {
        guard let index else { return nil }
        do {
            guard let (meta, batches) = try index.metaAndBatches(), meta.project == id, meta.intents.isEmpty, meta.pending.isEmpty, meta.labels != nil,
                meta.waitedFor.isEmpty, isFolded(try sidecar.listing(), in: meta, batches)
            else { return nil }
            let asksLabels = meta.labels?.isEmpty == false && Project.asksLabels(selection)
            // Where each file is looked at anyway, all are listed at once.
            let isBrief = custom.isEmpty && !asksLabels && !hasCollections && !hasPapers
            var look = try quickLook(index, selection, isBrief: isBrief)
            if let brief = look, brief.findings == nil { look = try quickLook(index, selection, isBrief: false) }
            guard let look, var findings = look.findings else { return nil }
            let (records, snapshot, files) = (look.records, look.snapshot, look.files)
            if !ignore.isPlain, selection.contains(IgnoredButTracked.info) {
                var model = Model(project: id)
                for record in records { model.insert(record.node) }
                let nodes = try records.map(\.node) + records.flatMap { try index.files(in: $0.node.id).map(\.node) }
                findings += ignoredButTracked(nodes, in: model)
            }
            if let labels = meta.labels, asksLabels {
                var model = Model(project: id)
                for record in records { model.insert(record.node) }
                for (alias, target) in meta.aliases { model.insertAlias(alias, of: target) }
                model.labels = LabelBook(labels)
                findings += checkLabels(try records.map(\.node) + index.labelledFiles(), in: model, snapshot, selection)
            }
            let idle = ask(custom, of: SnapshotFolders(snapshot: snapshot, folders: look.folders, project: id) { files.node($0)?.id }, &findings)
            return (findings, idle, snapshot)
        } catch let error as IndexError where error.code == .corrupt || mayLackIndex {
            return nil
        } catch { throw ShedError(error) }
    }

    /// What a scan of names shows.
    private struct QuickLook {
        var records: [FolderRecord]
        var snapshot: Snapshot
        /// The folder of each directory.
        var folders: [Node?]
        var files: KnownFiles
        /// `nil` where a rule had to look at files that were left out.
        var findings: [Finding]?
    }

    /// Scans names, while the folders are read from the index. `nil` where that does not suffice.
    /// - Parameter isBrief: whether files may be left out of which no rule says anything.
    private func quickLook(_ index: ProjectIndex, _ selection: RuleSelection, isBrief: Bool) throws -> QuickLook? {
        // Rules on papers need the model, and the sizes of all files.
        let asksPapers = hasPapers && Project.asksPapers(selection)
        var options = Crawler.Options(evidence: asksPapers, looks: true, ignore: ignore)
        // More than there may be processors: where the disk is slow, or others compute too, some of them wait.
        options.threads = 8
        options.countsLinks = RuleBook.all.contains { $0.looksAtFiles && selection.contains($0.info) }
        if isBrief {
            // In these folders rules look at every file. Where they bear other names, the check finds that out.
            let judged = template.folders.filter { $0.role == .trash || $0.role == .rejected }.flatMap { [$0.name] + $0.names }
            options.brevity = Brevity(listed: Set(judged.map { Name($0) } + rejectedNames), longestPath: LongPath.longest - LongPath.drive - nameLength)
        }
        var known: Result<(records: [FolderRecord], binding: QuickBinding, source: KnownFiles.Source), any Error>?
        let snapshot = try Crawler.crawl(root, options: options) {
            known = Result {
                let state = asksPapers ? try load() : nil
                let records = try state?.folderRecords ?? index.folders()
                return (records, QuickBinding(records, project: id), state.map { .state($0) } ?? .index(index))
            }
        }
        guard let (records, binding, source) = try known?.get(), let folders = binding.folders(snapshot) else { return nil }
        let files = KnownFiles(source, snapshot: snapshot, folders: folders)
        var look = QuickLook(records: records, snapshot: snapshot, folders: folders, files: files)
        let closed = files.closedFolders(template)
        guard closed.allSatisfy({ !snapshot.directories[$0].leavesOutFiles }) else { return look }
        guard closed.allSatisfy(files.areKnown(in:)) else { return nil }
        var checker = Checker(snapshot: snapshot, folders: folders, template: template, selection: selection, file: files.node)
        checker.rootLength = nameLength
        checker.complaint = try knownComplaints()
        look.findings = checker.findingsIfListed(root: root)
        return look
    }

    private func fullCheck(_ selection: RuleSelection, _ custom: [CustomRule]) throws(ShedError) -> Checked {
        var errand = Errand()
        errand.hashing = 0
        errand.overridesWaiting = true
        let (situation, plan, facts) = try preview(errand)
        // With what a sync would take in as it would take it in.
        var model = facts.model
        for operation in plan.operations { model.apply(operation) }
        var checker = Checker(snapshot: situation.snapshot, binding: plan.settledBinding, model: model, template: template, selection: selection)
        checker.rootLength = nameLength
        checker.complaint = try knownComplaints()
        for directory in situation.snapshot.directories.dropFirst() {
            if let role = plan.binding[Int(directory.entry)].flatMap({ facts.model.nodes[$0]?.role }) { checker.heldRoles.insert(role) }
        }
        var findings = checker.findings(root: root)
        for index in findings.indices {
            if let id = findings[index].id, facts.model.nodes[id] == nil { findings[index].id = nil }
        }
        // Without the batches that are missing, nobody knows which folder is which.
        if !facts.incomplete.isEmpty { findings.removeAll { $0.rule == MissingTemplateFolder.info.name } }
        if !ignore.isPlain, selection.contains(IgnoredButTracked.info) {
            findings += ignoredButTracked(Array(facts.model.nodes.values), in: facts.model)
        }
        if !model.labels.isEmpty, Project.asksLabels(selection) {
            findings += checkLabels(model.detailed.compactMap { model.nodes[$0] }, in: model, situation.snapshot, selection)
        }
        let known = facts.model
        let idle = ask(custom, of: SnapshotFolders(snapshot: situation.snapshot, binding: plan.binding, model: model, known: known), &findings)
        addPlanned(plan, known, selection, &findings)
        return (findings, idle, situation.snapshot)
    }

    /// What a sync would refuse or report and no rule has found so far.
    private func addPlanned(_ plan: Plan, _ model: Model, _ selection: RuleSelection, _ findings: inout [Finding]) {
        guard !plan.moves.isEmpty || !plan.reports.isEmpty else { return }
        var known = Set(findings.map { Place(rule: $0.rule, path: $0.path) })
        func add(_ rule: RuleInfo, _ path: RelativePath, _ id: NodeID?, _ message: String) {
            guard selection.contains(rule), known.insert(Place(rule: rule.name, path: path)).inserted else { return }
            findings.append(Finding(rule, at: path, id: id.flatMap { model.nodes[$0] == nil ? nil : $0 }, message))
        }
        for move in plan.moves { add(move.refusal.rule, move.from, move.node, move.refusal.message) }
        // Conflict copies have been looked for, with what stands beside them.
        for report in plan.reports where ![AbsentParent.info, BulkAddition.info, ConflictCopy.info].contains(report.rule) { add(report.rule, report.path, report.id, report.message) }
    }

    /// A rule at a place.
    private struct Place: Hashable {
        var rule: String
        var path: RelativePath
    }

    /// The length of the project's name, in units of UTF-16.
    private var nameLength: Int { name.bytes.withUnsafeBufferPointer(LongPath.length) }
}

extension Plan {
    /// The binding without what has not been taken in.
    fileprivate var settledBinding: [NodeID?] {
        var binding = binding
        for index in held { binding[index] = nil }
        return binding
    }
}
