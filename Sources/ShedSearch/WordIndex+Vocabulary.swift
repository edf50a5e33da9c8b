extension WordIndex {
    /// So many tokens are read at once.
    private static let portion = 20_000
    /// Of more files that came later nothing is said.
    private static let mostLater: Int64 = 100_000
    /// So many words are asked for at once.
    private static let fewWords = 64

    /// Reads some of what a vocabulary still lacks.
    public func readPortion(of vocabulary: inout WordVocabulary) throws(WordIndexError) {
        guard let part = vocabulary.due, vocabulary.last.count == shards.count else { return }
        var words = vocabulary.parts[part]
        vocabulary.parts[part] = ShardWords()
        defer { vocabulary.parts[part] = words }
        var count = 0
        try shards[part].forEachToken(after: words.lastToken, atMost: WordIndex.portion) { token, files in
            count += 1
            words.add(token, files: files)
        }
        while !words.long.isEmpty, !words.isTooMuch {
            let some = words.long.prefix(WordIndex.fewWords)
            words.long.removeFirst(some.count)
            words.cut.formUnion(try shards[part].numbers(fitting: WordIndex.expression(anyOf: Array(some))))
        }
        // Of what is too much not all was asked: of files with words that are cut nothing would be known.
        if count < WordIndex.portion, !words.isTooMuch { words.end() }
    }

    /// Which files may hold what is asked for, by part, as ``numbers(_:)``; fewer, since parts of words count too.
    ///
    /// What is rarest is asked for first, and what costs more than reading the files that are left is not asked for.
    /// - Parameters:
    ///   - vocabulary: a usable one.
    ///   - known: what the terms of the query leave, if that is known.
    ///   - last: the last number of each part that counts.
    /// - Returns: `nil` where any file may.
    public func numbers(
        _ query: TermQuery, by vocabulary: WordVocabulary, of known: [Set<Int64>]?, upTo last: [Int64]
    ) throws(WordIndexError) -> [Set<Int64>]? {
        guard vocabulary.isUsable, last.count == shards.count, zip(last, vocabulary.last).allSatisfy({ $0 - $1 <= WordIndex.mostLater }) else { return known }
        var numbers: [Set<Int64>] = []
        for part in shards.indices {
            let (own, end) = (known?[part], vocabulary.last[part])
            guard var left = try left(of: own, query, part, vocabulary) else { return known }
            // Of what came later the vocabulary says nothing.
            if let own {
                left.formUnion(own.lazy.filter { $0 > end })
            } else if query.isEmpty {
                if end < last[part] { left.formUnion(end + 1...last[part]) }
            } else {
                left.formUnion(try shards[part].numbers(fitting: query.expression, after: end))
            }
            numbers.append(left)
        }
        return numbers
    }

    /// Something that must hold, and what it costs to ask for it.
    private struct Condition {
        var expression: String
        /// In how many places of the index it stands.
        var places: Int
        /// Whether it is of a part of a word, and so may hold of files with words that are cut.
        var isOfPart: Bool
    }

    /// So many places of the index are gone through in the time in which one text is read.
    private static let placesForText = 1_000

    private func left(of known: Set<Int64>?, _ query: TermQuery, _ part: Int, _ vocabulary: WordVocabulary) throws(WordIndexError) -> Set<Int64>? {
        let words = vocabulary.parts[part]
        var conditions: [Condition] = []
        for piece in query.parts {
            guard let found = words.words(with: piece) else { continue }
            conditions.append(Condition(expression: WordIndex.expression(anyOf: found.words), places: found.files, isOfPart: true))
        }
        if known == nil {
            let all = Int(clamping: vocabulary.last[part])
            conditions += query.terms.map { Condition(expression: $0.expression, places: words.files(with: $0, of: all), isOfPart: false) }
        }
        var left = known
        for condition in conditions.sorted(by: { $0.places < $1.places }) {
            if let left, condition.places > left.count * WordIndex.placesForText { break }
            var own = condition.expression.isEmpty ? [] : try shards[part].numbers(fitting: condition.expression)
            if condition.isOfPart { own.formUnion(words.cut) }
            left = left.map { $0.intersection(own) } ?? own
        }
        return left
    }

    private static func expression(anyOf words: [[UInt8]]) -> String {
        words.map { TermQuery.Term(bytes: $0, isPrefix: false).expression }.joined(separator: " OR ")
    }
}
