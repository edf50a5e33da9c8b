import Glibc
import ShedDisk
import ShedModel
import ShedPapersKindTestSupport
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedPapers
@testable import ShedPapersKind

/// Real PDFs, the real poppler and the real Tesseract.
@Suite("The text of bundles", .waitsForPrograms) struct BundleTextTests {
    private static let exam = TestPDF([
        TestPDF.Page(["The fundamental", "theorem of calculus"]), TestPDF.Page(["Integration by parts"]), TestPDF.Page(["Series"]),
    ])

    @Test func `is taken from the OCR variant alone, and nothing is where there is none`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        try work.bundle("Calculus", [.display: Self.exam, .ocr: TestPDF([TestPDF.Page(["What was read"])])])
        try work.bundle("Plain", [.display: Self.exam, .original: Self.exam])
        #expect(try work.project.asKnown.textCounts() == TextCounts(queued: 1, done: 0))
        let results = try work.takeTexts()
        #expect(results.map(\.job.path) == ["Bundles/Calculus"])
        #expect(results.allSatisfy { $0.isDone && $0.layered == 1 && $0.recognised == 0 && $0.fault == nil })
        #expect(try work.project.asKnown.textCounts() == TextCounts(queued: 0, done: 1))
        #expect(try shelf.shell("cat P/.shed/text/*.text").contains("What was read"))
        #expect(try !shelf.shell("cat P/.shed/text/*").contains("theorem"))
    }

    @Test func `is recognised on pages without, once for the same content, and goes with the project`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        let scan = TestPDF([try PaperWork.scan(["Prime numbers", "and their density"], in: shelf), TestPDF.Page(["A page with text"])])
        try work.bundle("One", [.display: scan, .ocr: scan])
        try work.bundle("Two", [.display: scan, .ocr: scan])
        let results = try work.takeTexts()
        #expect(results.map(\.layered) == [1] && results.map(\.recognised) == [1] && results.map(\.failed) == [0])
        #expect(try shelf.shell("ls P/.shed/text | grep -v annotations | sed 's/^[0-9a-f]*//'") == "-eng.text\n")
        #expect(try work.project.asKnown.textJobs().isEmpty)
        // On another machine, which has no index and never ran Tesseract.
        try shelf.shell("mkdir other; cp -a P other/")
        var surroundings = shelf.surroundings
        surroundings.stateDirectory = shelf.path + "/other/state"
        let other = try shelf.trusted("other/P", on: surroundings)
        #expect(try other.refreshPapers().textJobs().isEmpty)
        var search = Search()
        search.texts = ["prime NUMBERS and"]
        let hits = try other.listing().search(search).pages
        #expect(hits.map { "\($0.path) \($0.number ?? 0)" } == ["Bundles/One 1", "Bundles/Two 1"])
        // In other languages it is taken anew, and only where there is something to recognise.
        #expect(try work.project.asKnown.textJobs(languages: ["eng"]).isEmpty)
        #expect(try work.project.asKnown.textJobs(languages: ["deu"]).count == 1)
    }

    @Test func `that is altered or not ours is taken anew, and a link is not followed`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        try work.bundle("Calculus", [.display: Self.exam, .ocr: Self.exam])
        try work.takeTexts()
        let store = try #require(try work.project.asKnown.textStore(making: false))
        let (content, languages) = try #require(try store.contents().first)
        #expect(try store.text(of: content, languages)?.text(of: 1) == "The fundamental\ntheorem of calculus")
        let name = "P/.shed/text/\(content)-layer.text"
        for damage in [
            "truncate -s -1", "truncate -s 0", "sed -i s/theorem/Theorem/", "sed -i 's/\"layer\",35/\"layer\",36/'", "sed -i 's/\"pages\":\\[/&[\"layer\",-1],/'",
            "sed -i 's/\"format\":1/\"format\":2/'", "sed -i '1s/.*/{}/'", "sh -c 'head -c 3000000 /dev/zero >\"$0\"'",
        ] {
            try shelf.shell("cp \(name) whole; \(damage) \(name); ! cmp -s whole \(name)")
            #expect(try store.text(of: content, languages) == nil, "\(damage)")
            try shelf.shell("cp whole \(name)")
        }
        try shelf.shell("rm \(name); ln -s ../../../whole \(name)")
        #expect(try store.text(of: content, languages) == nil)
        #expect(try store.contents().isEmpty)
        #expect(try work.takeTexts().map(\.isDone) == [true])
        #expect(try store.text(of: content, languages) != nil)
        #expect(try shelf.shell("cat whole").contains("theorem"))
    }

    @Test func `is not lost by a kill: no page that was recognised is recognised again`() async throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        let scan = TestPDF([
            try PaperWork.scan(["Prime numbers"], in: shelf, seed: 1), try PaperWork.scan(["Riemann"], in: shelf, seed: 2),
            try PaperWork.scan(["Integration"], in: shelf, seed: 3),
        ])
        try work.bundle("Scan", [.display: scan, .ocr: scan])
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = shelf.path as String, root = work.project.home.path as [UInt8]] in
            let surroundings = try Surroundings(
                environment: ["HOME": path + "/home", "SHED_STATE_DIR": path + "/state"], kinds: KindModules([PapersKind()]))
            let project = try Project.open(containing: root, surroundings: surroundings, purpose: .change)
            let reading = try project.refreshPapers()
            _ = try reading.takeText(reading.textJobs()) { done, _ in
                if done == 2 { kill(getpid(), SIGKILL) }
            }
        }
        let before = Int(try shelf.shell("ls P/.shed/text/*/ | grep -c json").filter(\.isNumber)) ?? 0
        #expect(before >= 2)
        let results = try work.takeTexts()
        #expect(results.map(\.isDone) == [true])
        #expect(results.map(\.remembered) == [before])
        // The single pages are not needed any more.
        #expect(try shelf.shell("ls P/.shed/text | grep -vc -e 'text$' -e 'annotations$' || true") == "0\n")
    }

    @Test func `ends at once when it is cancelled, and a PDF that cannot be read is said`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        try work.bundle("Calculus", [.display: Self.exam, .ocr: Self.exam])
        try work.bundle("Gone", [.display: Self.exam, .ocr: TestPDF(pages: 2)])
        let jobs = try work.project.asKnown.textJobs()
        #expect(jobs.count == 2)
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(try work.project.asKnown.takeText(jobs, cancellation).isEmpty)
        try work.write(Array("no PDF".utf8), "Bundles/Gone/ocr.pdf")
        let results = try work.project.asKnown.takeText(jobs)
        #expect(results.map(\.isDone) == [true, false])
        #expect(results.last?.fault?.kind == .notPDF)
    }

    /// Each Tesseract waits at a pipe for another one that runs at the same time, as many as there are processors to work on.
    @Test func `of two bundles is recognised at the same time, by as many processes as there are processors`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        for (number, word) in ["One", "Two"].enumerated() {
            let scan = TestPDF([try PaperWork.scan([word], in: shelf, seed: UInt64(number + 1))])
            try work.bundle(word, [.display: scan, .ocr: scan])
        }
        let processors = TextRun.processors
        if processors < 2 { try Test.cancel("this machine has one processor") }
        let plain = try work.project.asKnown.textRun(languages: ["eng"])
        #expect(plain.threads == processors)
        try shelf.shell("mkfifo meet; mkdir bin scratch")
        let script = "cd '\(shelf.path)'; PATH=/usr/bin:/bin\ncase $1 in page*) if mkdir first 2>/dev/null; then echo met >meet; else read -r word <meet; fi; echo text >$OLDPWD/$2.txt; exit;; esac\ncd - >/dev/null; exec /usr/bin/tesseract \"$@\""
        try TestFile.writeProgram(script, to: "\(shelf.path)/bin/tesseract")
        var tools = Tools(scratch: try DirectoryHandle(path: shelf.path).openDirectory("scratch"), environment: ["PATH": "\(shelf.path)/bin:/usr/bin:/bin", "SHED_TOOL_PATHS": shelf.path])
        tools.writable = [shelf.path]
        let run = TextRun(root: plain.root, tools: tools, store: plain.store, languages: ["eng"], ownLanguage: nil, threads: plain.threads)
        let results = try run.perform(work.project.asKnown.textJobs(), Cancellation())
        #expect(results.map(\.isDone) == [true, true] && results.map(\.failed) == [0, 0])
    }

    @Test func `of pages on which recognition failed is taken again when somebody asks, and of no other page`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        let scan = TestPDF([try PaperWork.scan(["One"], in: shelf, seed: 1), try PaperWork.scan(["Two"], in: shelf, seed: 2), TestPDF.Page(["Three"])])
        try work.bundle("Scan", [.display: scan, .ocr: scan])
        try shelf.shell("mkdir bin scratch")
        // The first page that is read fails until “heal” is there; each run is counted.
        let script = "cd '\(shelf.path)'; PATH=/usr/bin:/bin\ncase $1 in page*) echo >>runs; if mkdir first 2>/dev/null || { test -e fails && rmdir fails; }; then exit 1; fi; echo read >$OLDPWD/$2.txt; exit;; esac\ncd - >/dev/null; exec /usr/bin/tesseract \"$@\""
        try TestFile.writeProgram(script, to: "\(shelf.path)/bin/tesseract")
        var surroundings = shelf.surroundings
        surroundings.environment["PATH"] = "\(shelf.path)/bin:/usr/bin:/bin"
        surroundings.environment["SHED_TOOL_PATHS"] = shelf.path
        let project = try Project.open(containing: work.project.home.path, surroundings: surroundings, purpose: .change)
        let reading = try project.refreshPapers()
        let runs = { TestFile.read("\(shelf.path)/runs").count }
        // Its Tesseract may write where it counts.
        func take(_ jobs: [TextJob]) throws -> TextResult? {
            var run = try reading.textRun(languages: ["eng"])
            run.tools.writable = [shelf.path]
            return try run.perform(jobs, Cancellation()).first
        }
        var result = try #require(try take(reading.textJobs()))
        #expect(result.isDone && result.failed == 1 && result.recognised == 1 && result.layered == 1)
        #expect(runs() == 2)
        // Nobody asked.
        #expect(try reading.textJobs().isEmpty)
        #expect(try reading.textCounts() == TextCounts(queued: 0, done: 1))
        // It fails again: the text stays, and so does the question.
        try shelf.shell("mkdir fails")
        let jobs = try reading.textJobs(retrying: true)
        #expect(jobs.map(\.retries) == [1] && jobs.map(\.languages) == [["eng"]])
        result = try #require(try take(jobs))
        #expect(result.isDone && result.failed == 1 && result.recognised == 1 && result.remembered == 1)
        #expect(runs() == 3)
        result = try #require(try take(reading.textJobs(retrying: true)))
        #expect(result.isDone && result.failed == 0 && result.recognised == 2 && result.remembered == 1 && result.fault == nil)
        #expect(runs() == 4)
        #expect(try reading.textJobs(retrying: true).isEmpty)
        let store = try #require(try reading.textStore(making: false))
        let text = try #require(try store.text(of: result.job.content, ["eng"]))
        #expect([1, 2, 3].map { text.text(of: $0) } == ["read", "read", "Three"])
        #expect(try shelf.shell("ls P/.shed/text | wc -l") == "1\n")
    }

    @Test func `is recognised in the languages of the settings, which are checked`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        try work.write(Array("[papers]\nlanguages = [\"xxx\"]\nprotect = \"none\"\n".utf8), ".shed/settings.toml")
        let project = try shelf.reopen(work.project)
        #expect(project.asKnown.papersSettings.textLanguages == ["xxx"])
        #expect(project.asKnown.papersSettings.protection == .none)
        let again = PaperWork(project: project)
        let scan = TestPDF([try PaperWork.scan(["Prime numbers"], in: shelf)])
        try again.bundle("Scan", [.display: scan, .ocr: scan])
        do {
            _ = try again.takeTexts()
            Issue.record("a language that is not installed was taken")
        } catch let error as ShedError { #expect(error.description.contains("apt install tesseract-ocr-xxx")) }
        for wrong in ["languages = []", "languages = [\"eng\", \"eng\"]", "languages = [\"../eng\"]", "languages = \"eng\"", "protect = \"link\"", "other = 1"] {
            try work.write(Array("[papers]\n\(wrong)\n".utf8), ".shed/settings.toml")
            #expect(throws: ShedError.self, "\(wrong)") { try shelf.reopen(work.project) }
        }
    }
}
