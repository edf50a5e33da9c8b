import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedRules
import ShedTestSchedule
import ShedWatch
import Synchronization
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// A kind that has something to do at a time, and not before.
private struct PatientKind: KindModule {
    static let due: Int64 = 1_700_000_060_000
    let now: @Sendable () -> Int64

    var name: String { "patient" }
    func serves(_ template: Template) -> Bool { template.kind.raw == "blank" }
    func open(_ project: Project) -> any ProjectKind { Kept(now: now) }

    private final class Kept: ProjectKind {
        let now: @Sendable () -> Int64
        init(now: @escaping @Sendable () -> Int64) { self.now = now }

        var hasIdleWork: Bool { now() >= PatientKind.due }
        var idleDue: Int64? { hasIdleWork ? nil : PatientKind.due }
    }
}

@Suite(.waitsForPrograms) struct `Files to be hashed in idle moments` {
    @Test func `come first where they were too many bytes for one`() {
        var idle = IdleWork()
        let ids = (1...3).map { NodeID(high: 0, low: $0) }
        #expect(!idle.hasUnhashed)
        idle.putBack(ids)
        #expect(idle.hasUnhashed)
        #expect(idle.takePortion() == ids)
        #expect(!idle.hasUnhashed && idle.takePortion().isEmpty)
    }
}

@Suite(.waitsForPrograms) struct `What a kind has to do by time alone` {
    @Test func `has the project's thread wake for it, also where nothing else is due`() throws {
        let time = TimeOfDay()
        let now: @Sendable () -> Int64 = { time.value.load(ordering: .relaxed) }
        let shelf = try Shelf(kinds: [PatientKind(now: now)], now: now)
        let project = try shelf.project("blank", named: "Late")
        #expect(project.kind.idleDue == PatientKind.due)
        let idle = IdleWork()
        #expect(!idle.isNeeded(by: project))
        #expect(idle.nextDue(project, at: 5_000_000_000) == 65_000_000_000)
        time.value.store(PatientKind.due - 1, ordering: .relaxed)
        #expect(idle.nextDue(project, at: 5_000_000_000) == 5_001_000_000)
        time.value.store(PatientKind.due, ordering: .relaxed)
        #expect(idle.isNeeded(by: project) && idle.nextDue(project, at: 5_000_000_000) == 0)
        // The daemon asks for it.
        time.value.store(PatientKind.due - 1_000, ordering: .relaxed)
        let before = MonotonicClock().now()
        // One event source at a time: it is let go of before there is another.
        let due = try WatchedShelf(shelf, project).watched.nextDue
        #expect(due.map { $0 >= before + 1_000_000_000 } == true)
        // Without it the thread would sleep.
        #expect(try WatchedShelf().watched.nextDue == nil)
    }

    private final class TimeOfDay: Sendable {
        let value = Atomic<Int64>(PatientKind.due - 60_000)
    }
}

@Suite(.waitsForPrograms) struct `The index of words after a walk` {
    private let second: UInt64 = 1_000_000_000

    @Test func `is brought up within a second, and does not wait for what is hashed later`() throws {
        let project = try Shelf().project("blank")
        project.searchSurvey.noteAll()
        var idle = IdleWork()
        idle.putBack([project.home.id])
        idle.rest(from: second)
        let due = try #require(idle.nextDue(project, at: second))
        #expect(due > second && due <= second + second / 2)
        #expect(!idle.isSearchDue(project, at: due - 1) && idle.isSearchDue(project, at: due))
        // What was saved a moment ago has rested by then, or is asked about again as soon as it has.
        idle.pause(from: due)
        #expect(idle.due == 3 * second && idle.searchDue == due + 50_000_000)
        // Then it takes its turn.
        #expect(!idle.isSearchDue(project, at: 3 * second))
        _ = idle.takePortion()
        #expect(idle.isSearchDue(project, at: 3 * second))
    }

    @Test func `waits as all else does where nothing could be written`() throws {
        let project = try Shelf().project("blank")
        project.searchSurvey.noteAll()
        var idle = IdleWork()
        idle.wait(until: 60 * second)
        #expect(!idle.isSearchDue(project, at: 60 * second - 1) && idle.nextDue(project, at: second) == 60 * second)
    }
}

/// What shows that the daemon is alive.
@Suite(.waitsForPrograms) struct `The thread that serves` {
    @Test func `is alive as long as it comes round, which it does once a minute`() {
        let (heartbeat, minute) = (Heartbeat(), 60_000_000_000 as UInt64)
        heartbeat.mark(minute)
        #expect(heartbeat.isAlive(at: 2 * minute))
        #expect(!heartbeat.isAlive(at: 3 * minute))
    }
}
