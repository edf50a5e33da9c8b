import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules

/// An opened project for writers: parts that each look after one thing, and answer only what concerns it. What all are told, all
/// are told; what one answers is asked of them in their order.
final class WritingProject: ProjectKind {
    private let parts: [any ProjectKind]

    init(_ parts: [any ProjectKind]) { self.parts = parts }

    // MARK: Walking

    func modelChanged(_ change: ModelChange) {
        for part in parts { part.modelChanged(change) }
    }

    func judge(_ entries: Set<Int>, in situation: inout Situation) throws(ShedError) -> Bool {
        var isNew = false
        for part in parts where try part.judge(entries, in: &situation) { isNew = true }
        return isNew
    }

    func coming(_ changes: [Change]) {
        for part in parts { part.coming(changes) }
    }

    func reason(for move: Move) -> Message? {
        for part in parts { if let reason = part.reason(for: move) { return reason } }
        return nil
    }

    func walked(_ outcome: Outcome) {
        for part in parts { part.walked(outcome) }
    }

    func passing(_ changes: [Change]) -> Set<RelativePath> { parts.reduce(into: []) { $0.formUnion($1.passing(changes)) } }

    func settling(after request: WalkRequest, _ outcome: Outcome, in transaction: Transaction) throws(ShedError) -> (any Settling)? {
        try SettlingInTurn(parts, after: outcome) { part, outcome throws(ShedError) in try part.settling(after: request, outcome, in: transaction) }
    }

    // MARK: Views

    func prepare(for request: WalkRequest, in transaction: Transaction) throws(ShedError) -> Outcome {
        var outcome = Outcome()
        for part in parts {
            var next = try part.prepare(for: request, in: transaction)
            next.follow(outcome)
            outcome = next
        }
        return outcome
    }

    func keepUp(in transaction: Transaction) {
        for part in parts { part.keepUp(in: transaction) }
    }

    func view(at folder: RelativePath) -> (any FolderView)? {
        for part in parts { if let view = part.view(at: folder) { return view } }
        return nil
    }

    var settledFolders: [SettledFolder] { parts.flatMap(\.settledFolders) }

    var soughtFiles: [Name: [UInt8]] { parts.reduce(into: [:]) { $0.merge($1.soughtFiles) { first, _ in first } } }

    func takeLinks(outOf folder: RelativePath) {
        for part in parts { part.takeLinks(outOf: folder) }
    }

    // MARK: Changes

    func settle(ownChangesIn folders: Set<NodeID>, _ transaction: Transaction) {
        for part in parts { part.settle(ownChangesIn: folders, transaction) }
    }

    func refuse(_ change: ProposedChange, _ reader: some ProjectReader) throws(ShedError) {
        for part in parts { try part.refuse(change, reader) }
    }

    var followsNumbers: Bool { parts.contains(where: \.followsNumbers) }

    // MARK: Looking

    func holdsCopies(_ role: Role) -> Bool { parts.contains { $0.holdsCopies(role) } }

    func fillsFolders(below path: RelativePath, depth: Int) -> Bool { parts.contains { $0.fillsFolders(below: path, depth: depth) } }

    func mayHaveGuests(_ folder: RelativePath) -> Bool { parts.contains { $0.mayHaveGuests(folder) } }

    func guests(of folder: Node, _ reader: some ProjectReader) throws(ShedError) -> [OrderKey.Item] {
        for part in parts {
            let guests = try part.guests(of: folder, reader)
            if !guests.isEmpty { return guests }
        }
        return []
    }

    func missed(_ missing: [Status.Missing]) -> [Status.Missing] { parts.reduce(missing) { $1.missed($0) } }

    func complete(_ status: inout Status) throws(ShedError) {
        for part in parts { try part.complete(&status) }
    }

    // MARK: Checking

    func needs(for selection: RuleSelection) -> CheckNeeds {
        var needs = CheckNeeds()
        for part in parts {
            let own = part.needs(for: selection)
            needs.allFiles = needs.allFiles || own.allFiles
            needs.model = needs.model || own.model
        }
        return needs
    }

    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        var findings: [Finding] = []
        for part in parts { findings += try part.check(check) }
        return findings
    }

    // MARK: The daemon

    func worthTelling(_ reports: [Report]) -> [Report] { parts.reduce(reports) { $1.worthTelling($0) } }

    func waits(after outcome: Outcome) -> Set<RelativePath> {
        parts.reduce(into: []) { $0.formUnion($1.waits(after: outcome)) }
    }

    func noteIdleWork(after outcome: Outcome, isWhole: Bool, isJudged: Bool) {
        for part in parts { part.noteIdleWork(after: outcome, isWhole: isWhole, isJudged: isJudged) }
    }

    var hasIdleWork: Bool { parts.contains { $0.hasIdleWork } }
    var idleDue: Int64? { parts.compactMap(\.idleDue).min() }

    func doIdleWork(_ background: (any BackgroundWork)?) throws(ShedError) {
        try parts.first { $0.hasIdleWork }?.doIdleWork(background)
    }
}
