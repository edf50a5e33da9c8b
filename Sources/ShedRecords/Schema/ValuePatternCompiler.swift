/// Turns a pattern into steps. Recursion is as deep as the parentheses, which are counted.
struct ValuePatternCompiler {
    private static let deepest = 32
    private static let mostRepeats = 1_000
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) throws(RecordsError) {
        guard text.utf8.count <= ValuePattern.longest else {
            throw RecordsError("the pattern has more than \(ValuePattern.longest) bytes", remedy: "Shorten it.")
        }
        scalars = Array(text.unicodeScalars)
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private func fault(_ message: String, _ remedy: String) -> RecordsError {
        let column = scalars[..<position].reduce(1) { $0 + UTF8.width($1) }
        return RecordsError("the pattern is wrong at byte \(column): \(message)", remedy: remedy)
    }

    mutating func compile() throws(RecordsError) -> [ValuePattern.Step] {
        _ = skip("^")
        let steps = try choice(depth: 0)
        guard position == scalars.count else { throw fault("a ) closes nothing", "Write \\) for the character.") }
        return steps + [.end]
    }

    /// Parts between bars.
    private mutating func choice(depth: Int) throws(RecordsError) -> [ValuePattern.Step] {
        var steps = try row(depth: depth)
        while skip("|") {
            let other = try row(depth: depth)
            steps = [.fork(1, steps.count + 2)] + ValuePatternCompiler.moved(steps, by: 1) + [.jump(steps.count + 2 + other.count)]
                + ValuePatternCompiler.moved(other, by: steps.count + 2)
            try checkSize(steps)
        }
        return steps
    }

    private func checkSize(_ steps: [ValuePattern.Step]) throws(RecordsError) {
        guard steps.count < ValuePattern.mostSteps else { throw fault("it comes to too many steps", "Repeat less with { }.") }
    }

    private static func moved(_ steps: [ValuePattern.Step], by offset: Int) -> [ValuePattern.Step] {
        steps.map { step in
            switch step {
            case .fork(let one, let other): .fork(one + offset, other + offset)
            case .jump(let target): .jump(target + offset)
            case .character, .end: step
            }
        }
    }

    private mutating func row(depth: Int) throws(RecordsError) -> [ValuePattern.Step] {
        var steps: [ValuePattern.Step] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            if scalar == "$", position == scalars.count - 1 {
                position += 1
                break
            }
            let part = try repeated(try atom(depth: depth))
            steps += ValuePatternCompiler.moved(part, by: steps.count)
            try checkSize(steps)
        }
        return steps
    }

    private mutating func atom(depth: Int) throws(RecordsError) -> [ValuePattern.Step] {
        guard let scalar = next else { return [] }
        switch scalar {
        case "(":
            guard depth < ValuePatternCompiler.deepest else { throw fault("parentheses nest too deep", "Write it with fewer.") }
            position += 1
            if skip("?"), !skip(":") { throw fault("only (?: ) is known of what begins with (?", "Write ( ) instead.") }
            let steps = try choice(depth: depth + 1)
            guard skip(")") else { throw fault("a ( is not closed", "Add a ), or write \\( for the character.") }
            return steps
        case "*", "+", "?", "{": throw fault("\(scalar) repeats nothing", "Write \\\(scalar) for the character.")
        case "^", "$": throw fault("\(scalar) stands inside", "Write \\\(scalar) for the character; a pattern is for the whole value anyway.")
        case "[": return [.character(try brackets())]
        case ".":
            position += 1
            return [.character(ValuePattern.CharacterSet(ranges: [0x0a...0x0a], isNegated: true))]
        case "\\":
            position += 1
            return [.character(try escape())]
        default:
            position += 1
            return [.character(ValuePattern.CharacterSet(ranges: [scalar.value...scalar.value]))]
        }
    }

    /// What a backslash and the character at the position stand for.
    private mutating func escape() throws(RecordsError) -> ValuePattern.CharacterSet {
        guard let scalar = next else { throw fault("a backslash stands at the end", "Write \\\\ for the character.") }
        position += 1
        let spaces: [ClosedRange<UInt32>] = [0x09...0x0d, 0x20...0x20, 0x85...0x85, 0xa0...0xa0, 0x1680...0x1680, 0x2000...0x200a, 0x2028...0x2029, 0x202f...0x202f, 0x205f...0x205f, 0x3000...0x3000]
        switch scalar {
        case "d", "D": return ValuePattern.CharacterSet(ranges: [0x30...0x39], isNegated: scalar == "D")
        case "s", "S": return ValuePattern.CharacterSet(ranges: spaces, isNegated: scalar == "S")
        case "w", "W": return ValuePattern.CharacterSet(ranges: [], isNegated: scalar == "W", hasWords: true)
        case "n": return ValuePattern.CharacterSet(ranges: [0x0a...0x0a])
        case "t": return ValuePattern.CharacterSet(ranges: [0x09...0x09])
        default:
            guard !scalar.isASCII || !scalar.properties.isAlphabetic && scalar.properties.numericType == nil else {
                position -= 1
                throw fault("\\\(scalar) is not known", "Known are \\d \\w \\s \\D \\W \\S \\n \\t, and a backslash before signs.")
            }
            return ValuePattern.CharacterSet(ranges: [scalar.value...scalar.value])
        }
    }

    private mutating func brackets() throws(RecordsError) -> ValuePattern.CharacterSet {
        let start = position
        position += 1
        var set = ValuePattern.CharacterSet(ranges: [], isNegated: skip("^"))
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            position += 1
            guard let low = try member(scalar, &set) else { continue }
            guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                set.ranges.append(low...low)
                continue
            }
            position += 1
            let scalar = scalars[position]
            position += 1
            guard let high = try member(scalar, &set), low <= high else { throw fault("a range runs backwards", "Write [a-z].") }
            set.ranges.append(low...high)
        }
        guard skip("]") else {
            position = start
            throw fault("a [ is not closed", "Add a ], or write \\[ for the character.")
        }
        return set
    }

    /// The character of brackets that was just read; `nil` if it was a set, which is added.
    private mutating func member(_ scalar: Unicode.Scalar, _ set: inout ValuePattern.CharacterSet) throws(RecordsError) -> UInt32? {
        guard scalar == "\\" else { return scalar.value }
        let escape = try escape()
        guard !escape.isNegated else { throw fault("\\D, \\W and \\S cannot stand in brackets", "Use \\d, \\w or \\s with [^…].") }
        if !escape.hasWords, escape.ranges.count == 1, escape.ranges[0].count == 1 { return escape.ranges[0].lowerBound }
        set.ranges += escape.ranges
        set.hasWords = set.hasWords || escape.hasWords
        return nil
    }

    /// A part with the signs behind it that repeat it.
    private mutating func repeated(_ part: [ValuePattern.Step]) throws(RecordsError) -> [ValuePattern.Step] {
        var (least, most): (Int, Int?)
        switch next {
        case "*": (least, most) = (0, nil)
        case "+": (least, most) = (1, nil)
        case "?": (least, most) = (0, 1)
        case "{": (least, most) = try bounds()
        default: return part
        }
        position += 1
        if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
            throw fault("\(scalar) repeats what is repeated already", "Put parentheses around it.")
        }
        // The size is known before anything is made.
        guard part.count * max(least, most ?? least + 1) + (most ?? 2) < ValuePattern.mostSteps else {
            throw fault("it comes to too many steps", "Repeat less with { }.")
        }
        var steps: [ValuePattern.Step] = []
        for _ in 0..<least { steps += ValuePatternCompiler.moved(part, by: steps.count) }
        if let most {
            let end = steps.count + (most - least) * (part.count + 1)
            for _ in least..<most {
                steps.append(.fork(steps.count + 1, end))
                steps += ValuePatternCompiler.moved(part, by: steps.count)
            }
        } else {
            let start = steps.count
            steps.append(.fork(start + 1, start + part.count + 2))
            steps += ValuePatternCompiler.moved(part, by: start + 1)
            steps.append(.jump(start))
        }
        return steps
    }

    /// The numbers in braces; the position is then on the closing one.
    private mutating func bounds() throws(RecordsError) -> (Int, Int?) {
        let start = position
        position += 1
        let least = number()
        var most = least
        if skip(",") { most = number() }
        guard let least, next == "}", least <= ValuePatternCompiler.mostRepeats, most ?? least <= ValuePatternCompiler.mostRepeats,
            least <= most ?? least
        else {
            position = start
            throw fault("{ } does not hold numbers such as {3}, {1,3} or {2,}, or too large ones", "Write \\{ for the character.")
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var number: Int?
        while let scalar = next, scalar.value &- 0x30 < 10 {
            number = min(100_000, (number ?? 0) * 10 + Int(scalar.value - 0x30))
            position += 1
        }
        return number
    }
}
