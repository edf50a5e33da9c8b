import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

/// What a kind keeps of one opened project, and what it is asked about it. Every question has an answer for those who have
/// nothing to say.
public protocol ProjectKind: AnyObject {
    // MARK: Walking

    /// Is told of each change of what is known of the project.
    func modelChanged(_ change: ModelChange)

    /// Looks into files that the plan asks about (``Wants/verdicts``) and puts what it found into the situation.
    /// - Returns: whether any verdict is new.
    func judge(_ entries: Set<Int>, in situation: inout Situation) throws(ShedError) -> Bool

    /// Takes note of what a walk is about to commit: what is to be known of it also where shed is interrupted right after that is written
    /// down here. The project is as it was before.
    func coming(_ changes: [Change])

    /// Why something goes to Rejected, where the kind knows more of it than the rule says; `nil`: what that says. Asked before it is moved.
    func reason(for move: Move) -> Message?

    /// Takes note of a walk, after it was committed.
    func walked(_ outcome: Outcome)

    /// The paths of those among some changes that nobody is told of, since the kind settles by itself what becomes of what came there: a
    /// file in place of a view's link. Asked after a walk has committed.
    func passing(_ changes: [Change]) -> Set<RelativePath>

    /// What is to be settled after a walk that judged; `nil`: nothing.
    func settling(after request: WalkRequest, _ outcome: Outcome, in transaction: Transaction) throws(ShedError) -> (any Settling)?

    // MARK: Views

    /// Is asked before a walk that puts the project in order (`sync`, a daemon's judging, a sweep), so that what a view's folder holds is
    /// understood before it is judged. What an interrupted process began is not finished yet.
    /// - Returns: what came of that, and of the walks that it took: the walk's own outcome does not know it.
    func prepare(for request: WalkRequest, in transaction: Transaction) throws(ShedError) -> Outcome

    /// Is asked once whatever was done under the project's lock is done and taken in, also after an error, so that what follows from it
    /// on disk and is no node follows at once. What cannot be done now is done the next time.
    func keepUp(in transaction: Transaction)

    /// What fills a folder with links; `nil` for every other folder.
    func view(at folder: RelativePath) -> (any FolderView)?

    /// Folders at the root that hold links of a view and nothing else, as it knows by their own evidence: a scan need not list them as
    /// long as that is the same. Asked before a scan, whether or not a model is loaded.
    var settledFolders: [SettledFolder] { get }

    /// Folders at the root in which it looks, when it is asked to ``check(_:)``, for files whose names end so: there a brief scan leaves out no
    /// directory that holds one (``Brevity/sought``). Asked before a scan, whether or not a model is loaded.
    var soughtFiles: [Name: [UInt8]] { get }

    /// Takes a view's links out of a folder that is about to be removed, and nothing else: who removes it finds out whether it is empty.
    func takeLinks(outOf folder: RelativePath)

    // MARK: Changes

    /// Puts into fields what follows from what a verb has changed in some folders, so that they are true once it has ended. No file
    /// is moved, and nothing said: that is for walks that judge, which also do what could not be done now.
    func settle(ownChangesIn folders: Set<NodeID>, _ transaction: Transaction)

    /// Refuses what a verb is about to do.
    func refuse(_ change: ProposedChange, _ reader: some ProjectReader) throws(ShedError)

    /// Whether it looks after numbers before the names of files and folders (`order --numbered`), so that one which a person changes
    /// changes the order.
    var followsNumbers: Bool { get }

    /// What becomes of what was left as it stood at the adoption (``KindModule/notes(adopting:)``) if a person asks for it.
    func takingUp(_ reader: some ProjectReader) throws(ShedError) -> TakingUp

    /// What a person may do where a label is not for a node, in a sentence.
    func hint(_ placed: PlacedNode, outOf scope: LabelScope) -> Message?

    // MARK: Looking

    /// What it counts in place of files and folders; `nil`: these.
    func count(_ nodes: [Node], _ reader: some ProjectReader) throws(ShedError) -> Statistics.KindCounts?

    /// The order in which nodes of one folder are shown whose types have one (``NodeTypeTraits/isOrdered``): as their field `order`
    /// has it, unless a kind knows better. What it leaves out comes behind the others, by name.
    func inOrder(_ nodes: [Node], of model: Model) -> [NodeID]

    /// Whether the texts in folders of a role are copies of others of the project, so that their words count there and nowhere above.
    func holdsCopies(_ role: Role) -> Bool

