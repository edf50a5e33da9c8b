import Glibc
import ShedTestSupport
import Testing

/// Made-up histories of several devices. SHED_SEED says where to begin, SHED_HISTORIES how many are played.
@Suite struct `Devices converge` {
    private static func number(_ variable: String, _ usual: UInt64) -> UInt64 {
        getenv(variable).flatMap { UInt64(String(cString: $0)) } ?? usual
    }

    /// The seeds, in parts that are played side by side and are short enough to let other tests through.
    private static let parts: [Range<UInt64>] = {
        let (first, count) = (number("SHED_SEED", 1), number("SHED_HISTORIES", 100_000))
        let (end, size) = (first + count, max(250, count / 1_000))
        return stride(from: first, to: end, by: Int(size)).map { $0..<min($0 + size, end) }
    }()

    /// What holds after any history. Which IDs files have in the end does not yet (Documentation/Reliability.md).
    private static let certain: Set<Problem.Kind> = [.trees, .text, .unrest, .fields]

    /// How many of the first 100,000 end with other IDs. Who mends some lowers it.
    private static let mostOpen = 116

    /// What the parts came to.
    private actor Tally {
        private var parts = 0
        private var open = 0

        /// - Returns: how many are open of all, once all parts were played.
        func add(_ count: Int, of all: Int) -> Int? {
            parts += 1
            open += count
            return parts == all ? open : nil
        }
    }

    private static let tally = Tally()

    @Test(arguments: parts)
    func `after any history all devices have the same files, IDs, tags and order, nothing is lost, and all are silent`(seeds: Range<UInt64>) async {
        var open: [(seed: UInt64, problem: Problem)] = []
        for seed in seeds {
            let (history, problems) = History.made(seed: seed)
            guard let problem = problems.first(where: { Self.certain.contains($0.kind) }) ?? problems.first else { continue }
            guard Self.certain.contains(problem.kind) else {
                open.append((seed, problem))
                continue
            }
            let shrunk = history.shrunk(to: problem.kind)
            Issue.record("SHED_SEED=\(seed) SHED_HISTORIES=1:\n\(shrunk)\n\(shrunk.run().map(\.description).joined(separator: "\n"))")
            return
        }
        // The most there are among 250 of the first 100,000 is three: a rule that made it worse shows.
        #expect(open.count <= max(5, seeds.count / 80), "\(open.count) of \(seeds.count) histories end with other IDs, from seed \(seeds.lowerBound) on")
        if let all = await Self.tally.add(open.count, of: Self.parts.count), Self.parts.first?.lowerBound == 1, Self.parts.last?.upperBound == 100_001 {
            #expect(all <= Self.mostOpen, "\(all) of the first 100,000 histories end with other IDs")
        }
        withKnownIssue("a few histories end with other IDs", isIntermittent: true) {
            for (seed, problem) in open { Issue.record("SHED_SEED=\(seed) SHED_HISTORIES=1: \(problem)") }
        }
    }

    @Test func `looks that are passed over, and bindings that are not made anew, would have shown nothing else`() {
        for seed in 1...400 as ClosedRange<UInt64> {
            let (quick, thorough) = (History.made(seed: seed, isThorough: false), History.made(seed: seed, isThorough: true))
            #expect(quick.problems == thorough.problems, "SHED_SEED=\(seed)")
        }
    }
}
