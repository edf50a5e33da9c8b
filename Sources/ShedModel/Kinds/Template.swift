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
        /// The names under which a new folder in its place takes this role when it is missing, in every shipped language.
        public var names: [String]
        /// In which folder of the template it stands, and what folders in it are for.
        public var nesting = FolderNesting()
        /// What it is shown with beside its symbol.
        public var badge = FolderBadge()

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
    /// In display order; one that stands in another comes behind that.
    public let folders: [Folder]
    /// Files that a project begins with, and those that a new file may begin as.
    public let files: [StartingFile]
    /// What ``claim(of:in:)`` asks, of every folder of an adopted tree, by the role of the folder that they stand in.
    private let claims: [Role?: Claims]

    public init(
        kind: ForeignText, language: Language, root: Accepts, rootFolders: NodeType = .folder, folders: [Folder], files: [StartingFile] = []
    ) {
        self.files = files
        self.rootFolders = rootFolders
        self.kind = kind
        self.language = language
        self.root = root
        self.folders = folders
        claims = Dictionary(grouping: folders, by: \.nesting.parent).mapValues(Claims.init)
    }

    /// The template of a kind in a language.
    public init(_ kind: Kind, language: Language) {
        let folders = Template.bySections(kind).map { folder in
            var made = Folder(
                role: folder.role,
                section: ForeignText(kind.sections.first { $0.key == folder.section }?.title(in: language) ?? folder.section),
                symbol: folder.symbol, accepts: folder.accepts, filling: folder.filling,
                innerFolders: folder.innerFolders, name: folder.name(in: language),
                names: Array(Set(folder.names.values)).sorted())
            made.nesting = folder.nesting
            made.badge = folder.badge
            return made
        }
        self.init(
            kind: ForeignText(kind.name), language: language, root: kind.root, rootFolders: kind.rootFolders, folders: folders, files: kind.files)
    }

    /// The folders of a kind with those of each section together, the sections in their own order. What stands in another folder comes with that.
    private static func bySections(_ kind: Kind) -> [FolderTemplate] {
        let positions = Dictionary(kind.sections.enumerated().map { ($0.element.key, $0.offset) }) { first, _ in first }
        // An inner folder comes behind its outer one.
        var ranks: [Role: Int] = [:]
        for folder in kind.folders {
            ranks[folder.role] = folder.nesting.parent.flatMap { ranks[$0] } ?? positions[folder.section] ?? kind.sections.count
        }
        let sorted = kind.folders.enumerated().sorted { (ranks[$0.element.role] ?? 0, $0.offset) < (ranks[$1.element.role] ?? 0, $1.offset) }
        return sorted.map(\.element)
    }

    /// Whether a role binds the folder that has it: it is one of this template, or one by which shed goes in every project. What a template had
    /// that was in force before is a word without effect.
    public func isInForce(_ role: Role?) -> Bool {
        guard let role else { return false }
        return role == .trash || role == .rejected || folder(role) != nil
    }

    /// The folder of a role.
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
        let roles: Set<Role>

        /// Of two folders of one name the first has it.
        init(_ folders: [Folder]) {
            func table<Key>(_ names: [(Key, Role)]) -> [Key: Role] { Dictionary(names, uniquingKeysWith: { first, _ in first }) }
            roles = Set(folders.map(\.role))
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
    /// - Parameter parent: the role of the folder that it stands in; `nil`: it stands at the root.
    public func claim(of name: Name, in parent: Role? = nil) -> (role: Role, rank: NameRank)? { claims[parent]?.role(of: name) }

    /// The roles of the folders that stand in the folder of a role.
    public func innerRoles(of role: Role?) -> Set<Role> {
        guard let role, let claims = claims[role] else { return [] }
        return claims.roles
    }

    /// Where a folder of it stands, by the names that the template has.
    public func path(of folder: Folder) -> RelativePath {
        var names = [Name(folder.name)]
        var parent = folder.nesting.parent
        while let role = parent, let outer = self.folder(role), names.count <= Template.deepest {
            names.insert(Name(outer.name), at: 0)
            parent = outer.nesting.parent
        }
        return RelativePath(names)
    }

    /// So many folders stand in each other at most.
    public static let deepest = 100

    /// The file that a new file may begin as.
    public func file(_ key: String) -> StartingFile? { files.first { $0.key == key } }

    /// What is wrong with the way in which folders stand in each other; `nil`: nothing is.
    public static func misplaced(_ folders: [Folder]) -> Role? {
        var depths: [Role: Int] = [:]
        for folder in folders {
            guard let parent = folder.nesting.parent else {
                depths[folder.role] = 1
                continue
            }
            guard let depth = depths[parent], depth < deepest, let outer = folders.first(where: { $0.role == parent }),
                folder.role != .trash, outer.mayHoldTemplate
            else { return folder.role }
            depths[folder.role] = depth + 1
        }
        return nil
    }

    public func role(named name: Name) -> Role? { claim(of: name)?.role }

    /// How the folder of a role is filled. Rejected takes what shed moves there; a folder without a role, people.
    public func filling(of role: Role?) -> Filling {
        guard let role else { return .people }
        return role == .rejected ? .anything : folder(role)?.filling ?? .people
    }
}

extension Template.Folder {
    /// Whether folders of the template may stand in it: it is filled by people, and folders in it are plain ones.
    fileprivate var mayHoldTemplate: Bool { filling == .people && innerFolders == .folder && role != .trash && role != .rejected }
}
