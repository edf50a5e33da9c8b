import ShedIndex
import ShedModel
import ShedProject

/// What is known of the rows of a collection in the index after a search that held each against what the last walk saw:
/// the next search need not do it again.
///
/// It is worth something only as long as the project's model and memory stay as they were but for the nodes that are
/// doubted, and nobody else writes into the index.
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
