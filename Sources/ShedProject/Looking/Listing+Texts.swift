import Glibc
import ShedDisk
import ShedModel
import ShedSearch

extension Listing {
    /// Looks into the texts of files.
    ///
    /// Files are read in rounds, so that what is kept meanwhile is bounded and a limit ends the work early where no rank is asked for.
    func searchTexts(_ found: [SearchCandidate], _ search: Search, _ names: inout SearchNames) -> SearchResult {
        let kind = project.kind
        let files = found.filter { snapshot.entries[$0.entry].kind == .file && !kind.knowsText(of: snapshot.name(of: $0.entry)) }
        let keeper = SearchKeeper(project)
        var reading = TextReading(search, ranks: search.order == .relevance && search.words.isEmpty && !search.terms.isEmpty)
        let sieve = keeper.sieve(search)
        var unknown: [LinkedTexts.File] = []
        let seekers = (0..<2).map { _ in TextSeeker(search, root: project.home.root, isTallied: reading.ranks) }
        var result = SearchResult()
        rounds: for start in stride(from: 0, to: files.count, by: Listing.round) {
            let round = files[start..<min(start + Listing.round, files.count)]
            var due: [(candidate: SearchCandidate, file: LinkedTexts.File)] = []
            for candidate in round {
                let evidence = snapshot.entries[candidate.entry].evidence
                switch sieve.answer(evidence) {
                case .absent: continue
                case .noText: result.notText += 1
                case .maybe: due.append((candidate, LinkedTexts.File(path: snapshot.path(of: candidate.entry), evidence: evidence)))
                case .unknown:
                    due.append((candidate, LinkedTexts.File(path: snapshot.path(of: candidate.entry), evidence: evidence)))
                    unknown.append(due[due.count - 1].file)
                }
            }
            let outcomes = reading.read(due.map(\.file), with: seekers)
            for ((candidate, file), found) in zip(due, outcomes) {
                switch found.outcome {
                case .found(let lines):
                    reading.take(found.tally, lines.count, size: file.evidence.size)
                    result.hits.append(hit(candidate, lines: lines, &names))
                    if !reading.ranks, result.hits.count == search.limit { break rounds }
                case .absent, .gone: break
                case .notText: result.notText += 1
                case .tooLarge: result.tooLarge.append(file.path)
                case .unreadable(let error): result.unreadable.append(error.description)
                }
            }
        }
        if reading.ranks {
            result.hits = reading.order(sieve, of: sieve.count + unknown.count).map { result.hits[$0] }
            if let limit = search.limit { result.hits = Array(result.hits.prefix(limit)) }
        }
        result.isDamaged = sieve.isDamaged
        // A daemon does that while nothing happens.
        if project.changeSource == nil { keeper.takeIn(unknown, mayMake: true) }
        return result
    }

    private static let round = 1_024
}

/// The texts of a search that are read one round after the other, and how well they fit.
private struct TextReading {
    let ranks: Bool
    private var linked = LinkedTexts()
    private var lines = 0
    /// Of what was found: of each word how often it stands there, and how large the file is, in bytes.
    private var weights: [(tally: [Int], size: Int64)] = []
    /// By the inode of a file with several names.
    private var tallies: [UInt64: [Int]] = [:]

    private static let linesOfFile = 10
    private static let manyLines = 20_000

    init(_ search: Search, ranks: Bool) { self.ranks = ranks }

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

    mutating func take(_ tally: [Int], _ lines: Int, size: Int64) {
        self.lines += lines
        weights.append((tally, size))
    }

    /// What was found, the best first (Okapi BM25, as FTS5 reckons it: k1 = 1.2, b = 0.75; the size of a file stands for the number of its
    /// words). What fits as well stands as it was found.
    /// - Parameter count: how many files there are to be told apart: those that the index knows, and those that it does not. A daemon that
    ///   lists some folders counts as many as who lists all.
    func order(_ sieve: SearchSieve, of count: Int) -> [Int] {
        let average = max(1, weights.reduce(0.0) { $0 + Double($1.size) } / Double(max(1, weights.count)))
        let terms = weights.first?.tally.count ?? 0
        let rarities = (0..<terms).map { term in
            TextReading.rarity(min(count, max(weights.count, sieve.frequency(term))), of: count)
        }
        let scores = weights.map { weight in
            var score = 0.0
            for (times, rarity) in zip(weight.tally, rarities) {
                let often = Double(times)
                score += rarity * often * 2.2 / (often + 1.2 * (0.25 + 0.75 * Double(weight.size) / average))
            }
            return score
        }
        return scores.indices.sorted { (-scores[$0], $0) < (-scores[$1], $1) }
    }

    private static func rarity(_ files: Int, of count: Int) -> Double { max(log((Double(count - files) + 0.5) / (Double(files) + 0.5)), 1e-6) }
}
