import ShedModel
import ShedPapers
import ShedProject
import ShedThreads
import Synchronization

/// Looks for words and phrases in the texts of PDFs, case and accents aside. All of them must be in one page; the end of a
/// line is a space.
struct PageSearch: Sendable {
    /// A page in which all was found.
    struct Found: Sendable {
        /// Of the OCR variant, from 1.
        var page: Int
        /// The part around the first find, with `…` for the rest.
        var excerpt: String
        /// Which bytes of the excerpt's UTF-8 are what was looked for.
        var marks: [Range<Int>]
    }

    private let words: SearchWords
    private let store: TextStore

    /// How many texts one finder, which is costly to make, looks through; and how many threads there are.
    private static let portion = 16
    private static let threads = 2
    /// Of an excerpt, in bytes: before the first find, and in all.
    private static let before = 80
    private static let longest = 240

    init(_ phrases: [String], _ store: TextStore) {
        words = SearchWords(phrases.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }, .accents)
        self.store = store
    }

    /// Looks through texts.
    /// - Parameter contents: with the languages that there are texts in.
    /// - Returns: of each content the pages, in order; the places of those whose texts are not whole; and why texts could not be read.
    func search(_ contents: [(content: ContentHash, languages: Set<String>)]) -> (found: [[Found]], damaged: [Int], unreadable: [String]) {
        let result = Mutex((found: [[Found]](repeating: [], count: contents.count), damaged: [Int](), unreadable: [String]()))
        let portions = (contents.count + PageSearch.portion - 1) / PageSearch.portion
        Parallel.run(portions, threads: PageSearch.threads) { portion in
            var finder = SearchFinder(words)
            let start = portion * PageSearch.portion
            for position in start..<min(start + PageSearch.portion, contents.count) {
                let (content, languages) = contents[position]
                do throws(PapersError) {
                    guard let text = try store.text(of: content, languages) else {
                        result.withLock { $0.damaged.append(position) }
                        continue
                    }
                    let found = PageSearch.look(into: text, &finder)
                    if !found.isEmpty { result.withLock { $0.found[position] = found } }
                } catch { result.withLock { $0.unreadable.append(error.description) } }
            }
        }
        return result.withLock { $0 }
    }

    private static func look(into text: KeptText, _ finder: inout SearchFinder) -> [Found] {
        var found: [Found] = []
        var line: [UInt8] = []
        text.bytes.withUnsafeBufferPointer { bytes in
            for (position, page) in text.pages.enumerated() where !page.range.isEmpty {
                flatten(UnsafeBufferPointer(rebasing: bytes[page.range]), into: &line)
                let hit = line.withUnsafeBufferPointer { line -> Found? in
                    guard finder.read(line) else { return nil }
                    var first = Int.max
                    for word in finder.words.words.indices {
                        guard let range = finder.first(word, in: line) else { return nil }
                        first = min(first, range.lowerBound)
                    }
                    return excerpt(of: line, at: first, page: position + 1, &finder)
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

    private static func excerpt(of line: UnsafeBufferPointer<UInt8>, at first: Int, page: Int, _ finder: inout SearchFinder) -> Found {
        let start = boundary(in: line, first - before)
        let end = boundary(in: line, start + longest)
        let shown = UnsafeBufferPointer(rebasing: line[start..<end])
        let head = start > 0 ? "…" : ""
        let marks = finder.read(shown) ? finder.all(in: shown).map { $0.lowerBound + head.utf8.count..<$0.upperBound + head.utf8.count } : []
        return Found(page: page, excerpt: head + String(decoding: shown, as: UTF8.self) + (end < line.count ? "…" : ""), marks: marks)
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
