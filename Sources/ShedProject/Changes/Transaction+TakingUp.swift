import ShedMessages
import ShedModel
import ShedReconcile

extension Transaction {
    /// Has what was left as it stood at the adoption taken as what people put there now (`sync --convert`); the next walk that
    /// judges makes of it what it makes of such things.
    /// - Returns: where it stands, and what stays left, since nothing can be made of it.
    public func takeUpLeft(dryRun: Bool = false) throws(ShedError) -> (paths: [RelativePath], staying: [Report]) {
        let taking = try project.kind.takingUp(self)
        let operations = taking.operations
        let model = try load().model
        let paths = operations.compactMap { model.path(of: $0.id) }.sorted()
        if !dryRun, !operations.isEmpty {
            try saying(final: [.tookUpLeft]) { () throws(ShedError) in try commit(operations) }
            // What else is done by the same verb can be taken back.
            project.undo.close()
        }
        return (paths, taking.staying)
    }
}
