/// What a node is. The raw value is the word of the sidecar and of `show --json`'s `kind`.
public enum NodeType: String, Hashable, Sendable, CaseIterable {
    case project
    case folder
    case file
    /// A folder of records (kind `records`).
    case collection
    /// A flat JSON file in a collection.
    case record
    /// A folder of PDF files that belong together (kind `papers`).
    case bundle
    /// A folder of page groups.
    case doc
    /// A folder of pages.
    case pageGroup
    /// One page of a bundle.
    case page

    /// Whether nodes of this type are directories on disk.
    public var isDirectory: Bool {
        switch self {
        case .project, .folder, .collection, .bundle, .doc, .pageGroup: true
        case .file, .record, .page: false
        }
    }

    /// What an entry becomes that is added to a folder of this type.
    /// - Parameter kind: a file or a directory.
    func type(ofAdded kind: EntryKind, named name: Name) -> NodeType? {
        guard let plain = kind.nodeType else { return nil }
        return switch (self, plain) {
        case (.collection, .file) where name.hasSuffix(".json"): .record
        case (.doc, .folder): .pageGroup
        case (.pageGroup, .file) where name.hasSuffix(".pdf"): .page
        default: plain
        }
    }

    /// What a folder of this type accepts unless somebody said otherwise.
    public var defaultAccepts: Accepts { self == .doc ? .folders : .files }
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
    public static let bundles = Role(rawValue: "bundles")
    public static let docs = Role(rawValue: "docs")
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
