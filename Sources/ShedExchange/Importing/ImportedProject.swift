import ShedMessages
import ShedModel

/// A project as a source has it: a plain value, in which everything that is to come over stands.
public struct ImportedProject: Sendable {
    /// What it is called. It need not be possible as a folder's name.
    public var name: String
    /// The name of the kind of project that fits; `nil`: whichever.
    public var kind: String?
    public var language: Language?
    /// Free text.
    public var details: String?
    /// Its own ID, which a copy of it must not have twice on one machine; `nil` where it has none.
    public var id: NodeID?
    /// When it was made, in milliseconds since 1970; `nil` where that is not known.
    public var created: Int64?
    /// Whether its nodes are all of a project of shed: then a new one gets these folders, and none of a template's.
    public var isWhole = false
    /// Where in the source what comes stood, where nothing else stands there that a link may mean; `nil`: where that begins.
    public var contents: RelativePath?
    /// Whether the order at its root is one that people chose; a new project keeps it.
    public var isOrdered = false
    /// What stands at its root, in its order.
    public var nodes: [ImportedNode] = []
    /// Labels that are to be there whether or not anything bears them. What a node bears and is not here is made with it.
    public var groups: [ImportedGroup] = []
    public var tags: [ImportedTag] = []
    public var variables: [ImportedVariable] = []
    /// Whether these are of more than what comes, as of a whole project of which this is a part: then only those are made that something bears.
    public var isPart = false
    /// What the project bears itself, and fields of its own.
    public var own = ImportedNode(name: "", .folder([], isOrdered: false))
    /// Files of `.shed`, and what the project ignores: by their paths from the root.
    public var kept: [(path: RelativePath, content: ImportedContent)] = []
    /// Of a part of a project: files of `.shed` that are about a folder each, which comes along or in which something of it stood.
    public var keptOfNodes: [(path: RelativePath, content: ImportedContent)] = []
    /// What does not come over, or otherwise than it was: what a person must know.
    public var notes: [ImportNote] = []

    public init(name: String) { self.name = name }
}

/// A file or folder that is to come into a project.
public struct ImportedNode: Sendable {
    /// Of this name something is made that is free and possible: a source need not look for what stands beside it, nor for what a name may be.
    public var name: Name
    public var content: ImportedContent
    /// `nil`: it gets a new one. One that is taken in the project is not used, which is said.
    public var id: NodeID?
    /// The word of its type where it is no plain file or folder.
    public var type: String?
    /// Of a folder: what it is for, by the word of a kind's template.
    public var role: Role?
    /// Of a folder: what may be added; `nil`: what is usual.
    public var accepts: Accepts?
    /// Its place among those of its type in its folder; `nil`: see ``ImportedContent/folder(_:isOrdered:)``.
    public var order: OrderKey?
    /// In the order in which they are told.
    public var tags: [ImportedTag.Title] = []
    /// Values by the names of variables.
    public var values: [(variable: String, value: VariableValue)] = []
    /// When its ID was made, in milliseconds since 1970; `nil`: now.
    public var created: Int64?
    /// When a file was written, in milliseconds since 1970; `nil`: it stays as the copy has it.
    public var modified: Int64?
    /// Its permissions; `nil`: those of what is new. Less those that nobody gives to what comes from elsewhere.
    public var mode: UInt32?
    /// What it held before, the oldest first.
    public var versions: [ImportedVersion] = []
    /// Where it stood in the source, by which links in documents of the source name it; `nil` where none do, as of what was made.
    public var source: RelativePath?
    /// Fields of its kind, as the sidecar has them.
    public var fields: [String: JSONValue] = [:]
    public var state = ImportedState()

    public init(name: Name, _ content: ImportedContent) {
        self.name = name
        self.content = content
    }
}

/// By what a node stands where it stands, as only an export of shed can say.
public struct ImportedState: Hashable, Sendable {
    /// Somebody accepted it there, whatever the folder accepts.
    public var isException = false
    /// Of what was thrown away: where it came from.
    public var origin: Place?
    /// Of what was refused: why.
    public var rejection: Rejection?

    public init() {}
}

/// What a node holds.
public indirect enum ImportedContent: Sendable {
    /// A folder, with what is in it.
    /// - isOrdered: whether the order in which they are given is one that people chose, and is kept.
    case folder([ImportedNode], isOrdered: Bool)
    /// A file whose bytes the source has made.
    case bytes([UInt8])
    /// A file that is taken over as it is, from the source.
    /// - size: in bytes, as the source says.
    /// - hash: what it says that the file's SHA-256 is: another one is an error; `nil` where it says none.
    case file(RelativePath, size: Int64, hash: ContentHash?)
}

