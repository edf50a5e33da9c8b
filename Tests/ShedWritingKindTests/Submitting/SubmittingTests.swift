import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import ShedWriting
import Testing

@testable import ShedProject
@testable import ShedWritingKind

/// A poetry project with a text in Ready and two magazines.
private final class SendingDesk {
    let shelf: Shelf
    var project: Project

    init(_ kind: String = "poetry", language: Language = .english) throws {
        shelf = try Shelf()
        project = try shelf.project(kind, named: "Poems", language: language)
        guard language == .english, kind == "poetry" else { return }
        try shelf.shell("cd Poems; echo 'O wind' > Draft/Ode.txt; mkdir Magazines/Granta Magazines/Poetry Competitions/Bridport")
        try project.sync()
        try project.change { _ = try $0.move(["Draft/Ode.txt"], to: "Ready") }
    }

    func venue(_ name: String, mayBeNew: Bool = false) throws -> SubmissionVenue {
        let path = try #require(RelativePath(bytes: name.utf8))
        return try project.refresh().venue(name, [path], mayBeNew: mayBeNew)
    }

    func plan(_ piece: RelativePath = "Ready/Ode.txt", to venue: String, on day: String = "2026-11-22", mayBeNew: Bool = false) throws -> SubmissionPlan {
        let venue = try self.venue(venue, mayBeNew: mayBeNew)
        return try project.refresh().planSubmission(of: [piece], SubmissionWish(venue: venue, sent: #require(CalendarDay(day))))
    }

    @discardableResult
    func submit(_ piece: RelativePath = "Ready/Ode.txt", to venue: String, on day: String = "2026-11-22", mayBeNew: Bool = false) throws -> SubmissionPlan {
        let plan = try plan(piece, to: venue, on: day, mayBeNew: mayBeNew)
        try project.asKnown.submit(plan)
        return plan
    }

    func answer(_ path: RelativePath, _ status: SubmissionStatus, on day: String = "2026-12-01", note: String? = nil) throws {
        let reading = try project.refresh()
        _ = try reading.answer(reading.submission(path), SubmissionAnswer(status, on: #require(CalendarDay(day)), note: note))
    }

    var book: SubmissionBook { get throws { try project.refresh().submissions() } }

    func text(_ path: String) throws -> String { try shelf.shell("cat 'Poems/\(path)'") }
}

@Suite struct `What is submitted` {
    @Test func `gets a record and a copy, and is known by its ID wherever it goes`() throws {
        let desk = try SendingDesk()
        let plan = try desk.submit(to: "Magazines/Granta")
        #expect(plan.conflicts.isEmpty && plan.items.map { "\($0.path)" } == ["Submissions/Granta/2026-11-22 Ode.md"])
        #expect(try desk.text("Submissions/Granta/2026-11-22 Ode.txt") == "O wind\n")
        let id = try #require(try desk.project.id("Ready/Ode.txt"))
        #expect(try desk.text("Submissions/Granta/2026-11-22 Ode.md") == """
            ---
            piece: Ready/Ode.txt
            piece-id: \(id)
            venue: Magazines/Granta
            sent: 2026-11-22
            status: out
            file: 2026-11-22 Ode.txt
            ---

            """)
        try desk.shelf.shell("cd Poems; mv Ready/Ode.txt 'Set Aside/Wind.txt'; mv Submissions/Granta 'Submissions/The Granta'")
        try desk.project.sync()
        let book = try desk.book
        #expect(book.submissions.map(\.piece) == [.standing(id, at: "Set Aside/Wind.txt")] && book.unreadable.isEmpty)
        #expect(book.submissions.first?.path == "Submissions/The Granta/2026-11-22 Ode.md")
        #expect(try desk.project.refresh().outcome.changes.isEmpty)
    }

    @Test func `gets names of its own, and in Markdown too`() throws {
        let desk = try SendingDesk()
        try desk.shelf.shell("cd Poems; printf -- '---\\nstatus: draft\\n---\\nO\\n' > Draft/Sea.md; echo x > 'Draft/no suffix'; printf x > Draft/$(printf 'a%.0s' $(seq 251)).txt")
        try desk.project.sync()
        try desk.submit("Draft/Sea.md", to: "Granta")
        try desk.submit("Draft/Sea.md", to: "Granta")
        try desk.submit("Draft/no suffix", to: "Granta")
        let long = try #require(RelativePath(bytes: Array(("Draft/" + String(repeating: "a", count: 251) + ".txt").utf8)))
        let plan = try desk.submit(long, to: "Granta")
        #expect(try desk.shelf.shell("cd Poems/Submissions/Granta; LC_ALL=C ls | grep -v aaa") == """
            2026-11-22 Sea (2).md
            2026-11-22 Sea (2).sent.md
            2026-11-22 Sea.md
            2026-11-22 Sea.sent.md
            2026-11-22 no suffix
            2026-11-22 no suffix.md

            """)
        #expect(plan.items.allSatisfy { $0.copy.last?.isPossible == true && $0.copy.last?.hasSuffix(".txt") == true })
        // The copy in Markdown has front matter of its own, and is no record.
        #expect(try desk.book.submissions.count == 4 && desk.book.unreadable.isEmpty)
    }

    @Test func `is warned of where it was sent before or is still out`() throws {
        let desk = try SendingDesk()
        try desk.submit(to: "Magazines/Granta")
        #expect(try desk.plan(to: "Granta").conflicts.map(\.isSameVenue) == [true])
        #expect(try desk.plan(to: "Magazines/Poetry").conflicts.map(\.isSameVenue) == [false])
        try desk.answer("Ready/Ode.txt", .rejected)
        #expect(try desk.plan(to: "Magazines/Poetry").conflicts.isEmpty)
        let again = try desk.plan(to: "Magazines/Granta").conflicts
        #expect(again.map(\.isSameVenue) == [true] && again.first?.before.record.status == .rejected)
    }

    @Test func `goes to a venue that there is, or that is to be made`() throws {
        let desk = try SendingDesk()
        #expect(throws: ShedError.self) { try desk.venue("Magazines/Ambit") }
        #expect(throws: ShedError.self) { try desk.venue("Ambit") }
        #expect(throws: ShedError.self) { try desk.venue("Magazines") }
        #expect(throws: ShedError.self) { try desk.venue("Draft/Granta") }
        #expect(throws: ShedError.self) { try desk.venue("Magazines/None/Ambit", mayBeNew: true) }
        #expect(try desk.venue("Magazines/granta").path == "Magazines/Granta" && desk.venue("GRANTA").path == "Magazines/Granta")
        try desk.submit(to: "Magazines/Ambit", mayBeNew: true)
        try desk.submit(to: "The Review", on: "2026-11-23", mayBeNew: true)
        #expect(try desk.shelf.shell("cd Poems; ls -d Magazines/* Other/* Submissions/*") == """
            Magazines/Ambit
            Magazines/Granta
            Magazines/Poetry
            Other/The Review
            Submissions/Ambit
            Submissions/The Review

            """)
        try desk.shelf.shell("mkdir Poems/Competitions/Granta")
        try desk.project.sync()
        #expect(throws: ShedError.self) { try desk.venue("Granta") }
    }

    @Test(arguments: ["Magazines/Granta", "Submissions", "Submissions/Granta/2026-11-22 Ode.txt", "Trash/Old.txt", "Ready/none.txt"])
    func `is a text of the project`(path: String) throws {
        let desk = try SendingDesk()
        try desk.submit(to: "Magazines/Granta")
        try desk.shelf.shell("echo x > Poems/Draft/Old.txt")
        try desk.project.sync()
        try desk.project.change { _ = try $0.move(["Draft/Old.txt"], to: "Trash") }
        let before = try desk.book.submissions.count
        #expect(throws: ShedError.self) { try desk.plan(#require(RelativePath(bytes: path.utf8)), to: "Magazines/Poetry") }
        #expect(try desk.book.submissions.count == before)
    }

    @Test func `is refused where the venue's folder takes no files, and nothing is made`() throws {
        let desk = try SendingDesk()
        try desk.shelf.shell("mkdir Poems/Submissions/Granta")
        try desk.project.sync()
        try desk.project.change { _ = try $0.allow(.folders, in: "Submissions/Granta") }
        #expect(throws: ShedError.self) { try desk.submit(to: "Magazines/Granta") }
        #expect(try desk.shelf.shell("ls Poems/Submissions/Granta") == "")
    }

    @Test func `in a project without the folder is refused, saying which kinds have it`() throws {
        for kind in ["blank", "novel"] {
            let desk = try SendingDesk(kind)
            let error = #expect(throws: ShedError.self) { try desk.project.refresh().submissionsFolder() }
            #expect(error?.remedy.contains("poetry") == true)
        }
    }

    @Test func `finds its folders by role, in any language`() throws {
        let desk = try SendingDesk(language: Language(rawValue: "de"))
        let project = desk.project
        let shelf = try #require(try project.asKnown.folder(with: .submissions))
        let (draft, magazines) = (try #require(try project.asKnown.folder(with: Role(rawValue: "draft"))), try #require(try project.asKnown.folder(with: Role.venues[0])))
        try desk.shelf.shell("cd Poems; echo x > '\(draft)/Ode.txt'; mkdir '\(magazines)/Granta'")
        try project.sync()
        try desk.submit(draft.appending(Name("Ode.txt")), to: "\(magazines)/Granta")
        #expect(try desk.book.submissions.map(\.path) == [shelf.appending(Name("Granta")).appending(Name("2026-11-22 Ode.md"))])
    }
}

@Suite struct `What came of a submission` {
    @Test func `is written into its record, and all else there is kept`() throws {
        let desk = try SendingDesk()
        try desk.submit(to: "Magazines/Granta")
        try desk.shelf.shell("cd Poems/Submissions/Granta; printf 'My own words.\\n' >> '2026-11-22 Ode.md'; sed -i 's/^status: out/Status: out # by post\\nfee: 3/' '2026-11-22 Ode.md'")
        let before = try desk.text("Submissions/Granta/2026-11-22 Ode.md")
        try desk.answer("Ready/Ode.txt", .accepted, note: "With joy: yes")
        let after = try desk.text("Submissions/Granta/2026-11-22 Ode.md")
        #expect(after == before.replacing("Status: out #", with: "Status: accepted #")
            .replacing("file: 2026-11-22 Ode.txt\n", with: "file: 2026-11-22 Ode.txt\nanswered: 2026-12-01\nanswer: \"With joy: yes\"\n"))
        // What is said once more is refused; a further note is added.
        #expect(throws: ShedError.self) {
            let reading = try desk.project.refresh()
            try reading.answer(reading.submission("Submissions/Granta/2026-11-22 Ode.md"), SubmissionAnswer(.accepted, on: #require(CalendarDay("2027-01-01")), isDayGiven: false))
        }
        try desk.answer("Submissions/Granta/2026-11-22 Ode.txt", .accepted, on: "2026-12-02", note: "In May")
        let record = try #require(try desk.book.submissions.first?.record)
        #expect(record.answer == "With joy: yes; In May" && record.answered == CalendarDay("2026-12-02"))
    }

    @Test func `is asked of the one that is out, or of the record that is named`() throws {
        let desk = try SendingDesk()
        #expect(throws: ShedError.self) { try desk.answer("Ready/Ode.txt", .rejected) }
        try desk.submit(to: "Magazines/Granta")
        try desk.submit(to: "Magazines/Poetry")
        #expect(throws: ShedError.self) { try desk.answer("Ready/Ode.txt", .rejected) }
        #expect(try desk.project.refresh().submission("Ready/Ode.txt", venue: "poetry").venue == "Magazines/Poetry")
        try desk.answer("Submissions/Poetry/2026-11-22 Ode.md", .withdrawn)
        #expect(try desk.book.submissions.map(\.record.status) == [.out, .withdrawn])
        try desk.answer("Ready/Ode.txt", .rejected)
        #expect(try desk.book.submissions.map(\.record.status) == [.rejected, .withdrawn])
        #expect(throws: ShedError.self) { try desk.answer("Submissions/Poetry", .rejected) }
    }

    /// The files are in their places when the sidecar cannot be written, as on a disk that is full.
    @Test func `is submitted also where that cannot be taken in, and says so`() throws {
        let desk = try SendingDesk()
        let plan = try desk.plan(to: "Magazines/Granta")
        let batches = desk.shelf.path + "/Poems/.shed/ops"
        let untaken = try Interruption.$visitor.withValue({ (reached: String) in
            guard reached == "carried", rename(batches, batches + "-away") == 0 else { return }
            close(open(batches, O_CREAT | O_WRONLY, 0o644))
        }) { try desk.project.asKnown.submit(plan) }
        let error = try #require(untaken)
        #expect(error.isInPlace && error.message.contains("in its place"), "\(error)")
        #expect(try desk.text("Submissions/Granta/2026-11-22 Ode.txt") == "O wind\n")
        #expect(unlink(batches) == 0 && rename(batches + "-away", batches) == 0)
        try desk.project.sync()
        #expect(try desk.book.submissions.map { $0.id != nil } == [true])
        #expect(try desk.plan(to: "Magazines/Granta").conflicts.count == 1)
    }

    @Test func `lists what is out first, by what is due`() throws {
        let desk = try SendingDesk()
        for (name, lines) in [
            ("a", "sent: 2026-01-01\nstatus: rejected\nanswered: 2026-05-01"), ("b", "sent: 2026-03-01"), ("c", "sent: 2026-04-01\ndue: 2026-09-01"),
            ("d", "sent: 2026-02-01"), ("e", "sent: 2026-01-05\nstatus: accepted\nanswered: 2026-06-01"), ("f", "due: 2026-08-01"),
        ] { try desk.shelf.shell("mkdir -p Poems/Submissions/V; printf -- '---\\npiece: Ready/Ode.txt\\n\(lines)\\n---\\n' > Poems/Submissions/V/\(name).md") }
        try desk.project.sync()
        let sorted = try Submission.inOrder(desk.book.submissions)
        #expect(sorted.compactMap { $0.path.last?.parts.stem.first } == Array("fcdbea".utf8))
        #expect(try sorted.filter { try $0.isOverdue(on: #require(CalendarDay("2026-08-15"))) }.count == 1)
    }
}
