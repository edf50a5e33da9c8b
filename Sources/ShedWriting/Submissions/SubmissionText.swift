import ShedModel

/// The front matter of a submission's record: lines `key: value` between two lines `---`, as people and other programs write them.
///
/// Keys are read in any case, with `_` or a blank for `-`. A line that begins with a blank or with `- ` goes on with the one before;
/// one that begins with `#` is a remark. Whatever is not asked for is kept as it stands, byte by byte, and so is all that
/// follows the front matter.
public struct SubmissionText: Sendable {
    /// How many bytes of front matter are read: 64 KiB.
    public static let largestHead = 64 << 10
    /// How large a file may be that is rewritten: 1 MiB, in bytes.
    public static let largestFile = 1 << 20
    /// The longest name of a key, in bytes.
    private static let longestKey = 100

    /// Keys whose values are no sentences, so that ` #` behind one begins a remark.
    private static let remarked: Set = ["status", "sent", "answered", "due", "piece-id"]

    struct Entry {
        /// As it is asked for.
        var key: String
        /// What the file calls it.
        var spelling: String
        /// What stands behind the colon on its own line.
        var first: String
        var further: [String]
        /// Of its first line, from 1.
        var line: Int
        /// Its lines with their ends.
        var range: Range<Int>
    }

    private let bytes: [UInt8]
    private(set) var entries: [Entry] = []
    /// The first of each key.
    private var places: [String: Int] = [:]
    /// The first key that stands twice: its second place.
    private var doubled: [String: Int] = [:]
    /// Where the line begins that ends it.
    private var end = 0
    private let hasReturns: Bool

    /// Reads the front matter that a file begins with.
    /// - Parameter bytes: the file, or its beginning of at least ``largestHead``.
    /// - Returns: `nil` for a file that begins with none.
    /// - Throws: ``SubmissionFault`` where it is no text, has no end, or a line that is none of it.
    public static func read(_ bytes: [UInt8]) throws(SubmissionFault) -> SubmissionText? { try SubmissionText(bytes) }

    private init?(_ bytes: [UInt8]) throws(SubmissionFault) {
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let first = SubmissionText.line(at: start, in: bytes)
        guard SubmissionText.isMark(bytes[start..<first.content], UInt8(ascii: "-")), first.content < first.next else { return nil }
        self.bytes = bytes
        hasReturns = bytes[first.content - 1] == 0x0d
        var (place, number) = (first.next, 1)
        let limit = min(bytes.count, SubmissionText.largestHead)
        while place < limit {
            number += 1
            let (content, next) = SubmissionText.line(at: place, in: bytes)
            // The last line of what was read may go on.
            guard next <= limit else { break }
            let line = bytes[place..<content]
            if SubmissionText.isMark(line, UInt8(ascii: "-")) || SubmissionText.isMark(line, UInt8(ascii: ".")) {
                end = place
                return
            }
            try take(line, number, place..<next)
            place = next
        }
        throw SubmissionFault(.unclosed(limit: SubmissionText.largestHead), line: 1)
    }

    /// A line's content, to where its end begins, and where the next one begins.
    private static func line(at start: Int, in bytes: [UInt8]) -> (content: Int, next: Int) {
        let stop = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
        return (stop, min(stop + 1, bytes.count))
    }

    /// Whether a line is three of a sign.
    private static func isMark(_ line: ArraySlice<UInt8>, _ sign: UInt8) -> Bool {
        line.prefix(3).elementsEqual([sign, sign, sign]) && line.dropFirst(3).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
    }

