import ShedDisk
import ShedIndex
import ShedModel
import ShedProject
import ShedRules

extension ProjectCheck {
    /// With the folders from the index and a scan of names. `nil` where that does not suffice.
    func quick() throws(ShedError) -> Scanned? {
        guard let index = project.store.index else { return nil }
        do {
            guard let meta = try project.store.metaIfFolded(), meta.project == home.id, meta.intents.isEmpty, meta.unsettled.pending.isEmpty,
                meta.labels != nil, meta.waitedFor.isEmpty
            else { return nil }
            let asksLabels = meta.labels?.isEmpty == false && self.asksLabels
            // Where each file is looked at anyway, all are listed at once.
            let isBrief = custom.isEmpty && !asksLabels && !needs.allFiles && !needs.model
            var look = try quickLook(index, isBrief: isBrief)
            if let brief = look, brief.findings == nil { look = try quickLook(index, isBrief: false) }
            guard let look, var findings = look.findings else { return nil }
            if asksIgnored { findings += try ignoredButTracked(look.records, index) }
            if let labels = meta.labels, asksLabels {
                var model = Model(project: home.id)
                for record in look.records { model.insert(record.node) }
                for (alias, target) in meta.aliases { model.insertAlias(alias, of: target) }
                model.labels = LabelBook(labels)
                findings += self.labels(of: try look.records.map(\.node) + index.labelledFiles(), in: model, look.snapshot)
            }
            let (snapshot, folders, files) = (look.snapshot, look.folders, look.files)
            findings += try likelyPairs(in: meta)
            let answers = askCustom(of: SnapshotFolders(snapshot: snapshot, folders: folders, project: home.id) { files.node($0)?.id }, &findings)
            return Scanned(findings: findings, custom: answers, snapshot: snapshot, meta: meta)
        } catch let error as IndexError where error.code == .corrupt || project.store.mayLackIndex {
            return nil
        } catch { throw ShedError(error) }
    }

    private func ignoredButTracked(_ records: [FolderRecord], _ index: ProjectIndex) throws -> [Finding] {
        var model = Model(project: home.id)
        for record in records { model.insert(record.node) }
        let nodes = try records.map(\.node) + records.flatMap { try index.files(in: $0.node.id).map(\.node) }
        return ignoredButTracked(nodes, in: model)
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
    private func quickLook(_ index: ProjectIndex, isBrief: Bool) throws -> QuickLook? {
        var known: Result<(records: [FolderRecord], binding: QuickBinding, source: KnownFiles.Source), any Error>?
        let snapshot = try Crawler.crawl(home.root, options: options(isBrief: isBrief)) {
            known = Result {
                let state = needs.model ? try project.asKnown.load() : nil
                let records = try state?.folderRecords ?? index.folders()
                return (records, QuickBinding(records, project: home.id), state.map { .state($0) } ?? .index(index))
            }
        }
        guard let (records, binding, source) = try known?.get(), let folders = binding.folders(snapshot) else { return nil }
        // Whether git took a folder of the template away, a plan tells.
        let standing = Set(folders.compactMap { $0?.id })
        let hasLost = records.contains { $0.node.role != nil && $0.sighting != nil && $0.missingSince == nil && !standing.contains($0.node.id) }
        guard !hasLost || home.carriers.git == nil else { return nil }
        let files = KnownFiles(source, snapshot: snapshot, folders: folders)
        var look = QuickLook(records: records, snapshot: snapshot, folders: folders, files: files)
        let closed = files.closedFolders(rules)
        guard closed.allSatisfy({ !snapshot.directories[$0].leavesOutFiles }) else { return look }
        guard closed.allSatisfy(files.areKnown(in:)) else { return nil }
        var scan = BoundScan(snapshot, folders: folders, file: files.node)
        let bearers = records.filter { $0.node.role != nil }
        scan.absentRoles = Set(rules.template.absentFolders(bearers, in: home.id).map(\.role))
        scan.deletedRoles = Set(rules.template.deletedFolders(bearers, in: home.id).map(\.role))
        look.findings = try checker(of: scan).findingsIfListed(root: home.root)
        return look
    }

    /// What a scan of names takes.
    /// - Parameter isBrief: whether files may be left out of which no rule says anything.
    func options(isBrief: Bool) -> Crawler.Options {
        var options = Crawler.Options(evidence: needs.model, looks: true, ignore: home.configuration.ignore)
        // A rule of one's own may count what is in any folder.
        if custom.isEmpty { options.settled = project.kind.settledFolders }
        // More than there may be processors: where the disk is slow, or others compute too, some of them wait.
        options.threads = 8
        options.countsLinks = rules.book.all.contains { $0.looksAtFiles && selection.contains($0.info) }
        if isBrief {
            // In these folders rules look at every file. Where they bear other names, the check finds that out.
            let judged = rules.template.folders.filter { $0.role == .trash || $0.role == .rejected }.flatMap { [$0.name] + $0.names }
            options.brevity = Brevity(
                listed: Set(judged.map { Name($0) } + home.rejectedNames), sought: project.kind.soughtFiles,
                longestPath: LongPath.longest - LongPath.drive - nameLength)
        }
        return options
    }
}
