import Glibc
import ShedTestSupport
import Testing

/// Made-up histories of several devices. SHED_SEED and SHED_CASES say where to begin and how many.
@Suite struct `Devices converge` {
    private static func number(_ variable: String, _ usual: UInt64) -> UInt64 {
        getenv(variable).flatMap { UInt64(String(cString: $0)) } ?? usual
    }

    @Test func `after any history all devices have the same files, IDs, tags and order, nothing is lost, and all are silent`() {
        let first = Self.number("SHED_SEED", 1)
        for seed in first..<first + Self.number("SHED_CASES", 400) {
            let (history, problems) = History.made(seed: seed)
            guard let problem = problems.first else { continue }
            let shrunk = history.shrunk(to: problem.kind)
            Issue.record("SHED_SEED=\(seed) SHED_CASES=1:\n\(shrunk)\n\(shrunk.run().map(\.description).joined(separator: "\n"))")
            return
        }
    }
}
