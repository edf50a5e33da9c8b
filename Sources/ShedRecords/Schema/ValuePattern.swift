/// A regular expression that a whole value must match. Time grows with the value's length times the pattern's at most: nothing is
/// tried twice. Where that product is too much, it ends (``Effort``).
///
/// Known are characters, `.` (any character but a line feed), `[a-z]`, `[^a-z]`, `\d \w \s \D \W \S`, `\n \t`, a backslash
/// before what stands for itself, `( )`, `(?: )`, `|`, `* + ?`, `{3}`, `{1,3}`, `{2,}`, and `^` at the beginning and `$` at
/// the end, which change nothing. Characters are Unicode's code points; `\d` is 0-9, `\w` letters, digits and `_`.
public struct ValuePattern: Hashable, Sendable {
    /// The longest pattern, in bytes.
    public static let longest = 1_024
    /// The longest value that is held against a pattern, in bytes.
    public static let longestValue = 64 * 1024
    /// The most steps that a pattern may come to; `{…}` repeats its part.
    static let mostSteps = 1_000

    enum Step: Hashable, Sendable {
        case character(CharacterSet)
        /// Two ways to go on.
        case fork(Int, Int)
        case jump(Int)
        case end
    }

    /// Characters, by ranges.
    struct CharacterSet: Hashable, Sendable {
        var ranges: [ClosedRange<UInt32>]
        var isNegated = false
        /// `\w`, which is too large for ranges.
        var hasWords = false

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            let isIn =
                ranges.contains { $0.contains(scalar.value) }
                || hasWords && (scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal)
            return isIn != isNegated
        }
    }

    /// As it was written.
    public let text: String
    private let steps: [Step]
    /// What each step costs, what follows without a character counted roughly.
    private let costs: [Int]

    /// - Throws: what is wrong with the pattern; the column is in its bytes.
    public init(_ text: String) throws(RecordsError) {
        self.text = text
        var compiler = try ValuePatternCompiler(text)
        steps = try compiler.compile()
        costs = steps.map { step in
            if case .character(let set) = step { 2 + set.ranges.count / 8 } else { 1 }
        }
    }

    public static func == (left: ValuePattern, right: ValuePattern) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// How much may be tried: as much as 32 ways to go on at each byte need, which few patterns come near to, and that of a short value in
    /// any case. Many records in one look have a ``PatternAllowance`` together.
    struct Effort {
        /// What is left of it, in steps; less than nothing once it is used up.
        private(set) var left: Int

        /// - Parameter bytes: the length of all values that it is for.
        init(for bytes: Int) { left = 65_536 + 32 * bytes }

        /// - Parameter most: no more than this, in steps.
        init(for bytes: Int, atMost most: Int) { left = min(65_536 + 32 * bytes, most) }

        mutating func spend(_ steps: Int) { left -= steps }
    }

    /// Whether the whole value matches; not, where that is too much to find out.
    public func matches(_ value: String) -> Bool {
        var effort = Effort(for: value.utf8.count)
        return matches(value, &effort) == true
    }

    /// - Returns: `nil` where that took more than is left.
    func matches(_ value: String, _ effort: inout Effort) -> Bool? {
        // The first character alone may cost all steps of the pattern.
        guard effort.left >= 0 else { return nil }
        // All states at once (Thompson 1968); `marks` tells which are in the list for this character.
        var states: [Int] = []
        var next: [Int] = []
        var marks = [Int](repeating: -1, count: steps.count)
        add(0, at: 0, to: &states, &marks, &effort)
        var place = 0
        for scalar in value.unicodeScalars {
            place += 1
            next.removeAll(keepingCapacity: true)
            for state in states {
                effort.spend(costs[state])
                if case .character(let set) = steps[state], set.contains(scalar) { add(state + 1, at: place, to: &next, &marks, &effort) }
            }
            swap(&states, &next)
            if states.isEmpty { return false }
            if effort.left < 0 { return nil }
        }
        return states.contains { steps[$0] == .end }
    }

    private func add(_ state: Int, at place: Int, to states: inout [Int], _ marks: inout [Int], _ effort: inout Effort) {
        var open = [state]
        while let state = open.popLast() {
            guard marks[state] != place else { continue }
            marks[state] = place
            effort.spend(1)
            switch steps[state] {
            case .jump(let target): open.append(target)
            case .fork(let one, let other):
                open.append(other)
                open.append(one)
            case .character, .end: states.append(state)
            }
        }
    }
}
