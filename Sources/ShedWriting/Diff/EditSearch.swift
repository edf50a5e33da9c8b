/// Looks for the least that has to be changed in one row of tokens to get another: Myers' algorithm in linear space (E. W. Myers, “An
/// O(ND) Difference Algorithm and Its Variations”, 1986, section 4b), from both ends towards the middle.
///
/// Each box, a part of both rows, may take half of the work that is left; one that takes more, or is too large to begin with, is cut at
/// the paragraphs that stand in both of its parts once (patience diff). Where there is none it counts as written anew.
struct EditSearch {
    /// Tokens of the old row in whose place are some of the new one.
    struct Change: Hashable {
        var old: Range<Int>
        var new: Range<Int>
    }

    private struct Box {
        var old: Range<Int>
        var new: Range<Int>
        var isWhole: Bool { old.isEmpty || new.isEmpty }
    }

    private let left: WordTokens
    private let right: WordTokens
    /// What may still be done.
    private(set) var effort: Int
    private var forward: [Int32] = []
    private var backward: [Int32] = []

    /// So many changes are looked for in one box, in tokens.
    private static let mostEdits = 4_096
    /// A box of more tokens is cut at paragraphs first.
    private static let largest = 400_000

    init(_ left: WordTokens, _ right: WordTokens, effort: Int) {
        (self.left, self.right, self.effort) = (left, right, effort)
    }

    /// In their order; no two touch.
    /// - Parameter limit: in bytes that go or come.
    /// - Returns: `nil` where they are more.
    mutating func changes(atMost limit: Int = .max) -> [Change]? {
        var found: [Change] = []
        var size = 0
        // The part of the text that comes first is on top.
        var open = [Box(old: 0..<left.count, new: 0..<right.count)]
        while var box = open.popLast() {
            trim(&box)
            if box.isWhole {
                size += note(box, &found)
            } else if let (first, second) = halves(of: box) {
                open += [second, first]
            } else {
                let anchors = ParagraphAnchors(left, box.old, right, box.new).anchors
                if anchors.isEmpty { size += note(box, &found) } else { open += gaps(of: box, anchors).reversed() }
            }
            if size > limit { return nil }
        }
        return found
    }

    /// - Returns: how many bytes go or come there.
    private func note(_ box: Box, _ found: inout [Change]) -> Int {
        guard !(box.old.isEmpty && box.new.isEmpty) else { return 0 }
        if let last = found.last, last.old.upperBound == box.old.lowerBound, last.new.upperBound == box.new.lowerBound {
            found[found.count - 1] = Change(old: last.old.lowerBound..<box.old.upperBound, new: last.new.lowerBound..<box.new.upperBound)
        } else {
            found.append(Change(old: box.old, new: box.new))
        }
        return left.bytes(of: box.old).count + right.bytes(of: box.new).count
    }

    /// Takes away what is the same at the beginning and at the end.
    private func trim(_ box: inout Box) {
        var (low, other) = (box.old.lowerBound, box.new.lowerBound)
        var (high, otherHigh) = (box.old.upperBound, box.new.upperBound)
        while low < high, other < otherHigh, left.numbers[low] == right.numbers[other] { (low, other) = (low + 1, other + 1) }
        while low < high, other < otherHigh, left.numbers[high - 1] == right.numbers[otherHigh - 1] { (high, otherHigh) = (high - 1, otherHigh - 1) }
        box = Box(old: low..<high, new: other..<otherHigh)
    }

    /// What is left between paragraphs that stay.
    private func gaps(of box: Box, _ anchors: [(old: Range<Int>, new: Range<Int>)]) -> [Box] {
        var gaps: [Box] = []
        var (low, other) = (box.old.lowerBound, box.new.lowerBound)
        for anchor in anchors {
            gaps.append(Box(old: low..<anchor.old.lowerBound, new: other..<anchor.new.lowerBound))
            (low, other) = (anchor.old.upperBound, anchor.new.upperBound)
        }
        gaps.append(Box(old: low..<box.old.upperBound, new: other..<box.new.upperBound))
        return gaps.filter { !($0.old.isEmpty && $0.new.isEmpty) }
    }

    /// A box cut in two where a shortest way leads through.
    /// - Returns: `nil` where that would take too much work.
    private mutating func halves(of box: Box) -> (Box, Box)? {
        guard box.old.count + box.new.count <= EditSearch.largest, let (x, y) = middle(of: box) else { return nil }
        // Both lie within, or nothing would get smaller.
        guard (x, y) != (0, 0), (x, y) != (box.old.count, box.new.count) else { return nil }
        let (old, new) = (box.old.lowerBound + x, box.new.lowerBound + y)
        return (
            Box(old: box.old.lowerBound..<old, new: box.new.lowerBound..<new), Box(old: old..<box.old.upperBound, new: new..<box.new.upperBound)
        )
    }

    /// Where the ways from both ends meet, from the box's beginning on.
    private mutating func middle(of box: Box) -> (Int, Int)? {
        let (n, m) = (box.old.count, box.new.count)
        let (low, other) = (box.old.lowerBound, box.new.lowerBound)
        let most = min((n + m + 1) / 2, EditSearch.mostEdits)
        let (offset, length) = (most + 1, 2 * most + 3)
        forward = Array(repeating: -1, count: length)
        backward = forward
        (forward[offset + 1], backward[offset + 1]) = (0, 0)
        let delta = n - m
        let isOdd = delta % 2 != 0
        // How far the ends of the diagonals have left the box.
        var (start1, end1, start2, end2) = (0, 0, 0, 0)
        let spent = effort / 2
        let floor = effort - spent
        for depth in 0..<most {
            guard effort > floor else { return nil }
            for k in stride(from: start1 - depth, through: depth - end1, by: 2) {
                let place = offset + k
                var x = Int(k == -depth || (k != depth && forward[place - 1] < forward[place + 1]) ? forward[place + 1] : forward[place - 1] + 1)
                var y = x - k
                effort -= 1
                while x < n, y < m, left.numbers[low + x] == right.numbers[other + y] { (x, y, effort) = (x + 1, y + 1, effort - 1) }
                forward[place] = Int32(truncatingIfNeeded: x)
                if x > n { end1 += 2 } else if y > m { start1 += 2 } else if isOdd {
                    let facing = offset + delta - k
                    if facing >= 0, facing < length, backward[facing] != -1, x >= n - Int(backward[facing]) { return (x, y) }
                }
            }
            for k in stride(from: start2 - depth, through: depth - end2, by: 2) {
                let place = offset + k
                var x = Int(k == -depth || (k != depth && backward[place - 1] < backward[place + 1]) ? backward[place + 1] : backward[place - 1] + 1)
                var y = x - k
                effort -= 1
                while x < n, y < m, left.numbers[low + n - x - 1] == right.numbers[other + m - y - 1] { (x, y, effort) = (x + 1, y + 1, effort - 1) }
                backward[place] = Int32(truncatingIfNeeded: x)
                if x > n { end2 += 2 } else if y > m { start2 += 2 } else if !isOdd {
                    let facing = offset + delta - k
                    if facing >= 0, facing < length, forward[facing] != -1, Int(forward[facing]) >= n - x {
                        let met = Int(forward[facing])
                        return (met, met - (delta - k))
                    }
                }
            }
        }
        return nil
    }
}
