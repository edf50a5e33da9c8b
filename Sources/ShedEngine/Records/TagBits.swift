import ShedModel
import ShedRecords

/// Which of the tags that a query asks for the records have.
struct TagBits {
    init(_ query: Query?, _ model: Model) {}

    /// Bit n is set if the record has the nth tag of ``Query/tags``.
    func bits(of record: NodeID) -> UInt64 { 0 }
}
