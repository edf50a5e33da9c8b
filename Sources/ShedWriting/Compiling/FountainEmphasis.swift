/// Emphasis in a line of Fountain: `*italics*`, `**bold**`, `***both***`, `_underlined_`.
enum FountainEmphasis {
    enum Item: Hashable {
        case text(String)
        /// `*`, `**`, `***` or `_`, and whether it begins there.
        case mark(String, begins: Bool)
    }

    /// The items of a line. A sign without a partner is text.
    static func items(_ line: Substring) -> [Item] {
        var tokens: [Item] = []
        var text = ""
        var counts: [String: Int] = [:]
        var rest = line
        while let first = rest.first {
            if first == "\\", let next = rest.dropFirst().first, next == "*" || next == "_" {
                text.append(next)
                rest = rest.dropFirst(2)
                continue
            }
            guard first == "*" || first == "_" else {
                text.append(first)
                rest = rest.dropFirst()
                continue
            }
            // No more of the run is looked at, so that a long one does not cost its square.
            let run = rest.prefix(3).prefix { $0 == first }.count
            let sign = first == "_" ? "_" : String(repeating: "*", count: run)
            if !text.isEmpty { tokens.append(.text(text)) }
            text = ""
            counts[sign, default: 0] += 1
            tokens.append(.mark(sign, begins: true))
            rest = rest.dropFirst(sign.count)
        }
        if !text.isEmpty { tokens.append(.text(text)) }
        return paired(tokens, counts)
    }

    private static func paired(_ tokens: [Item], _ counts: [String: Int]) -> [Item] {
        var seen: [String: Int] = [:]
        var open: [String] = []
        return tokens.map { token in
            guard case .mark(let sign, _) = token else { return token }
            let number = seen[sign, default: 0]
            seen[sign] = number + 1
            let total = counts[sign] ?? 0
            // Of an odd number the last has no partner, and what is begun within another ends within it.
            guard number < total / 2 * 2 else { return .text(sign) }
            if number % 2 == 0 {
                open.append(sign)
                return .mark(sign, begins: true)
            }
            guard let place = open.lastIndex(of: sign) else { return .text(sign) }
            open.remove(at: place)
            return .mark(sign, begins: false)
        }
    }
}
