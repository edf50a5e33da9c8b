import ShedDisk
import ShedMessages
import ShedModel
import ShedService
import ShedThreads
import Testing

@testable import ShedPapers

/// A clock that a test sets, in milliseconds since 1970.
private final class TestClock: Sendable {
    private let time = Lock<Int64>(1_000_000)

    var now: Int64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

@Suite struct `What programs may use in an hour` {
    private let clock = TestClock()
    private let hour: Int64 = 3_600_000

    @Test func `begins with the first that runs, and is whole again an hour later`() {
        let allowance = ToolAllowance(seconds: 10) { [clock] in clock.now }
        #expect(allowance.due == nil)
        clock.now += 5 * hour
        allowance.use(9_999_999)
        #expect(allowance.due == nil)
        clock.now += 1_000
        allowance.use(1)
        let due = clock.now - 1_000 + hour
        #expect(allowance.due == due)
        clock.now = due - 1
        #expect(allowance.due == due)
        clock.now = due
        #expect(allowance.due == nil)
        allowance.use(9_999_999)
        #expect(allowance.due == nil, "what was used before is forgotten")
    }

    @Test func `does not last longer when the clock is set back, and no sum is too large`() {
        let allowance = ToolAllowance(seconds: 10) { [clock] in clock.now }
        allowance.use(.max)
        #expect(allowance.due == clock.now + hour)
        clock.now -= 1
        #expect(allowance.due == nil)
    }

    @Test func `tells when something that waited may go on`() {
        let allowance = ToolAllowance(seconds: 10) { [clock] in clock.now }
        allowance.use(10_000_000)
        #expect(!allowance.hasComeDue && allowance.awaitedDue == nil)
        allowance.noteWaiting()
        #expect(!allowance.hasComeDue && allowance.awaitedDue == clock.now + hour)
        clock.now += hour
        #expect(allowance.hasComeDue && allowance.awaitedDue == nil)
        allowance.goOn()
        #expect(!allowance.hasComeDue)
    }

    @Test func `is used by each program that runs, and by none for a person`() throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "exit 0")
        var tools = bench.tools
        let job = ToolJob(.pdfinfo, [], files: [], limits: ToolLimits(), subject: .verbatim("x"))
        _ = try tools.run(job, in: try tools.work())
        let allowance = ToolAllowance(seconds: 0) { [clock] in clock.now }
        #expect(allowance.due == nil)
        tools.allowance = allowance
        _ = try tools.run(job, in: try tools.work())
        #expect(allowance.due == clock.now + hour)
    }

    @Test func `is little for a small file and more for a large one`() {
        let limits = ToolLimits()
        #expect(limits.looking(at: 70_000).processorSeconds == 10)
        #expect(limits.looking(at: 50 << 20).processorSeconds == 60)
        // On the clock a busy machine takes as long over a small one.
        #expect(limits.looking(at: 1).milliseconds == 120_000)
        #expect(limits.looking(at: .max) == limits)
        #expect(ToolLimits(processorSeconds: 3).looking(at: 1 << 30).processorSeconds == 3)
    }

    @Test func `is used up no sooner by a program that is ended for its work, which is told from one that merely took long`() throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "kill -XCPU $$")
        let job = ToolJob(.pdfinfo, [], files: [], limits: ToolLimits(processorSeconds: 7), subject: .verbatim("x.pdf"))
        let error = #expect(throws: PapersError.self) { try bench.tools.run(job, in: try bench.tools.work()) }
        #expect(error?.kind == .tooMuchWork)
        #expect(error?.message == "pdfinfo was ended after 7 seconds of work on x.pdf, which is more than such a file needs")
    }

    @Test(.enabled(if: CellCapability.here.isWhole, "the kernel cannot hold a program to its cell here"))
    func `is all that a program has, with its PDF and its work directory`() throws {
        let (bench, other) = (try Bench(), try Bench())
        try other.directory.write("secret", Array("secret".utf8), replacing: false)
        try bench.program("pdfinfo", "cat '\(other.path)/secret' <&3; ls '\(other.path)'; echo >'\(other.path)/made'; cat /proc/self/fd/3; echo mine >mine; cat mine")
        let file = try other.pdf(Array("%PDF-\n".utf8))
        let job = ToolJob(.pdfinfo, [], files: [file], limits: ToolLimits())
        let result = try bench.tools.run(job, in: try bench.tools.work())
        #expect(String(decoding: result.output, as: UTF8.self) == "%PDF-\nmine\n")
        #expect(!other.exists("made"))
    }
}
