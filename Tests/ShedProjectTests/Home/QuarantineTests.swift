import Glibc
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// Under which projects the daemon has died.
@Suite struct `A quarantine` {
    private static let minute: Int64 = 60_000
    private let shelf: Shelf
    private let folder: ProjectStateFolder

    init() throws {
        shelf = try Shelf()
        folder = try #require(shelf.project().home.stateFolder)
    }

    @Test func `comes with the second death within an hour, and lasts`() throws {
        #expect(!Quarantine(of: folder).isQuarantined)
        #expect(try !Quarantine.noteDeath(in: folder, by: SIGSEGV, at: 0))
        #expect(Quarantine(of: folder).isSuspect(at: 59 * Self.minute) && !Quarantine(of: folder).isSuspect(at: 60 * Self.minute))
        #expect(try Quarantine.noteDeath(in: folder, by: SIGABRT, at: 59 * Self.minute))
        #expect(Quarantine(of: folder).isQuarantined && Quarantine(of: folder).since == 59 * Self.minute)
        #expect(Quarantine(of: folder).cause == "died 2 times under it, by SIGABRT")
    }

    @Test func `does not come of deaths that are an hour apart`() throws {
        for time in [0, 60, 120, 180] as [Int64] { #expect(try !Quarantine.noteDeath(in: folder, by: SIGSEGV, at: time * Self.minute)) }
        #expect(try Quarantine.noteDeath(in: folder, by: SIGSEGV, at: 190 * Self.minute))
    }

    @Test func `comes at once of memory that nothing else can have taken`() throws {
        #expect(try Quarantine.noteDeath(in: folder, by: 0, at: 0, isProven: true))
        #expect(Quarantine(of: folder).cause.contains("memory"))
    }

    @Test func `is lifted with all that led to it`() throws {
        for _ in 0..<2 { try Quarantine.noteDeath(in: folder, by: SIGILL, at: 0) }
        #expect(try Quarantine.lift(folder))
        #expect(Quarantine(of: folder) == Quarantine())
        #expect(try !Quarantine.lift(folder))
        #expect(try !Quarantine.noteDeath(in: folder, by: SIGILL, at: 1))
        #expect(Registry(shelf.surroundings).folders().map(\.path) == [folder.path])
    }

    @Test(arguments: ["", "{", "[]", #"{"format":2,"since":1,"deaths":[]}"#, #"{"format":1,"since":"now","deaths":[{"time":1},7,{"time":1,"signal":99999999999}]}"#])
    func `is none where the file is not as shed writes it`(text: String) throws {
        TestFile.write(text, to: folder.path + "/quarantine.json")
        #expect(Quarantine(of: folder) == Quarantine())
        #expect(try !Quarantine.noteDeath(in: folder, by: SIGBUS, at: 0))
    }

    @Test func `counts no signal by which others end a program`() {
        #expect([SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT].allSatisfy(Quarantine.isFault))
        #expect(![SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGXCPU, SIGPIPE].contains(where: Quarantine.isFault))
    }

    @Test func `is told of work by the process that wrote the note, and by no other`() throws {
        #expect(WorkNote.read(in: folder, of: getpid()) == .not)
        let note = try WorkNote(in: folder)
        for manner in [WorkNote.Manner.usual, .beside, .alone, .not] {
            note.write(manner)
            #expect(WorkNote.read(in: folder, of: getpid()) == manner)
            #expect(WorkNote.read(in: folder, of: getppid()) == .not)
        }
        TestFile.write("w", to: folder.path + "/at-work")
        #expect(WorkNote.read(in: folder, of: getpid()) == .not)
    }
}
