/// Changes that stand near each other, with some of what is around them.
package struct DiffHunk: Hashable, Sendable {
    /// In their order, without gaps; what is equal at the ends is cut to a few words.
    package var parts: [WordDiff.Part]
    /// Whether something before it, or behind it, was left out.
    package var isCutBefore: Bool
    package var isCutBehind: Bool
}

extension WordDiff {
    /// The changes with their surroundings, in their order.
    /// - Parameters:
    ///   - old: the old text.
    ///   - context: so many words of what is equal are shown on each side of a change.
    package func hunks(_ old: [UInt8], context: Int) -> [DiffHunk] {
        var hunks: [DiffHunk] = []
        var current: DiffHunk?
        for (position, part) in parts.enumerated() {
            guard part.isEqual else {
                if current == nil { current = DiffHunk(parts: [], isCutBefore: false, isCutBehind: false) }
                current?.parts.append(part)
                continue
            }
            let words = WordDiff.wordStarts(old[part.old])
            let isFirst = position == 0
            let isLast = position == parts.count - 1
            // Short enough to be read as a whole.
            if !isFirst, !isLast, words.count <= 2 * context {
                current?.parts.append(part)
                continue
            }
            if var hunk = current {
                let end = words.count > context ? words[context] : part.old.count
                if end > 0 { hunk.parts.append(part.cut(0..<end)) }
                hunk.isCutBehind = end < part.old.count
                hunks.append(hunk)
                current = nil
            }
            guard !isLast else { continue }
            let start = words.count <= context ? 0 : context == 0 ? part.old.count : words[words.count - context]
            current = DiffHunk(parts: start < part.old.count ? [part.cut(start..<part.old.count)] : [], isCutBefore: start > 0, isCutBehind: false)
        }
        if let current { hunks.append(current) }
        return hunks
    }

    /// Where the words of a text begin, in bytes from its beginning.
    private static func wordStarts(_ text: ArraySlice<UInt8>) -> [Int] {
        var words = WordTokens.Words()
        let tokens = WordTokens(Array(text), &words)
        return (0..<tokens.count).filter { tokens.sorts[$0] == .word }.map { Int(tokens.starts[$0]) }
    }
}

extension WordDiff.Part {
    /// A piece of what is equal, in bytes from its beginning.
    fileprivate func cut(_ range: Range<Int>) -> WordDiff.Part {
        WordDiff.Part(
            old: (old.lowerBound + range.lowerBound)..<(old.lowerBound + range.upperBound),
            new: (new.lowerBound + range.lowerBound)..<(new.lowerBound + range.upperBound), isEqual: true)
    }
}
