import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport
import ShedWriting
import Testing

@testable import ShedWritingKind

@Suite struct `What is remembered of submissions` {
    /// A poetry project with two records, a letter and a broken record, in a time in which they were written long ago.
    private func desk() throws -> (shelf: Shelf, project: Project) {
        let shelf = try Shelf(now: { Surroundings.clock() + 10_000 })
        let project = try shelf.project("poetry", named: "Poems")
        try shelf.shell("""
            cd Poems; echo wind > Ready/Ode.txt; mkdir Submissions/Granta
            printf -- '---\\npiece: Ready/Ode.txt\\nsent: 2026-11-22\\ndue: 2027-02-01\\nfile: sent.md\\nnotes: by post\\n---\\n' > Submissions/Granta/a.md
            printf -- '---\\npiece: Gone.txt\\nstatus: rejected\\nanswered: 2026-12-01\\nanswer: no\\n---\\n' > Submissions/Granta/b.md
            echo 'Dear poet' > Submissions/Granta/letter.md; printf -- '---\\npiece: x\\nsent: never\\n---\\n' > Submissions/Granta/c.md
            printf -- '---\\nsent: 2020-01-01\\n---\\nwind\\n' > Submissions/Granta/sent.md
            """)
        try project.sync()
        return (shelf, project)
    }

    private func shown(_ book: SubmissionBook) -> [String] {
        book.submissions.map { "\($0.path) \($0.record) \($0.piece)" } + book.unreadable.map { "\($0.path) \($0.reason) \($0.line ?? 0)" }
    }

    @Test func `is what was read, and stands in the state folder`() throws {
        let (shelf, project) = try desk()
        defer { withExtendedLifetime(shelf) {} }
        let first = try project.refresh().submissions()
        #expect(first.submissions.map { "\($0.path)" } == ["Submissions/Granta/a.md", "Submissions/Granta/b.md"] && first.unreadable.count == 1)
        let memory = SubmissionMemory.read(project)
        #expect(memory != SubmissionMemory() && SubmissionMemory(memory.bytes) == memory)
        #expect(try shown(project.refresh().submissions()) == shown(first))
        #expect(SubmissionMemory.read(project) == memory)
    }

    @Test func `counts as long as a file is as it was, and no longer`() throws {
        let (shelf, project) = try desk()
        _ = try project.refresh().submissions()
        // What is remembered is changed, to see that the file is not read.
        let reading = try project.refresh()
        let id = try #require(try project.id("Submissions/Granta/b.md"))
        let evidence = try #require(try reading.load().memory.seen[id]?.evidence)
        var memory = SubmissionMemory.read(project)
        memory.note(.record(SubmissionRecord(piece: "Other.txt", pieceID: nil, venue: nil, sent: nil), namesPiece: true), id, evidence, now: Surroundings.clock() + 10_000)
        memory.save(project)
        #expect(try project.refresh().submissions().submissions.map(\.record.piece) == ["Ready/Ode.txt", "Other.txt"])
        try shelf.shell("cd Poems; sed -i s/rejected/accepted/ Submissions/Granta/b.md")
        let book = try project.refresh().submissions()
        #expect(book.submissions.map(\.record.piece) == ["Ready/Ode.txt", "Gone.txt"] && book.submissions.last?.record.status == .accepted)
        try shelf.shell("cd Poems; rm Submissions/Granta/b.md; mv Submissions/Granta Submissions/Poetry")
        #expect(try project.refresh().submissions().submissions.map { "\($0.path) \($0.venue)" } == ["Submissions/Poetry/a.md Poetry"])
        #expect(SubmissionMemory.read(project).content(of: id, evidence) == nil)
    }

