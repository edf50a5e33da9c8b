/// What a node is. The raw value is the word of the sidecar and of `show --json`'s `kind`.
public enum NodeType: String, Hashable, Sendable, CaseIterable {
    case project
    case folder
    case file

    /// Whether nodes of this type are directories on disk.
    public var isDirectory: Bool { self != .file }
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
    public var description: String { rawValue }

    public static let draft = Role(rawValue: "draft")
    public static let ready = Role(rawValue: "ready")
    public static let setAside = Role(rawValue: "set-aside")
    public static let published = Role(rawValue: "published")
    public static let all = Role(rawValue: "all")
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
