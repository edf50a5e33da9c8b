import ArgumentParser
import ShedMessages
import ShedModel
import ShedProject
import ShedRules

/// What a kind of project adds to the verbs of all projects.
///
/// A verb asks each kind that its project is of (``Session/kinds(of:)``) and goes its general way for the rest, so it need not
/// know which kinds there are. A kind answers only what it has something to say to.
package protocol KindCommands: Sendable {
    /// The kind that the program is put together with.
    var module: any KindModule { get }

    /// Its own verbs; `nil`: it has none.
    var verbs: CommandGroup? { get }

    /// Reads words that name something of the kind otherwise than by its path; `nil` where there are no such words.
    func wordReader(_ session: Session, in project: Project) -> (any WordReader)?

    // MARK: Looking

    /// Further members of a node in `show --json`.
    func members(of view: NodeView, _ reading: Reading) throws(ShedError) -> [JSONObject.Member]

    /// Further lines of `show` for people.
    func lines(of view: NodeView, _ reading: Reading) throws(ShedError) -> [(title: Message, text: Message)]

    /// Further lines of `stats` for people, where words were counted: a title, and what stands below it.
    func lines(onWords listing: Listing, _ reading: Reading, _ style: Style) throws(ShedError) -> [Message]

    /// Further members of `stats --json`, where words were counted.
    func members(onWords listing: Listing, _ reading: Reading) throws(ShedError) -> [JSONObject.Member]

    /// What a search found beside files and folders.
    func furtherHits(of result: SearchResult) -> [any FurtherHit]

    /// Whether `tree` is to call a folder or the project empty, and how; `nil` where it is as any other.
    func emptiness(of view: NodeView, in listing: Listing, _ strings: Strings) -> Emptiness?

    /// Further lines of `status` for people.
    func lines(on status: Status) -> [Message]

    /// Further members of `status --json`.
    func members(of status: Status) -> [JSONObject.Member]

    /// Whether an entry of the history is told in one line with others of its sort that are in the same folder and minute,
    /// where there are many.
    func folds(_ entry: HistoryEntry) -> Bool

    /// That line.
    /// - Parameter entries: of one sort, the newest first; at least one.
    func line(folding entries: [HistoryEntry], _ style: Style) -> String

    // MARK: Changing

    /// What a person should know of something that may stay where it is now, in sentences; `nil` where there is nothing.
    func reservation(about path: RelativePath, in project: Project) throws(ShedError) -> String?

    /// Looks for what is not whole of what the kind keeps, and puts it right as far as that can be done.
    /// - Parameter dryRun: only says what would be done.
    func repair(_ project: Project, dryRun: Bool) throws(ShedError) -> [RepairedFile]

    /// What is missing that a repair does not make anew, and what helps, in sentences.
    func absences(in project: Project) throws(ShedError) -> [String]

    /// Lets a sync put right what it puts right by itself.
    /// - Returns: what that was, each as done; and what there still is to repair.
    func repairBySyncing(_ project: Project) throws(ShedError) -> (done: [RepairedFile], left: [RepairedFile])

    /// Removes what the kind keeps and nothing needs any more.
    /// - Parameters:
    ///   - sidecar: what `check` finds in the sidecar.
    ///   - dryRun: only says what would be removed.
    func prune(_ transaction: Transaction, _ sidecar: [Finding], dryRun: Bool) throws(ShedError) -> [PrunedFile]
}

extension KindCommands {
    package var verbs: CommandGroup? { nil }
    package func wordReader(_ session: Session, in project: Project) -> (any WordReader)? { nil }
    package func members(of view: NodeView, _ reading: Reading) throws(ShedError) -> [JSONObject.Member] { [] }
    package func lines(of view: NodeView, _ reading: Reading) throws(ShedError) -> [(title: Message, text: Message)] { [] }
    package func lines(onWords listing: Listing, _ reading: Reading, _ style: Style) throws(ShedError) -> [Message] { [] }
    package func members(onWords listing: Listing, _ reading: Reading) throws(ShedError) -> [JSONObject.Member] { [] }
    package func furtherHits(of result: SearchResult) -> [any FurtherHit] { [] }
    package func emptiness(of view: NodeView, in listing: Listing, _ strings: Strings) -> Emptiness? { nil }
    package func lines(on status: Status) -> [Message] { [] }
    package func members(of status: Status) -> [JSONObject.Member] { [] }
    package func folds(_ entry: HistoryEntry) -> Bool { false }
    package func line(folding entries: [HistoryEntry], _ style: Style) -> String { "" }
    package func reservation(about path: RelativePath, in project: Project) throws(ShedError) -> String? { nil }
    package func repair(_ project: Project, dryRun: Bool) throws(ShedError) -> [RepairedFile] { [] }

    package func absences(in project: Project) throws(ShedError) -> [String] { [] }

    package func repairBySyncing(_ project: Project) throws(ShedError) -> (done: [RepairedFile], left: [RepairedFile]) {
        project.tellLater(try project.reconcile(.sync()))
        return ([], try repair(project, dryRun: true))
    }

    package func prune(_ transaction: Transaction, _ sidecar: [Finding], dryRun: Bool) throws(ShedError) -> [PrunedFile] { [] }
}
