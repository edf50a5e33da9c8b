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
    /// Of each word, how many files hold it.
    fileprivate var frequencies: [Int] = []
    /// Whether it turned out to be damaged.
    var isDamaged = false

    /// Knows nothing.
    init() {}

    /// - Returns: `nil` where somebody has written since the index's list of files was read. Who puts a file in again, even as it was, gives it
    ///   another number, and numbers are what words have.
    /// - Throws: what is wrong with the index.
    init?(_ known: SearchMemory, _ search: Search) throws(WordIndexError) {
        let index = known.index
        try self.init(index, known.files, search)
        guard try index.state() == known.state else { return nil }
    }

    private init(_ index: WordIndex, _ files: [UInt64: IndexedFile], _ search: Search) throws(WordIndexError) {
        self.files = files
        var query = TermQuery()
        for term in search.terms { query.add(word: term.text, isPrefix: term.isPrefix) }
        for text in search.texts { query.add(part: text) }
        if !query.isEmpty { numbers = try index.numbers(query) }
        // Of a single one it does not matter how rare it is.
        guard search.terms.count > 1 else { return }
        for term in search.terms {
            var query = TermQuery()
            query.add(word: term.text, isPrefix: term.isPrefix)
            frequencies.append(query.isEmpty ? 0 : try index.numbers(query).reduce(0) { $0 + $1.count })
        }
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
