import ShedModel

/// Holds names against words, accents aside, and globs, in which they count.
struct SearchNames {
    /// How well a name fits: the smaller the better.
    enum Rank: Int, Comparable {
        case whole
        case stem
        case beginning
        case part

        static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    private let globs: [SearchGlob]
    private var finder: SearchFinder

    init(_ search: Search) {
        globs = (search.globs + search.words.filter(SearchGlob.isGlob)).map(SearchGlob.init)
        finder = SearchFinder(SearchWords(search.words.filter { !SearchGlob.isGlob($0) }.map(SearchCharacters.text), .accents))
    }

    /// Whether every name matches.
    var isEmpty: Bool { globs.isEmpty && finder.words.words.isEmpty }

    /// How well a name fits; `nil` if it does not hold all words, or does not match all globs.
    mutating func rank(of name: UnsafeBufferPointer<UInt8>) -> Rank? {
        var rank = Rank.part
        if !finder.words.words.isEmpty {
            guard let found = rankOfWords(name) else { return nil }
            rank = found
        }
        guard !globs.isEmpty else { return rank }
        let text = SearchCharacters.text(of: name)
        return globs.allSatisfy { $0.matches(text) } ? rank : nil
    }

    private mutating func rankOfWords(_ name: UnsafeBufferPointer<UInt8>) -> Rank? {
        guard finder.read(name) else {
            // Not UTF-8: by the text that stands for it.
            var text = SearchCharacters.text(of: name)
            return text.withUTF8 { finder.read($0) ? rankOfRead($0, dot: nil) : nil }
        }
        return rankOfRead(name, dot: name.lastIndex(of: UInt8(ascii: ".")))
    }

    private func rankOfRead(_ name: UnsafeBufferPointer<UInt8>, dot: Int?) -> Rank? {
        var rank = Rank.part
        for word in finder.words.words.indices {
            guard let range = finder.first(word, in: name) else { return nil }
            guard range.lowerBound == 0 else { continue }
            let only = finder.words.words.count == 1
            if only, range.upperBound == name.count {
                rank = min(rank, .whole)
            } else if only, range.upperBound == dot {
                rank = min(rank, .stem)
            } else {
                rank = min(rank, .beginning)
            }
        }
        return rank
    }

    /// Which bytes of a name are words that were looked for; none for a name that is not UTF-8.
    mutating func marks(in name: Name) -> [Range<Int>] {
        guard !finder.words.words.isEmpty else { return [] }
        return name.bytes.withUnsafeBufferPointer { finder.read($0) ? finder.all(in: $0) : [] }
    }
}
