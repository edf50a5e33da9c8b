/// Words to look for, made ready once for all threads.
package struct SearchWords: Sendable {
    package struct Word: Sendable {
        /// The folded word if it is ASCII: only then can it stand in ASCII text.
        var ascii: [UInt8]?
        /// For each byte of it 0x20 where it is a letter, else 0: a byte of a text fits if it is equal once this is set.
        var masks: [UInt8]
        /// The folded word in units of the alphabet.
        var units: [UInt32]
        /// Where it may not stand: within a word.
        var bounds = SearchBounds()
    }

    package let words: [Word]
    let folding: SearchFolding
    /// The folded characters that occur in any of the words, by number. All others are ``other``.
    let alphabet: [Character: UInt32]
    /// How many bytes of a text one of the words can take up at most: normalisation makes UTF-8 at most three times as
    /// long, a fold three times as short.
    let longestMatch: Int

    static let other: UInt32 = 2
    private static let first: UInt32 = 16

    /// Words that must stand in a text as words, or begin them; accents do not count.
    package init(terms: [SearchTerm]) { self.init(terms.map(\.text), .accents, terms.map(\.bounds)) }

    /// Phrases, which may stand within words too, and words; accents do not count.
    package init(phrases: [String], terms: [SearchTerm]) {
        self.init(phrases + terms.map(\.text), .accents, phrases.map { _ in SearchBounds() } + terms.map(\.bounds))
    }

    package init(_ texts: [String], _ folding: SearchFolding = .names) { self.init(texts, folding, texts.map { _ in SearchBounds() }) }

    private init(_ texts: [String], _ folding: SearchFolding, _ bounds: [SearchBounds]) {
        self.folding = folding
        var alphabet: [Character: UInt32] = [:]
        words = zip(texts, bounds).map { text, bounds in
            let folded = SearchCharacters.folded(text, folding)
            let units = folded.map { character in
                if let unit = alphabet[character] { return unit }
                let unit = SearchWords.first + UInt32(alphabet.count)
                alphabet[character] = unit
                return unit
            }
            let bytes = Array(String(folded).utf8)
            let isASCII = bytes.allSatisfy { $0 < 0x80 }
            return Word(ascii: isASCII ? bytes : nil, masks: bytes.map { $0 &- UInt8(ascii: "a") < 26 ? 0x20 : 0 }, units: units, bounds: bounds)
        }
        self.alphabet = alphabet
        longestMatch = (texts.map(\.utf8.count).max() ?? 0) * 16 + 64
    }
}
