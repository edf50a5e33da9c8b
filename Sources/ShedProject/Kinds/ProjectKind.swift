import ShedModel
import ShedReconcile
import ShedRules

/// What a kind keeps of one opened project, and what it is asked about it. Every question has an answer for those who have
/// nothing to say.
public protocol ProjectKind: AnyObject {
    // MARK: The road

    /// Is told of each change of what is known of the project.
    func modelChanged(_ change: ModelChange)

    /// Looks into files that the plan asks about (``Wants/verdicts``) and puts what it found into the situation.
    /// - Returns: whether any verdict is new.
    func judge(_ entries: Set<Int>, in situation: inout Situation) throws(ShedError) -> Bool

    /// Takes note of a walk, after it was committed.
    func walked(_ outcome: Outcome)

    /// What is to be settled after a walk that judged; `nil`: nothing.
    func settling(after request: WalkRequest, _ outcome: Outcome, in transaction: Transaction) throws(ShedError) -> (any Settling)?

    // MARK: Changes

    /// Refuses what a verb is about to do.
    func refuse(_ change: ProposedChange, _ reader: some ProjectReader) throws(ShedError)

    /// What a person may do where a label is not for a node, in a sentence.
    func hint(_ placed: PlacedNode, outOf scope: LabelScope) -> String?

    // MARK: Looking

    /// What it counts in place of files and folders; `nil`: these.
    func count(_ nodes: [Node], _ reader: some ProjectReader) throws(ShedError) -> Statistics.KindCounts?

    /// Whether it knows what is in files whose text nobody can read as text.
    var searchesContents: Bool { get }

    /// Whether what is in a file of this name is found by ``search(_:fitting:)``, and not by reading it.
    func knowsText(of name: Name) -> Bool

    /// Looks for phrases in what it knows of files.
    /// - Parameter fitting: the nodes that fit what else is asked for.
    /// - Returns: in the order in which they are shown; and why something could not be looked into.
    func search(_ phrases: [String], fitting: Set<NodeID>) throws(ShedError) -> (hits: [any ContentHit], unreadable: [String])
}

/// Something that a kind found in what it knows of files.
public protocol ContentHit: Sendable {}

/// What a verb is about to do, as far as kinds may have a word in it.
public enum ProposedChange {
    /// Things leave their places: to Trash, for good, or files to another name or folder.
    case leaving([RelativePath])
    /// Something gets another path.
    case standing(PlacedNode, at: RelativePath)
    /// A folder is to accept something else.
    case accepting(Accepts, PlacedNode)
}

/// What a kind settles after a walk, a step at a time. Each step takes in itself what it has done, by a walk that judges
/// nothing; interrupted, what is left to be done is found again.
public protocol Settling: AnyObject {
    /// Does one step.
    /// - Returns: whether there may be another one.
    func step(_ outcome: inout Outcome) throws(ShedError) -> Bool

    /// What the history says of moves that no walk has made.
    func entries(for moves: ArraySlice<Move>) -> [HistoryEntry]

    /// Adds to the outcome what all steps together came to; also after an error.
    func end(_ outcome: inout Outcome)
}

/// The kind of a project about which there is nothing special.
public final class PlainKind: ProjectKind {
    public init() {}
}

extension ProjectKind {
    public func modelChanged(_ change: ModelChange) {}
    public func judge(_ entries: Set<Int>, in situation: inout Situation) throws(ShedError) -> Bool { false }
    public func walked(_ outcome: Outcome) {}

    public func settling(after request: WalkRequest, _ outcome: Outcome, in transaction: Transaction) throws(ShedError) -> (any Settling)? { nil }

    public func refuse(_ change: ProposedChange, _ reader: some ProjectReader) throws(ShedError) {}
    public func hint(_ placed: PlacedNode, outOf scope: LabelScope) -> String? { nil }

    public func count(_ nodes: [Node], _ reader: some ProjectReader) throws(ShedError) -> Statistics.KindCounts? { nil }
    public var searchesContents: Bool { false }
    public func knowsText(of name: Name) -> Bool { false }

    public func search(_ phrases: [String], fitting: Set<NodeID>) throws(ShedError) -> (hits: [any ContentHit], unreadable: [String]) { ([], []) }
}

extension ProjectReader {
    /// Asks the project's kind whether something may be done.
    /// - Throws: ``ShedError`` where it may not.
    package func mayBe(_ change: ProposedChange) throws(ShedError) { try project.kind.refuse(change, self) }
}
