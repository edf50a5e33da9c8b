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

    /// How many of the first 100,000 end with other IDs, although a device could tell. Who mends some lowers it.
    private static let mostOpen = 19
    /// How many of them end so, whether or not a device could tell.
    private static let mostGivenUp = 78

    /// What the parts came to.
    private actor Tally {
        private var parts = 0
        private var (open, givenUp) = (0, 0)

        /// - Returns: how many are open of all, and how many have an ID given up, once all parts were played.
        func add(open count: Int, givenUp other: Int, of all: Int) -> (open: Int, givenUp: Int)? {
            parts += 1
            open += count
            givenUp += other
            return parts == all ? (open, givenUp) : nil
        }
    }

    private static let tally = Tally()

    @Test(arguments: parts)
    func `after any history all devices have the same files, IDs, tags and order, nothing is lost, and all are silent`(seeds: Range<UInt64>) async {
        var open: [(seed: UInt64, problem: Problem)] = []
        var givenUp = 0
        for seed in seeds {
            let (history, problems, hasGivenUp) = History.made(seed: seed)
            givenUp += hasGivenUp ? 1 : 0
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
        if let all = await Self.tally.add(open: open.count, givenUp: givenUp, of: Self.parts.count), Self.parts.first?.lowerBound == 1,
            Self.parts.last?.upperBound == 100_001 {
            #expect(all.open <= Self.mostOpen, "\(all.open) of the first 100,000 histories end with other IDs that a device could tell")
            #expect(all.givenUp <= Self.mostGivenUp, "\(all.givenUp) of the first 100,000 histories end with an ID given up")
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
