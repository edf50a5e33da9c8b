import ShedModel

/// Batches that a person gave up for lost: fields of the project, `lost:` and the batch's identity, with the time in
/// milliseconds since 1970 (Documentation/Sidecar.md). Nobody waits for them any more; one that comes all the same is
/// folded like any other.
public enum LostBatch {
    private static let prefix = "lost:"

    /// The field that gives up a batch.
    public static func field(_ batch: BatchID, at time: Int64) -> Field { .other("\(prefix)\(batch)", .integer(time)) }

    /// The batches that the project's details give up.
    static func batches(in details: NodeDetails?) -> Set<BatchID> {
        guard let details, !details.other.isEmpty else { return [] }
        return Set(details.other.keys.filter { $0.hasPrefix(prefix) }.compactMap { BatchID($0.dropFirst(prefix.count)) })
    }
}
