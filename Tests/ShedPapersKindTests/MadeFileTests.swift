import ShedDisk
import ShedPapers
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import Testing

@testable import ShedPapersKind

@Suite(.waitsForPrograms) struct `A file that was made to be taken elsewhere` {
    @Test func `is not swept up while it is made, and leaves nothing`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let scratch = try DirectoryHandle(path: shelf.path).openDirectory("scratch", create: true)
        let file = try MadeFile(Tools(scratch: scratch, environment: [:])) { destination throws(ShedError) in
            // As the daemon does when it starts, where this took longer than a minute.
            scratch.removeAbandoned(now: (Surroundings.clock() + 61_000) * 1_000_000, patience: 60_000_000_000)
            do throws(DiskError) { try destination.directory.write(destination.name, Array("made".utf8), replacing: false) } catch { throw ShedError(error) }
        }
        #expect(file.size == 4)
        #expect(try scratch.list(atMost: 10).isEmpty)
    }
}
