import ShedModel
import ShedSearch

/// What the index of words says of files, as far as it knows them as they are.
struct SearchSieve {
    enum Answer {
        /// It does not hold what is looked for.
        case absent
        case noText
        /// It may hold it: that is to be read.
        case maybe
        /// The index does not know it, or knows it as it was.
        case unknown
    }

    fileprivate var files: [UInt64: IndexedFile] = [:]
    /// The numbers that fit, by part; `nil`: any does.
    private(set) var numbers: [Set<Int64>]?
    /// How many files may hold what is asked for, as far as terms of the index tell.
    private(set) var fitting = 0
    /// Whether it would help to know the words of which something is a part.
    private(set) var hasParts = false
    /// Of each word, how many files hold it.
    fileprivate var frequencies: [Int] = []
    /// Of each word how often it stands in a file at most, by part and number; none where nobody asks.
    fileprivate var ceilings: [[[UInt32]]?] = []
    /// How large a text is that it knows, in bytes; `nil` where it knows none.
    private(set) var averageSize: Double?
    /// Whether it turned out to be damaged.
    var isDamaged = false

    /// Knows nothing.
    init() {}

    /// - Returns: `nil` where somebody has written since the index's list of files was read. Who puts a file in again, even as it was, gives it
    ///   another number, and numbers are what words have.
    /// - Throws: what is wrong with the index.
    init?(_ known: SearchMemory, _ search: Search) throws(WordIndexError) {
        let index = known.index
        try self.init(asking: search, known)
        averageSize = known.averageSize
        if let few = search.fewBest, fitting > few, !isOfRank { try askCeilings(known, search) }
        guard try index.state() == known.state else { return nil }
    }

    private init(asking search: Search, _ known: SearchMemory) throws(WordIndexError) {
        let index = known.index
        files = known.files
        var query = TermQuery()
        for term in search.terms { query.add(word: term.text, isPrefix: term.isPrefix) }
        for text in search.texts { query.add(part: text) }
        hasParts = query.hasParts
        let vocabulary = hasParts ? known.vocabulary.flatMap { $0.isUsable ? $0 : nil } : nil
        // Of the best files that hold one word it is asked how often it stands in each, which says which they are.
        if search.fewBest != nil, search.terms.count == 1, search.texts.isEmpty { try askCeilings(known, search) }
        if isOfRank {
            numbers = ceilings[0]?.map { part in
                var numbers = Set<Int64>(minimumCapacity: part.count { $0 > 0 })
                for number in part.indices where part[number] > 0 { numbers.insert(Int64(number)) }
                return numbers
            }
        } else if !query.isEmpty, vocabulary == nil || search.ranksTexts {
            // How well texts fit is told by terms alone, so that it is the same for who knows no vocabulary.
            numbers = try index.numbers(query)
        }
        fitting = numbers.map { $0.reduce(0) { $0 + $1.count } } ?? files.count
        if let vocabulary { numbers = try index.numbers(query, by: vocabulary, of: numbers, upTo: known.last) }
        // Of a single one it does not matter how rare it is.
        guard search.terms.count > 1 else { return }
        for term in search.terms {
            var query = TermQuery()
            query.add(word: term.text, isPrefix: term.isPrefix)
            frequencies.append(query.isEmpty ? 0 : try index.numbers(query).reduce(0) { $0 + $1.count })
        }
    }

    /// Asks how often words stand in files, where that can spare reading some.
    private mutating func askCeilings(_ known: SearchMemory, _ search: Search) throws(WordIndexError) {
        for term in search.terms { ceilings.append(try known.index.ceilings(word: term.text, isPrefix: term.isPrefix, upTo: known.last)) }
        if ceilings.contains(where: { $0 == nil }) { ceilings = [] }
    }

    /// Whether it knows how well files may fit at best.
    var isOfRank: Bool { !ceilings.isEmpty }

    /// How well a file may fit at best, by its number.
    func ceiling(part: Int, number: Int64, size: Int64, _ ranking: TextRanking) -> Double {
        // A longer one may be searched in pieces that share something.
        guard isOfRank, size <= Int64(SearchReader.room) else { return .infinity }
        return ranking.ceiling(size: size) { term in
            guard ceilings.indices.contains(term), let own = ceilings[term]?[part], own.indices.contains(Int(number)) else { return nil }
            return own[Int(number)]
        }
    }

    /// How well a file may fit at best, that is to be read.
    func ceiling(_ evidence: Evidence, _ ranking: TextRanking) -> Double {
        guard let file = file(evidence), file.sort == .text else { return .infinity }
        return ceiling(part: WordIndex.part(ofInode: evidence.inode), number: file.number, size: evidence.size, ranking)
    }

    /// What it knows of a file, if it knows it as it is.
    func file(_ evidence: Evidence) -> IndexedFile? { files[evidence.inode].flatMap { $0.stamp.isOf(evidence) ? $0 : nil } }

    /// How many files it knows.
    var count: Int { files.count }

    /// Whether a file is to be read.
    func mayHold(_ evidence: Evidence) -> Bool {
        switch answer(evidence) {
        case .absent, .noText: false
        case .maybe, .unknown: true
        }
    }

    func answer(_ evidence: Evidence) -> Answer {
        guard let file = file(evidence) else { return .unknown }
        switch file.sort {
        case .noText: return .noText
        case .unindexed: return .maybe
        case .text: return numbers?[WordIndex.part(ofInode: evidence.inode)].contains(file.number) ?? true ? .maybe : .absent
        }
    }

    /// How many files hold a word, by its position among the words; 0 where that is not known.
    func frequency(_ term: Int) -> Int { frequencies.indices.contains(term) ? frequencies[term] : 0 }
}
