import ShedModel

/// What a placement rule may know of a folder.
public struct FolderFacts: Hashable, Sendable {
    public var isRoot: Bool
    public var role: Role?
    public var accepts: Accepts
    public var filling: Filling
    /// The folder's name as it can be shown; the project's for the root.
    public var label: String

    public init(isRoot: Bool, role: Role?, accepts: Accepts, filling: Filling, label: String) {
        self.isRoot = isRoot
        self.role = role
        self.accepts = accepts
        self.filling = filling
        self.label = label
    }
}

/// How something came to stand where it stands.
public enum Standing: Hashable, Sendable {
    /// It was not in this project before.
    case new
    /// A known node that stood in another folder.
    case moved
    /// A known node that had another name in the same folder.
    case renamed
    /// It was here before.
    case settled
}

/// What is put to the placement rules: may this stand there?
public struct Candidate: Hashable, Sendable {
    public var name: Name
    public var type: NodeType
    public var standing: Standing
    /// The role that the node has already, if it is a template folder.
    public var role: Role?

    public init(name: Name, type: NodeType, standing: Standing, role: Role? = nil) {
        self.name = name
        self.type = type
        self.standing = standing
        self.role = role
    }
}

/// A rule on what may stand in which folder. Used by live rejection and by `check` alike.
public protocol PlacementRule: Rule {
    /// What is wrong with the candidate in this folder, in one sentence; `nil` if nothing is.
    static func complaint(about candidate: Candidate, in folder: FolderFacts) -> String?
}

/// Why a candidate may not stand where it stands.
public struct Refusal: Hashable, Sendable {
    public var rule: RuleInfo
    public var message: String

    public init(rule: RuleInfo, message: String) {
        self.rule = rule
        self.message = message
    }
}
