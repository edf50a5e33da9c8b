import ShedThreads
import Synchronization

/// What a node is: a project, a folder, a file, or something that one kind of project knows. Open: a kind declares its own
/// types with their ``NodeTypeTraits``.
///
/// A value is one byte, so that a hundred thousand nodes stay small. Types are declared before anything is read: what the
/// sidecar says of a type that nobody has declared is kept as a field that is not known.
public struct NodeType: RawRepresentable, Hashable, Sendable {
    /// The place in the table of types, and whether it is a directory, which is asked often.
    private let code: UInt8
    private static let directoryBit: UInt8 = 0x80

    fileprivate init(position: UInt8, isDirectory: Bool) { code = isDirectory ? position | NodeType.directoryBit : position }

    fileprivate var position: UInt8 { code & ~NodeType.directoryBit }

    /// Whether nodes of this type are directories on disk.
    public var isDirectory: Bool { code & NodeType.directoryBit != 0 }

    public static let file = NodeType(position: 0, isDirectory: false)
    public static let folder = NodeType(position: 1, isDirectory: true)
    public static let project = NodeType(position: 2, isDirectory: true)

    // Said here: what Swift has for types with a raw value compares the words, which are looked up by comparing types.
    public static func == (left: NodeType, right: NodeType) -> Bool { left.code == right.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// What is always true of a type of nodes.
public struct NodeTypeTraits: Hashable, Sendable {
    /// What something becomes that is added to a folder of the type.
    public struct Child: Hashable, Sendable {
        /// The word of the type that it becomes: a type is in here before it is declared itself.
        public var word: String
        public var isDirectory: Bool
        /// How its name has to end; empty: any name.
        public var suffix: String

        public init(_ word: String, isDirectory: Bool = false, suffix: String = "") {
            self.word = word
            self.isDirectory = isDirectory
            self.suffix = suffix
        }
    }

    /// The word of the sidecar and of `show --json`'s `kind`.
    public var word: String
    public var isDirectory: Bool
    /// By which indexes know the type: below 32, and no other type's. `nil`: they write its word.
    public var number: UInt8?
    /// What a folder of this type accepts unless somebody said otherwise.
    public var accepts: Accepts
    /// What is added to it becomes a plain file or folder where none of these fits.
    public var children: [Child]
    /// The scopes of tags and variables that cover it, besides `all`.
    public var scopes: [LabelScope]
    /// Whether what is in such a file is judged when it moves to another folder whose rules look into files.
    public var isLookedInto: Bool
    /// Whether it is shown when anything of such a node last changed in the sidecar.
    public var showsUpdate: Bool
    /// Whether those of the type that stand in one folder have an order that people chose (``Node/order``): what comes into the
    /// folder goes behind the last.
    public var isOrdered: Bool

    public init(
        _ word: String, isDirectory: Bool = false, number: UInt8? = nil, accepts: Accepts = .files, children: [Child] = [],
        scopes: [LabelScope] = [], isLookedInto: Bool = true, showsUpdate: Bool = false,
        isOrdered: Bool = false
    ) {
        self.word = word
        self.isDirectory = isDirectory
        self.number = number
        self.accepts = accepts
        self.children = children
        self.scopes = scopes
        self.isLookedInto = isLookedInto
        self.showsUpdate = showsUpdate
        self.isOrdered = isOrdered
    }
}

extension NodeType {
    /// Makes a type known to this process. Declaring the same traits again gives the same type.
    ///
    /// Two types of one word or number, or more than 127 types, are a fault of the program and end it.
    public static func declare(_ traits: NodeTypeTraits) -> NodeType { NodeTypeTable.shared.withLock { $0.declare(traits) } }

    /// The type of a word; `nil` for one that nobody has declared.
    public init?(rawValue word: String) {
        switch word {
        // By far the most, and asked of each node that is read.
        case "file": self = .file
        case "folder": self = .folder
        default:
            guard let type = NodeTypeTable.shared.withLock({ $0.byWord[word] }) else { return nil }
            self = type
        }
    }

    /// The type that indexes know by a number. Takes no lock: an index asks for each of its nodes.
    public init?(number: UInt8) {
        guard number < NodeTypeTable.numbers else { return nil }
        let declared = NodeTypeTable.declared.load(ordering: .acquiring)
        guard declared & NodeTypeTable.bit(number) != 0 else { return nil }
        self.init(position: number, isDirectory: declared & NodeTypeTable.bit(number + NodeTypeTable.numbers) != 0)
    }

    /// Whether it is shown when anything of such a node last changed in the sidecar.
    public var showsUpdate: Bool {
        switch self {
        // By far the most: without the lock.
        case .file, .folder, .project: false
        default: traits.showsUpdate
        }
    }

    /// Whether those of the type that stand in one folder have an order that people chose.
    public var isOrdered: Bool {
        switch self {
        case .file, .folder, .project: false
        default: traits.isOrdered
        }
    }

    public var traits: NodeTypeTraits { NodeTypeTable.shared.withLock { $0.traits(at: position) } }

    /// The word of the sidecar and of `show --json`'s `kind`.
    public var rawValue: String {
        switch self {
        case .file: "file"
        case .folder: "folder"
        default: traits.word
        }
    }

    /// The number by which indexes know it; `nil`: by its word.
    public var number: UInt8? { position < NodeTypeTable.numbers ? position : nil }

    /// What a folder of this type accepts unless somebody said otherwise.
    public var defaultAccepts: Accepts { self == .folder ? .files : traits.accepts }

    /// All types that are declared, in the order of their numbers; those without one last.
    public static var declared: [NodeType] { NodeTypeTable.shared.withLock { $0.types } }

    /// What an entry becomes that is added to a folder of this type.
    /// - Parameter kind: a file or a directory.
    func type(ofAdded kind: EntryKind, named name: Name) -> NodeType? {
        guard let plain = kind.nodeType, self != .folder else { return kind.nodeType }
        let child = traits.children.first { $0.isDirectory == plain.isDirectory && ($0.suffix.isEmpty || name.hasSuffix($0.suffix)) }
        return child.flatMap { NodeType(rawValue: $0.word) } ?? plain
    }
}

/// The types that this process knows. It only grows, and what is in it never changes, so that a value of ``NodeType`` means
/// the same everywhere.
private struct NodeTypeTable {
    /// So many types can have numbers: the first places in the table are theirs.
    static let numbers: UInt8 = 32
    static let shared = Lock(NodeTypeTable())
    /// A bit for each number that is declared, and above these a bit for each that is of a directory.
    static let declared = Atomic<UInt64>(0b110 << 32 | 0b111)

    private var byPlace: [UInt8: NodeTypeTraits] = [:]
    private(set) var byWord: [String: NodeType] = [:]

    init() {
        let file = NodeTypeTraits("file", number: 0, scopes: [.file])
        let folder = NodeTypeTraits("folder", isDirectory: true, number: 1, scopes: [.folder])
        for traits in [file, folder, NodeTypeTraits("project", isDirectory: true, number: 2)] { _ = declare(traits) }
    }

    static func bit(_ position: UInt8) -> UInt64 { 1 << UInt64(position) }

    func traits(at position: UInt8) -> NodeTypeTraits { byPlace[position] ?? NodeTypeTraits("file") }

    var types: [NodeType] { byWord.values.sorted { $0.position < $1.position } }

    mutating func declare(_ traits: NodeTypeTraits) -> NodeType {
        if let known = byWord[traits.word] {
            precondition(byPlace[known.position] == traits, "the type “\(traits.word)” is declared twice")
            return known
        }
        let position = traits.number ?? (byPlace.keys.max().map { max($0 + 1, NodeTypeTable.numbers) } ?? NodeTypeTable.numbers)
        precondition(position < 127 && byPlace[position] == nil, "the number of “\(traits.word)” is another type's, or there are too many types")
        precondition(traits.number.map { $0 < NodeTypeTable.numbers } ?? true, "the number of “\(traits.word)” is too large")
        let type = NodeType(position: position, isDirectory: traits.isDirectory)
        byPlace[position] = traits
        byWord[traits.word] = type
        if let number = traits.number {
            let bits = NodeTypeTable.bit(number) | (traits.isDirectory ? NodeTypeTable.bit(number + NodeTypeTable.numbers) : 0)
            _ = NodeTypeTable.declared.bitwiseOr(bits, ordering: .releasing)
        }
        return type
    }
}

/// What people may add to a folder. Changeable with `shed allow`.
public enum Accepts: String, Hashable, Sendable, CaseIterable {
    case files
    case folders
    case both
    case nothing

    /// Whether a node of this type may be added.
    public func allows(_ type: NodeType) -> Bool {
        switch self {
        case .both: true
        case .nothing: false
        case .files: !type.isDirectory
        case .folders: type.isDirectory
        }
    }
}

/// What a template folder is for, independent of its name. Renaming or translating a folder keeps its role.
public struct Role: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// Escaped: a sidecar may hold any text.
    public var description: String { EscapedText.escape(Array(rawValue.utf8)) }

    public static let trash = Role(rawValue: "trash")
    /// Where refused additions go. No template names it; it is made when needed.
    public static let rejected = Role(rawValue: "rejected")
}

/// How a folder that accepts nothing from people is filled. Part of the template, not of the sidecar's state.
public enum Filling: String, Hashable, Sendable {
    /// By people: what ``Accepts`` says.
    case people
    /// By moves of known files (Ready, Set Aside, Published).
    case moves
    /// By moves of anything known (Trash).
    case anything
    /// By shed itself: a view of other folders (All, Novel, Script).
    case derived
}
