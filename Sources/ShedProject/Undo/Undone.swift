import ShedModel

/// What became of one thing when an entry of the undo journal was taken back, or would.
public struct UndoneThing: Hashable, Sendable {
    /// What was done to it. The raw values are words of `undo --json`.
    public enum Deed: String, Hashable, Sendable {
        /// It has the place back that it had.
        case moved
        /// What shed had made is in Trash.
        case trashed
        /// What shed had made is gone: an empty folder.
        case removed
        /// An empty folder that shed had removed is there again.
        case made
        /// A file has its old content back.
        case rewritten
        /// Tags, values and the like are what they were.
        case changed
        /// It is left as it is: ``UndoneThing/obstacle`` says why.
        case left
    }

    public var deed: Deed
    public var id: NodeID?
    /// Where it is now; for what is gone, where it was.
    public var path: RelativePath
    /// For what was moved: where shed had put it.
    public var from: RelativePath?
    /// Why it was left: a sentence without a full stop.
    public var obstacle: String?
}

/// What taking an entry back came to.
public struct Undone: Sendable {
    /// The entry that was taken back.
    public var entry: UndoEntry
    /// The number by which that can be taken back itself; `nil` where nothing was done.
    public var number: Int?
    public var things: [UndoneThing] = []

    /// Whether everything that was still to be taken back was.
    public var isWhole: Bool { !things.contains { $0.deed == .left } }
}
