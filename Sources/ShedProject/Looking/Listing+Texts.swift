import ShedDisk
import ShedModel
import ShedSearch

extension Listing {
    /// Looks into the texts of files.
    ///
    /// Files are read in rounds, so that what is kept meanwhile is bounded and a limit ends the work early: in the order of paths once there
    /// are so many, and where the best are asked for once none of the others can be among them.
    /// - Parameter sieve: what the index of words says, where it was asked already.
    func searchTexts(_ found: [SearchCandidate], _ search: Search, _ names: inout SearchNames, by sieve: SearchSieve?) -> SearchResult {
        let keeper = SearchKeeper(project)
        let sieve = sieve ?? keeper.sieve(search)
        var result = SearchResult()
        var ranked = RankedTexts(sieve, search)
        var reading = TextReading(search, isPruned: ranked.isPruned, isBounded: ranked.isBounded)
        let due = dueTexts(found, sieve, ranked, &result.notText)
        let seekers = (0..<2).map { _ in TextSeeker(search, root: project.home.root, isTallied: search.ranksTexts) }
        var unknown: [LinkedTexts.File] = []
        var start = 0
        rounds: while start < due.count, !ranked.isSettled(before: due[start]) {
            let round = due[start..<min(start + reading.nextRound(), due.count)]
            start = round.endIndex
            result.countRead += round.count
            let files = round.map { LinkedTexts.File(path: snapshot.path(of: $0.candidate.entry), evidence: snapshot.entries[$0.candidate.entry].evidence) }
            for (text, file) in zip(round, files) where text.isUnknown { unknown.append(file) }
            for ((text, file), found) in zip(zip(round, files), reading.read(files, with: seekers)) {
                switch found.outcome {
                case .found(let lines):
                    reading.note(lines.count)
                    let hit = hit(text.candidate, lines: lines, &names)
                    if search.ranksTexts { ranked.take(hit, found.tally, size: file.evidence.size, text) } else { result.hits.append(hit) }
                    if !search.ranksTexts, result.hits.count == search.limit { break rounds }
                case .absent, .gone: break
                case .notText: result.notText += 1
                case .tooLarge: result.tooLarge.append(file.path)
                case .unreadable(let error): result.unreadable.append(error.words)
                }
            }
            ranked.endRound()
        }
        if search.ranksTexts { result.hits = ranked.best() }
        result.isDamaged = sieve.isDamaged
        // A daemon does that while nothing happens.
        if project.changeSource == nil { keeper.takeIn(unknown, mayMake: true) }
        return result
    }

    /// The files that the index does not rule out, in the order in which they are read.
    private func dueTexts(_ found: [SearchCandidate], _ sieve: SearchSieve, _ ranked: RankedTexts, _ notText: inout Int) -> [DueText] {
        let kind = project.kind
        var due: [DueText] = []
        for candidate in found where snapshot.entries[candidate.entry].kind == .file && !kind.knowsText(of: snapshot.name(of: candidate.entry)) {
            let evidence = snapshot.entries[candidate.entry].evidence
            switch sieve.answer(evidence) {
            case .absent: continue
            case .noText: notText += 1
            case .maybe: due.append(DueText(candidate: candidate, position: due.count, isUnknown: false, ceiling: ranked.ceiling(evidence, sieve)))
            case .unknown: due.append(DueText(candidate: candidate, position: due.count, isUnknown: true, ceiling: .infinity))
            }
        }
        if ranked.isBounded { due.sort { ($1.ceiling, $0.position) < ($0.ceiling, $1.position) } }
        return due
    }
}

/// A file that is to be read.
struct DueText {
    let candidate: Listing.SearchCandidate
    /// Among all that are to be read, in the order that was asked for.
    let position: Int
    /// Whether the index of words does not know it as it is.
    let isUnknown: Bool
    /// How well it may fit at best (``TextRanking``).
    let ceiling: Double
}

/// What was found, the best first; what fits as well stands as it was asked for.
private struct RankedTexts {
    private struct Text {
        var hit: SearchHit
        let tally: [Int]
        let size: Int64
        let position: Int
    }

    private let sieve: SearchSieve
    private let search: Search
    /// `nil` where it takes all that is found to tell how large a text is.
    private let ranking: TextRanking?
    private var texts: [Text] = []

    init(_ sieve: SearchSieve, _ search: Search) {
        (self.sieve, self.search) = (sieve, search)
        ranking = sieve.averageSize.map { TextRanking(sieve, search, average: $0) }
    }

    private var few: Int? { ranking == nil ? nil : search.fewBest }

    /// Whether only the best are kept.
    var isPruned: Bool { few != nil }

    /// Whether what may fit best is read first.
    var isBounded: Bool { isPruned && sieve.isOfRank }

    func ceiling(_ evidence: Evidence, _ sieve: SearchSieve) -> Double {
        guard isBounded, let ranking else { return .infinity }
        return sieve.ceiling(evidence, ranking)
    }

    /// Whether neither a text nor those that come after it can be among the best.
    func isSettled(before next: DueText) -> Bool {
        guard isBounded, let few, texts.count == few, let last = texts.last else { return false }
        return (-last.hit.score, last.position) < (-next.ceiling, next.position)
    }

    mutating func take(_ hit: SearchHit, _ tally: [Int], size: Int64, _ due: DueText) {
        var hit = hit
        if let ranking { hit.score = ranking.score(tally, size: size) }
        texts.append(Text(hit: hit, tally: tally, size: size, position: due.position))
    }

    /// Leaves the best.
    mutating func endRound() {
        guard let few else { return }
        sort()
        if texts.count > few { texts.removeLast(texts.count - few) }
    }

    private mutating func sort() { texts.sort { (-$0.hit.score, $0.position) < (-$1.hit.score, $1.position) } }

    mutating func best() -> [SearchHit] {
        if ranking == nil {
            let average = texts.reduce(0) { $0 + Double($1.size) } / Double(max(1, texts.count))
            let ranking = TextRanking(sieve, search, average: average)
            for position in texts.indices { texts[position].hit.score = ranking.score(texts[position].tally, size: texts[position].size) }
        }
        sort()
        return texts.prefix(search.limit ?? .max).map(\.hit)
    }
}
