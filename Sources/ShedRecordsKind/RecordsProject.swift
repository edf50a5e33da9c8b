import ShedDisk
import ShedModel
import ShedProject
import ShedReconcile
import ShedRecords
import ShedRules

/// What is kept of one opened project of records: how far its rows in the index are known to be right.
final class RecordsProject: ProjectKind {
    unowned let project: Project
    /// By collection, what is known of the rows of its records.
    var trust: [NodeID: RecordTrust] = [:]
    /// Whether the index of records may be behind the files.
    private(set) var hasIdleWork = false

    init(_ project: Project) { self.project = project }

    func modelChanged(_ change: ModelChange) {
        switch change {
        case .everything: trust = [:]
        // No row of a record says anything of hashes.
        case .nodes(_, .hashes): break
        case .nodes(let changed, _):
            trust = trust.compactMapValues { trust in
                guard trust.doubted.count + changed.count <= RecordTrust.most else { return nil }
                var trust = trust
                trust.doubted.formUnion(changed)
                return trust
            }
        }
    }

    func walked(_ outcome: Outcome) { keepRows(of: outcome.changes) }

    func refuse(_ change: ProposedChange, _ reader: some ProjectReader) throws(ShedError) {
        guard case .accepting(let accepts, let placed) = change, placed.node.type == .collection, accepts.allows(.folder) else { return }
        throw ShedError.refused(by: NestedCollection.info, .collectionRefusesFolders(path: "\(placed.path)"), remedy: .makeFolderBeside)
    }

    func count(_ nodes: [Node], _ reader: some ProjectReader) -> Statistics.KindCounts? {
        func count(_ key: String, _ type: NodeType) -> Statistics.Count {
            Statistics.Count(key: key, title: key, number: nodes.count { $0.type == type })
        }
        return Statistics.KindCounts([count("collections", .collection), count("records", .record)], taggedSort: "collections and records")
    }

    // MARK: Checking

    func needs(for selection: RuleSelection) -> CheckNeeds { CheckNeeds(allFiles: true) }

    func check(_ check: KindCheck) throws(ShedError) -> [Finding] { try RecordsCheck(project.asKnown, check.selection).findings() }

    // MARK: The daemon

    /// So many records are read into the index in one idle moment.
    private static let portion = 4_000

    func noteIdleWork(after outcome: Outcome, isWhole: Bool, isJudged: Bool) {
        if isWhole || !outcome.changes.isEmpty { hasIdleWork = true }
    }

    func doIdleWork(_ background: (any BackgroundWork)?) throws(ShedError) {
        hasIdleWork = try !project.write(after: .nothing) { transaction throws(ShedError) in
            try transaction.refreshRows(atMost: RecordsProject.portion)
        }
    }
}

extension ProjectReader {
    /// What is kept of the project, if it is one of records.
    var records: RecordsProject? { project.kind as? RecordsProject }
}
