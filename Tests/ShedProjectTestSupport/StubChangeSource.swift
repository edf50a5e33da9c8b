import ShedModel
import ShedProject
import ShedReconcile

/// In place of a daemon, for which nothing waits: a test says what happened.
package protocol StubChangeSource: ChangeSource {}

extension StubChangeSource {
    package func note(_ outcome: Outcome, scanned: Set<RelativePath>?, isJudged: Bool) {}

    package var since: Int64 { 0 }
    package var sightings: WatchSightings { WatchSightings() }
    package var unresolved: [Report] { [] }
    package var unsettled: [Change] { [] }
    package var health: WatchHealth { WatchHealth() }
}
