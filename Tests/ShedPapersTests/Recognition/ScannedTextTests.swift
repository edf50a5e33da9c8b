import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedPapers

/// Real scans and the real Tesseract.
@Suite("Text of scanned pages")
struct ScannedTextTests {
    /// Three scanned pages with one between them that carries its text, and a Tesseract that counts its runs.
    private static func scans(_ bench: Bench) throws -> PDFFile {
        let pages = [
            try bench.scan(["Integration by parts", "Exam of 1987"], seed: 1), TestPDF.Page(["A page with text"]),
            try bench.scan(["The Riemann hypothesis", "Question four"], seed: 2), try bench.scan(["Prime numbers", "and their density"], seed: 3),
        ]
        return try bench.pdf(TestPDF(pages))
    }

    private static func count(_ bench: Bench) throws {
        try bench.program("tesseract", "case $1 in page*) echo >>$bench/runs;; esac; exec /usr/bin/tesseract \"$@\"")
    }

    /// A Tesseract that reads the same on every page.
    private static let reading = "case $1 in page*) echo read >$2.txt; exit;; esac; exec /usr/bin/tesseract \"$@\""

    private static func runs(_ bench: Bench) -> Int { TestFile.read(bench.path + "/runs").count }

    private static func extraction(_ bench: Bench) throws -> TextExtraction {
        let cache = TextCache(try bench.directory.openDirectory("cache", create: true))
        return TextExtraction(bench.tools, try Recogniser(["eng"], bench.tools), cache)
    }

    @Test func `is found on the right page, and only what carries no text is recognised`() throws {
        let bench = try Bench()
        let file = try Self.scans(bench)
        try Self.count(bench)
        let (facts, hash) = (try PDFFacts(of: file, bench.tools), try file.hash())
        let progress = Lock<[TextProgress]>([])
        let extraction = try Self.extraction(bench)
        let outcomes = try extraction.run(file, facts, hash, threads: 2) { step in progress.withLock { $0.append(step) } }
        let wanted: [(String, TextSource)] = [("Integration", .recognition), ("page with", .layer), ("Riemann", .recognition), ("Prime", .recognition)]
        try #require(outcomes.count == wanted.count)
        for (outcome, (word, source)) in zip(outcomes, wanted) {
            guard case .text(let text, source, let confidence) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(text.contains(word))
            #expect(source == .layer ? confidence == nil : confidence.map { (50...100).contains($0) } == true)
        }
        #expect(Self.runs(bench) == 3)
        #expect(progress.withLock { $0 }.map(\.done) == [1, 2, 3, 4])
        #expect(progress.withLock { $0 }.last == TextProgress(done: 4, total: 4, recognised: 3))
        // The same content under another name is not recognised again.
        let again = try bench.pdf(try bench.input.read("a.pdf", atMost: 64 << 20), "copy.pdf")
        #expect(try extraction.run(again, facts, try again.hash(), threads: 2) { step in progress.withLock { $0.append(step) } } == outcomes)
        #expect(Self.runs(bench) == 3)
        #expect(progress.withLock { $0 }.last == TextProgress(done: 4, total: 4, remembered: 3))
        #expect(try bench.names(bench.work).isEmpty)
    }

