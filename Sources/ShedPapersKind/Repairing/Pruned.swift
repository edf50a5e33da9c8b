import ShedModel
import ShedPapers

/// A protected copy or a text that nothing needs, and what became of it.
public struct Pruned: Sendable {
    public var sort: Surplus.Sort
    /// In the sidecar.
    public var path: RelativePath
    /// In bytes, as its file system counts them; a reflink takes less.
    public var size: Int64
    /// Whether it was removed.
    public var isDone = false
    /// Why it was not.
    public var failure: String?
}
