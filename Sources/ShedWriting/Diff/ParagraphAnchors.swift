/// The paragraphs that stand in both parts of a comparison, in each of them once, and in the same order: what surely stayed. Found in
/// the time that it takes to sort them.
struct ParagraphAnchors {
    /// Tokens of both rows, in their order.
    private(set) var anchors: [(old: Range<Int>, new: Range<Int>)] = []

    /// Where a paragraph stands, and how often.
    private struct Place {
        var old: (range: Range<Int>, count: Int)?
        var new: (range: Range<Int>, count: Int)?
    }

    init(_ left: WordTokens, _ old: Range<Int>, _ right: WordTokens, _ new: Range<Int>) {
        var places: [ArraySlice<Int32>: Place] = [:]
        var order: [ArraySlice<Int32>] = []
        for range in ParagraphAnchors.paragraphs(left, old) {
            let key = left.numbers[range]
            if places[key] == nil { order.append(key) }
            places[key, default: Place()].old = (range, (places[key]?.old?.count ?? 0) + 1)
        }
        for range in ParagraphAnchors.paragraphs(right, new) {
            let key = right.numbers[range]
            guard let known = places[key] else { continue }
            places[key]?.new = (range, (known.new?.count ?? 0) + 1)
        }
        let pairs = order.compactMap { key -> (old: Range<Int>, new: Range<Int>)? in
            guard let place = places[key], let old = place.old, let new = place.new, old.count == 1, new.count == 1 else { return nil }
            return (old.range, new.range)
        }
        anchors = ParagraphAnchors.rising(pairs)
    }

    /// Paragraphs with their line ends, without those in which there is no word.
    private static func paragraphs(_ tokens: WordTokens, _ part: Range<Int>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = part.lowerBound
        var hasWord = false
        for token in part {
            if tokens.sorts[token] == .word { hasWord = true }
            guard tokens.sorts[token] == .lineEnd else { continue }
            if hasWord { result.append(start..<(token + 1)) }
            (start, hasWord) = (token + 1, false)
        }
        if hasWord, start < part.upperBound { result.append(start..<part.upperBound) }
        return result
    }

    /// The longest run of pairs in which both sides go on.
    /// - Parameter pairs: in the order of the old side.
    private static func rising(_ pairs: [(old: Range<Int>, new: Range<Int>)]) -> [(old: Range<Int>, new: Range<Int>)] {
        // The last pair of the best run of each length, and before each pair the one that goes before it.
        var ends: [Int] = []
        var former = Array(repeating: -1, count: pairs.count)
        for (position, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new.lowerBound < pair.new.lowerBound { low = middle + 1 } else { high = middle }
            }
            if low > 0 { former[position] = ends[low - 1] }
            if low == ends.count { ends.append(position) } else { ends[low] = position }
        }
        var result: [(old: Range<Int>, new: Range<Int>)] = []
        var next = ends.last ?? -1
        while next >= 0 {
            result.append(pairs[next])
            next = former[next]
        }
        return result.reversed()
    }
}
