import ShedModel

/// What may help who looked for words in texts and found nothing, by how they are written.
public enum SearchHint: Hashable, Sendable {
    /// A `*` stands elsewhere than at the end of a word; what is given may stand within words.
    case star(String)
    /// Somebody takes a word for one that joins others.
    case joiner(String)
    /// What is given may be a part of longer words.
    case part(String)
}

extension Search {
    /// In the order of the words, each sort once; none of what is looked for as it stands.
    public var hints: [SearchHint] {
        var hints: [SearchHint] = []
        if let text = terms.lazy.map(\.text).first(where: { $0.contains("*") }),
            let longest = text.split(separator: "*").max(by: { $0.count < $1.count })
        {
            hints.append(.star(String(longest)))
        }
        if terms.count > 1, let joiner = terms.first(where: { !$0.isPrefix && Search.joiners.contains($0.text) }) { hints.append(.joiner(joiner.text)) }
        // A word of a script without spaces is found wherever it stands.
        guard hints.isEmpty, let whole = terms.first(where: { !$0.isPrefix && ($0.bounds.begins || $0.bounds.ends) }) else { return hints }
        return [.part(whole.text)]
    }

    private static let joiners: Set = ["OR", "AND", "NOT"]
}
