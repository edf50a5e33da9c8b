import ShedMessages
import ShedModel
import ShedReconcile

/// What one walk came to.
public struct Outcome: Sendable {
    public var changes: [Change] = []
    /// What came or moved and was not taken in: it waits, or is refused and left where it is.
    public var unsettled: [Change] = []
    /// What was moved to Rejected or put back.
    public var moves: [Move] = []
    public var reports: [Report] = []
    /// What should have been moved and could not be: the path and why.
    public var failures: [(path: RelativePath, reason: Message)] = []
    /// Folders in which something was moved that may not be on the disk.
    public var unsynced: [UnsyncedFolder] = []
    /// Nodes that are not on disk now and were at the last scan.
    public var vanished: [NodeID] = []
    /// Directories from which something vanished that is not believed yet.
    public var doubted: Set<RelativePath> = []
    /// What of the sidecar `sync --now` waited for no longer; this machine does not wait for it again.
    public var goneOnWithout: [String] = []
    /// What came and is likely to be what vanished.
    public var likely: [LikelyPair] = []
    /// Directories to be looked at when the next walk judges: something that was refused is explained now.
    public var explained: Set<RelativePath> = []
    /// Files that the project's kind leaves as they are while an editor's lock of that name stands beside them. No event tells that it is
    /// gone, so who watches the project looks again, as for a file of which a report says so.
    public var locked: [RelativePath: Name] = [:]
    /// Whether a report tells of what has happened, and not of what waits: it is told also where nothing else happened.
    package var hasNews = false
    /// Whether it took in what shed itself had just done, so that who did it says what came of it.
    package var isOfOwnDoing = false
    /// What became of deeds that were interrupted, a sentence each.
    public internal(set) var deedNews: [Message] = []
    /// What became of links of documents that were mended by themselves after it, a sentence each.
    public internal(set) var linkNews: [Message] = []
    /// What the project's kind settled, a sentence each.
    public var settled: [Message] = []

    public init() {}

    /// What was done beside, a sentence each.
    public var remarks: [Message] { deedNews + settled + linkNews }

    /// Whether something was refused, put back or reported, is likely what vanished, or may not be on the disk: `sync` then exits 1.
    public var hasFindings: Bool {
        moves.contains { $0.purpose != .takeBack } || !reports.isEmpty || !failures.isEmpty || !likely.isEmpty || !unsynced.isEmpty
    }

    /// Takes in one round of a walk.
    mutating func take(_ plan: Plan, _ snapshot: Snapshot, isFirst: Bool) {
        // What follows a move is shed's own doing, not news; and what was not taken in is said by the moves and reports.
        if isFirst {
            let held = Set(plan.waiting.held.map(snapshot.path(of:)))
            changes = plan.changes.filter { $0.kind == .removed || !held.contains($0.path) }
            vanished = plan.gone.vanished
            unsettled = plan.changes.filter { $0.kind != .removed && ($0.id == nil || held.contains($0.path)) }
        }
        explained = plan.explained
        let known = Set(reports.map(\.place))
        reports += plan.reports.filter { !known.contains($0.place) }
    }

    /// Tells nothing of what happened at some paths.
    package mutating func leaveOut(_ paths: Set<RelativePath>) {
        if !paths.isEmpty { changes.removeAll { paths.contains($0.path) } }
    }

    /// Also tells what a walk just before this one took in, which this one found as it was to be. What that one left to be judged is
    /// this one's to tell.
    package mutating func follow(_ earlier: Outcome) {
        let left = Set(earlier.unsettled)
        let changed = earlier.changes.filter { !left.contains($0) }
        let taken = Set(changed.lazy.filter { $0.kind != .removed }.map(\.path))
        let known = Set(reports.map(\.place)), pairs = Set(likely), gone = Set(vanished)
        changes = changed + changes
        reports = earlier.reports.filter { taken.contains($0.path) && !known.contains($0.place) } + reports
        moves = earlier.moves + moves
        failures = earlier.failures + failures
        likely = earlier.likely.filter { !pairs.contains($0) } + likely
        vanished = earlier.vanished.filter { !gone.contains($0) } + vanished
        explained.formUnion(earlier.explained)
        locked.merge(earlier.locked) { now, _ in now }
        goneOnWithout = earlier.goneOnWithout + goneOnWithout
        deedNews = earlier.deedNews + deedNews
        linkNews = earlier.linkNews + linkNews
        settled = earlier.settled + settled
    }
}

extension Report {
    /// What makes two reports the same.
    package struct Place: Hashable, Sendable {
        var rule: String
        package var path: RelativePath
    }

    package var place: Place { Place(rule: rule.name, path: path) }
}
