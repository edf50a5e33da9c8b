import Glibc
import ShedProjectTestSupport
import ShedThreads
import Testing

@testable import ShedProject

/// A change that waits for another one.
@Suite struct `Who waits for somebody at work in the project` {
    @Test func `is told, and goes on once that is done`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        let path = try #require(project.home.stateFolder).path + "/lock"
        let other = Lock<FileLock?>(try FileLock.wait(path))
        let told = Lock(0)
        project.home.surroundings.waiting = WaitingNotice(after: 5) {
            told.withLock { $0 += 1 }
            other.withLock { $0 = nil }
        }
        try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.requireWriting() }
        #expect(told.withLock { $0 } == 1)
    }

    @Test func `is told nothing where nobody is`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        let told = Lock(0)
        project.home.surroundings.waiting = WaitingNotice(after: 60_000) { told.withLock { $0 += 1 } }
        try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.requireWriting() }
        #expect(told.withLock { $0 } == 0)
    }
}
