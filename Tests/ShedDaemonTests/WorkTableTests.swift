import Glibc
import ShedProjectTestSupport
import ShedTestSchedule
import ShedThreads
import ShedWatch
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// Who is at work, and whose turn it is.
@Suite(.waitsForPrograms) struct `The table of work` {
    private func worker(_ key: RootKey) -> ProjectWorker { ProjectWorker(key: key, root: Array("/\(key)".utf8), folder: nil) {} }

    @Test func `lets suspects work one after the other`() throws {
        let table = WorkTable {}
        let (first, second) = (worker(1), worker(2))
        #expect(table.takeTurn(1, of: first, deadline: .max) == .taken)
        #expect(table.takeTurn(2, of: second, deadline: 0) == .passed(1))
        // What is done in the background for the same project has the same turn.
        #expect(table.takeTurn(1, of: first, deadline: 0) == .taken)
        table.giveTurn(1)
        #expect(table.takeTurn(2, of: second, deadline: 0) == .passed(1))
        table.giveTurn(1)
        #expect(table.takeTurn(2, of: second, deadline: .max) == .taken)
        // Who is to end does not wait.
        first.stop()
        #expect(table.takeTurn(1, of: first, deadline: .max) == .passed(2))
        // Nobody gives what another one has.
        table.giveTurn(1)
        #expect(table.takeTurn(3, of: worker(3), deadline: 0) == .passed(2))
    }

    @Test func `has nobody wait twice for the same turn of another one`() {
        let table = WorkTable {}
        let (first, second) = (worker(1), worker(2))
        #expect(table.takeTurn(1, of: first, deadline: .max) == .taken)
        var waits = 0
        // The deadline of the first is over once it has begun to wait; the second would wait for ever.
        let impatient = table.takeTurn(2, of: second, deadline: MonotonicClock().now() + 1_000_000, whileWaiting: { waits += 1 })
        let known = waits
        let again = table.takeTurn(2, of: second, deadline: .max, passing: 1, whileWaiting: { waits += 1 })
        #expect(impatient == .passed(1) && again == .passed(1) && waits == known)
        table.giveTurn(1)
        #expect(table.takeTurn(2, of: second, deadline: .max, passing: 1) == .taken)
    }

    /// One thread in turn with another of its project's would keep a turn for ever.
    @Test func `lets what is done in the background not keep the turn while somebody waits for it`() throws {
        let table = WorkTable {}
        let (first, second) = (worker(1), worker(2))
        #expect(table.takeTurn(1, of: first, deadline: .max) == .taken)
        let (begun, taken) = (Bell(), Flag())
        let thread = try Thread {
            if table.takeTurn(2, of: second, deadline: .max, whileWaiting: { begun.ring() }) == .taken { taken.set() }
        }
        begun.wait(past: 0)
        // It stands in the queue by then.
        #expect(table.takeTurn(1, of: first, deadline: 0) == .passed(1))
        #expect(table.takeTurn(1, of: first, deadline: .max) == .taken)
        table.giveTurn(1)
        table.giveTurn(1)
        thread.join()
        #expect(taken.isSet)
    }

    /// What is done in the background for a project has its key's negative.
    @Test func `counts a project once that is at work with both hands`() {
        let memory = Lock(100)
        let table = WorkTable(memory: { memory.withLock { $0 } }) {}
        func grow(by bytes: Int) { memory.withLock { $0 += bytes } }
        table.begin(5, .usual)
        table.begin(-5, .usual)
        grow(by: 11)
        #expect(table.excess(over: 10).map { $0.blame.causes } == [5])
        #expect(table.excess(over: 10)?.isProven == true, "it has both hands at work, and nobody else has")
        table.begin(6, .usual)
        #expect(table.excess(over: 10) == nil, "two projects may take twice as much")
        grow(by: 10)
        let excess = table.excess(over: 10)
        #expect(excess.map { $0.blame.causes.sorted() } == [5, 6] && excess?.isProven == false)
    }

    @Test func `tells once of a thread that is at one thing for an hour`() {
        let (table, hour) = (WorkTable {}, 3_600_000_000_000 as UInt64)
        table.begin(1, .usual, at: 0)
        table.begin(-2, .usual, at: 0)
        table.begin(3, .usual, at: 1)
        #expect(table.takeLong(at: hour - 1) == [])
        #expect(table.takeLong(at: hour) == [1])
        #expect(table.takeLong(at: hour + 1) == [3])
        #expect(table.takeLong(at: 2 * hour) == [])
        table.end(1)
        table.begin(1, .usual, at: hour)
        #expect(table.takeLong(at: 2 * hour) == [1])
    }

    @Test func `names the one that takes too much memory, and proves it where nothing else was at work`() {
        let memory = Lock(100)
        let table = WorkTable(memory: { memory.withLock { $0 } }) {}
        func grow(by bytes: Int) { memory.withLock { $0 += bytes } }
        func excess(_ projects: [RootKey], isProven: Bool) -> WorkTable.Excess { .init(blame: Blame(projects.map { ($0, .usual) }), isProven: isProven) }
        #expect(table.excess(over: 10) == nil)
        table.begin(1, .usual)
        grow(by: 10)
        #expect(table.excess(over: 10) == nil)
        grow(by: 1)
        #expect(table.excess(over: 10) == excess([1], isProven: true))
        table.begin(2, .usual)
        grow(by: 9)
        #expect(table.excess(over: 10) == nil)
        grow(by: 1)
        #expect(table.excess(over: 10).map { Set($0.blame.causes) } == [1, 2] && table.excess(over: 10)?.isProven == false)
        table.end(1)
        // Of what grew while both were at work, it may be the other's.
        #expect(table.excess(over: 10) == nil)
        grow(by: 11)
        #expect(table.excess(over: 10) == excess([2], isProven: false))
        table.end(2)
        #expect(table.excess(over: 10) == nil && !table.isAnybodyAtWork)
    }
}

