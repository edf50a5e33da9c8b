import ShedMessages
import ShedModel

/// What a placement rule may know of a folder. Made by ``ProjectRules`` alone.
public struct FolderFacts: Hashable, Sendable {
    public var isRoot: Bool
    public var type: NodeType
    public var role: Role?
    public var accepts: Accepts
    public var filling: Filling
    /// The folder's name as it can be shown; the project's for the root.
    public var label: String
    /// Whether what may stand here depends on what is in the files.
    public var contents = ContentLook.none
    /// The roles of the template's folders that stand in it.
    public var innerRoles: Set<Role> = []
    /// The end of the names of files that are taken here only to be made something else of, whatever the folder accepts; `nil`: none.
    public var converted: String?

    public init(isRoot: Bool, type: NodeType = .folder, role: Role?, accepts: Accepts, filling: Filling, label: String) {
        self.isRoot = isRoot
        self.type = type
        self.role = role
        self.accepts = accepts
        self.filling = filling
        self.label = label
    }
}

/// Whether the files that are added to a folder are looked into before they are taken in.
public enum ContentLook: Hashable, Sendable {
    case none
    /// By every walk. What cannot be looked into yet waits by this rule.
    case atOnce(RuleInfo)
    /// By walks that judge, since it takes its time. Until then they wait, by this rule and with this sentence.
    case whenJudged(RuleInfo, message: String)

    /// The rule by which files wait that are to be looked into; `nil` where none are.
    public var waitingRule: RuleInfo? {
        switch self {
        case .none: nil
        case .atOnce(let rule), .whenJudged(let rule, _): rule
        }
    }
}

/// How something came to stand where it stands.
public enum Provenance: Hashable, Sendable {
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
    public var provenance: Provenance
    /// The role that the node has already, if it is a template folder.
    public var role: Role?
    /// What is known of it; `nil` for what is new.
    public var known: Node?
    /// What is wrong with its content, where the folder's rules look into files and somebody has looked.
    public var complaint: ContentComplaint?

    public init(
        name: Name, type: NodeType, provenance: Provenance, role: Role? = nil, known: Node? = nil,
        complaint: ContentComplaint? = nil
    ) {
        self.known = known
        self.complaint = complaint
        self.name = name
        self.type = type
        self.provenance = provenance
        self.role = role
    }
}

extension FolderFacts {
    /// Whether a folder of the template stands here by the template, whatever people may add.
    package func holdsByTemplate(_ candidate: Candidate) -> Bool {
        guard !innerRoles.isEmpty, let role = candidate.role else { return false }
        return candidate.type.isDirectory && innerRoles.contains(role)
    }

    /// Whether a file is taken here only to be made something else of.
    package func converts(_ candidate: Candidate) -> Bool {
        guard let converted else { return false }
        return !candidate.type.isDirectory && candidate.name.hasSuffix(converted)
    }
}

/// What is wrong with what a file holds, as the kind of project says that knows how to read it.
public struct ContentComplaint: Hashable, Sendable {
    /// The rule that it breaks.
    public var rule: RuleInfo
    /// One sentence, without the path.
    public var message: String
    /// From 1; `nil` where it is not about a line.
    public var line: Int?
    /// In bytes from the line's start, from 1.
    public var column: Int?
    /// The key of the pair that it is about, where it is about one.
    public var key: String?

    public init(rule: RuleInfo, message: String, line: Int? = nil, column: Int? = nil, key: String? = nil) {
        self.key = key
        self.rule = rule
        self.message = message
        self.line = line
        self.column = column
    }
}

extension ContentComplaint {
    /// The message, with the line where there is one.
    public var sentence: String { line.map { "Line \($0): \(message)" } ?? message }
}

/// That a file was looked into, and what came of it.
public struct ContentVerdict: Hashable, Sendable {
    /// `nil` where nothing is wrong.
    public var complaint: ContentComplaint?
    /// Why it could not be looked into; then it waits. `nil` where it was.
    public var obstacle: LookObstacle?

    public init(_ complaint: ContentComplaint?) { self.complaint = complaint }

    /// That it could not be looked into.
    public init(obstacle: LookObstacle) { self.obstacle = obstacle }
}

/// Why a file could not be looked into.
public enum LookObstacle: Hashable, Sendable {
    /// A program has it open for writing, or may go on with it. The sentence says so.
    case beingWritten(String)
    /// Not before a time, in milliseconds since 1970: what may be done in a while was done. The sentence says when.
    case until(Int64, String)
    /// Anything else, in a sentence.
    case other(String)

    public var message: String {
        switch self {
        case .beingWritten(let message), .until(_, let message), .other(let message): message
        }
    }
}

/// A rule on what may stand in which folder. Used by live rejection and by `check` alike.
public protocol PlacementRule: Rule {
    /// What is wrong with the candidate in this folder, in one sentence; `nil` if nothing is.
    static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message?
}

/// Why a candidate may not stand where it stands.
public struct Refusal: Hashable, Sendable {
    public var rule: RuleInfo
    /// What is wrong, in one sentence.
    public var words: Message
    /// Whether it could stand there if the folder accepted both files and folders.
    public var isForItsType: Bool
    /// Where it stands, as far as whoever asked has noted it.
    public var place: RelativePath?

    public init(rule: RuleInfo, _ words: Message, isForItsType: Bool = false) {
        self.rule = rule
        self.words = words
        self.isForItsType = isForItsType
    }

    /// - Parameter message: a sentence that is in no catalogue.
    public init(rule: RuleInfo, message: String) { self.init(rule: rule, .verbatim(message)) }
}

extension Refusal {
    /// What is wrong, in English.
    public var message: String { words.english }

    /// The command that lets it stand where it stands; `nil` where there is none.
    public var allowingCommand: String? {
        // What the root accepts comes with its kind.
        guard isForItsType, let folder = place?.parent, !folder.isRoot else { return nil }
        return "shed allow \(ShellWord.path(folder)) both"
    }

    /// What is wrong, with that command.
    public var sentence: Message { allowingCommand.map { .toAllow(message: words, command: $0) } ?? words }

    /// What a person can do about it, in one sentence.
    public var cure: Message { allowingCommand.map { .moveOrAllow(command: $0) } ?? rule.cureInWords }
}
