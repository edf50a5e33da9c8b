import ShedMessages
import ShedModel

/// One thing that happened to a project, as its history keeps it. Documentation/History.md describes the events.
public struct HistoryEntry: Hashable, Sendable {
    /// What happened. The raw values are the words of the file and of `log --json`; they never change.
    public enum Event: String, Hashable, Sendable, CaseIterable {
        /// The project was made (`new`).
        case made
        /// The project was made of a folder that existed (`adopt`).
        case adopted
        case added
        /// Something that was missing is there again.
        case returned
        /// A file has other content.
        case modified
        /// To another folder, perhaps under another name.
        case moved
        /// In the same folder.
        case renamed
        /// It is not on disk any more.
        case removed
        /// The same, and a person said that it is for good.
        case deleted
        /// A person gave it up: it was missing, and no file was touched.
        case forgotten
        case rejected
        /// A known node went back to where it was.
        case putBack
        /// It is not judged yet.
        case waiting
        /// It should have been moved and could not be.
        case failed
        /// It got another place in the order of its folder; of a folder, with a message: all in it did, and by what.
        case ordered
        /// It was put into another folder besides its own, as a link; the message is that folder.
        case linked
        /// It was taken out of such a folder again; the message is that folder.
        case unlinked
        /// What a folder accepts was changed.
        case allowed
        /// A person let it stand where it is.
        case accepted
        /// A person joined it with a missing ID.
        case relinked
        /// The project's free text was changed.
        case described
        /// It was given a tag; the message is the tag.
        case tagged
        /// A tag was taken from it.
        case untagged
        /// It was given a value; the message is `variable=value`.
        case valueSet
        /// A value was taken from it; the message is the variable.
        case valueUnset
        /// Tags, their groups or variables were made, changed or deleted; the message says what.
        case labelled
        /// The project's template is another, or a folder has a role of it; the message says what.
        case templated
        /// Something that was done before was taken back.
        case undone
        /// What a process that was killed had begun was brought to its end; the message says what. What it brought stands beside it.
        case finished
        /// Batches of the sidecar were given up for lost; the message says how many.
        case gaveUp
        /// Of the devices that write into the project: this one took another ID, one was named, or said to write no more; the message
        /// says what.
        case device
        /// More happened at once than is kept one by one: ``HistoryEntry/counts``.
        case summary
    }

    /// When it was written down, in milliseconds since 1970.
    public var time: Int64
    public var event: Event
    /// `nil` for what has no ID, and for a summary.
    public var id: NodeID?
    public var kind: NodeType?
    /// Where it is from then on; for what is gone: where it was.
    public var path: RelativePath?
    /// For what moved: where it was.
    public var from: RelativePath?
    /// The name of the rule that had something to say.
    public var rule: String?
    /// Why, in a sentence in English.
    public var message: String?
    /// The same for other languages; `nil` where the sentence is in no catalogue, or in a history of before.
    public var words: Message?
    /// Who wrote it down: `daemon`, or a verb's name.
    public var actor: String
    /// For a summary: how many of each event. For an adoption: `files` and `folders`.
    public var counts: [String: Int]

    public init(
        _ event: Event, at time: Int64, by actor: String, id: NodeID? = nil, kind: NodeType? = nil,
        path: RelativePath? = nil, from: RelativePath? = nil, rule: String? = nil, message: String? = nil,
        words: Message? = nil, counts: [String: Int] = [:]
    ) {
        self.time = time
        self.event = event
        self.id = id
        self.kind = kind
        self.path = path
        self.from = from
        self.rule = rule
        self.message = message ?? words?.english
        self.words = words?.isVerbatim == true ? nil : words
        self.actor = actor
        self.counts = counts
    }
}
