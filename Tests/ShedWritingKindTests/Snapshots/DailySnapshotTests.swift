import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedWritingKind

/// A clock that a test sets.
private final class TestClock: Sendable {
    private let time = Lock<(now: Int64, step: Int64)>((1_800_000_000_000, 0))

    var now: Int64 { time.withLock { time in
        time.now += time.step
        return time.now
    } }
    func advance(days: Int64) { time.withLock { $0.now += days * 86_400_000 } }
    /// Each look at it takes so many milliseconds from here on.
    func slow(by step: Int64) { time.withLock { $0.step = step } }
}

@Suite struct `A snapshot each day` {
    private let clock = TestClock()
    private let shelf: SnapshotShelf

    init() throws {
        let clock = clock
        shelf = try SnapshotShelf(now: { clock.now })
        shelf.write("one\n", to: "Draft/a.txt")
    }

    private func opened(_ settings: String) throws -> Project {
        shelf.write(settings, to: ".shed/settings.toml")
        let project = try shelf.shelf.reopen(shelf.project)
        _ = try project.refresh()
        return project
    }

    /// Does what there is to do in idle moments.
    private func idle(_ daily: DailySnapshots) throws {
        _ = try daily.project.refresh()
        var portions = 0
        while daily.hasIdleWork, portions < 1_000 {
            try daily.doIdleWork(nil)
            portions += 1
        }
        #expect(portions < 1_000)
    }

    /// However full the disk is on which the test runs.
    private func daily(_ project: Project) -> DailySnapshots { DailySnapshots(project) { _ in true } }

    @Test func `is taken where that is set, and something changed`() throws {
        let project = try opened("[snapshots]\ndaily = true\n")
        #expect(project.kind.hasIdleWork)
        let daily = daily(project)
        try idle(daily)
        #expect(try shelf.store().all().snapshots.map(\.cause) == [.daily])
        let due = try #require(daily.idleDue)
        #expect(due > clock.now && due <= clock.now + 86_400_000)
        // Nothing changed.
        clock.advance(days: 1)
        try idle(daily)
        #expect(try shelf.store().numbers() == [1])
        shelf.write("two\n", to: "Draft/a.txt")
        shelf.write("b\n", to: "Draft/b.txt")
        try idle(daily)
        #expect(try shelf.store().numbers() == [1])
        clock.advance(days: 1)
        try idle(daily)
        #expect(try shelf.store().numbers() == [2, 1])
        #expect(try shelf.kept(2) == ["Draft/a.txt: two\n", "Draft/b.txt: b\n"])
    }

    @Test func `comes to an end where it is taken some files at a time, and one that a person takes meanwhile too`() throws {
        for name in ["b", "c", "d"] { shelf.write("\(name)\n", to: "Draft/\(name).txt") }
        let project = try opened("[snapshots]\ndaily = true\n")
        let daily = daily(project)
        clock.slow(by: 50)
        try daily.doIdleWork(nil)
        try daily.doIdleWork(nil)
        #expect(try shelf.store().numbers() == [] && shelf.contents() == 2)
        try idle(daily)
        let kept = ["a: one", "b: b", "c: c", "d: d"].map { "Draft/\($0.replacing(":", with: ".txt:"))\n" }
        #expect(try shelf.kept(1) == kept && shelf.contents() == 4)
        clock.advance(days: 1)
        shelf.write("two\n", to: "Draft/a.txt")
        shelf.write("e\n", to: "Draft/e.txt")
        let reading = try project.refresh()
        try daily.doIdleWork(nil)
        try daily.doIdleWork(nil)
        _ = try reading.takeSnapshot(of: try reading.wantedFiles(["Draft/b.txt"]), name: nil, cause: .hand, try reading.heldSnapshots(patience: nil))
        try idle(daily)
        #expect(try shelf.store().numbers() == [3, 2, 1] && shelf.contents() == 6)
        #expect(try shelf.kept(3) == ["Draft/a.txt: two\n"] + kept.dropFirst() + ["Draft/e.txt: e\n"])
        #expect(try DirectoryHandle(path: shelf.store().path).kind(of: "unfinished") == nil && !daily.hasIdleWork)
    }

    @Test func `is taken nowhere else`() throws {
        for settings in ["", "[snapshots]\ndaily = false\nlimit = 100\n"] {
            let project = try opened(settings)
            #expect(!project.kind.hasIdleWork && project.kind.idleDue == nil)
            let looked = try shelf.shelf.reopen(project, purpose: .look)
            #expect(!looked.kind.hasIdleWork)
        }
        #expect(try shelf.store().numbers() == [])
    }