    /// Whether it fills folders with links that may be among what is shown of a folder to a depth, so that they are to follow first.
    func fillsFolders(below path: RelativePath, depth: Int) -> Bool

    /// Those of a folder's guests (``FolderGuests``) that are shown in it, each with its place in the folder's order, in no order.
    func guests(of folder: Node, _ reader: some ProjectReader) throws(ShedError) -> [OrderKey.Item]

    /// Whether a folder may have guests, so that one that is moved there from another such folder is a guest there, and its file stays.
    func mayHaveGuests(_ folder: RelativePath) -> Bool

    /// How closely it wants to look at what came in before it is asked anything.
    var refreshDepth: WalkRequest.Depth { get }

    /// Whether it knows what is in files whose text nobody can read as text.
    var searchesContents: Bool { get }

    /// Whether what is in a file of this name is found by ``search(_:fitting:)``, and not by reading it.
    func knowsText(of name: Name) -> Bool

    /// The folder in which it keeps what it knows of files, as text, for the index of words; hidden ones are meant too.
    var keptTexts: RelativePath? { get }

    /// Looks in what it knows of files.
    /// - Parameter fitting: the nodes that fit what else is asked for.
    /// - Returns: in the order in which they are shown; and why something could not be looked into.
    func search(_ search: ContentSearch, fitting: Set<NodeID>) throws(ShedError) -> (hits: [any ContentHit], unreadable: [String])

    /// Those of some missing files and folders that anybody misses: without what was never told of (``passing(_:)``).
    func missed(_ missing: [Status.Missing]) -> [Status.Missing]

    /// Adds to the project's status what it has to say.
    func complete(_ status: inout Status) throws(ShedError)

    // MARK: Checking

    /// What it needs so that its rules can be asked.
    func needs(for selection: RuleSelection) -> CheckNeeds

    /// What its rules find, also in files that nobody has taken in yet: a check need not plan what a sync would do with them.
    /// Writes nothing.
    func check(_ check: KindCheck) throws(ShedError) -> [Finding]

    /// What is known to be wrong with the file at a path, in a sentence, for many paths. No file is opened.
    func knownComplaints() throws(ShedError) -> (RelativePath) -> String?

    // MARK: The daemon

    /// Those of the reports of a walk that did not judge which say what a person is to know: without what the kind puts right itself once
    /// all is quiet.
    func worthTelling(_ reports: [Report]) -> [Report]

    /// The directories that a walk which did not judge has left to be looked into when all is quiet.
    func waits(after outcome: Outcome) -> Set<RelativePath>

    /// Takes note of what a walk may have left to be done in idle moments.
    /// - Parameter isWhole: whether everything was looked at.
    func noteIdleWork(after outcome: Outcome, isWhole: Bool, isJudged: Bool)

    /// Whether there is something to be done while nothing else happens.
    var hasIdleWork: Bool { get }

    /// When there will be, though nothing happens until then, in milliseconds since 1970; `nil`: not by time alone.
    var idleDue: Int64? { get }

    /// Does a portion of it, of some hundredths of a second.
    /// - Parameter background: for what takes longer, if the module has any.
    func doIdleWork(_ background: (any BackgroundWork)?) throws(ShedError)
}

/// Something that a kind found in what it knows of files.
public protocol ContentHit: Sendable {}

/// What a kind is to look for in what it knows of files: all of it, in one place.
public struct ContentSearch: Sendable {
    /// What may stand within words too.
    public let phrases: [String]
    /// What must stand there as words.
    public let words: [SearchTerm]
    /// Whether a file of ``ProjectKind/keptTexts`` may hold all of it; where it may not it need not be read.
    public let mayHold: @Sendable (Evidence) -> Bool

    package init(phrases: [String], words: [SearchTerm] = [], mayHold: @escaping @Sendable (Evidence) -> Bool = { _ in true }) {
        (self.phrases, self.words, self.mayHold) = (phrases, words, mayHold)
    }
}

/// What the rules of a kind need.
public struct CheckNeeds: Hashable, Sendable {
    /// Whether all files are listed, also those of which no rule of shed's own says anything.
    public var allFiles = false
    /// Whether the model is loaded, and the evidence of all files is there.
    public var model = false

    public init(allFiles: Bool = false, model: Bool = false) {
        self.allFiles = allFiles
        self.model = model
    }
}

/// What a check asks of a kind.
public struct KindCheck: Sendable {
    public let selection: RuleSelection
    /// A whole scan; with evidence, where that was asked for.
    public let snapshot: Snapshot
    /// What other rules have found. Where the kind finds the same rule broken at the same path, its finding stands in place of
    /// theirs.
    public let others: [Finding]

