import ShedTestSchedule
import Testing

@testable import ShedDaemon

/// Whether the daemon carries out verbs.
@Suite(.waitsForPrograms) struct `The presence of a root` {
    @Test func `declines verbs after a walk that failed, until one succeeds`() {
        var presence = RootPresence()
        presence.lastFailure = "no room"
        presence.planRetry(at: 0)
        #expect(presence.reasonToDecline == "no room")
        presence.succeeded()
        #expect(presence.reasonToDecline == nil)
    }

    @Test func `declines none where only work in idle moments failed`() {
        var presence = RootPresence()
        presence.lastFailure = "no room"
        #expect(presence.reasonToDecline == nil)
    }
}