    @Test func `that was recognised before a kill is not recognised again`() async throws {
        let bench = try Bench()
        let file = try Self.scans(bench)
        try Self.count(bench)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = bench.path as String] in
            let bench = try Bench(at: DirectoryHandle(path: path), path: path)
            let file = try PDFFile("a.pdf", in: bench.input, limits: PDFLimits())
            let extraction = try Self.extraction(bench)
            _ = try extraction.run(file, PDFFacts(of: file, bench.tools), file.hash(), threads: 1) { step in
                if step.recognised == 2 { kill(getpid(), SIGKILL) }
            }
        }
        #expect(Self.runs(bench) == 2)
        let outcomes = try Self.extraction(bench).run(file, PDFFacts(of: file, bench.tools), file.hash(), threads: 2)
        #expect(Self.runs(bench) == 3, "one page was left to do")
        #expect(outcomes.allSatisfy { if case .text = $0 { true } else { false } })
    }

    /// Each of two waits at a pipe for the other: opening a FIFO for writing waits until it is opened for reading, and the
    /// other way round (fifo(7)). One after the other they would never end.
    @Test func `is recognised on two pages at the same time`() throws {
        let bench = try Bench()
        let file = try bench.pdf(TestPDF([try bench.scan(["One"], seed: 1), try bench.scan(["Two"], seed: 2)]))
        mkfifo(bench.path + "/meet", 0o600)
        try bench.program("tesseract", """
            case $1 in page*) if mkdir $bench/first 2>/dev/null; then echo met >$bench/meet; else read -r word <$bench/meet; echo $word >>$bench/met; fi; echo text >$2.txt; exit;; esac
            exec /usr/bin/tesseract "$@"
            """)
        let outcomes = try Self.extraction(bench).run(file, PDFFacts(of: file, bench.tools), file.hash(), threads: 2)
        #expect(outcomes == [.text("text", .recognition), .text("text", .recognition)])
        #expect(TestFile.read(bench.path + "/met") == Array("met\n".utf8))
    }

    @Test func `on pages that cannot be recognised is an outcome of those pages`() throws {
        let bench = try Bench()
        let file = try Self.scans(bench)
        try bench.program("tesseract", "case $1 in page*) mkdir $bench/first 2>/dev/null && exit 1;; esac; exec /usr/bin/tesseract \"$@\"")
        let facts = try PDFFacts(of: file, bench.tools)
        let outcomes = try Self.extraction(bench).run(file, facts, file.hash(), threads: 1)
        guard case .failed(let error) = outcomes[0] else {
            Issue.record("\(outcomes[0])")
            return
        }
        #expect(error.kind == .failed)
        #expect(outcomes.dropFirst().allSatisfy { if case .text = $0 { true } else { false } })
        // Without Tesseract the pages that carry text have theirs.
        let without = TextExtraction(bench.tools, nil, TextCache(bench.output))
        let rest = try without.run(file, facts, file.hash(), threads: 2)
        #expect(rest[1] == .text("A page with text", .layer))
        #expect(rest[0] == .failed(Tool.tesseract.missing))
    }

    @Test func `is recognised under a line that a scanner put on every page, and on every page where that is forced`() throws {
        let bench = try Bench()
        let file = try bench.pdf(TestPDF([TestPDF.Page(["Scanned by Snap"]), TestPDF.Page(["Scanned by Snap", "A page with text"])]))
        try bench.program("tesseract", Self.reading)
        let (facts, hash, extraction) = (try PDFFacts(of: file, bench.tools), try file.hash(), try Self.extraction(bench))
        let outcomes = try extraction.run(file, facts, hash, threads: 1)
        #expect(outcomes.map(\.text) == ["read", "Scanned by Snap\nA page with text"])
        let forced = try extraction.run(file, facts, hash, threads: 1, isForced: true)
        #expect(forced.map(\.text) == ["read", "read"])
        // What had to be recognised once has to be again where it is tried again, whatever the page carries.
        let again = try extraction.run(file, facts, hash, threads: 1, kept: KeptText(forced, engine: nil))
        #expect(again.map(\.text) == ["read", "read"])
    }

    @Test(arguments: [true, false]) func `is recognised whichever way up, where Tesseract has the data for that`(hasData: Bool) throws {
        let bench = try Bench()
        let file = try bench.pdf(TestPDF([TestPDF.Page([])]))
        try bench.program("tesseract", "case $1 in --list-langs) echo eng; \(hasData ? "echo osd" : ":"); exit;; page*) echo \"$@\" >$bench/arguments;; esac\n" + Self.reading)
        let recogniser = try Recogniser(["eng"], bench.tools)
        _ = try recogniser.recognise(1, of: file, PDFFacts(of: file, bench.tools))
        let arguments = String(decoding: TestFile.read(bench.path + "/arguments"), as: UTF8.self)
        #expect(arguments.contains("--psm 1") == hasData)
        #expect(recogniser.engine == "tesseract \(recogniser.version) eng 300" + (hasData ? " --psm 1" : ""))
    }

    @Test func `of a page that lies upside down is recognised`() throws {
        let bench = try Bench()
        var page = try bench.scan((1...9).map { "The theorem of number \($0) and its proof" })
        page.picture?.greys.reverse()
        let file = try bench.pdf(TestPDF([page]))
        let outcomes = try Self.extraction(bench).run(file, PDFFacts(of: file, bench.tools), file.hash(), threads: 1)
        #expect(outcomes.first?.text?.contains("theorem") == true)
    }

    @Test func `stops where it is cancelled, and keeps what is done`() throws {
        let bench = try Bench()
        let file = try Self.scans(bench)
        try Self.count(bench)
        let (facts, hash) = (try PDFFacts(of: file, bench.tools), try file.hash())
        let extraction = try Self.extraction(bench)
        let cancellation = Cancellation()
        #expect(kind {
            _ = try extraction.run(file, facts, hash, threads: 1, cancellation) { if $0.recognised == 1 { cancellation.cancel() } }
        } == .cancelled)
        #expect(Self.runs(bench) == 1)
        _ = try extraction.run(file, facts, hash, threads: 1)
        #expect(Self.runs(bench) == 3)
    }

    @Test func `needs languages that are installed`() throws {
        let bench = try Bench()
        let languages = try Recogniser.languages(bench.tools)
        #expect(languages.contains("eng"))
        #expect(!languages.contains("osd"))
        let error = #expect(throws: PapersError.self) { try Recogniser(["eng", "xyz_abc"], bench.tools) }
        #expect(error?.kind == .languageMissing("xyz_abc"))
        #expect(error?.remedy.hasSuffix("apt install tesseract-ocr-xyz-abc") == true)
        #expect(kind { _ = try Recogniser([], bench.tools) } == .failed)
        #expect(kind { _ = try Recogniser(["-l"], bench.tools) } == .languageMissing("-l"))
        let recogniser = try Recogniser(["eng"], bench.tools)
        #expect(recogniser.engine.hasPrefix("tesseract \(recogniser.version) eng 300"))
        #expect(recogniser.version.contains("."))
    }
}
