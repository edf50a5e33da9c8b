import ShedModel

/// What the index knows of a file.
public struct IndexedFile: Hashable, Sendable {
    /// What there is of it.
    public enum Sort: Int64, Sendable {
        /// Its terms.
        case text = 0
        /// That it holds no text.
        case noText = 1
        /// Nothing but that nothing is known: it is to be read.
        case unindexed = 2
    }

    /// Its number in its part of the index.
    public var number: Int64
    /// As it was when it was read. With a change of its inode of 0 it may have changed since unseen.
    public var stamp: FileStamp
    public var sort: Sort
    /// How many words there were.
    public var length: Int64
}
