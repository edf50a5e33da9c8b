import ShedModel
import ShedPapers
import ShedProject
import ShedThreads

/// Looks for words and phrases in the texts and the annotations of PDFs, case and accents aside. All of them must be in one page,
/// or in one annotation; the end of a line is a space.
struct PageSearch: Sendable {
    /// What is looked through of a PDF.
    enum Source: Hashable, Sendable {
        /// Its text, in one of the languages that there is one in.
        case text(ContentHash, languages: Set<String>)
        case annotations(ContentHash)
    }

    /// A page in which all was found.
    struct Found: Sendable {
        /// Of the PDF, from 1.
        var page: Int
        /// The annotation in which it was, the first such one of the page.
        var annotation: PageHit.Annotation?
        /// The part around the first find, with `…` for the rest.
        var excerpt: String
        /// Which bytes of the excerpt's UTF-8 are what was looked for.
        var marks: [Range<Int>]
    }

    private let words: SearchWords
    private let mayHold: @Sendable (Evidence) -> Bool
    private let store: TextStore

    /// How many texts one finder, which is costly to make, looks through; and how many threads there are.
    private static let portion = 16
    private static let threads = 2
    /// Of an excerpt, in bytes: before the first find, and in all.
    private static let before = 80
    private static let longest = 240

    init(_ search: ContentSearch, _ store: TextStore) {
        words = SearchWords(phrases: search.phrases.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }, terms: search.words)
        mayHold = search.mayHold
        self.store = store
    }

    /// Looks through what is kept.
    /// - Returns: of each source the pages, in order; the places of those that are not whole; and why some could not be read.
    func search(_ sources: [Source]) -> (found: [[Found]], damaged: [Int], unreadable: [String]) {
        let result = Lock((found: [[Found]](repeating: [], count: sources.count), damaged: [Int](), unreadable: [String]()))
        let portions = (sources.count + PageSearch.portion - 1) / PageSearch.portion
        Parallel.run(portions, threads: PageSearch.threads) { portion in
            var finder = SearchFinder(words)
            let start = portion * PageSearch.portion
            for position in start..<min(start + PageSearch.portion, sources.count) {
                do throws(PapersError) {
                    guard let found = try look(into: sources[position], &finder) else {
                        result.withLock { $0.damaged.append(position) }
                        continue
                    }
                    if !found.isEmpty { result.withLock { $0.found[position] = found } }
                } catch { result.withLock { $0.unreadable.append(error.description) } }
            }
        }
        return result.withLock { $0 }
    }

    /// - Returns: `nil` for what is not whole.
    private func look(into source: Source, _ finder: inout SearchFinder) throws(PapersError) -> [Found]? {
        switch source {
        case .text(let content, let languages):
            // Where there is none any more, that is found out below.
            let files = try store.files(of: content, languages)
            guard files.isEmpty || files.contains(where: mayHold) else { return [] }
            guard let text = try store.text(of: content, languages) else { return nil }
            return PageSearch.look(into: text.bytes, text.pages.enumerated().map { position, page -> Place in (position + 1, page.range, nil) }, &finder)
        case .annotations(let content):
            if let file = try store.annotationsFile(of: content), !mayHold(file) { return [] }
            guard let kept = try store.annotations(of: content) else { return nil }
            let places = kept.items.map { item -> Place in (item.page, item.range, PageHit.Annotation(sort: item.sort, author: item.author)) }
            return PageSearch.look(into: kept.bytes, places, &finder)
        }
    }

    /// A text among others, of which page it is, and in which annotation it stands, if in one.
    private typealias Place = (page: Int, range: Range<Int>, annotation: PageHit.Annotation?)

    /// - Returns: one find for each page.
    private static func look(into bytes: [UInt8], _ places: [Place], _ finder: inout SearchFinder) -> [Found] {
        var found: [Found] = []
        var line: [UInt8] = []
        bytes.withUnsafeBufferPointer { bytes in
            for place in places where !place.range.isEmpty && found.last?.page != place.page {
                flatten(UnsafeBufferPointer(rebasing: bytes[place.range]), into: &line)
                let hit = line.withUnsafeBufferPointer { line -> Found? in
                    guard finder.read(line) else { return nil }
                    var first = Int.max
                    for word in finder.words.words.indices {
                        guard let range = finder.first(word, in: line) else { return nil }
                        first = min(first, range.lowerBound)
                    }
                    return excerpt(of: line, at: first, place, &finder)
                }
                if let hit { found.append(hit) }
            }
        }
        return found
    }

    /// One line of a page: each run of line ends and spaces is one space.
    private static func flatten(_ text: UnsafeBufferPointer<UInt8>, into line: inout [UInt8]) {
        line.removeAll(keepingCapacity: true)
        var isSpace = false
        for byte in text {
            let isOne = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
            if !isOne { line.append(byte) } else if !isSpace { line.append(UInt8(ascii: " ")) }
            isSpace = isOne
        }
    }

    private static func excerpt(of line: UnsafeBufferPointer<UInt8>, at first: Int, _ place: Place, _ finder: inout SearchFinder) -> Found {
        let start = boundary(in: line, first - before)
        let end = boundary(in: line, start + longest)
        let shown = UnsafeBufferPointer(rebasing: line[start..<end])
        let head = start > 0 ? "…" : ""
        let marks = finder.read(shown) ? finder.all(in: shown).map { $0.lowerBound + head.utf8.count..<$0.upperBound + head.utf8.count } : []
        return Found(
            page: place.page, annotation: place.annotation, excerpt: head + String(decoding: shown, as: UTF8.self) + (end < line.count ? "…" : ""),
            marks: marks)
    }

    /// The last place at or before `limit` where a word begins, or at least a character.
    private static func boundary(in line: UnsafeBufferPointer<UInt8>, _ limit: Int) -> Int {
        guard limit > 0 else { return 0 }
        guard limit < line.count else { return line.count }
        let near = max(1, limit - 24)
        if let space = (near...limit).last(where: { line[$0 - 1] == UInt8(ascii: " ") }) { return space }
        return (max(0, limit - 3)...limit).last { line[$0] & 0xc0 != 0x80 } ?? limit
    }
}
