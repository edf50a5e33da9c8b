import Glibc
import ShedCheck
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport
import ShedWriting
import Testing

@testable import ShedWritingKind

/// Records that others wrote, and not for our good.
@Suite struct `Records of submissions that are hostile` {
    let shelf: Shelf
    let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project(named: "Poems")
        try shelf.shell("cd Poems; echo x > Draft/Ode.txt; mkdir Submissions/V Magazines/V; echo secret > ../secret.md")
        try project.sync()
    }

    private func write(_ script: String) throws {
        try shelf.shell("cd Poems/Submissions/V; \(script)")
        try project.sync()
    }

    private var book: SubmissionBook { get throws { try project.refresh().submissions() } }

    private func findings(_ rule: String) throws -> [String] {
        try Project.open(containing: project.home.path, surroundings: shelf.surroundings, purpose: .look).check().filter { $0.rule == rule }.map { "\($0.path):\($0.line ?? 0)" }
    }

    @Test func `are told where a slip has spoiled the first line, and only there`() throws {
        try write("""
            record='piece: Draft/Ode.txt\\npiece-id: 01a1fdc2-51ef-7f4c-a026-fae3a3fe1ebf\\nsent: 2026-11-22\\nfile: sent.md\\n---\\n'
            printf -- "x---\\n$record" > key.md; printf -- "\\n---\\n$record" > blank.md; printf -- "$record" > gone.md; printf -- '\\357\\273\\277'"---\\n$record" > mark.md
            printf -- "Guidelines\\n\\nWe need no piece-id: your name is enough.\\n" > rules.md
            printf -- "x---\\n$record" > sent.md
            """)
        let lines = ["Submissions/V/key.md:1", "Submissions/V/blank.md:1", "Submissions/V/gone.md:1"]
        #expect(try Set(book.unreadable.map { "\($0.path):\($0.line ?? 0)" }) == Set(lines))
        #expect(try Set(findings("unreadable-submission")) == Set(lines))
        #expect(try book.submissions.map { "\($0.path)" } == ["Submissions/V/mark.md"])
    }

    @Test func `are told with their lines, and no more of them is read than front matter may have`() throws {
        try write("""
            { printf -- '---\\npiece: Draft/Ode.txt\\n'; head -c 10485760 /dev/zero | tr '\\0' a; } > big.md
            printf -- '---\\npiece: Draft/Ode.txt\\nx: a\\0b\\n---\\n' > nul.md
            printf -- '---\\npiece: Draft/Ode.txt\\nx: \\377\\n---\\n' > bytes.md
            printf -- '---\\npiece: Draft/Ode.txt\\nfile: ../../../secret.md\\n---\\n' > file.md
            printf -- '---\\npiece: Draft/Ode.txt\\nsent: 2026-02-30\\n---\\n' > day.md
            printf -- '---\\ntitle: A poem\\n' > poem.md
            printf 'Guidelines\\n---\\n' > text.md; : > empty.md
            """)
        let lines = ["big.md:1", "bytes.md:3", "day.md:3", "file.md:3", "nul.md:3"].map { "Submissions/V/\($0)" }
        #expect(try book.submissions.isEmpty)
        #expect(try Set(book.unreadable.map { "\($0.path):\($0.line ?? 0)" }) == Set(lines))
        #expect(try Set(findings("unreadable-submission")) == Set(lines))
    }

    @Test func `mean no folder, no record and nothing out of the project`() throws {
        let folder = try #require(try project.id("Draft"))
        try write("""
            printf -- '---\\npiece-id: \(folder)\\n---\\n' > folder.md
            printf -- '---\\npiece: ../secret.md\\n---\\n' > outside.md
            printf -- '---\\npiece: Submissions/V/folder.md\\n---\\n' > record.md
            printf -- '---\\npiece: .shed/project.json\\n---\\n' > sidecar.md
            printf -- '---\\npiece: %s\\n---\\n' "$(head -c 60000 /dev/zero | tr '\\0' '/')" > slashes.md
            printf -- '---\\npiece: %s\\n---\\n' "$(printf 'a/%.0s' $(seq 20000))" > deep.md
            """)
        #expect(try book.submissions.map(\.piece) == Array(repeating: .gone, count: 6) && book.unreadable.isEmpty)
        #expect(try findings("submission-without-piece").count == 6)
    }

    /// A scan that is brief leaves out files of which most rules say nothing.
    @Test(arguments: ["Submissions", "Sent"]) func `are found by check whatever their folder is called`(folder: String) throws {
        try write("echo x > a.txt; printf -- '---\\npiece: Draft/Ode.txt\\nsent: 2026-02-30\\n---\\n' > day.MD")
        if folder != "Submissions" {
            try shelf.shell("cd Poems; mv Submissions '\(folder)'")
            try project.sync()
        }
        #expect(try findings("unreadable-submission") == ["\(folder)/V/day.MD:3"])
    }

    @Test func `that are links or pipes are none`() throws {
        try shelf.shell("printf -- '---\\npiece: Draft/Ode.txt\\n---\\n' > outside.md; cd Poems/Submissions/V; ln -s ../../../outside.md link.md; mkfifo pipe.md; mkdir folder.md")
        _ = try project.sync()
        #expect(try book.submissions.isEmpty && book.unreadable.isEmpty)
        #expect(throws: ShedError.self) { try project.refresh().submission("Submissions/V/link.md") }
        // One that takes the place of a record after it was taken in is not followed.
        try write("printf -- '---\\npiece: Draft/Ode.txt\\n---\\n' > real.md")
        let submission = try project.refresh().submission("Submissions/V/real.md")
        try shelf.shell("cd Poems/Submissions/V; ln -sf ../../../outside.md real.md")
        #expect(throws: ShedError.self) { try project.asKnown.answer(submission, SubmissionAnswer(.accepted, on: #require(CalendarDay("2026-12-01")))) }
        #expect(try shelf.shell("cat outside.md") == "---\npiece: Draft/Ode.txt\n---\n")
    }

    @Test func `cannot hide each other by calling each other a copy`() throws {
        try write("""
            printf -- '---\\npiece: Draft/Ode.txt\\nfile: b.md\\n---\\n' > a.md
            printf -- '---\\npiece: Draft/Ode.txt\\nfile: a.md\\n---\\n' > b.md
            printf -- '---\\npiece: Draft/Ode.txt\\nfile: c.md\\n---\\n' > c.md
            """)
        #expect(try book.submissions.count == 3)
    }

    @Test func `say what they said where an ID was never known, and nothing where the text is gone`() throws {
        try write("printf -- '---\\npiece: Draft/Ode.txt\\npiece-id: 01a1fdc2-51ef-7f4c-a026-fae3a3fe1ebf\\n---\\n' > a.md")
        let id = try #require(try project.id("Draft/Ode.txt"))
        #expect(try book.submissions.map(\.piece) == [.standing(id, at: "Draft/Ode.txt")])
        try write("printf -- '---\\npiece: Draft/Ode.txt\\npiece-id: \(id)\\n---\\n' > a.md; rm ../../Draft/Ode.txt")
        #expect(try book.submissions.map(\.piece) == [.gone] && book.submissions.map(\.pieceLabel) == ["Draft/Ode.txt"])
    }

    @Test func `are 5,000, each read once`() throws {
        try write("for n in $(seq 5000); do printf -- '---\\npiece: Draft/Ode.txt\\nsent: 2026-11-22\\nstatus: out\\n---\\n' > $n.md; done")
        let book = try book
        #expect(book.submissions.count == 5_000 && book.submissions.allSatisfy { $0.piecePath == "Draft/Ode.txt" })
    }
}
