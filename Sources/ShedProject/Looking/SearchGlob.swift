/// A shell pattern for a whole name, by characters and without case: `*`, `?`, `[…]`, and `\` before what stands for itself.
///
/// A bracket that does not close stands for itself, and so does a backslash at the end.
struct SearchGlob: Sendable {
    private enum Token: Sendable {
        case literal(Character)
        case one
        case star
        case set(CharacterSet)
    }

    private struct CharacterSet: Sendable {
        var isNegated = false
        var singles: [Character] = []
        var ranges: [ClosedRange<Unicode.Scalar>] = []

        func contains(_ character: Character) -> Bool {
            let isIn = singles.contains(character) || ranges.contains { range in
                // A range counts scalars; of both cases, since the character is folded.
                [String(character), character.uppercased()].contains { text in
                    text.unicodeScalars.count == 1 && text.unicodeScalars.first.map(range.contains) == true
                }
            }
            return isIn != isNegated
        }
    }

    private var tokens: [Token] = []

    /// Whether a word is meant as a glob.
    static func isGlob(_ word: [UInt8]) -> Bool { word.contains { "*?[".utf8.contains($0) } }

    init(_ pattern: [UInt8]) {
        let text = Array(SearchCharacters.text(of: pattern))
        var position = 0
        while position < text.count {
            let character = text[position]
            position += 1
            switch character {
            case "*": if case .star? = tokens.last {} else { tokens.append(.star) }
            case "?": tokens.append(.one)
            case "[":
                if let set = SearchGlob.set(text, &position) { tokens.append(.set(set)) } else { tokens.append(.literal("[")) }
            case "\\" where position < text.count:
                tokens += SearchCharacters.folded(text[position]).map(Token.literal)
                position += 1
            default: tokens += SearchCharacters.folded(character).map(Token.literal)
            }
        }
    }

    /// Reads a bracket expression behind its `[`. The first character of it is in the set, also `]`.
    private static func set(_ text: [Character], _ position: inout Int) -> CharacterSet? {
        var set = CharacterSet()
        var next = position
        if next < text.count, text[next] == "!" || text[next] == "^" {
            set.isNegated = true
            next += 1
        }
        let first = next
        while next < text.count {
            if text[next] == "]", next > first {
                position = next + 1
                return set
            }
            if text[next] == "\\", next + 1 < text.count { next += 1 }
            let low = text[next]
            if next + 2 < text.count, text[next + 1] == "-", text[next + 2] != "]" {
                let high = text[next + 2]
                if let from = low.unicodeScalars.first, let to = high.unicodeScalars.first, from <= to { set.ranges.append(from...to) }
                next += 3
            } else {
                set.singles += SearchCharacters.folded(low)
                next += 1
            }
        }
        return nil
    }

    /// Whether the whole name matches.
    func matches(_ name: String) -> Bool {
        let folded = SearchCharacters.folded(name)
        if matches(folded) { return true }
        // So that `?` is one character also of a name with a character that folds to two.
        let parts = name.map(SearchCharacters.folded)
        return parts.count != folded.count && matches(zip(parts, name).map { $0.count == 1 ? $0[0] : $1 })
    }

    /// Only the last star met is tried again, so the cost is at most the product of both lengths.
    private func matches(_ name: [Character]) -> Bool {
        var (token, position) = (0, 0)
        var retry: (token: Int, position: Int)?
        while position < name.count {
            if token < tokens.count {
                if case .star = tokens[token] {
                    token += 1
                    retry = (token, position)
                    continue
                }
                if takes(tokens[token], name[position]) {
                    token += 1
                    position += 1
                    continue
                }
            }
            guard let (again, from) = retry else { return false }
            retry = (again, from + 1)
            (token, position) = (again, from + 1)
        }
        while token < tokens.count, case .star = tokens[token] { token += 1 }
        return token == tokens.count
    }

    private func takes(_ token: Token, _ character: Character) -> Bool {
        switch token {
        case .literal(let literal): literal == character
        case .one: true
        case .set(let set): set.contains(character)
        case .star: false
        }
    }
}