    @Test func `says nothing of a record whose first line was spoiled, which is told of each time`() throws {
        let (shelf, project) = try desk()
        try shelf.shell("cd Poems; printf -- 'x---\\npiece-id: 01a1fdc2-51ef-7f4c-a026-fae3a3fe1ebf\\nsent: 2026-11-22\\n---\\n' > Submissions/Granta/d.md")
        try project.sync()
        let told = ["Submissions/Granta/c.md", "Submissions/Granta/d.md"]
        for _ in 1...2 { #expect(try project.refresh().submissions().unreadable.map { "\($0.path)" }.sorted() == told) }
    }

    @Test func `is nothing of what was written just now, or holds much text`() throws {
        let (shelf, project) = try desk()
        defer { withExtendedLifetime(shelf) {} }
        let id = try #require(try project.id("Submissions/Granta/a.md"))
        let evidence = try #require(try project.asKnown.load().memory.seen[id]?.evidence)
        var memory = SubmissionMemory()
        memory.note(.nothing, id, evidence, now: evidence.changed / 1_000_000 + 1_000)
        #expect(memory == SubmissionMemory())
        let long = SubmissionRecord(piece: String(repeating: "x", count: 5_000), pieceID: nil, venue: nil, sent: nil)
        memory.note(.record(long, namesPiece: true), id, evidence, now: evidence.changed / 1_000_000 + 10_000)
        #expect(memory == SubmissionMemory())
    }

    @Test func `has the bytes that it always had`() {
        var memory = SubmissionMemory()
        memory.note(.nothing, NodeID(high: 1, low: 2), Evidence(inode: 5, size: 7, modified: -9, changed: 11), now: Surroundings.clock())
        let bytes = "73686564207375626d697373696f6e7320320a0100000000000000020000000000000005000000000000000700000000000000f7ffffffffffffff0b"
            + "0000000000000000baf94fc7aa977de6"
        #expect(Hexadecimal.string(of: memory.bytes) == bytes)
    }

    @Test func `may be lost or damaged anywhere, and then the files are read`() throws {
        let (shelf, project) = try desk()
        let first = try shown(project.refresh().submissions())
        let bytes = SubmissionMemory.read(project).bytes
        for count in bytes.indices { #expect(SubmissionMemory(Array(bytes[..<count])) == nil) }
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x41
            #expect(SubmissionMemory(damaged) == nil)
        }
        #expect(SubmissionMemory(bytes + [0]) == nil)
        let folder = try #require(project.home.stateFolder?.path)
        for command in ["rm '\(folder)/submissions'", "echo no > '\(folder)/submissions'", "rm '\(folder)/submissions'; mkdir '\(folder)/submissions'"] {
            try shelf.shell(command)
            #expect(try shown(project.refresh().submissions()) == first)
        }
    }

    /// Its checksum keeps nobody who means harm from anything.
    @Test func `is bounded whatever stands there under a right checksum`() throws {
        let (shelf, project) = try desk()
        defer { withExtendedLifetime(shelf) {} }
        _ = try project.refresh().submissions()
        let bytes = SubmissionMemory.read(project).bytes
        func sealed(_ payload: [UInt8]) -> [UInt8] { payload + withUnsafeBytes(of: SubmissionMemory.sum(payload[...]).littleEndian, Array.init) }
        let payload = Array(bytes.dropLast(8))
        #expect(sealed(payload) == bytes)
        for place in payload.indices {
            for value: UInt8 in [0, 1, 2, 0x7f, 0x80, 0xff] {
                var other = payload
                other[place] = value
                guard let memory = SubmissionMemory(sealed(other)) else { continue }
                #expect(SubmissionMemory(memory.bytes) == memory)
            }
            #expect(SubmissionMemory(sealed(Array(payload[..<place]))).map { SubmissionMemory($0.bytes) == $0 } != false)
        }
    }

    @Test func `is neither used nor written where the project is only looked at`() throws {
        let (shelf, project) = try desk()
        let first = try shown(project.refresh().submissions())
        let folder = try #require(project.home.stateFolder?.path)
        try shelf.shell("rm '\(folder)/submissions'")
        let look = try Project.open(containing: project.home.path, surroundings: shelf.surroundings, purpose: .look)
        #expect(try shown(look.refresh().submissions()) == first && SubmissionMemory.read(project) == SubmissionMemory())
    }
}
