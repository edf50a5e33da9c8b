/// Where a node was last seen: a hint for identity on other devices, never a cause for a file to move.
public struct Place: Hashable, Sendable {
    /// The folder's ID; the project's ID for what stands at the root.
    public var parent: NodeID
    public var name: Name

    public init(parent: NodeID, name: Name) {
        self.parent = parent
        self.name = name
    }
}

/// What the sidecar knows of one node. Whether it exists is not in it: only the disk decides that.
public struct Node: Hashable, Sendable {
    public let id: NodeID
    public var type: NodeType
    public var role: Role?
    /// `nil` for files, and for folders that have their type's default (a user folder accepts files).
    public var accepts: Accepts?
    /// `nil` for the project itself, and for a node of which no place was ever recorded.
    public var place: Place?
    /// When the ID was made, in milliseconds since 1970: what the sidecar says, else the least stamp of its operations. 0 where
    /// nothing is known.
    public var created: Int64 = 0
    /// The newest stamp of its operations, in milliseconds since 1970; 0 where nothing is known.
    public var updated: Int64 = 0
    /// What few nodes have. Kept apart from the node, so that a hundred thousand nodes stay small.
    public var details: NodeDetails? {
        get { if case .some(let details) = apart { details } else { nil } }
        set { apart = newValue.map { .some($0) } ?? .none }
    }

    /// Whether any of the rarer fields is there that are not of one kind of project alone.
    var isDetailed: Bool { hasDetails && details?.hasOnlyOther == false }

    /// Its place in the order of its folder; `nil` where nobody chose one.
    public var order: OrderKey? { hasDetails ? details?.order : nil }

    /// Whether it has any of them; quicker than a look at ``details``.
    public var hasDetails: Bool { if case .none = apart { false } else { true } }

    private indirect enum Apart: Hashable, Sendable {
        case none
        case some(NodeDetails)
    }

    private var apart = Apart.none

    /// Which of several nodes a path is that were put there, whoever came last: before an ordinary one a folder with a role, and before Trash
    /// and Rejected another one, so that what stands there does not come to be thrown away by what another device says.
    public var standing: Int {
        guard let role else { return 0 }
        return role == .trash || role == .rejected ? 1 : 2
    }

    public init(
        id: NodeID, type: NodeType, role: Role? = nil, accepts: Accepts? = nil, place: Place? = nil,
        details: NodeDetails? = nil
    ) {
        self.id = id
        self.type = type
        self.role = role
        self.accepts = accepts
        self.place = place
        self.details = details
    }
}

/// The rarer fields of a node.
public struct NodeDetails: Hashable, Sendable {
    /// For what is in Trash: where it came from, so that `restore` can put it back.
    public var origin: Place?
    /// For what is in Rejected: why.
    public var rejection: Rejection?
    /// A person accepted this node where it is, whatever the folder accepts.
    public var exception: Bool
    /// Taken in although nobody saw how it came into a folder that fills by moves; when, in milliseconds since 1970.
    public var unexplained: Int64?
    /// What a missing node last contained, since it cannot be hashed again.
    public var content: ContentRecord?
    /// A person gave this node up (`empty-trash`, `rm --permanently`); when, in milliseconds since 1970.
    public var forgotten: Int64?
    /// Free text (the project).
    public var note: String?
    /// Its place among those of its type in its folder, where people chose an order; of two of one key the lesser ID comes first.
    public var order: OrderKey?
    /// Its tags and values.
    public var labels: NodeLabels
    /// Fields that this version of shed does not know, by name: kept for those that do.
    public var other: [String: CompactJSON]

    public init(
        origin: Place? = nil, rejection: Rejection? = nil, exception: Bool = false, unexplained: Int64? = nil,
        content: ContentRecord? = nil, forgotten: Int64? = nil, note: String? = nil, order: OrderKey? = nil,
        labels: NodeLabels = NodeLabels(), other: [String: CompactJSON] = [:]
    ) {
        self.origin = origin
        self.rejection = rejection
        self.exception = exception
        self.unexplained = unexplained
        self.content = content
        self.forgotten = forgotten
        self.note = note
        self.order = order
        self.labels = labels
        self.other = other
    }

    public var isEmpty: Bool { other.isEmpty && order == nil && hasOnlyOther }

    /// Whether there is nothing but ``other`` and ``order``, which many nodes of one kind of project have.
    var hasOnlyOther: Bool {
        origin == nil && rejection == nil && !exception && unexplained == nil && content == nil && forgotten == nil && note == nil && labels.isEmpty
    }
}

/// Why something stands in Rejected.
public struct Rejection: Hashable, Sendable {
    /// The name of the rule that refused it, as whoever refused it says.
    public var rule: ForeignText
    /// The path that it had, relative to the root.
    public var origin: RelativePath
    /// The folder that it was added to, if that is known.
    public var folder: NodeID?
    /// Milliseconds since 1970 in UTC.
    public var time: Int64
    /// Whether it was a known node before: a known one counts as such when it is dragged on.
    public var known: Bool

    public init(rule: ForeignText, origin: RelativePath, folder: NodeID?, time: Int64, known: Bool) {
        self.rule = rule
        self.origin = origin
        self.folder = folder
        self.time = time
        self.known = known
    }
}

/// A content's SHA-256.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// `nil` unless there are exactly 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// - Parameter byte: each of the 32, by its position.
    package init(byte: (Int) -> UInt8) { bytes = (0..<32).map(byte) }

    /// 64 hexadecimal digits.
    public init?(_ text: String) {
        guard let bytes = Hexadecimal.bytes(of: text) else { return nil }
        self.init(bytes: bytes)
    }

    public var description: String { Hexadecimal.string(of: bytes) }
}

/// Content as the sidecar records it for a node that is missing.
public struct ContentRecord: Hashable, Sendable {
    public var hash: ContentHash
    /// In bytes.
    public var size: Int64
    /// When the node was found missing, in milliseconds since 1970.
    public var since: Int64

    public init(hash: ContentHash, size: Int64, since: Int64) {
        self.hash = hash
        self.size = size
        self.since = since
    }
}
