/// A regular expression that a whole value must match. Time grows with the value's length times the pattern's, whatever the
/// two are: nothing is tried twice.
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

    /// - Throws: what is wrong with the pattern; the column is in its bytes.
    public init(_ text: String) throws(RecordsError) {
        self.text = text
        var compiler = try ValuePatternCompiler(text)
        steps = try compiler.compile()
    }

    public static func == (left: ValuePattern, right: ValuePattern) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Whether the whole value matches.
    public func matches(_ value: String) -> Bool {
        // All states at once (Thompson 1968); `marks` tells which are in the list for this character.
        var states: [Int] = []
        var next: [Int] = []
        var marks = [Int](repeating: -1, count: steps.count)
        add(0, at: 0, to: &states, &marks)
        var place = 0
        for scalar in value.unicodeScalars {
            place += 1
            next.removeAll(keepingCapacity: true)
            for state in states {
                if case .character(let set) = steps[state], set.contains(scalar) { add(state + 1, at: place, to: &next, &marks) }
            }
            swap(&states, &next)
            if states.isEmpty { return false }
        }
        return states.contains { steps[$0] == .end }
    }

    private func add(_ state: Int, at place: Int, to states: inout [Int], _ marks: inout [Int]) {
        var open = [state]
        while let state = open.popLast() {
            guard marks[state] != place else { continue }
            marks[state] = place
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
