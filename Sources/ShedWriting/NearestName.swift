/// Finds what a person may have meant.
enum NearestName {
    /// The candidate that is fewest typing slips away, if they are few for its length; the first of equals.
    static func of(_ name: String, among candidates: [String]) -> String? {
        let name = Array(name.lowercased().utf8)
        // A bound, since the cost is the product of both lengths.
        guard !name.isEmpty, name.count <= 64 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let target = Array(candidate.utf8)
            let isBeginning = name.count >= 3 && target.starts(with: name)
            let distance = isBeginning ? 1 : slips(from: name, to: target)
            guard distance <= max(1, target.count / 3), distance < best?.distance ?? .max else { continue }
            best = (candidate, distance)
        }
        return best?.candidate
    }

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    private static func slips(from left: [UInt8], to right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
                var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
