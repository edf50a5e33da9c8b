import ShedDisk
import ShedModel

/// Looks into one file after another for words and for phrases, which are compared differently. One thread's own.
final class TextSeeker {
    /// What came of a file.
    struct Found {
        var outcome: SearchReader.Outcome
        /// Of each word, and then of each phrase, how often it stands there, where all do.
        var tally: [Int] = []
    }

    /// One for words, one for phrases, where there are such.
    private let readers: [SearchReader]

    /// - Parameter isTallied: whether it is counted how often words stand in a file.
    init(_ search: Search, root: DirectoryHandle, isTallied: Bool) {
        var words: [SearchWords] = []
        if !search.terms.isEmpty { words.append(SearchWords(terms: search.terms)) }
        if !search.texts.isEmpty { words.append(SearchWords(search.texts)) }
        readers = words.map { SearchReader($0, root: root, isTallied: isTallied) }
    }

    /// - Parameter most: how many lines are kept.
    func search(_ path: RelativePath, keeping most: Int) -> Found {
        var found = Found(outcome: .absent)
        for (position, reader) in readers.enumerated() {
            let outcome = reader.search(path, keeping: most)
            guard case .found(let lines) = outcome else { return Found(outcome: outcome) }
            if position > 0, case .found(let before) = found.outcome {
                found.outcome = .found(TextSeeker.joined(before, lines, most))
            } else {
                found.outcome = outcome
            }
            found.tally += reader.tally ?? []
        }
        return found
    }

    /// The first lines of two lists.
    private static func joined(_ left: [TextHit], _ right: [TextHit], _ most: Int) -> [TextHit] {
        var lines: [Int: TextHit] = [:]
        for hit in left { lines[hit.line] = hit }
        for hit in right {
            guard var known = lines[hit.line] else {
                lines[hit.line] = hit
                continue
            }
            known.column = min(known.column, hit.column)
            // Of a long line another part may be shown.
            if known.text == hit.text { known.marks = joined(known.marks + hit.marks) }
            lines[hit.line] = known
        }
        return Array(lines.values.sorted { $0.line < $1.line }.prefix(most))
    }

    private static func joined(_ marks: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for mark in marks.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
            if let last = joined.last, mark.lowerBound < last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, mark.upperBound)
            } else {
                joined.append(mark)
            }
        }
        return joined
    }
}
