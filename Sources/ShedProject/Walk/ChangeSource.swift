import ShedModel
import ShedReconcile

/// Who watches a project that is open in this process: asked before each walk what happened, told after it what came of
/// it. A project without one looks at everything.
package protocol ChangeSource: AnyObject {
    /// Takes the directories that may have changed since they were last taken; everything that happened before this call is in
    /// them, and so is what was taken and of which no walk has told what came of it.
    /// - Parameter isSecondLook: whether the walk that took some before asks what has happened since: it has those.
    /// - Returns: `nil` where only a look at everything can tell.
    func takeDirtyDirectories(isSecondLook: Bool) throws(ShedError) -> Set<RelativePath>?

    /// Takes note of a walk that came to its end.
    /// - Parameters:
    ///   - scanned: the directories that were looked at; `nil`: all.
    ///   - isJudged: whether what is refused was moved.
    func note(_ outcome: Outcome, scanned: Set<RelativePath>?, isJudged: Bool)

    /// Whether no batch came or went since the model was folded, as far as events tell.
    var isSidecarQuiet: Bool { get set }
    /// Since when everything is seen: nanoseconds since 1970.
    var since: Int64 { get }
    /// What came before it was ready, as far as it still stands there; `nil`: everything is judged alike.
    var earlier: EarlierArrivals? { get }
    /// What was seen to happen since the last walk that left nothing to wait for.
    var sightings: WatchSightings { get }
    /// What stands where it may not, or waits, as the last walks said.
    var unresolved: [Report] { get }
    /// What came or moved and was not taken in, as the last walks said.
    var unsettled: [Change] { get }
    /// How the watch is doing.
    var health: WatchHealth { get }
}

extension ChangeSource {
    package var earlier: EarlierArrivals? { nil }

    /// The same, for who begins.
    package func takeDirtyDirectories() throws(ShedError) -> Set<RelativePath>? { try takeDirtyDirectories(isSecondLook: false) }
}

/// How the watch over one project is doing: `daemon` in `status --json`.
public struct WatchHealth: Hashable, Sendable {
    /// A part of the project whose changes no event tells, so that it is looked at again and again.
    public struct Polled: Hashable, Sendable {
        public var path: RelativePath
        /// Why, and what to do about it.
        public var reason: String

        package init(path: RelativePath, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// Changes that a sweep found and no event had told.
    public var drift = 0
    /// How often the kernel's queue overflowed, so that everything was looked at.
    public var overflows = 0
    public var polled: [Polled] = []

    public init() {}
}
