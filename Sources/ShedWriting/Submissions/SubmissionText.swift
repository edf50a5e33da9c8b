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

    /// Where a key and its value stand.
    private struct Entry {
        /// What the file calls it, without what is around it.
        var key: Range<Int>
        /// All before the colon.
        var spelling: Range<Int>
        /// What stands behind the colon on its own line.
        var first: Range<Int>
        /// The lines that go on with it, without their ends.
        var further: [Range<Int>] = []
        /// Of its first line, from 1.
        var line: Int
        /// Its lines with their ends.
        var range: Range<Int>
    }

    private let bytes: [UInt8]
    private var entries: [Entry] = []
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
        guard FrontMatter.begins(bytes[start..<first.content]), first.content < first.next else { return nil }
        self.bytes = bytes
        hasReturns = bytes[first.content - 1] == 0x0d
        var (place, number) = (first.next, 1)
        let limit = min(bytes.count, SubmissionText.largestHead)
        while place < limit {
            number += 1
            let (content, next) = SubmissionText.line(at: place, in: bytes)
            // The last line of what was read may go on.
            guard next <= limit, content < next || bytes.count < SubmissionText.largestHead else { break }
            let line = bytes[place..<content]
            if FrontMatter.ends(line) {
                end = place
                try requireText(from: start)
                return
            }
            try take(line, number, place..<next)
            place = next
        }
        throw SubmissionFault(.unclosed(limit: SubmissionText.largestHead), line: 1)
    }

    private func requireText(from start: Int) throws(SubmissionFault) {
        let head = bytes[start..<end]
        guard head.contains(0) || String(validating: head, as: UTF8.self) == nil else { return }
        throw SubmissionFault(.notText, line: UTF8Fault.firstLine(in: Array(head)) ?? 1)
    }

    /// A line's content, to where its end begins, and where the next one begins.
    private static func line(at start: Int, in bytes: [UInt8]) -> (content: Int, next: Int) {
        let stop = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
        return (stop, min(stop + 1, bytes.count))
    }

    private mutating func take(_ line: ArraySlice<UInt8>, _ number: Int, _ range: Range<Int>) throws(SubmissionFault) {
        let content = line.startIndex..<(line.last == 0x0d ? line.endIndex - 1 : line.endIndex)
        let first = line.first ?? 0x20
        let goesOn = FrontMatter.isBlank(first) || first == UInt8(ascii: "-") && (content.count == 1 || bytes[content.lowerBound + 1] == 0x20)
        if goesOn {
            if line.allSatisfy(FrontMatter.isBlank) { return }
            guard let last = entries.indices.last else { throw SubmissionFault(.noKey, line: number) }
            entries[last].further.append(content)
            // What is between stays with the one before, also a remark.
            entries[last].range = entries[last].range.lowerBound..<range.upperBound
            return
        }
        if first == UInt8(ascii: "#") { return }
        guard let colon = colon(in: content), colon > content.lowerBound, colon - content.lowerBound <= SubmissionText.longestKey else {
            throw SubmissionFault(.noKey, line: number)
        }
        let spelling = content.lowerBound..<colon
        entries.append(Entry(key: key(spelling), spelling: spelling, first: colon + 1..<content.upperBound, line: number, range: range))
    }

    /// The colon that ends the key: a blank or the line's end follows.
    private func colon(in content: Range<Int>) -> Int? {
        content.first { place in
            bytes[place] == UInt8(ascii: ":") && (place + 1 == content.upperBound || bytes[place + 1] == 0x20 || bytes[place + 1] == 0x09)
        }
    }

    /// A key without what is around it: blanks, quotes.
    private func key(_ spelling: Range<Int>) -> Range<Int> {
        var key = spelling
        while let last = key.last, FrontMatter.isBlank(bytes[last]) { key = key.dropLast() }
        guard key.count > 1, let first = key.first, let last = key.last, bytes[first] == UInt8(ascii: "\""), bytes[last] == bytes[first] else { return key }
        return key.dropFirst().dropLast()
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: Asking

    /// The entries of a key, in their order.
    private func entries(of key: String) -> some Sequence<Entry> {
        entries.lazy.filter { entry in
            entry.key.count == key.utf8.count && zip(bytes[entry.key], key.utf8).allSatisfy { byte, wanted in
                byte == wanted || (byte &- 0x41 < 26 ? byte | 0x20 : byte == 0x5f || byte == 0x20 ? 0x2d : byte) == wanted
            }
        }
    }

    private func value(of entry: Entry) -> String { FrontMatterScalar.text(text(entry.first), further: entry.further.map(text)) }

    /// The value of a key; `nil` where it has none, or an empty one.
    /// - Throws: ``SubmissionFault`` for a key that stands twice.
    func value(of key: String) throws(SubmissionFault) -> (text: String, line: Int)? {
        var found: Entry?
        for entry in entries(of: key) {
            guard found == nil else { throw SubmissionFault(.doubledKey(key), line: entry.line) }
            found = entry
        }
        guard let found else { return nil }
        let text = value(of: found)
        return text.isEmpty ? nil : (text, found.line)
    }

    /// Whether a key stands in it, with or without a value.
    public func has(_ key: String) -> Bool { entries(of: key).contains { _ in true } }

    // MARK: Changing

    /// The whole file with values set. Where a key has its value already, not a byte of it changes.
    /// - Parameter values: keys, as they are asked for, with a text each. What is new comes last in the front matter.
    public func setting(_ values: [(key: String, value: String)]) -> [UInt8] {
        let newline = hasReturns ? "\r\n" : "\n"
        var changes: [(range: Range<Int>, text: String)] = []
        var added = ""
        for (key, value) in values {
            let written = FrontMatterScalar.written(value)
            guard let entry = entries(of: key).first(where: { _ in true }) else {
                added += "\(key): \(written)\(newline)"
                continue
            }
            guard self.value(of: entry) != value else { continue }
            let remark = SubmissionText.remarked.contains(key) ? FrontMatterScalar.remark(of: text(entry.first)) : ""
            changes.append((entry.range, "\(text(entry.spelling)): \(written)\(remark)\(newline)"))
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

    /// Whether a file that begins with no front matter was a record before somebody has changed its first line: one of the next gives the
    /// ID of a text as its piece.
    public static func hasLostItsBeginning(_ bytes: [UInt8]) -> Bool {
        let key = Array("piece-id:".utf8)
        let lines = bytes.prefix(4 << 10).split(separator: 0x0a, maxSplits: 16, omittingEmptySubsequences: false).prefix(16)
        return lines.contains { line in
            guard line.starts(with: key), let value = String(validating: line.dropFirst(key.count), as: UTF8.self) else { return false }
            return NodeID(FrontMatterScalar.withoutRemark(FrontMatterScalar.text(value, further: []))) != nil
        }
    }
}