/// What a file held at some time.
public struct ImportedVersion: Sendable {
    public var content: ImportedContent
    /// In milliseconds since 1970.
    public var time: Int64
    /// What somebody called it.
    public var name: String?
    /// Who wrote over it at that time; `nil` for what somebody kept.
    public var actor: String?

    public init(_ content: ImportedContent, time: Int64, name: String? = nil, actor: String? = nil) {
        self.content = content
        self.time = time
        self.name = name
        self.actor = actor
    }
}

/// A group of tags.
public struct ImportedGroup: Hashable, Sendable {
    public var name: String
    public var id: NodeID?

    public init(_ name: String, id: NodeID? = nil) { (self.name, self.id) = (name, id) }
}

/// A tag, with what is said of it.
public struct ImportedTag: Hashable, Sendable {
    /// By which nodes name it.
    public struct Title: Hashable, Sendable {
        public var group: String?
        public var name: String

        public init(group: String? = nil, _ name: String) {
            self.group = group
            self.name = name
        }
    }

    /// Of this something is made that can be one: what cannot stand in a tag is replaced.
    public var title: Title
    public var colour: Colour?
    public var scope: LabelScope?
    public var id: NodeID?

    public init(_ title: Title, colour: Colour? = nil, scope: LabelScope? = nil, id: NodeID? = nil) {
        self.title = title
        self.colour = colour
        self.scope = scope
        self.id = id
    }
}

/// A variable, with what is said of it.
public struct ImportedVariable: Hashable, Sendable {
    public var name: String
    public var type: VariableType
    /// Of a list: what it may be. What nodes have besides is added.
    public var options: [String]
    public var scope: LabelScope?
    public var id: NodeID?

    public init(_ name: String, _ type: VariableType, options: [String] = [], scope: LabelScope? = nil, id: NodeID? = nil) {
        self.name = name
        self.type = type
        self.options = options
        self.scope = scope
        self.id = id
    }
}

/// What a person must know of an import: what did not come over, or otherwise than it was.
public struct ImportNote: Hashable, Sendable {
    /// A sentence without its full stop.
    public var words: Message
    /// What it is of, in the source; `nil`: all of it.
    public var path: RelativePath?
    /// How often it was so, where one note stands for many.
    public var count: Int
    /// What these are, ``mostThings`` at most.
    public var things: [Thing]
    /// So many of them the words name already.
    public var named: Int

    /// One of the things that a note is of.
    public struct Thing: Hashable, Sendable {
        /// In the source.
        public var path: RelativePath?
        /// What of it, or what it was called there.
        public var words: Message?
        /// Where it is here, from the project's root.
        public var to: RelativePath?

        public init(_ path: RelativePath? = nil, _ words: Message? = nil, to: RelativePath? = nil) {
            self.path = path
            self.words = words
            self.to = to
        }
    }

    /// So many things of one note are kept, and so many are told where nobody asks for more.
    public static let (mostThings, mostTold) = (1_000, 5)

    public init(_ words: Message, at path: RelativePath? = nil, count: Int = 1, things: [Thing] = [], named: Int = 0) {
        self.words = words
        self.path = path
        self.count = count
        self.things = Array(things.prefix(ImportNote.mostThings))
        self.named = named
    }

    /// The words, with what they are of.
    /// - Parameter isWhole: whether all that is known of that is named.
    public func told(isWhole: Bool) -> Message {
        guard things.count > named, named == 0 || isWhole else { return words }
        let most = isWhole ? ImportNote.mostThings : ImportNote.mostTold
        let named = Message.list(things.prefix(most).map(\.told))
        let rest = count - min(things.count, most)
        return .namedThings(text: words, things: rest > 0 ? .andMore(names: named, count: rest) : named)
    }
}

extension ImportNote.Thing {
    fileprivate var told: Message {
        let shown = path.map { EscapedText.beginning("\($0)") }
        if let to {
            // What it was called says more than the same path twice.
            return .verbatim("\(words?.english ?? shown ?? "?") → \(EscapedText.beginning("\(to)"))")
        }
        guard let words else { return .verbatim(shown ?? "?") }
        return shown.map { .about(subject: $0, text: words) } ?? words
    }
}
