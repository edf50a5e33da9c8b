import Glibc

/// How well a text fits (Okapi BM25, as FTS5 reckons it: k1 = 1.2, b = 0.75; the size of a file stands for the number of its words).
///
/// What it goes by besides the text itself is known before any is read, so that what an index knows bounds it: how many files may hold a
/// word, and how large texts are. It is the same for a part of a listing as for all of it.
struct TextRanking {
    /// Of each word, and then of each phrase, how much it counts for.
    private let rarities: [Double]
    /// In bytes.
    private let average: Double

    /// - Parameter average: how large a text is, in bytes.
    init(_ sieve: SearchSieve, _ search: Search, average: Double) {
        self.average = max(1, average)
        let count = sieve.count
        rarities = (0..<search.terms.count + search.texts.count).map { term in
            // Of what the index is not asked for all that is known is which files may hold everything.
            TextRanking.rarity(min(count, max(sieve.fitting, sieve.frequency(term))), of: count)
        }
    }

    private static func rarity(_ files: Int, of count: Int) -> Double { max(log((Double(count - files) + 0.5) / (Double(files) + 0.5)), 1e-6) }

    /// - Parameters:
    ///   - tally: of each word, and then of each phrase, how often it stands there.
    ///   - size: of the file, in bytes.
    func score(_ tally: [Int], size: Int64) -> Double {
        zip(tally, rarities).reduce(0) { $0 + part($1.1, often: Double($1.0), size) }
    }

    /// The most that a text can come to.
    /// - Parameter most: how often a word stands there at most; `nil` where that is not known.
    func ceiling(size: Int64, _ most: (Int) -> UInt32?) -> Double {
        var score = 0.0
        for (term, rarity) in rarities.enumerated() { score += most(term).map { part(rarity, often: Double($0), size) } ?? rarity * TextRanking.reach }
        return score
    }

    /// What a word that stands there without end would come to, for each bit of its rarity.
    private static let reach = 2.2

    /// Never less where a word stands there more often.
    @inline(__always)
    private func part(_ rarity: Double, often: Double, _ size: Int64) -> Double {
        rarity * often * TextRanking.reach / (often + 1.2 * (0.25 + 0.75 * Double(size) / average))
    }
}