    package init(selection: RuleSelection, snapshot: Snapshot, others: [Finding]) {
        self.selection = selection
        self.snapshot = snapshot
        self.others = others
    }
}

/// What a verb is about to do, as far as kinds may have a word in it.
public enum ProposedChange {
    /// Things leave together: to Trash, or for good.
    case leaving([RelativePath])
    /// A file gets another name or folder.
    case moving(file: RelativePath)
    /// What a file holds is to be something else, which somebody kept beside it.
    case rewriting(PlacedNode)
    /// Something gets another path.
    case standing(PlacedNode, at: RelativePath)
    /// A folder is to accept something else.
    case accepting(Accepts, PlacedNode)
    /// What stands in a folder is to get another order (`order`).
    case ordering(in: PlacedNode)
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
    public func coming(_ changes: [Change]) {}
    public func reason(for move: Move) -> Message? { nil }
    public func walked(_ outcome: Outcome) {}
    public func passing(_ changes: [Change]) -> Set<RelativePath> { [] }

    public func settling(after request: WalkRequest, _ outcome: Outcome, in transaction: Transaction) throws(ShedError) -> (any Settling)? { nil }

    public func prepare(for request: WalkRequest, in transaction: Transaction) throws(ShedError) -> Outcome { Outcome() }
    public func keepUp(in transaction: Transaction) {}
    public func view(at folder: RelativePath) -> (any FolderView)? { nil }
    public var settledFolders: [SettledFolder] { [] }
    public var soughtFiles: [Name: [UInt8]] { [:] }
    public func takeLinks(outOf folder: RelativePath) {}

    public func settle(ownChangesIn folders: Set<NodeID>, _ transaction: Transaction) {}
    public func refuse(_ change: ProposedChange, _ reader: some ProjectReader) throws(ShedError) {}
    public var followsNumbers: Bool { false }
    public func takingUp(_ reader: some ProjectReader) throws(ShedError) -> TakingUp { TakingUp() }
    public func hint(_ placed: PlacedNode, outOf scope: LabelScope) -> Message? { nil }

    public func count(_ nodes: [Node], _ reader: some ProjectReader) throws(ShedError) -> Statistics.KindCounts? { nil }
    public func inOrder(_ nodes: [Node], of model: Model) -> [NodeID] {
        nodes.map { OrderKey.Item(id: $0.id, key: $0.order) }.filter { $0.key != nil }.sorted { $0.precedes($1) }.map(\.id)
    }
    public func holdsCopies(_ role: Role) -> Bool { false }
    public func fillsFolders(below path: RelativePath, depth: Int) -> Bool { false }
    public func guests(of folder: Node, _ reader: some ProjectReader) throws(ShedError) -> [OrderKey.Item] { [] }
    public func mayHaveGuests(_ folder: RelativePath) -> Bool { false }
    public var refreshDepth: WalkRequest.Depth { .names }
    public var searchesContents: Bool { false }
    public func knowsText(of name: Name) -> Bool { false }

    public var keptTexts: RelativePath? { nil }

    public func search(_ search: ContentSearch, fitting: Set<NodeID>) throws(ShedError) -> (hits: [any ContentHit], unreadable: [String]) { ([], []) }

    public func missed(_ missing: [Status.Missing]) -> [Status.Missing] { missing }
    public func complete(_ status: inout Status) throws(ShedError) {}

    public func needs(for selection: RuleSelection) -> CheckNeeds { CheckNeeds() }
    public func check(_ check: KindCheck) throws(ShedError) -> [Finding] { [] }
    public func knownComplaints() throws(ShedError) -> (RelativePath) -> String? { { _ in nil } }

    public func worthTelling(_ reports: [Report]) -> [Report] { reports }
    public func waits(after outcome: Outcome) -> Set<RelativePath> { [] }
    public func noteIdleWork(after outcome: Outcome, isWhole: Bool, isJudged: Bool) {}
    public var hasIdleWork: Bool { false }
    public var idleDue: Int64? { nil }
    public func doIdleWork(_ background: (any BackgroundWork)?) throws(ShedError) {}
}

extension ProjectReader {
    /// Asks the project's kind whether something may be done.
    /// - Throws: ``ShedError`` where it may not.
    package func mayBe(_ change: ProposedChange) throws(ShedError) { try project.kind.refuse(change, self) }
}
