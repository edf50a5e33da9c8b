import Glibc
import ShedModel
import ShedPapersKindTestSupport
import ShedProject
import ShedProjectTestSupport
import ShedService
import ShedTestSchedule
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedPapers
@testable import ShedPapersKind

/// PDFs whose look costs more than they are worth. A qpdf of the test's own is ended as the kernel ends it, and counts its runs.
@Suite(.waitsForPrograms) struct `A PDF that costs too much` {
    private let shelf: Shelf
    private let work: PaperWork

    init() throws {
        shelf = try Shelf(kinds: [PapersKind()])
        work = try shelf.papers()
        try work.project.sync()
        try shelf.shell("mkdir bin")
        try TestFile.writeProgram("echo >>'\(shelf.path)/runs'; kill -XCPU $$", to: "\(shelf.path)/bin/qpdf")
        try work.write(TestPDF(pages: 1).bytes, "odd.pdf")
    }

    private var runs: Int { TestFile.read("\(shelf.path)/runs").count }

    /// The project as another process opens it, with that qpdf.
    private func opened() throws -> Project {
        var surroundings = shelf.surroundings
        surroundings.environment["PATH"] = "\(shelf.path)/bin:/usr/bin:/bin"
        surroundings.environment["SHED_TOOL_PATHS"] = shelf.path
        return try Project.open(containing: work.project.home.path, surroundings: surroundings, purpose: .change)
    }

    /// The same, after what every verb does first, which looks into no content.
    private func known() throws -> Project {
        let project = try opened()
        _ = try project.refresh()
        return project
    }

    private func fault(_ project: Project, _ path: RelativePath = "odd.pdf", again: Bool = false) throws -> PapersError? {
        let reading = project.asKnown
        let kind = try reading.papersProject
        var tools = try reading.tools()
        tools.writable = [shelf.path]
        return #expect(throws: PapersError.self) { try kind.looked(at: path, tools, again: again) }
    }

    @Test func `is looked into once, until it is another file or a person wants it so`() throws {
        let project = try opened()
        let error = try #require(try fault(project))
        #expect(error.kind == .tooMuchWork && runs == 1)
        let complaint = try #require(project.asKnown.complaint(error))
        #expect(complaint.isGivenUp && complaint.sentence.hasSuffix("; save the file anew with another program; “shed sync --now” looks at it again."))
        #expect(try fault(project)?.kind == .tooMuchWork && runs == 1)
        #expect(try fault(project, again: true)?.kind == .tooMuchWork && runs == 2)
        try work.write(TestPDF(pages: 2).bytes, "odd.pdf")
        #expect(try fault(project)?.kind == .tooMuchWork && runs == 3)
    }

    @Test func `is not looked into again by another process, until it is another file or a person wants it so`() throws {
        let costly: RelativePath = "Bundles/Costly.pdf"
        unlink("\(work.root)/odd.pdf")
        try work.write(TestPDF(pages: 1).bytes, "Bundles/Costly.pdf")
        // In a walk the stand-in cannot write down that it ran.
        let outcome = try opened().sync()
        #expect(outcome.reports.contains { $0.path == costly && $0.rule.name == "waiting-pdf" } && runs == 0)
        let other = try known()
        #expect(try fault(other, costly)?.kind == .tooMuchWork && runs == 0)
        #expect(try fault(other, costly, again: true)?.kind == .tooMuchWork && runs == 1)
        try work.write(TestPDF(pages: 2).bytes, "Bundles/Costly.pdf")
        #expect(try fault(try known(), costly)?.kind == .tooMuchWork && runs == 2)
    }

    @Test func `is reported, and stays where it is`() throws {
        try TestFile.writeProgram("kill -XCPU $$", to: "\(shelf.path)/bin/qpdf")
        unlink("\(work.root)/odd.pdf")
        let bytes = TestPDF(pages: 2).bytes
        try work.write(bytes, "Bundles/Costly.pdf")
        let project = try opened()
        // What another process finds is the same.
        for project in [project, project, try opened()] {
            let outcome = try project.sync()
            #expect(outcome.moves.isEmpty && outcome.failures.isEmpty)
            let report = try #require(outcome.reports.first { $0.path == "Bundles/Costly.pdf" })
            #expect(report.rule.name == "waiting-pdf" && report.obstacle?.message.contains("seconds of work on") == true, "\(report)")
            #expect(TestFile.read("\(work.root)/Bundles/Costly.pdf") == bytes)
        }
    }

    @Test(arguments: ["kill -KILL $$", "echo std::bad_alloc >&2; kill -ABRT $$"])
    func `which the machine has ended waits for a time, and is looked into then as if nothing had been`(script: String) throws {
        try TestFile.writeProgram(script, to: "\(shelf.path)/bin/qpdf")
        unlink("\(work.root)/odd.pdf")
        let bytes = TestPDF(pages: 2).bytes
        try work.write(bytes, "Bundles/Sound.pdf")
        let project = try opened()
        let outcome = try project.sync()
        #expect(outcome.moves.isEmpty && outcome.failures.isEmpty)
        let report = try #require(outcome.reports.first { $0.path == "Bundles/Sound.pdf" })
        guard case .until(let due, let words)? = report.obstacle else {
            Issue.record("\(report)")
            return
        }
        #expect(due > project.home.surroundings.now() && words.hasPrefix("Qpdf ") && words.hasSuffix(", and by “shed sync” at once."))
        try TestFile.writeProgram("exec /usr/bin/qpdf \"$@\"", to: "\(shelf.path)/bin/qpdf")
        try project.sync()
        #expect(TestFile.read("\(work.root)/Bundles/Sound/display.pdf") == bytes)
    }

