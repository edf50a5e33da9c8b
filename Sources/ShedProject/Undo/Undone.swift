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
    /// Why it was left.
    public var obstacle: Obstacle?
}

extension UndoneThing {
    /// Why something was left as it is.
    public enum Obstacle: Hashable, Sendable {
        case gone
        /// Somebody moved it on.
        case elsewhere(RelativePath)
        /// Something else has the place that it would get.
        case taken(RelativePath)
        /// Nobody knows the folder any more that it was in.
        case folderGone
        /// A file is not as shed left it.
        case changed
        /// Tags, values and the like are not as shed left them.
        case factsChanged
        /// In a folder that shed made is something that it did not make.
        case filled
        /// What a file held went to Rejected.
        case inRejected
        /// What a file held was too large to be kept.
        case notKept
        /// It could not be moved.
        case unmoved(RelativePath)
        /// What a rule or the system said: a sentence without a full stop.
        case failed(String)

        /// A sentence without a full stop.
        /// - Parameter place: how a path is shown.
        public func sentence(_ place: (RelativePath) -> String = { "\($0)" }) -> String {
            switch self {
            case .gone: "it is gone"
            case .elsewhere(let path): "it is at \(place(path)) now"
            case .taken(let path): "something else is at \(place(path)) now"
            case .folderGone: "the folder that it was in is gone"
            case .changed: "it was changed since"
            case .factsChanged: "what is known of it was changed since"
            case .filled: "something else is in it"
            case .inRejected: "what was there before is in Rejected"
            case .notKept: "what it held was too large to be kept"
            case .unmoved(let path): "it could not be moved to \(place(path))"
            case .failed(let message): message
            }
        }
    }
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
