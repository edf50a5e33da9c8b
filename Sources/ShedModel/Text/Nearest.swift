/// Finds what a person may have meant by a name that is slightly off.
public struct Nearest {
    private let word: [UInt8]
    /// The most slips that are still likely to be slips.
    public let most: Int
    private var rows = ([Int](), [Int](), [Int]())

    /// - Parameter word: `nil` comes back for one that is empty or has more than 64 bytes, since the cost is the product of
    ///   both lengths.
    public init?(_ word: [UInt8]) {
        guard !word.isEmpty, word.count <= 64 else { return nil }
        self.word = word.map(Nearest.lower)
        most = max(1, word.count / 3)
    }

    /// How many letters were left out, put in, mistaken, or swapped with their neighbours (optimal string alignment), case
    /// aside; 1 also for a word that was not written to its end.
    /// - Returns: `nil` if it is more than ``most``.
    public mutating func slips(to target: some Collection<UInt8>) -> Int? {
        let target = target.map(Nearest.lower)
        if word == target { return 0 }
        if word.count >= 3, target.starts(with: word) { return 1 }
        guard abs(target.count - word.count) <= most else { return nil }
        rows.1 = Array(0...target.count)
        rows.2 = rows.1
        rows.0 = rows.1
        for row in word.indices {
            rows.2[0] = row + 1
            for column in target.indices {
                var cost = min(rows.1[column] + (word[row] == target[column] ? 0 : 1), rows.1[column + 1] + 1, rows.2[column] + 1)
                if row > 0, column > 0, word[row] == target[column - 1], word[row - 1] == target[column] {
                    cost = min(cost, rows.0[column - 1] + 1)
                }
                rows.2[column + 1] = cost
            }
            rows = (rows.1, rows.2, rows.0)
        }
        return rows.1[target.count] <= most ? rows.1[target.count] : nil
    }

    /// The nearest of some words; the first of equals.
    public static func of(_ word: String, among candidates: [String]) -> String? { all(of: word, among: candidates).first }

    /// All of some words that are equally near, in their order, three at most.
    public static func all(of word: String, among candidates: [String]) -> [String] {
        guard var nearest = Nearest(Array(word.utf8)) else { return [] }
        let near = candidates.compactMap { candidate in nearest.slips(to: candidate.utf8).map { (slips: $0, candidate: candidate) } }
        guard let least = near.map(\.slips).min() else { return [] }
        return near.lazy.filter { $0.slips == least }.prefix(3).map(\.candidate)
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
}