/// What is written down of work.
@Suite(.waitsForPrograms) struct `Work in a project` {
    @Test func `is noted while it is done, by its thread and in the background, and no longer`() throws {
        let shelf = try Shelf()
        let folder = try #require(shelf.project().home.stateFolder)
        let worker = ProjectWorker(key: 1, root: folder.record.root, folder: folder) {}
        let table = WorkTable {}
        let thread = ProjectWork(table, worker, Quarantine())
        #expect(thread.perform { WorkNote.read(in: folder, of: getpid()) } == .usual)
        #expect(WorkNote.read(in: folder, of: getpid()) == .not && !table.isAnybodyAtWork)
        let aside = WorkAside()
        let project = OpenedProject()
        aside.note(project, isAtWork: true)
        #expect(!table.isAnybodyAtWork)
        aside.note(project, isAtWork: false)
        aside[project] = ProjectWork(table, worker, Quarantine(), .background)
        aside.note(project, isAtWork: true)
        #expect(WorkNote.read(in: folder, of: getpid()) == .usual && table.isAnybodyAtWork)
        thread.perform {}
        #expect(WorkNote.read(in: folder, of: getpid()) == .usual)
        // It was let go meanwhile.
        aside[project] = nil
        aside.note(project, isAtWork: false)
        #expect(WorkNote.read(in: folder, of: getpid()) == .not && !table.isAnybodyAtWork)
    }

    @Test func `of a suspect is done alone, and beside another that is never done it is told as such`() throws {
        let shelf = try Shelf()
        let folder = try #require(shelf.project().home.stateFolder)
        try Quarantine.noteDeath(in: folder, by: SIGSEGV, at: Surroundings.clock())
        let worker = ProjectWorker(key: 1, root: folder.record.root, folder: folder) {}
        let table = WorkTable {}
        let work = ProjectWork(table, worker, try Quarantine(of: folder))
        #expect(work.perform { WorkNote.read(in: folder, of: getpid()) } == .alone)
        #expect(table.takeTurn(2, of: worker, deadline: .max) == .taken)
        // Who is to end waits for nobody.
        worker.stop()
        #expect(work.perform { WorkNote.read(in: folder, of: getpid()) } == .beside)
    }

    /// The hours that text recognition takes keep nobody's turn; after a shared death nothing is begun beside another suspect.
    @Test func `of a suspect takes no turn in the background, and is not begun beside another one after a shared death`() throws {
        let shelf = try Shelf()
        let folder = try #require(shelf.project().home.stateFolder)
        let worker = ProjectWorker(key: 1, root: folder.record.root, folder: folder) {}
        let table = WorkTable {}
        try Quarantine.noteDeath(in: folder, by: SIGSEGV, at: Surroundings.clock())
        let (aside, project) = (WorkAside(), OpenedProject())
        aside[project] = ProjectWork(table, worker, try Quarantine(of: folder), .background)
        #expect(aside.note(project, isAtWork: true))
        #expect(WorkNote.read(in: folder, of: getpid()) == .beside)
        #expect(table.takeTurn(2, of: worker, deadline: 0) == .taken)
        aside.note(project, isAtWork: false)
        try Quarantine.noteShared(in: folder, at: Surroundings.clock())
        aside[project] = ProjectWork(table, worker, try Quarantine(of: folder), .background)
        #expect(!aside.note(project, isAtWork: true))
        #expect(!table.isAnybodyAtWork && WorkNote.read(in: folder, of: getpid()) == .not)
        table.giveTurn(2)
        #expect(aside.note(project, isAtWork: true))
        #expect(WorkNote.read(in: folder, of: getpid()) == .alone)
        #expect(table.takeTurn(2, of: worker, deadline: 0) != .taken)
        aside.note(project, isAtWork: false)
        #expect(table.takeTurn(2, of: worker, deadline: 0) == .taken)
    }
}

/// A thread of a project, without one.
@Suite(.waitsForPrograms) struct `What a project's thread is handed` {
    @Test func `comes together, and is given once`() throws {
        let worker = ProjectWorker(key: 1, root: Array("/a".utf8), folder: nil) {}
        worker.tell { $0.hasNews = true }
        worker.tell { $0.clockStep &+= 5 }
        worker.tell { $0.clockStep &+= 6 }
        let errand = try #require(worker.next(deadline: nil, MonotonicClock()))
        #expect(errand.hasNews && errand.clockStep == 11 && !errand.sweeps)
        #expect(worker.next(deadline: 0, MonotonicClock())?.isEmpty == true)
        worker.stop()
        #expect(worker.next(deadline: nil, MonotonicClock()) == nil)
    }

    @Test func `goes to the innermost project that a directory is in`() {
        let roots = WatchedRoots()
        roots[1] = Array("/a".utf8)
        roots[2] = Array("/a/b".utf8)
        for (directory, key) in [("/a", 1), ("/a/c", 1), ("/a/b", 2), ("/a/b/c", 2), ("/a/bc", 1), ("/ab", nil), ("/", nil)] as [(String, RootKey?)] {
            #expect(roots.key(containing: Array(directory.utf8)) == key, "\(directory)")
        }
    }
}
