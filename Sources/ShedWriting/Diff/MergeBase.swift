/// Finds what two texts were made of, among what one of them held at earlier times.
///
/// Both differ from that by what was changed on their own side, and from what is older by what was changed on both sides besides. So it is the one from
/// which the way to both is shortest together. What was held on one side after the two had parted is on that way too, and as near: of such the
/// oldest is taken, since what is younger would pass for taken out on the other side.
///
/// The words that a text has more often than another must go, whatever stays, so each way has a least length, which costs no comparison. What is likely to
/// be nearest is compared first, and what cannot be nearer than that is given up: of texts as a person writes them hardly more than one is compared to the
/// end, and of others all comparisons together are worth no more than a few.
public enum MergeBase {
    /// So many texts are compared, the latest ones.
    public static let most = 32
    /// So much is read of them together, in bytes; what is older counts for nothing then.
    static let room = 48 << 20
    /// With so many different words in all, none that is older is read.
    private static let mostWords = 1 << 21
    /// So many comparisons of tokens are made in all.
    static let effort = 4 * WordDiff.Effort.usual

    /// - Parameter candidates: the oldest first.
    /// - Returns: which; `nil` where there is none but what one of the two still holds, which says nothing of what was changed on both.
    public static func best(of candidates: [[UInt8]], for ours: [UInt8], and theirs: [UInt8]) -> Int? {
        var effort = effort
        return best(of: candidates, for: ours, and: theirs, effort: &effort, room: room)
    }

    /// - Parameter effort: what may be done; on return what is left of it.
    static func best(of candidates: [[UInt8]], for ours: [UInt8], and theirs: [UInt8], effort: inout Int, room: Int) -> Int? {
        var (words, left) = (WordTokens.Words(), room)
        let sides = [Side(ours, &words), Side(theirs, &words)]
        var open: [Candidate] = []
        for position in candidates.indices.suffix(most).reversed() where candidates[position] != ours && candidates[position] != theirs {
            // The latest is looked at, however long it is.
            guard open.isEmpty || candidates[position].count <= left && words.count <= mostWords else { break }
            left -= candidates[position].count
            let side = Side(candidates[position], &words)
            open.append(Candidate(position: position, side: side, least: sides.map(side.least)))
        }
        var best: (position: Int, distance: Int)?
        for candidate in open.sorted(by: { ($0.sum, $0.position) < ($1.sum, $1.position) }) {
            // Of what is as near the oldest is taken.
            let limit = best.map { candidate.position < $0.position ? $0.distance : $0.distance - 1 } ?? Int.max
            // Those behind it are no nearer.
            if let best, candidate.sum > best.distance || effort <= 0 { break }
            guard let distance = distance(candidate, sides, atMost: limit, effort: &effort) else { continue }
            best = (candidate.position, distance)
        }
        return best?.position
    }

    /// In bytes that went or came, to both.
    private static func distance(_ candidate: Candidate, _ sides: [Side], atMost limit: Int, effort: inout Int) -> Int? {
        guard candidate.sum <= limit,
            let first = WordDiff.distance(candidate.side.tokens, sides[0].tokens, atMost: limit - candidate.least[1], effort: &effort),
            let second = WordDiff.distance(candidate.side.tokens, sides[1].tokens, atMost: limit - first, effort: &effort)
        else { return nil }
        return first + second
    }

    private struct Candidate {
        var position: Int
        var side: Side
        /// How far it is from each of the two at least.
        var least: [Int]
        var sum: Int { least[0] + least[1] }
    }

    /// A text with how often each of its words stands in it.
    private struct Side {
        var tokens: WordTokens
        /// By the numbers of the words: how often, and how long they are.
        private var counts: [Int32: (count: Int, length: Int)] = [:]

        init(_ text: [UInt8], _ words: inout WordTokens.Words) {
            tokens = WordTokens(text, &words)
            for token in 0..<tokens.count { counts[tokens.numbers[token], default: (0, tokens.range(token).count)].count += 1 }
        }

        /// In bytes that must go or come, whatever stays.
        func least(to other: Side) -> Int {
            var sum = 0
            for (number, own) in counts { sum += abs(own.count - (other.counts[number]?.count ?? 0)) * own.length }
            for (number, there) in other.counts where counts[number] == nil { sum += there.count * there.length }
            return sum
        }
    }
}
