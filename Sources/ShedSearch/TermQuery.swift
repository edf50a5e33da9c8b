import ShedModel

/// What a text must hold so that it can hold a word or a phrase, as terms of the index: never more than it must, so that nothing is missed
/// which reading the texts would find.
public struct TermQuery: Hashable, Sendable {
    struct Term: Hashable {
        var bytes: [UInt8]
        var isPrefix: Bool

        /// Whether it is one letter that begins terms, which the index has beside them (``LetterCounts``).
        var isLetter: Bool {
            guard isPrefix, let lead = bytes.first else { return false }
            return bytes.count == (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)
        }

        /// What all tokens begin with in which it stands.
        private var beginning: [UInt8] {
            let mark = TermFrequency.mark
            return isLetter ? [mark] + bytes + [mark] : isPrefix ? bytes : bytes + [mark]
        }

        /// As FTS5 reads it (sqlite.org/fts5.html#full_text_query_syntax): terms hold no quotation mark.
        var expression: String { String(decoding: Array("\"".utf8) + beginning + Array("\"*".utf8), as: UTF8.self) }

        /// The first and the last token in which it may stand. No term holds the last scalar there is.
        var tokens: (first: [UInt8], last: [UInt8]) {
            let isWhole = isLetter || !isPrefix
            let (first, last) = TermFrequency.ends
            return isWhole ? (beginning + [first], beginning + [last]) : (beginning, beginning + [0xf4, 0x8f, 0xbf, 0xbf])
        }
    }

    /// What stands in a text as one: a word, or what is written without spaces.
    private struct Run {
        var isUnspaced: Bool
        var scalars: [[UInt8]] = []
        /// Whether the text begins, or ends, with it.
        var isFirst = false
        var isLast = false

        /// Whether it has an iota, which where accents count is the same as one below another letter (ᾳ), and a term has none for that.
        var hasIota: Bool { scalars.contains { $0.elementsEqual([0xce, 0xb9]) } }

        /// As ``TermCounter`` counts it.
        var word: [UInt8] {
            var word: [UInt8] = []
            for bytes in scalars {
                guard word.count + bytes.count <= TermCounter.longest else { break }
                word += bytes
            }
            return word
        }
    }

    /// What must stand within a word of the text, or at its end: the first word of a phrase, which may go on before it.
    struct Part: Hashable {
        var bytes: [UInt8]
        var endsWord: Bool
    }

    private(set) var terms: Set<Term> = []
    private(set) var parts: Set<Part> = []

    public init() {}

    /// Whether every text may fit, as far as terms tell.
    public var isEmpty: Bool { terms.isEmpty }

    /// Whether it helps to know the words of which something is a part (``WordVocabulary``).
    public var hasParts: Bool { !parts.isEmpty }

    /// A word that must stand in the text as a whole, or that begins one.
    public mutating func add(word: String, isPrefix: Bool) {
        for run in TermQuery.runs(of: word) { add(run, beginsWord: true, endsWord: !(run.isLast && isPrefix)) }
    }

    /// What must stand somewhere in the text, within words too. Accents may count or not.
    public mutating func add(part: String) {
        for run in TermQuery.runs(of: part) where !run.hasIota { add(run, beginsWord: !run.isFirst, endsWord: !run.isLast) }
    }

    private mutating func add(_ run: Run, beginsWord: Bool, endsWord: Bool) {
        if run.isUnspaced {
            for (left, right) in zip(run.scalars, run.scalars.dropFirst()) { terms.insert(Term(bytes: left + right, isPrefix: false)) }
            if run.scalars.count == 1 { terms.insert(Term(bytes: run.scalars[0], isPrefix: true)) }
        } else if beginsWord {
            terms.insert(Term(bytes: run.word, isPrefix: !endsWord))
        } else if case let word = run.word, word.count < WordVocabulary.longest {
            parts.insert(Part(bytes: word, endsWord: endsWord))
        }
    }

    /// As FTS5 reads it.
    var expression: String { terms.map(\.expression).sorted().joined(separator: " AND ") }

    /// - Returns: none of a text with marks whose order may be another in a text that is the same to people: there nothing can be asked.
    private static func runs(of text: String) -> [Run] {
        let scalars = SearchScalars()
        var runs: [Run] = []
        var isOpen = false
        var isFirst = true
        for scalar in text.unicodeScalars {
            let form = scalars.form(scalar.value)
            switch form.sort {
            case .separator: (isOpen, isFirst) = (false, false)
            case .nothing: break
            case .word, .unspaced:
                guard !hasMark(form) || form.sort == .unspaced else { return [] }
                let isUnspaced = form.sort == .unspaced
                if !isOpen || runs.last?.isUnspaced != isUnspaced { runs.append(Run(isUnspaced: isUnspaced, isFirst: isFirst)) }
                if !runs.isEmpty { runs[runs.count - 1].scalars += form.scalars }
                (isOpen, isFirst) = (true, false)
            }
        }
        if isOpen, !runs.isEmpty { runs[runs.count - 1].isLast = true }
        return runs
    }

    private static func hasMark(_ form: SearchScalars.Form) -> Bool {
        form.scalars.contains { String(decoding: $0, as: UTF8.self).unicodeScalars.contains { $0.properties.canonicalCombiningClass != .notReordered } }
    }
}
