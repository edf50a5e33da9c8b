import ShedDisk
import ShedIndex
import ShedModel
import ShedProject
import ShedRules

extension ProjectCheck {
    /// Without an index, as in CI: with a fold of the batches and a scan of names, made at the same time. `nil` where there is an index, or
    /// where the tree is not just as the batches say: then what is what has to be planned.
    func fresh() throws(ShedError) -> Scanned? {
        guard project.store.index == nil else { return nil }
        var loaded: Result<ProjectState, ShedError>?
        let snapshot: Snapshot
        do throws(DiskError) {
            snapshot = try Crawler.crawl(home.root, options: options(isBrief: false)) { loaded = Result { () throws(ShedError) in try project.asKnown.load() } }
        } catch { throw ShedError(error) }
        guard let state = try loaded?.get(), !state.wasIndexed, state.memory.isEmpty, state.incomplete.isEmpty,
            let tree = StandingTree(snapshot, state.model)
        else { return nil }
        return try findings(in: tree, snapshot, state)
    }

    private func findings(in tree: StandingTree, _ snapshot: Snapshot, _ state: ProjectState) throws(ShedError) -> Scanned {
        var scan = BoundScan(snapshot, folders: tree.folders, file: tree.node)
        let bearers = FolderRecord.roleBearers(state.model, state.memory)
        scan.absentRoles = Set(home.template.absentFolders(bearers, in: home.id).map(\.role))
        scan.deletedRoles = Set(home.template.deletedFolders(bearers, in: home.id).map(\.role))
        scan.heldRoles = Set(tree.folders.dropFirst().compactMap { $0?.role })
        var findings = try checker(of: scan).findings(root: home.root)
        if asksIgnored { findings += ignoredButTracked(Array(state.model.nodes.values), in: state.model) }
        if !state.model.labels.isEmpty, asksLabels {
            findings += labels(of: state.model.detailed.compactMap { state.model.nodes[$0] }, in: state.model, snapshot)
        }
        findings += try likelyPairs(in: state.meta)
        let answers = askCustom(of: SnapshotFolders(snapshot: snapshot, folders: tree.folders, project: home.id) { tree.node($0)?.id }, &findings)
        return Scanned(findings: findings, custom: answers, snapshot: snapshot)
    }
}
