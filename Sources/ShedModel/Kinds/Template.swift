/// The template that a project was made from, as its sidecar records it (`.shed/template.json`).
public struct Template: Hashable, Sendable {
    public struct Folder: Hashable, Sendable {
        public var role: Role
        /// The section's title, in the project's language.
        public var section: ForeignText
        public var symbol: String
        public var accepts: Accepts
        public var filling: Filling
        /// What folders in it are that people add.
        public var innerFolders: NodeType
        /// The name, in the project's language.
        public var name: String
        /// The names under which a new root folder takes this role when it is missing, in every shipped language.
        public var names: [String]

        public init(
            role: Role, section: ForeignText, symbol: String, accepts: Accepts, filling: Filling, innerFolders: NodeType = .folder,
            name: String, names: [String]
        ) {
            self.innerFolders = innerFolders
            self.role = role
            self.section = section
            self.symbol = symbol
            self.accepts = accepts
            self.filling = filling
            self.name = name
            self.names = names
        }
    }

    /// The kind's name.
    public var kind: ForeignText
    public var language: Language
    /// What people may add at the root.
    public var root: Accepts
    /// What folders at the root are that people add.
    public var rootFolders: NodeType
    /// In display order.
    public let folders: [Folder]
    /// What ``claim(of:)`` asks, of every folder of an adopted tree.
    private let claims: Claims

    public init(kind: ForeignText, language: Language, root: Accepts, rootFolders: NodeType = .folder, folders: [Folder]) {
        self.rootFolders = rootFolders
        self.kind = kind
        self.language = language
        self.root = root
        self.folders = folders
        claims = Claims(folders)
    }

    /// The template of a kind in a language.
    public init(_ kind: Kind, language: Language) {
        let folders = kind.folders.map { folder in
            Folder(
                role: folder.role,
                section: ForeignText(kind.sections.first { $0.key == folder.section }?.title(in: language) ?? folder.section),
                symbol: folder.symbol, accepts: folder.accepts, filling: folder.filling,
                innerFolders: folder.innerFolders, name: folder.name(in: language),
                names: Array(Set(folder.names.values)).sorted())
        }
        self.init(kind: ForeignText(kind.name), language: language, root: kind.root, rootFolders: kind.rootFolders, folders: folders)
    }

    public func folder(_ role: Role) -> Folder? { folders.first { $0.role == role } }

    /// What an entry becomes that is added to a folder; `nil` for what is no node.
    /// - Parameter folder: the folder's node; `nil` for the root.
    public func type(ofAdded kind: EntryKind, named name: Name, to folder: Node?) -> NodeType? {
        guard kind == .directory else { return (folder?.type ?? .project).type(ofAdded: kind, named: name) }
        guard let folder else { return rootFolders }
        if let role = folder.role { return self.folder(role)?.innerFolders ?? .folder }
        return folder.type.type(ofAdded: kind, named: name)
    }

    /// How well a name fits a folder of the template; the least fits best.
    public enum NameRank: Int, Comparable, Sendable {
        /// The name in the project's language, letter by letter.
        case exact
        /// The same, case and normalisation aside.
        case alike
        /// The name in another language.
        case foreign

        public static func < (left: NameRank, right: NameRank) -> Bool { left.rawValue < right.rawValue }
    }

    /// The roles by the names of their folders.
    private struct Claims: Hashable, Sendable {
        private let exact: [String: Role]
        private let alike: [FoldKey: Role]
        private let foreign: [FoldKey: Role]

        /// Of two folders of one name the first has it.
        init(_ folders: [Folder]) {
            func table<Key>(_ names: [(Key, Role)]) -> [Key: Role] { Dictionary(names, uniquingKeysWith: { first, _ in first }) }
            exact = table(folders.map { ($0.name, $0.role) })
            alike = table(folders.map { (FoldKey(Name($0.name)), $0.role) })
            foreign = table(folders.flatMap { folder in folder.names.map { (FoldKey(Name($0)), folder.role) } })
        }

        func role(of name: Name) -> (role: Role, rank: NameRank)? {
            if let role = name.text.flatMap({ exact[$0] }) { return (role, .exact) }
            let key = FoldKey(name)
            if let role = alike[key] { return (role, .alike) }
            return foreign[key].map { ($0, .foreign) }
        }
    }

    /// The role whose folder bears this name, in any shipped language: the one that it fits best.
    public func claim(of name: Name) -> (role: Role, rank: NameRank)? { claims.role(of: name) }

    public func role(named name: Name) -> Role? { claim(of: name)?.role }

    /// How the folder of a role is filled. Rejected takes what shed moves there; a folder without a role, people.
    public func filling(of role: Role?) -> Filling {
        guard let role else { return .people }
        return role == .rejected ? .anything : folder(role)?.filling ?? .people
    }
}