    private mutating func take(_ line: ArraySlice<UInt8>, _ number: Int, _ range: Range<Int>) throws(SubmissionFault) {
        guard !line.contains(0), let text = String(validating: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self) else {
            throw SubmissionFault(.notText, line: number)
        }
        let first = text.utf8.first
        let isBlank = text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        let goesOn = first == 0x20 || first == 0x09 || text.hasPrefix("- ") || text == "-"
        if goesOn || isBlank {
            guard let last = entries.indices.last else {
                if isBlank { return }
                throw SubmissionFault(.noKey, line: number)
            }
            // What is between stays with the one before, also a remark.
            if !isBlank { entries[last].further.append(text) }
            if !isBlank { entries[last].range = entries[last].range.lowerBound..<range.upperBound }
            return
        }
        if first == UInt8(ascii: "#") { return }
        guard let colon = SubmissionText.colon(of: text), colon > text.startIndex, text[..<colon].utf8.count <= SubmissionText.longestKey else {
            throw SubmissionFault(.noKey, line: number)
        }
        let spelling = String(text[..<colon])
        let key = SubmissionText.key(spelling)
        if places[key] == nil { places[key] = entries.count } else if doubled[key] == nil { doubled[key] = number }
        entries.append(
            Entry(key: key, spelling: spelling, first: String(text[text.utf8.index(after: colon)...]), further: [], line: number, range: range))
    }

    /// The colon that ends the key: a blank or the line's end follows.
    private static func colon(of text: String) -> String.Index? {
        var place = text.startIndex
        let view = text.utf8
        while let colon = view[place...].firstIndex(of: UInt8(ascii: ":")) {
            let next = view.index(after: colon)
            if next == view.endIndex || view[next] == 0x20 || view[next] == 0x09 { return colon }
            place = next
        }
        return nil
    }

    /// A key as it is asked for.
    private static func key(_ spelling: String) -> String {
        var spelling = Substring(spelling)
        while spelling.last == " " || spelling.last == "\t" { spelling.removeLast() }
        if spelling.count > 1, spelling.first == "\"", spelling.last == "\"" { spelling = spelling.dropFirst().dropLast() }
        return spelling.lowercased().replacing("_", with: "-").replacing(" ", with: "-")
    }

    // MARK: Asking

    /// The value of a key; `nil` where it has none, or an empty one.
    /// - Throws: ``SubmissionFault`` for a key that stands twice.
    func value(of key: String) throws(SubmissionFault) -> (text: String, line: Int)? {
        guard let place = places[key] else { return nil }
        if let line = doubled[key] { throw SubmissionFault(.doubledKey(key), line: line) }
        let entry = entries[place]
        let text = FrontMatterScalar.text(entry.first, further: entry.further)
        return text.isEmpty ? nil : (text, entry.line)
    }

    /// Whether a key stands in it, with or without a value.
    public func has(_ key: String) -> Bool { places[key] != nil }

    // MARK: Changing

    /// The whole file with values set. Where a key has its value already, not a byte of it changes.
    /// - Parameter values: keys, as they are asked for, with a text each. What is new comes last in the front matter.
    public func setting(_ values: [(key: String, value: String)]) -> [UInt8] {
        let newline = hasReturns ? "\r\n" : "\n"
        var changes: [(range: Range<Int>, text: String)] = []
        var added = ""
        for (key, value) in values {
            let written = FrontMatterScalar.written(value)
            guard let place = places[key] else {
                added += "\(key): \(written)\(newline)"
                continue
            }
            let entry = entries[place]
            guard FrontMatterScalar.text(entry.first, further: entry.further) != value else { continue }
            let remark = SubmissionText.remarked.contains(key) ? FrontMatterScalar.remark(of: entry.first) : ""
            changes.append((entry.range, "\(entry.spelling): \(written)\(remark)\(newline)"))
        }
        if !added.isEmpty { changes.append((end..<end, added)) }
        var result: [UInt8] = []
        var place = 0
        for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += bytes[place..<change.range.lowerBound]
            result += Array(change.text.utf8)
            place = change.range.upperBound
        }
        return result + bytes[place...]
    }
}

extension SubmissionText {
    /// Whether a text that cannot be read as front matter was meant for a record all the same: one of its lines begins with a key that
    /// only such a record has.
    public static func looksMeant(_ bytes: [UInt8]) -> Bool {
        let keys = ["piece:", "piece-id:", "sent:"].map { Array($0.utf8) }
        return bytes.prefix(largestHead).split(separator: 0x0a).contains { line in
            keys.contains { key in line.count >= key.count && zip(line, key).allSatisfy { ($0 &- 0x41 < 26 ? $0 | 0x20 : $0) == $1 } }
        }
    }
}
