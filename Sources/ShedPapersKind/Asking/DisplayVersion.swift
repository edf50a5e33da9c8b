import ShedModel
import ShedPapers

/// A display variant that a bundle has, or had while pages showed it.
public struct DisplayVersion: Sendable {
    /// The oldest of its bundle is 1.
    public var number: Int
    public var hash: ContentHash
    /// When a page first showed it, in milliseconds since 1970; `nil` where none does.
    public var since: Int64?
    /// In bytes; `nil` where it is not known.
    public var size: Int64?
    /// Whether the bundle has it now.
    public var isCurrent: Bool
    /// Whether it can be had: the bundle has it, or there is a protected copy that is not known to be bad.
    public var isKept: Bool
    /// The pages of it that were shown, in order, each once.
    public var numbers: [Int]
    /// The pages that show one of them, or did, in the order of their paths.
    public var pages: [(id: NodeID, path: RelativePath)]
}
