import Glibc
import ShedDisk
import ShedModel
import ShedPapersKindTestSupport
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedPapers
@testable import ShedPapersKind

/// The daemon's work on texts in the background. A Tesseract of the test's own says when it runs; pipes say when it may go on.
@Suite("Texts in the background", .waitsForPrograms) struct TextDeskTests {
    /// A run over a project, with programs of the test's own before the machine's.
    private static func run(_ shelf: Shelf, _ work: PaperWork) throws -> TextRun {
        let plain = try work.project.asKnown.textRun(languages: ["eng"], threads: 1)
        let scratch = try DirectoryHandle(path: shelf.path).openDirectory("scratch", create: true)
        var tools = Tools(scratch: scratch, environment: ["PATH": "\(shelf.path)/bin:/usr/bin:/bin", "SHED_TOOL_PATHS": shelf.path])
        tools.writable = [shelf.path]
        return TextRun(root: plain.root, tools: tools, store: plain.store, languages: ["eng"], ownLanguage: nil, threads: 1)
    }

    private static func tesseract(_ shelf: Shelf, _ script: String) throws {
        let text = "shelf='\(shelf.path)'; PATH=/usr/bin:/bin\ncase $1 in page*) \(script);; esac\nexec /usr/bin/tesseract \"$@\""
        mkdir("\(shelf.path)/bin", 0o755)
        try TestFile.writeProgram(text, to: "\(shelf.path)/bin/tesseract")
    }

    /// Waits until something holds; two minutes at most.
    private static func wait(_ what: Comment, until isSo: () throws -> Bool) throws {
        let came = try waits(until: isSo)
        try #require(came, what)
    }

    private static func scan(_ shelf: Shelf, _ work: PaperWork) throws {
        let scan = TestPDF([try PaperWork.scan(["Prime numbers"], in: shelf)])
        try work.bundle("Scan", [.display: scan, .ocr: scan])
    }

    @Test func `are taken with low priority, by a thread that ends when all is done`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        try Self.scan(shelf, work)
        try Self.tesseract(shelf, "nice >\"$shelf/nice\"")
        let desk = TextDesk {}
        desk.take(try work.project.asKnown.textJobs(), of: work.project.opened, by: try Self.run(shelf, work))
        try Self.wait("the text is taken") { try work.project.asKnown.textCounts() == TextCounts(queued: 0, done: 1) }
        let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        #expect(Int32(String(decoding: TestFile.read("\(shelf.path)/nice"), as: UTF8.self).filter(\.isNumber)) == min(19, max(own, 10)))
        // A second call finds the thread ended, or joins it; either way the work is done.
        try work.bundle("Other", [.display: TestPDF(pages: 1), .ocr: TestPDF(pages: 2)])
        desk.take(try work.project.asKnown.textJobs(), of: work.project.opened, by: try Self.run(shelf, work))
        try Self.wait("the second text is taken") { try work.project.asKnown.textCounts() == TextCounts(queued: 0, done: 2) }
        desk.stop()
        #expect(desk.takeFailures().isEmpty)
    }

    @Test func `end when the daemon does, also in the middle of a page`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        try Self.scan(shelf, work)
        // It opens the pipe when it runs, and would never end.
        try shelf.shell("mkfifo begun never")
        try Self.tesseract(shelf, ": >\"$shelf/begun\"; read line <\"$shelf/never\"")
        let desk = TextDesk {}
        desk.take(try work.project.asKnown.textJobs(), of: work.project.opened, by: try Self.run(shelf, work))
        // Opening it for reading waits until Tesseract runs.
        let begun = open("\(shelf.path)/begun", O_RDONLY)
        #expect(begun >= 0)
        close(begun)
        desk.stop()
        #expect(try work.project.asKnown.textCounts() == TextCounts(queued: 1, done: 0))
        #expect(desk.takeFailures().isEmpty)
        #expect(try shelf.shell("ls scratch") == "")
    }

    @Test func `that cannot be taken are told once and not tried again`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        try work.bundle("Calculus", [.display: TestPDF(pages: 1), .ocr: TestPDF(pages: 1)])
        try work.write(Array("no PDF".utf8), "Bundles/Calculus/ocr.pdf")
        let desk = TextDesk {}
        let jobs = try work.project.asKnown.textJobs()
        desk.take(jobs, of: work.project.opened, by: try Self.run(shelf, work))
        var faults: [ShedError] = []
        try Self.wait("the failure is told") {
            faults += desk.takeFailures().map(\.fault)
            return !faults.isEmpty
        }
        #expect(faults.count == 1)
        #expect(faults.first?.message.contains("Bundles/Calculus/ocr.pdf") == true)
        desk.take(jobs, of: work.project.opened, by: try Self.run(shelf, work))
        desk.stop()
        #expect(desk.takeFailures().isEmpty)
    }

    @Test func `that may not be begun stay as they wait until they may, and keep no other project's`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        try Self.scan(shelf, work)
        try Self.tesseract(shelf, ":")
        let other = OpenedProject()
        let mayBegin = Lock(false)
        let refusals = Lock(0)
        let begun = Lock<[OpenedProject]>([])
        let desk = TextDesk {}
        desk.tellOfWork { project, isAtWork in
            guard isAtWork else { return true }
            guard project == other || mayBegin.withLock({ $0 }) else {
                refusals.withLock { $0 += 1 }
                return false
            }
            begun.withLock { $0.append(project) }
            return true
        }
        let (jobs, run) = (try work.project.asKnown.textJobs(), try Self.run(shelf, work))
        desk.take(jobs, of: work.project.opened, by: run)
        try Self.wait("it is refused") { refusals.withLock { $0 } > 0 }
        #expect(try work.project.asKnown.textCounts() == TextCounts(queued: 1, done: 0))
        desk.take(jobs, of: other, by: run)
        try Self.wait("the other one's text is taken") { try work.project.asKnown.textCounts() == TextCounts(queued: 0, done: 1) }
        #expect(begun.withLock { $0 } == [other])
        mayBegin.withLock { $0 = true }
        desk.goOn()
        try Self.wait("it is begun") { begun.withLock { $0 } == [other, work.project.opened] }
        desk.stop()
    }

    @Test func `annotations are read beside, also where no text can be taken`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        let note = "/Annots[<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(Look again)>>]"
        try work.bundle("Calculus", [.display: TestPDF([TestPDF.Page(["One"], entries: note)]), .ocr: TestPDF(pages: 1)])
        let plain = try Self.run(shelf, work)
        let run = TextRun(root: plain.root, tools: plain.tools, store: plain.store, languages: ["xxx"], ownLanguage: nil, threads: 1)
        let desk = TextDesk {}
        let jobs = try work.project.asKnown.annotationJobs() + work.project.asKnown.textJobs()
        #expect(jobs.map(\.part) == [.annotations, .text])
        desk.take(jobs, of: work.project.opened, by: run)
        try Self.wait("the annotations are read") { try work.project.asKnown.annotationJobs().isEmpty }
        desk.stop()
        var search = Search()
        search.texts = ["look again"]
        let hits = try work.project.listing().search(search).pages
        #expect(hits.map(\.annotation) == [PageHit.Annotation(sort: "Text", author: nil)] && hits.first?.textNumber == nil)
    }
}
