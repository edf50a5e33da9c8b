import Glibc
import ShedTestSchedule
import Testing

/// What a daemon needs for a change after thousands of others, in bytes and not in time. `make torture` has an hour of it.
///
/// Each in a process of its own, so that it counts only what it uses itself.
@Suite(.serialized, .waitsInTurn) struct `After thousands of changes` {
    /// A batch takes as much as the file's name and its row in the index. A leak of sixteen bytes a change would be 288,000.
    @Test func `a change costs what it did before`() async {
        await #expect(processExitsWith: .success) {
            let run = try LongRun()
            try run.change(2_000)
            let early = run.costs
            let written = try run.bytesWritten { try run.change(2_000) }
            try run.change(14_000)
            let writtenLate = try run.bytesWritten { try run.change(2_000) }
            let late = run.costs
            #expect(run.changes == 20_000 && late.batches > early.batches + 300)
            // How the files are spread among the folders differs from time to time.
            #expect(writtenLate <= written * 2, "\(written) bytes written, then \(writtenLate)")
            let grown = late.memory - early.memory
            #expect(grown <= 128 << 10 + (late.batches - early.batches) * 300, "\(early) → \(late)")
        }
    }

    /// A file that is gone may come back and is then known again. What is kept of it for that has a bound.
    @Test func `what is gone for good takes little`() async {
        await #expect(processExitsWith: .success) {
            let run = try LongRun()
            try run.change(500)
            try run.replaceFiles(400)
            let early = run.costs
            let written = try run.bytesWritten { try run.change(500) }
            try run.replaceFiles(2_000)
            let writtenLate = try run.bytesWritten { try run.change(500) }
            let late = run.costs
            // They stand in the index beside the others, up to a few hundred in a row.
            #expect(writtenLate <= written * 3, "\(written) bytes written, then \(writtenLate)")
            let grown = late.memory - early.memory
            #expect(grown <= 128 << 10 + (late.batches - early.batches) * 300 + (late.nodes - early.nodes) * 1_000, "\(early) → \(late)")
        }
    }
}