    @Test func `is not taken twice where the daemon begins anew, and waits for who takes one`() throws {
        let settings = "[snapshots]\ndaily = true\n"
        let first = try opened(settings)
        try idle(daily(first))
        shelf.write("two\n", to: "Draft/a.txt")
        let project = try opened(settings)
        let daily = daily(project)
        #expect(!daily.hasIdleWork)
        clock.advance(days: 1)
        let held = try project.asKnown.heldSnapshots(patience: nil)
        #expect(daily.hasIdleWork)
        try daily.doIdleWork(nil)
        #expect(!daily.hasIdleWork)
        let due = try #require(daily.idleDue)
        #expect(due > clock.now && due <= clock.now + 3_600_000)
        withExtendedLifetime(held) {}
    }

    @Test func `is tried again ten minutes later where nothing can be kept`() throws {
        let project = try opened("[snapshots]\ndaily = true\n")
        TestFile.write("in its place\n", to: try shelf.store().path)
        let daily = daily(project)
        #expect(daily.hasIdleWork)
        #expect(throws: ShedError.self) { try daily.doIdleWork(nil) }
        #expect(!daily.hasIdleWork && daily.idleDue == clock.now + 600_000)
    }

    @Test func `is not taken where there is little room`() throws {
        let project = try opened("[snapshots]\ndaily = true\n")
        let daily = DailySnapshots(project) { _ in false }
        try idle(daily)
        #expect(try shelf.store().numbers() == [])
        #expect(try #require(daily.idleDue) > clock.now)
    }

    @Test func `makes old ones go`() throws {
        let project = try opened("[snapshots]\ndaily = true\nkeep-days = 10\nkeep-last = 1\n")
        let daily = daily(project)
        for day in 0..<40 {
            shelf.write("day \(day)\n", to: "Draft/a.txt")
            try idle(daily)
            clock.advance(days: 1)
        }
        let numbers = try shelf.store().numbers()
        #expect(numbers.first == 40 && numbers.last ?? 0 >= 30 && numbers.count <= 11)
        #expect(try shelf.contents() == numbers.count)
    }

    @Test func `goes where all take more than they may, the oldest first, and named ones stay`() throws {
        let project = try opened("[snapshots]\nlimit = 1\n")
        for number in 0..<4 {
            shelf.write(String(repeating: "\(number)", count: 400_000), to: "Draft/a.txt")
            let reading = try project.refresh()
            _ = try reading.takeSnapshot(
                of: try reading.wantedFiles([]), name: number == 0 ? "first" : nil, cause: .hand, try reading.heldSnapshots(patience: nil))
        }
        let reading = project.asKnown
        #expect(try reading.doomedSnapshots(shelf.store()) == [3, 2])
        _ = try reading.remove([3, 2], try reading.heldSnapshots(patience: nil))
        #expect(try shelf.store().numbers() == [4, 1] && shelf.contents() == 2)
    }

    @Test func `costs none that a person took, whatever the settings say that somebody else wrote`() throws {
        let project = try opened("[snapshots]\ndaily = true\nkeep-days = 1\nkeep-last = 0\nlimit = 1\n")
        for number in 0..<3 {
            shelf.write(String(repeating: "\(number)", count: 600_000), to: "Draft/a.txt")
            let reading = try project.refresh()
            _ = try reading.takeSnapshot(of: try reading.wantedFiles([]), name: nil, cause: .hand, try reading.heldSnapshots(patience: nil))
        }
        let daily = daily(project)
        for day in 0..<3 {
            clock.advance(days: 20)
            shelf.write(String(repeating: "d\(day)", count: 300_000), to: "Draft/a.txt")
            try idle(daily)
        }
        #expect(try shelf.store().all().snapshots.filter { $0.cause == .hand }.map(\.number) == [3, 2, 1])
        #expect(try shelf.store().all().snapshots.filter { $0.cause == .daily }.count == 1)
        // A person who asks for it gets rid of them.
        #expect(try project.asKnown.doomedSnapshots(shelf.store()).sorted() == [1, 2, 3])
    }

    @Test(arguments: [
        "daily = 1", "daily = \"yes\"", "keep-days = 0", "keep-days = 1.5", "keep-last = -1", "limit = 0", "limit = 999999999", "limit = \"2 GiB\"",
        "limit = 9223372036854775807", "weekly = true",
    ])
    func `is set by what can be read`(line: String) throws {
        shelf.write("[snapshots]\n\(line)\n", to: ".shed/settings.toml")
        #expect(throws: ShedError.self) { try shelf.shelf.reopen(shelf.project) }
    }
}
