import ShedModel

/// The texts of a search that are read one round after the other.
struct TextReading {
    private var linked = LinkedTexts()
    /// How many are kept; not counted where a limit bounds them.
    private var lines = 0
    private let limit: Int?
    private let isPruned: Bool
    /// Whether a round may be the last one.
    private let mayEnd: Bool
    private var rounds = 0
    /// By the inode of a file with several names.
    private var tallies: [UInt64: [Int]] = [:]

    private static let round = 1_024
    private static let fewest = 32
    private static let linesOfFile = 10
    private static let manyLines = 20_000

    /// - Parameters:
    ///   - isPruned: whether only the best of what is found are kept.
    ///   - isBounded: whether what may fit best is read first.
    init(_ search: Search, isPruned: Bool, isBounded: Bool) {
        limit = search.limit
        self.isPruned = isPruned
        mayEnd = isBounded || !search.ranksTexts
    }

    /// How many are read in the next round. With a limit few of them may be enough.
    mutating func nextRound() -> Int {
        guard let limit, mayEnd else { return TextReading.round }
        defer { rounds += 1 }
        return min(TextReading.round, max(TextReading.fewest, limit) << min(rounds, 5))
    }

    mutating func read(_ files: [LinkedTexts.File], with seekers: [TextSeeker]) -> [TextSeeker.Found] {
        // Of a word that is everywhere the first line of each file says enough.
        let most = lines < TextReading.manyLines ? TextReading.linesOfFile : 1
        var fresh: [RelativePath: [Int]] = [:]
        let outcomes = linked.outcomes(of: files) { paths in
            let found = SearchTask.search(paths, keeping: most, with: seekers)
            for (path, found) in zip(paths, found) where !found.tally.isEmpty { fresh[path] = found.tally }
            return found.map(\.outcome)
        }
        return zip(files, outcomes).map { file, outcome in
            if file.evidence.links > 1, let tally = fresh[file.path] { tallies[file.evidence.inode] = tally }
            let tally = fresh[file.path] ?? tallies[file.evidence.inode] ?? []
            // Of one that was read under another name more may be known.
            guard case .found(let lines) = outcome else { return TextSeeker.Found(outcome: outcome) }
            return TextSeeker.Found(outcome: .found(Array(lines.prefix(most))), tally: tally)
        }
    }

    /// That so many lines of a file were kept.
    mutating func note(_ lines: Int) { if !isPruned { self.lines += lines } }
}
