import ShedModel
import ShedReconcile
import ShedTestSchedule
import ShedWatch
import Synchronization
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// A lock that a crash has left beside a file that is refused.
@Suite(.serialized, .waitsInTurn) final class `An editor's lock that stays` {
    /// A clock that only the test turns.
    private final class HandClock: WatchClock {
        private let time = Atomic<UInt64>(1_000_000_000_000)

        func now() -> UInt64 { time.load(ordering: .sequentiallyConsistent) }
        func turn(to time: UInt64) { self.time.store(time, ordering: .sequentiallyConsistent) }
    }

    private static let second: UInt64 = 1_000_000_000
    private let clock = HandClock()
    private let bench: WatchedShelf
    private var watched: WatchedProject { bench.watched }

    init() throws {
        bench = try WatchedShelf(clock: clock)
        try write("x.txt", ".x.txt.swp")
    }

    private func write(_ names: String...) throws {
        for name in names { try bench.shelf.shell("echo a > 'My Poems/Collections/\(name)'") }
        try look()
    }

    /// As the daemon looks after a burst.
    private func look() throws {
        let directories = try watched.takeDirtyDirectories(isSecondLook: true)
        _ = try watched.project.reconcile(.daemonLook(.init(in: directories.map { $0.union(watched.inSight) }, believesVanished: false)))
    }

    /// Turns the clock until the daemon judges something, as it does in its turns.
    /// - Returns: how many seconds that took, and what was said.
    private func judgeNext() throws -> (seconds: UInt64, outcome: Outcome) {
        let begin = clock.now()
        while true {
            let due = try #require(watched.pending.judgementDue)
            clock.turn(to: max(due, clock.now()))
            let (ready, later) = watched.pending.split(at: clock.now(), quiet: watched.quiet, watched.activity)
            guard !ready.isEmpty else {
                let next: UInt64 = try #require(later)
                watched.pending.judgementDue = next
                continue
            }
            let request = WalkRequest.DaemonJudging(in: watched.withRejected(ready), busy: watched.pending.waiting.subtracting(ready))
            let outcome = try watched.project.reconcile(.daemonJudging(request))
            watched.awaitWriters(outcome)
            return ((clock.now() - begin) / Self.second, outcome)
        }
    }

    private func times(_ number: Int) throws -> [UInt64] { try (0..<number).map { _ in try judgeNext().seconds } }

    @Test func `is looked for less and less often, every ten seconds in the end`() throws {
        #expect(try times(9) == [2, 2, 4, 8, 10, 10, 10, 10, 10])
    }

    @Test(arguments: ["rm .x.txt.swp", "rm .x.txt.swp x.txt; echo b > x.txt"])
    func `keeps nothing waiting any longer once it is gone`(script: String) throws {
        _ = try times(6)
        try bench.shelf.shell("cd 'My Poems/Collections'; \(script)")
        try look()
        let (seconds, outcome) = try judgeNext()
        #expect(seconds == 2 && outcome.moves.map(\.to) == ["Rejected/x.txt"])
    }

    @Test(arguments: ["echo b > x.txt", "echo b > y.txt; echo b > .y.txt.swp"])
    func `is looked for again soon where anything changes beside it, and nowhere else`(script: String) throws {
        _ = try times(6)
        try bench.shelf.shell("echo b > 'My Poems/Draft/b.txt'")
        try look()
        #expect(try judgeNext().seconds == 10)
        try bench.shelf.shell("cd 'My Poems/Collections'; \(script)")
        try look()
        #expect(try times(3) == [2, 2, 4])
    }

    @Test func `is looked for the same way beside a file in place of a collection's link`() throws {
        try bench.shelf.shell("""
            cd 'My Poems'; rm Collections/x.txt Collections/.x.txt.swp; echo ode > Draft/Ode.txt
            mkdir Collections/Book; ln -s ../../Draft/Ode.txt Collections/Book/
            """)
        try watched.project.sync()
        try bench.shelf.shell("cd 'My Poems/Collections/Book'; : > .Ode.txt.swp; echo edited > ../../../new; mv ../../../new Ode.txt")
        try look()
        #expect(try times(12).suffix(4) == [10, 10, 10, 10])
        #expect(try bench.shelf.shell("cd 'My Poems'; cat Draft/Ode.txt; rm Collections/Book/.Ode.txt.swp") == "ode\n")
        try look()
        #expect(try judgeNext().seconds <= 10)
        #expect(try bench.shelf.shell("cd 'My Poems'; cat Draft/Ode.txt; readlink Collections/Book/Ode.txt") == "edited\n../../Draft/Ode.txt\n")
    }

    @Test func `keeps nothing else waiting`() throws {
        _ = try times(6)
        try bench.shelf.shell("mkdir 'My Poems/Submissions/S'; echo b > 'My Poems/b.txt'")
        try look()
        let (seconds, outcome) = try judgeNext()
        #expect(seconds == 2 && outcome.moves.map(\.to) == ["Rejected/b.txt"])
    }
}
