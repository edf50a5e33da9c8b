import Glibc
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `A process that waits for what does not come` {
    private func status(_ state: String, _ voluntary: Int, _ other: Int) -> [UInt8] {
        Array("Name:\tgit\nState:\t\(state)\nThreads:\t1\nvoluntary_ctxt_switches:\t\(voluntary)\nnonvoluntary_ctxt_switches:\t\(other)\n".utf8)
    }

    @Test func `sleeps, and has not run since`() {
        #expect(Standstill.count(of: status("S (sleeping)", 3, 1)) == Standstill.count(of: status("S (sleeping)", 3, 1)))
        #expect(Standstill.count(of: status("S (sleeping)", 3, 1)) != nil)
        #expect(Standstill.count(of: status("S (sleeping)", 4, 1)) != Standstill.count(of: status("S (sleeping)", 3, 1)))
        #expect(Standstill.count(of: status("S (sleeping)", 3, 2)) != Standstill.count(of: status("S (sleeping)", 3, 1)))
    }

    @Test(arguments: ["R (running)", "D (disk sleep)", "T (stopped)", "Z (zombie)"]) func `is none that works, waits for a disk or is stopped`(state: String) {
        #expect(Standstill.count(of: status(state, 3, 1)) == nil)
    }

    @Test func `is none of which the kernel says nothing`() {
        #expect(Standstill.count(of: []) == nil)
        #expect(Standstill.count(of: Array("State:\tS (sleeping)\n".utf8)) == nil)
        var gone = Standstill(-1)
        let isReached = stride(from: Int64(0), to: 10_000, by: 100).map { gone.isReached($0) }
        #expect(!isReached.contains(true))
    }

    /// The clock is the test's.
    @Test func `is told after two seconds, unless nobody looked for a while`() throws {
        let bench = try Bench()
        let pipe = bench.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        // It is let go of by who opens the pipe for writing.
        let child = try ChildProcess.start("/bin/cat", [pipe], environment: [:])
        var standstill = Standstill(child.id)
        var time: Int64 = 0
        // It may still have to start: so many looks at most.
        while !standstill.isReached(time), time < 100_000_000 { time += 100 }
        #expect([100, 5_000].map { standstill.isReached(time + $0) } == [true, false])
        let writer = Glibc.open(pipe, O_WRONLY | O_CLOEXEC)
        #expect(writer >= 0)
        Glibc.close(writer)
        #expect(child.finish(milliseconds: 60_000).code == 0)
    }
}
