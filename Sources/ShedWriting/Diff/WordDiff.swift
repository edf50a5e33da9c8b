/// How one text became another, by words: what stayed, what went and what came, in their order.
///
/// Exact: with what stayed and what came the new text is put together byte for byte. As small as can be found with bounded work
/// (``Effort``): texts that have little in common are compared by paragraphs, and what then still differs counts as written anew.
/// Memory is linear in the texts.
package struct WordDiff: Hashable, Sendable {
    /// A part of both texts.
    package struct Part: Hashable, Sendable {
        /// Which bytes of the old text.
        package var old: Range<Int>
        /// Which bytes of the new one.
        package var new: Range<Int>
        /// Whether both are the same.
        package var isEqual: Bool
    }

    /// In their order, without gaps: equal and unequal ones take turns. None is empty on both sides.
    package private(set) var parts: [Part]
    /// How many words went.
    package private(set) var removed = 0
    /// How many came.
    package private(set) var added = 0

    /// In bytes: longer texts are not compared by words (8 MiB).
    package static let longest = 8 << 20

    /// Whether both texts are the same.
    package var isEmpty: Bool { !parts.contains { !$0.isEqual } }

    /// Compares two texts.
    /// - Parameters:
    ///   - old: of any bytes, ``longest`` at most; so is `new`. Longer ones count as written anew.
    ///   - effort: so many comparisons at most; more time than that no input takes.
    package init(_ old: [UInt8], _ new: [UInt8], effort: Int = Effort.usual) {
        guard old != new else {
            parts = old.isEmpty ? [] : [Part(old: 0..<old.count, new: 0..<new.count, isEqual: true)]
            return
        }
        guard old.count <= WordDiff.longest, new.count <= WordDiff.longest else {
            parts = [Part(old: 0..<old.count, new: 0..<new.count, isEqual: false)]
            return
        }
        var words = WordTokens.Words()
        let (left, right) = (WordTokens(old, &words), WordTokens(new, &words))
        var search = EditSearch(left, right, effort: effort)
        let changes = WordDiff.joined(search.changes() ?? [], left, right)
        parts = []
        var (oldEnd, newEnd) = (0, 0)
        for change in changes {
            let (gone, come) = (left.bytes(of: change.old), right.bytes(of: change.new))
            if gone.lowerBound > oldEnd { parts.append(Part(old: oldEnd..<gone.lowerBound, new: newEnd..<come.lowerBound, isEqual: true)) }
            parts.append(Part(old: gone, new: come, isEqual: false))
            (oldEnd, newEnd) = (gone.upperBound, come.upperBound)
            removed += change.old.count { left.sorts[$0] == .word }
            added += change.new.count { right.sorts[$0] == .word }
        }
        if oldEnd < old.count { parts.append(Part(old: oldEnd..<old.count, new: newEnd..<new.count, isEqual: true)) }
    }

    /// How much went and came, in bytes, as the parts tell of a comparison of two texts that differ.
    /// - Parameters:
    ///   - left: of ``longest`` bytes at most, as is `right`; both read by the same ``WordTokens/Words``.
    ///   - limit: what is more is given up.
    ///   - effort: what all comparisons together may still cost; one takes no more than is usual.
    static func distance(_ left: WordTokens, _ right: WordTokens, atMost limit: Int, effort: inout Int) -> Int? {
        let own = min(max(effort, 0), Effort.usual)
        var search = EditSearch(left, right, effort: own)
        let found = search.changes(atMost: limit)
        effort -= own - search.effort
        guard let found else { return nil }
        let distance = joined(found, left, right).reduce(0) { $0 + left.bytes(of: $1.old).count + right.bytes(of: $1.new).count }
        return distance <= limit ? distance : nil
    }

    /// Makes one of changes between which nothing but white space stays, so that a phrase that was written anew is read as one.
    private static func joined(_ changes: [EditSearch.Change], _ left: WordTokens, _ right: WordTokens) -> [EditSearch.Change] {
        var result: [EditSearch.Change] = []
        for (position, change) in changes.enumerated() {
            let next = position + 1 < changes.count ? changes[position + 1] : EditSearch.Change(old: left.count..<left.count, new: right.count..<right.count)
            let change = slid(change, left, right, between: result.last, and: next)
            if let last = result.last, last.old.upperBound == change.old.lowerBound || isOnePhrase(last, change, left) {
                result[result.count - 1] = EditSearch.Change(
                    old: last.old.lowerBound..<change.old.upperBound, new: last.new.lowerBound..<change.new.upperBound)
            } else {
                result.append(change)
            }
        }
        return result
    }

    private static func isOnePhrase(_ last: EditSearch.Change, _ change: EditSearch.Change, _ left: WordTokens) -> Bool {
        // What only comes, or only goes, stands for itself.
        guard !(last.old.isEmpty && change.old.isEmpty), !(last.new.isEmpty && change.new.isEmpty) else { return false }
        return (last.old.upperBound..<change.old.lowerBound).allSatisfy { left.sorts[$0] == .space }
    }

    /// A change that only adds or only removes, as it could stand a little earlier or later as well, there where it begins a line: so a
    /// new paragraph is shown as one, and not as the end of one and the beginning of the next.
    private static func slid(
        _ change: EditSearch.Change, _ left: WordTokens, _ right: WordTokens, between last: EditSearch.Change?, and next: EditSearch.Change
    ) -> EditSearch.Change {
        guard change.old.isEmpty != change.new.isEmpty else { return change }
        let (tokens, range) = change.old.isEmpty ? (right, change.new) : (left, change.old)
        func beginsLine(_ start: Int) -> Bool { start == 0 || tokens.sorts[start - 1] == .lineEnd }
        func moved(_ step: Int) -> EditSearch.Change {
            EditSearch.Change(
                old: (change.old.lowerBound + step)..<(change.old.upperBound + step), new: (change.new.lowerBound + step)..<(change.new.upperBound + step))
        }
        let before = min(change.old.lowerBound - (last?.old.upperBound ?? 0), change.new.lowerBound - (last?.new.upperBound ?? 0), mostSlid)
        for step in 0...max(before, 0) {
            if beginsLine(range.lowerBound - step) { return moved(-step) }
            guard step < before, tokens.numbers[range.lowerBound - step - 1] == tokens.numbers[range.upperBound - step - 1] else { break }
        }
        let behind = min(next.old.lowerBound - change.old.upperBound, next.new.lowerBound - change.new.upperBound, mostSlid)
        for step in 0..<max(behind, 0) {
            guard tokens.numbers[range.lowerBound + step] == tokens.numbers[range.upperBound + step] else { break }
            if beginsLine(range.lowerBound + step + 1) { return moved(step + 1) }
        }
        return change
    }

    /// In tokens.
    private static let mostSlid = 200

    /// The new text, put together from the old one and what came.
    package func applied(to old: [UInt8], _ new: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(new.count)
        for part in parts { result += part.isEqual ? old[part.old] : new[part.new] }
        return result
    }

    /// How much work a comparison is worth.
    package enum Effort {
        /// Comparisons of tokens: some tenths of a second.
        package static let usual = 60_000_000
    }
}
