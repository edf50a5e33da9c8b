import ShedIndex
import ShedModel

/// What is known of the rows of a collection in the index after a search that held each against what the last walk saw:
/// the next search need not do it again.
///
/// It is worth something only as long as the project's model and memory stay as they were but for the nodes that are
/// doubted, and nobody else writes into the index. ``Project/state`` takes it away whenever it changes, but where somebody
/// says which nodes the change touches (``Project/doubtRecords(_:after:)``).
struct RecordTrust {
    /// What others had written into the index.
    var foreign: ProjectIndex.Foreign
    /// Nodes that have changed, or may have, since: they are looked at as if nothing was known.
    var doubted: Set<NodeID> = []
    /// Rows of nodes that are no records here now. They are kept: what they last held cannot be had again.
    var strays: Set<NodeID> = []

    /// More than so many are not kept apart.
    static let most = 5_000
}

extension Project {
    /// Keeps what is known of the records' rows over a change of the model or the memory.
    /// - Parameters:
    ///   - changed: every node that the change touches.
    ///   - known: what was known before, since the change itself has taken it away.
    func doubtRecords(_ changed: some Collection<NodeID>, after known: [NodeID: RecordTrust]) {
        recordTrust = known.compactMapValues { trust in
            guard trust.doubted.count + changed.count <= RecordTrust.most else { return nil }
            var trust = trust
            trust.doubted.formUnion(changed)
            return trust
        }
    }
}