    @Test func `is not among those that are damaged, which are looked into again`() throws {
        try TestFile.writeProgram("echo >>'\(shelf.path)/runs'; echo damaged >&2; exit 2", to: "\(shelf.path)/bin/qpdf")
        let project = try opened()
        #expect(try fault(project)?.kind == .damaged && runs == 1)
        #expect(try fault(project)?.kind == .damaged && runs == 2)
    }
}

@Suite(.waitsForPrograms) struct `The time of a project's PDFs` {
    @Test func `when it is used up, what came waits in a daemon and says until when, and not for a person`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        let project = work.project
        try project.sync()
        let allowance = try project.asKnown.papersProject.allowances.looking
        allowance.use(Int64(allowance.seconds) * 1_000_000)
        let due = try #require(allowance.due)
        try work.write(TestPDF(pages: 2).bytes, "Bundles/Late.pdf")
        let time = try project.changeTime(of: "Bundles/Late.pdf") + project.home.configuration.settings.longQuiet + 1
        let outcome = try project.judge(["Bundles", .root], at: time)
        #expect(outcome.moves.isEmpty && outcome.failures.isEmpty)
        #expect(outcome.reports.map { "\($0.path) \($0.rule.name)" } == ["Bundles/Late.pdf waiting-pdf"])
        guard case .until(due, let words)? = outcome.reports.first?.obstacle else {
            Issue.record("\(outcome.reports)")
            return
        }
        #expect(words.hasPrefix("It waits: what this project holds has used up the 600 seconds"))
        // Opened anew, it has no more; and a person does not wait.
        let again = try Project.open(containing: project.home.path, surroundings: shelf.surroundings, purpose: .change)
        #expect(try again.asKnown.papersProject.allowances.looking === allowance)
        try project.sync()
        #expect(TestFile.read("\(work.root)/Bundles/Late/display.pdf") == TestPDF(pages: 2).bytes)
    }

    @Test func `is five seconds in one walk, then others have their turn; a person's walk is not bounded`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let project = try shelf.papers().project
        let kind = try project.asKnown.papersProject
        func isPaused() throws -> Bool { try kind.unasked { () throws(ShedError) in kind.pause != nil } }
        #expect(try !isPaused())
        kind.allowances.looking.use(4_999_999)
        #expect(try !isPaused())
        kind.allowances.looking.use(1)
        #expect(try isPaused())
        #expect(kind.pause == nil, "for a person")
        kind.endSettling()
        #expect(try !isPaused())
    }

    @Test func `of one walk is no more where an hour ends in it`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let project = try shelf.papers().project
        let time = Lock<Int64>(1_000_000)
        let kind = PapersProject(project, Allowances.OfProject { time.withLock { $0 } })
        func isPaused() throws -> Bool { try kind.unasked { () throws(ShedError) in kind.pause != nil } }
        kind.allowances.looking.use(500_000_000)
        #expect(try !isPaused())
        time.withLock { $0 += 3_600_000 }
        #expect(try !isPaused())
        kind.allowances.looking.use(5_000_000)
        #expect(try isPaused())
    }

    @Test func `of one is not that of another, nor texts' that of looks`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let (one, other) = (try shelf.project("papers", named: "One"), try shelf.project("papers", named: "Other"))
        let (used, free) = (try one.asKnown.papersProject.allowances, try other.asKnown.papersProject.allowances)
        used.looking.use(.max)
        #expect(used.looking.due != nil && used.reading.due == nil && free.looking.due == nil)
    }
}

@Suite(.waitsForPrograms) struct `What the doctor says of the cell` {
    @Test func `is a warning where the kernel lacks a part of it, for whom it matters`() {
        func said(_ landlock: Int?, _ refusesCalls: Bool, isNeeded: Bool = true) -> Diagnosis {
            PapersDoctor.cell(CellCapability(landlock: landlock, refusesCalls: refusesCalls), isNeeded: isNeeded)
        }
        #expect(said(1, true).status == .ok && said(1, true).message == "what reads PDFs is kept from the network and from all other files")
        #expect(said(nil, true).message.hasSuffix("is not kept from other files") && said(nil, true).message.contains("use Landlock here"))
        #expect(said(7, false).message.hasSuffix("is not kept from the network") && said(7, false).message.contains("use seccomp here"))
        let neither = said(nil, false)
        #expect(neither.status == .warning && !neither.cost.isEmpty && !neither.remedy.isEmpty)
        #expect(neither.message.hasSuffix("is not kept from other files and the network"))
        #expect(said(nil, false, isNeeded: false).status == .ok)
    }
}
