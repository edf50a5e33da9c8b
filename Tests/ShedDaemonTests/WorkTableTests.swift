import Glibc
import ShedProjectTestSupport
import ShedWatch
import Synchronization
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// Who is at work, and who can have been the cause of a death.
@Suite struct `The table of work` {
    private func worker(_ key: RootKey) -> ProjectWorker { ProjectWorker(key: key, root: Array("/\(key)".utf8), folder: nil) {} }

    @Test(arguments: [
        ([], []), ([(1, .usual)], [1]), ([(1, .usual), (2, .usual)], [1, 2]), ([(1, .alone)], [1]),
        // Whom nobody suspected is suspected first: a suspect is not named for what another may have done.
        ([(1, .alone), (2, .usual)], [2]),
        // It cannot be told.
        ([(1, .alone), (2, .beside)], []), ([(2, .beside)], []), ([(1, .alone), (2, .beside), (3, .usual)], [3]),
    ] as [([(RootKey, WorkNote.Manner)], [RootKey])])
    func `says who is to blame`(atWork: [(RootKey, WorkNote.Manner)], expected: [RootKey]) { #expect(WorkTable.toBlame(atWork) == expected) }

    /// What the process that waits does after each death.
    @Test func `of two at work at the first death, the one that works at the second is left alone, and the other is not`() throws {
        let shelf = try Shelf()
        let folders = try ["Guilty", "Innocent"].map { try #require(shelf.project(named: $0).home.stateFolder) }
        for folder in WorkTable.toBlame(folders.map { ($0, .usual) }) { try Quarantine.noteDeath(in: folder, by: SIGSEGV, at: 0) }
        #expect(folders.allSatisfy { Quarantine(of: $0).isSuspect(at: 1) && !Quarantine(of: $0).isQuarantined })
        for folder in WorkTable.toBlame([(folders[0], .alone)]) { try Quarantine.noteDeath(in: folder, by: SIGSEGV, at: 1) }
        #expect(folders.map { Quarantine(of: $0).isQuarantined } == [true, false])
    }

    @Test func `lets suspects work one after the other`() throws {
        let table = WorkTable {}
        let (first, second) = (worker(1), worker(2))
        #expect(table.takeTurn(1, of: first, deadline: .max))
        #expect(!table.takeTurn(2, of: second, deadline: 0))
        // What is done in the background for the same project has the same turn.
        #expect(table.takeTurn(1, of: first, deadline: 0))
        table.giveTurn(1)
        #expect(!table.takeTurn(2, of: second, deadline: 0))
        table.giveTurn(1)
        #expect(table.takeTurn(2, of: second, deadline: .max))
        // Who is to end does not wait.
        first.stop()
        #expect(!table.takeTurn(1, of: first, deadline: .max))
        // Nobody gives what another one has.
        table.giveTurn(1)
        #expect(!table.takeTurn(3, of: worker(3), deadline: 0))
    }

    @Test func `names the one that takes too much memory, and proves it where nothing else was at work`() {
        let memory = Mutex(100)
        let table = WorkTable(memory: { memory.withLock { $0 } }) {}
        func grow(by bytes: Int) { memory.withLock { $0 += bytes } }
        #expect(table.excess(over: 10) == nil)
        table.begin(1, .usual)
        grow(by: 10)
        #expect(table.excess(over: 10) == nil)
        grow(by: 1)
        #expect(table.excess(over: 10) == .init(projects: [1], isProven: true))
        table.begin(2, .usual)
        grow(by: 9)
        #expect(table.excess(over: 10) == nil)
        grow(by: 1)
        #expect(table.excess(over: 10).map { Set($0.projects) } == [1, 2] && table.excess(over: 10)?.isProven == false)
        table.end(1)
        // Of what grew while both were at work, it may be the other's.
        #expect(table.excess(over: 10) == nil)
        grow(by: 11)
        #expect(table.excess(over: 10) == .init(projects: [2], isProven: false))
        table.end(2)
        #expect(table.excess(over: 10) == nil && !table.isAnybodyAtWork)
    }
}

/// What is written down of work.
@Suite struct `Work in a project` {
    @Test func `is noted while it is done, by its thread and in the background, and no longer`() throws {
        let shelf = try Shelf()
        let folder = try #require(shelf.project().home.stateFolder)
        let worker = ProjectWorker(key: 1, root: folder.record.root, folder: folder) {}
        let table = WorkTable {}
        let thread = ProjectWork(table, worker, Quarantine())
        #expect(thread.perform { WorkNote.read(in: folder, of: getpid()) } == .usual)
        #expect(WorkNote.read(in: folder, of: getpid()) == .not && !table.isAnybodyAtWork)
        let aside = WorkAside()
        let project = ObjectIdentifier(worker)
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
        let work = ProjectWork(table, worker, Quarantine(of: folder))
        #expect(work.perform { WorkNote.read(in: folder, of: getpid()) } == .alone)
        #expect(table.takeTurn(2, of: worker, deadline: .max))
        // Who is to end waits for nobody.
        worker.stop()
        #expect(work.perform { WorkNote.read(in: folder, of: getpid()) } == .beside)
    }
}

/// A thread of a project, without one.
@Suite struct `What a project's thread is handed` {
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
