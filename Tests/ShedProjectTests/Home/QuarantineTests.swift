import Glibc
import ShedModel
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
        #expect(try !Quarantine(of: folder).isQuarantined)
        #expect(try !Quarantine.noteDeath(in: folder, by: SIGSEGV, at: 0))
        #expect(try Quarantine(of: folder).suspectUntil == 60 * Self.minute)
        #expect(try Quarantine.noteDeath(in: folder, by: SIGABRT, at: 59 * Self.minute))
        #expect(try Quarantine(of: folder).isQuarantined && Quarantine(of: folder).since == 59 * Self.minute)
        #expect(try Quarantine(of: folder).cause == "died 2 times under it, by SIGABRT")
    }

    @Test func `does not come of deaths that are an hour apart`() throws {
        for time in [0, 60, 120, 180] as [Int64] { #expect(try !Quarantine.noteDeath(in: folder, by: SIGSEGV, at: time * Self.minute)) }
        #expect(try Quarantine.noteDeath(in: folder, by: SIGSEGV, at: 190 * Self.minute))
    }

    @Test func `comes at once of memory that nothing else can have taken`() throws {
        #expect(try Quarantine.noteDeath(in: folder, by: 0, at: 0, isProven: true))
        #expect(try Quarantine(of: folder).cause.contains("memory"))
    }

    @Test func `is lifted with all that led to it`() throws {
        for _ in 0..<2 { try Quarantine.noteDeath(in: folder, by: SIGILL, at: 0) }
        #expect(try Quarantine.lift(folder))
        #expect(try Quarantine(of: folder) == Quarantine())
        #expect(try !Quarantine.lift(folder))
        #expect(try !Quarantine.noteDeath(in: folder, by: SIGILL, at: 1))
        #expect(Registry(shelf.surroundings).folders().map(\.path) == [folder.path])
    }

    @Test(arguments: ["", "{", "[]", #"{"format":2,"since":1,"deaths":[]}"#, #"{"format":1,"since":"now","deaths":[{"time":1},7,{"time":1,"signal":99999999999}]}"#])
    func `is none where the file is not as shed writes it`(text: String) throws {
        TestFile.write(text, to: folder.path + "/quarantine.json")
        #expect(try Quarantine(of: folder) == Quarantine())
        #expect(try !Quarantine.noteDeath(in: folder, by: SIGBUS, at: 0))
    }

    @Test func `counts no signal by which others end a program`() {
        #expect([SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT].allSatisfy(Quarantine.isFault))
        #expect(![SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGXCPU, SIGPIPE].contains(where: Quarantine.isFault))
    }

    @Test func `does not come of deaths that others may have caused as well, which keep it apart for longer each time`() throws {
        for (time, hours) in [(0, 2), (180, 4), (300, 8), (400, 16), (500, 32), (600, 32)] as [(Int64, Int64)] {
            try Quarantine.noteShared(in: folder, at: time * Self.minute)
            let known = try Quarantine(of: folder)
            #expect(!known.isQuarantined && known.deaths == [])
            #expect(known.strictUntil == (time + hours * 60) * Self.minute && known.suspectUntil == known.strictUntil)
        }
        // What is its own counts as ever, and is kept beside.
        #expect(try !Quarantine.noteDeath(in: folder, by: SIGSEGV, at: 601 * Self.minute))
        #expect(try Quarantine(of: folder).shared.count == 5)
        // After two quiet days it begins anew.
        try Quarantine.noteShared(in: folder, at: 4_000 * Self.minute)
        #expect(try Quarantine(of: folder).strictUntil == 4_120 * Self.minute)
    }

    /// As where no more files may be opened: that nothing could be read does not say that nothing is there.
    @Test func `that cannot be read is none that is not there, and is not written over`() throws {
        try Quarantine.noteDeath(in: folder, by: SIGSEGV, at: 0)
        // Whoever may read everything is kept from it by this too: the way leads through a file.
        let away = ProjectStateFolder(record: folder.record, path: folder.path + "/quarantine.json")
        #expect(throws: ShedError.self) { try Quarantine(of: away) }
        #expect(throws: ShedError.self) { try Quarantine.noteDeath(in: away, by: SIGSEGV, at: 1) }
        #expect(throws: ShedError.self) { try Quarantine.noteShared(in: away, at: 1) }
        #expect(try Quarantine(of: folder).deaths.count == 1)
        // A folder that is not there has nothing in it.
        #expect(try Quarantine(of: ProjectStateFolder(record: folder.record, path: folder.path + "-")) == Quarantine())
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
