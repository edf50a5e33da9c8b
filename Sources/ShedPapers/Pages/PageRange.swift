import ShedModel

/// Page numbers as people write them: `3-5,9`.
///
/// Numbers count from 1. `5-3` counts down, `7-` goes to the last page, `-3` begins at the first. White space is skipped.
/// The order is kept, and a page may occur more than once.
public enum PageRange {
    /// What is wrong with the text.
    public enum Fault: Error, Hashable, Sendable {
        /// More than this.
        case tooMany(Int)
        /// There are none at all.
        case noPages
        /// A page, as it was written, that is not there, and how many are.
        case noPage(String, of: Int)
        /// A part of the text that names none, safe to show.
        case misread(String)
    }

    /// How many numbers one text may stand for.
    public static let most = 100_000

    /// The pages that the text names.
    /// - Parameter count: how many there are.
    public static func parse(_ text: String, pages count: Int) throws(Fault) -> [Int] {
        var pages: [Int] = []
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        for part in parts {
            let (first, last) = try ends(part.filter { !$0.isWhitespace }, count)
            guard abs(last - first) < most - pages.count else { throw .tooMany(most) }
            pages += first <= last ? Array(first...last) : (last...first).reversed()
        }
        return pages
    }

    private static func ends(_ part: String, _ count: Int) throws(Fault) -> (Int, Int) {
        let words = part.split(separator: "-", omittingEmptySubsequences: false)
        switch words.count {
        case 1:
            let page = try number(words[0], part, count)
            return (page, page)
        case 2 where part != "-":
            let first = words[0].isEmpty ? 1 : try number(words[0], part, count)
            let last = words[1].isEmpty ? count : try number(words[1], part, count)
            guard count > 0 else { throw .noPages }
            return (first, last)
        default: throw misread(part)
        }
    }

    private static func number(_ word: Substring, _ part: String, _ count: Int) throws(Fault) -> Int {
        guard !word.isEmpty, word.utf8.allSatisfy(\.isDigit) else { throw misread(part) }
        guard let page = Int(word), page >= 1, page <= count else {
            throw .noPage(String(word.prefix(20)), of: count)
        }
        return page
    }

    private static func misread(_ part: String) -> Fault {
        .misread(EscapedText.escape(Array(part.utf8.prefix(100))))
    }

    /// The shortest text that names these pages in this order: `3-5,9`. Empty for none.
    public static func text(_ pages: [Int]) -> String {
        var parts: [String] = []
        var position = 0
        while position < pages.count {
            let first = pages[position]
            let step = position + 1 < pages.count ? pages[position + 1] - first : 0
            var end = position
            if abs(step) == 1 { while end + 1 < pages.count, pages[end + 1] - pages[end] == step { end += 1 } }
            parts.append(end == position ? "\(first)" : "\(first)-\(pages[end])")
            position = end + 1
        }
        return parts.joined(separator: ",")
    }
}
