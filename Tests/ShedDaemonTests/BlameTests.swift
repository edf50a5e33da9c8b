import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedTestSchedule
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// Under which projects the daemon died.
@Suite(.waitsForPrograms) struct `Whose a death is` {
    @Test(arguments: [
        ([], [], []), ([(1, .not)], [], []), ([(1, .usual)], [1], []), ([(1, .usual), (2, .usual)], [1, 2], []), ([(1, .alone)], [1], []),
        // Whom nobody suspected is suspected first: a suspect is not named for what another may have done.
        ([(1, .alone), (2, .usual)], [2], [1]), ([(1, .alone), (2, .beside), (3, .usual)], [3], [1, 2]),
        // One that is there alone has nobody to hide behind.
        ([(2, .beside)], [2], []),
        // It cannot be told, and is none of theirs.
        ([(1, .alone), (2, .beside)], [], [1, 2]),
        // With both hands at work it is one all the same, and has died once.
        ([(5, .usual), (5, .usual)], [5], []), ([(5, .alone), (5, .beside)], [5], []), ([(5, .usual), (6, .alone), (5, .usual)], [5], [6]),
    ] as [([(Int, WorkNote.Manner)], [Int], [Int])])
    func `follows from who was at work`(atWork: [(Int, WorkNote.Manner)], causes: [Int], shared: [Int]) {
        let blame = Blame(atWork)
        #expect(blame.causes == causes && blame.shared == shared)
    }

    private func note(_ atWork: [(Int, WorkNote.Manner)], in folders: [ProjectStateFolder], at time: Int64) -> Bool {
        Blame(atWork).note(in: { folders[$0] }, by: SIGSEGV, at: time) { Issue.record("\($0.path): \($1)") }
    }

    private func two() throws -> (Shelf, [ProjectStateFolder]) {
        let shelf = try Shelf()
        return (shelf, try ["Guilty", "Innocent"].map { try #require(shelf.project(named: $0).home.stateFolder) })
    }

    /// What the process that waits does after each death.
    @Test func `of two at work at the first death, the one that works at the second is left alone, and the other is not`() throws {
        let (shelf, folders) = try two()
        defer { withExtendedLifetime(shelf) {} }
        #expect(note([(0, .usual), (1, .usual)], in: folders, at: 0))
        for folder in folders { #expect(try Quarantine(of: folder).suspectUntil > 1 && !Quarantine(of: folder).isQuarantined) }
        #expect(note([(0, .alone)], in: folders, at: 1))
        #expect(try folders.map { try Quarantine(of: $0).isQuarantined } == [true, false])
    }

    /// The innocent one takes hours; the other is at work beside it and dies, a minute after each start.
    @Test func `one that hides behind a slow one is kept apart from it, and found out`() throws {
        let (shelf, folders) = try two()
        defer { withExtendedLifetime(shelf) {} }
        #expect(note([(0, .usual), (1, .usual)], in: folders, at: 0))
        for time in 1...5 as ClosedRange<Int64> {
            #expect(note([(1, .alone), (0, .beside)], in: folders, at: time), "it is written down, and so explained")
            for folder in folders {
                let known = try Quarantine(of: folder)
                #expect(!known.isQuarantined && known.deaths.count == 1 && known.strictUntil == time + 3_600_000 << time)
            }
        }
        // They wait for each other now, so one is alone.
        #expect(note([(0, .alone)], in: folders, at: 6))
        #expect(try folders.map { try Quarantine(of: $0).isQuarantined } == [true, false])
    }

    @Test func `is explained by what stands there, and not by what could not be written`() throws {
        let (shelf, folders) = try two()
        let lost = folders.map { ProjectStateFolder(record: $0.record, path: $0.path + "/none") }
        for manners in [[(0, .usual), (1, .usual)], [(0, .alone), (1, .beside)]] as [[(Int, WorkNote.Manner)]] {
            var complaints = 0
            #expect(!Blame(manners).note(in: { lost[$0] }, by: SIGSEGV, at: 0) { _, _ in complaints += 1 })
            #expect(complaints == 2)
            // One is enough: that one is a suspect.
            #expect(Blame(manners).note(in: { $0 == 0 ? lost[0] : folders[1] }, by: SIGSEGV, at: 0) { _, _ in complaints += 1 })
            #expect(complaints == 3)
        }
        #expect(!Blame([(0, .usual)]).note(in: { _ in nil }, by: 0, at: 0) { _, _ in })
        #expect(!Blame<Int>([]).note(in: { folders[$0] }, by: 0, at: 0) { _, _ in })
        withExtendedLifetime(shelf) {}
    }
}
