import Glibc
import ShedDisk
import ShedModel
import ShedOffice
import ShedSearch

/// Looks into one file after another for words. One thread's own; the memory it uses does not depend on the files.
final class SearchReader {
    enum Outcome {
        /// All words are in the file; the lines are the first that hold any of them.
        case found([TextHit])
        case absent
        /// No file is there any more.
        case gone
        /// A NUL, or bytes that are no UTF-8.
        case notText
        /// More than ``Search/largestText``.
        case tooLarge
        case unreadable(DiskError)
    }

    /// A file of no more bytes is searched in one piece.
    static let room = 1 << 20

    private var finder: SearchFinder
    private var scan: SearchScan
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var folder: FolderReader
    /// How much was read so far, of all files.
    private(set) var bytesRead: Int64 = 0

    // Of the file that is being read.
    private var missing: Set<Int> = []
    private var hits: [TextHit] = []
    private var most = 0
    private var line = 1
    /// Scalars of the line that were dropped from the buffer already.
    private var column = 0
    private var isLineKept = false
    /// Of each word how often it stands there; `nil` where nobody asks.
    private(set) var tally: [Int]?

    /// - Parameters:
    ///   - room: how much of a file is held at once, in bytes; a longer line is searched in parts.
    ///   - isTallied: whether it is counted how often words stand in a file that has all of them.
    init(_ words: SearchWords, root: DirectoryHandle, room: Int = SearchReader.room, isTallied: Bool = false) {
        tally = isTallied ? [] : nil
        folder = FolderReader(root)
        finder = SearchFinder(words)
        scan = SearchScan(words)
        buffer = .allocate(capacity: max(room, words.longestMatch * 4))
    }

    deinit { buffer.deallocate() }

    /// - Parameter most: how many lines are kept.
    func search(_ path: RelativePath, keeping most: Int) -> Outcome {
        missing = Set(finder.words.words.indices)
        hits = []
        self.most = most
        line = 1
        column = 0
        isLineKept = false
        if tally != nil { tally = [Int](repeating: 0, count: finder.words.words.count) }
        do throws(DiskError) { return try read(path) } catch {
            return FolderReader.isGone(error) ? .gone : .unreadable(error)
        }
    }

    private func read(_ path: RelativePath) throws(DiskError) -> Outcome {
        if let format = path.last.flatMap(DocumentFormat.init) { return try read(path, format) }
        guard var reader = try folder.reader(of: path) else { return .gone }
        guard reader.size <= Search.largestText else { return .tooLarge }
        var (total, filled): (Int64, Int) = (0, 0)
        while true {
            let count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
            let fresh = UnsafeBufferPointer(rebasing: buffer[filled..<filled + count])
            bytesRead += Int64(count)
            // Anywhere: behind a little text a hole in the file costs nobody but its readers anything.
            if SearchReader.hasNUL(fresh) { return .notText }
            total += Int64(count)
            // It may have grown since.
            guard total <= Search.largestText else { return .tooLarge }
            filled += count
            let isEnd = count == 0 || total == reader.size
            // Read on while there is room, so that most files are searched whole.
            guard isEnd || filled == buffer.count else { continue }
            let text = UnsafeBufferPointer(rebasing: buffer[..<filled])
            if isEnd {
                guard lines(text, isWhole: total == Int64(filled)) else { return .notText }
                return missing.isEmpty ? .found(hits) : .absent
            }
            guard let used = consume(text) else { return .notText }
            if let base = buffer.baseAddress { memmove(base, base + used, filled - used) }
            filled -= used
        }
    }

    /// A document is unpacked whole; a line is a paragraph.
    private func read(_ path: RelativePath, _ format: DocumentFormat) throws(DiskError) -> Outcome {
        guard let file = try folder.file(path) else { return .gone }
        guard file.size <= Search.largestText else { return .tooLarge }
        guard let text = try DocumentText.read(file, format) else { return .notText }
        bytesRead += file.size
        return text.withUnsafeBufferPointer { lines($0, isWhole: true) } ? missing.isEmpty ? .found(hits) : .absent : .notText
    }

    static func hasNUL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return false }
        return memchr(base, 0, bytes.count) != nil
    }

    /// Takes what can be judged from the front of a full buffer.
    /// - Returns: how many bytes; `nil` if it is no text.
    private func consume(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let end = text.lastIndex(of: UInt8(ascii: "\n")) else { return part(text) }
        return lines(UnsafeBufferPointer(rebasing: text[...end])) ? end + 1 : nil
    }

    /// Searches whole lines; only those are read letter by letter that may hold a word.
    /// - Parameter isWhole: whether nothing else is in the file: then its lines matter only where all words may be there.
    /// - Returns: `false` if it is no text.
    private func lines(_ text: UnsafeBufferPointer<UInt8>, isWhole: Bool = false) -> Bool {
        guard column == 0 else { return everyLine(of: text) }
        guard scan.begin(text, &finder) else { return false }
        if isWhole, scan.lacksAny(in: text) { return true }
        var start = 0
        while let place = scan.next(in: text, from: start) {
            if hits.count >= most, missing.isEmpty {
                guard let tally else { return true }
                if let counts = scan.counts(in: text, from: start) {
                    self.tally = zip(tally, counts).map(+)
                    return true
                }
            }
            let begin = text[start..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start
            line += SearchReader.ends(in: text, start, begin)
            guard let end = oneLine(of: text, from: begin) else { return false }
            start = end
        }
        // Nobody asks for the number of what comes behind the last line.
        if !isWhole { line += SearchReader.ends(in: text, start, text.count) }
        return true
    }

    /// Searches lines of which the beginning of the first one was dropped already.
    private func everyLine(of text: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        while start < text.count {
            guard let end = oneLine(of: text, from: start) else { return false }
            start = end
        }
        return true
    }

    /// - Returns: where the next one begins; `nil` if it is no text.
    private func oneLine(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = text.baseAddress else { return text.count }
        let found = memchr(base + start, 0x0a, text.count - start)
        let end = found.map { UnsafeRawPointer(base).distance(to: UnsafeRawPointer($0)) } ?? text.count
        var content = text[start..<end]
        if line == 1, column == 0, content.starts(with: [0xef, 0xbb, 0xbf]) { content = content.dropFirst(3) }
        if content.last == UInt8(ascii: "\r") { content = content.dropLast() }
        guard search(UnsafeBufferPointer(rebasing: content), upTo: content.count) else { return nil }
        if found != nil {
            line += 1
            column = 0
            isLineKept = false
        }
        return end + 1
    }

    /// How many lines end in a part of a text.
    private static func ends(in text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        guard let base = text.baseAddress else { return 0 }
        var count = 0
        var position = start
        while position < end, let found = memchr(base + position, 0x0a, end - position) {
            count += 1
            position = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found)) + 1
        }
        return count
    }

    /// Searches the beginning of a line that is longer than the buffer. What is dropped ends so far from the end of the
    /// buffer that a word which begins in it ends in the buffer.
    /// - Returns: how much of it is done with; `nil` if it is no text.
    private func part(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let whole = SearchReader.boundary(in: text, atMost: text.count),
            let done = SearchReader.boundary(in: text, atMost: whole - finder.words.longestMatch), done > 0
        else { return nil }
        guard search(UnsafeBufferPointer(rebasing: text[..<whole]), upTo: done) else { return nil }
        column += SearchReader.scalars(text[..<done])
        return done
    }

    /// Searches a line or a part of one for words that begin in its first `limit` bytes.
    /// - Returns: `false` if it is no text.
    private func search(_ text: UnsafeBufferPointer<UInt8>, upTo limit: Int) -> Bool {
        guard finder.read(text) else { return false }
        let isWanted = hits.count < most && !isLineKept
        if most > 0, tally != nil {
            var isThere = false
            for word in finder.words.words.indices {
                let count = finder.count(word, in: text)
                tally?[word] += count
                isThere = isThere || count > 0
            }
            guard isThere else { return true }
        }
        guard isWanted || !missing.isEmpty else { return true }
        var first: Range<Int>?
        for word in finder.words.words.indices where isWanted || missing.contains(word) {
            // What begins just where a part of a line ends is found there: here nobody sees any more what stands before it.
            guard let range = finder.first(word, in: text, isCut: column > 0), range.lowerBound <= limit else { continue }
            missing.remove(word)
            if range.lowerBound < first?.lowerBound ?? .max { first = range }
        }
        if isWanted, let first { keep(text, first, isCut: limit < text.count) }
        return true
    }

    private func keep(_ text: UnsafeBufferPointer<UInt8>, _ first: Range<Int>, isCut: Bool) {
        isLineKept = true
        let longest = 400
        var window = 0..<text.count
        // A long line that is dropped in parts has no beginning here.
        let hasMoreBefore = column > 0
        if text.count > longest || hasMoreBefore {
            let start = SearchReader.boundary(in: text, atMost: max(0, first.lowerBound - 100)) ?? 0
            window = start..<(SearchReader.boundary(in: text, atMost: min(text.count, start + longest)) ?? text.count)
        }
        let shown = SearchReader.visible(UnsafeBufferPointer(rebasing: text[window]))
        var line = hasMoreBefore || window.lowerBound > 0 ? "…" : ""
        let shift = line.utf8.count
        line += String(decoding: shown, as: UTF8.self)
        if isCut || window.upperBound < text.count { line += "…" }
        let marks = shown.withUnsafeBufferPointer { shown in
            finder.read(shown) ? finder.all(in: shown).map { $0.lowerBound + shift..<$0.upperBound + shift } : []
        }
        hits.append(TextHit(line: self.line, column: column + SearchReader.scalars(text[..<first.lowerBound]) + 1, text: line, marks: marks))
    }

    /// The text without what nobody sees: many terminals show a soft hyphen.
    private static func visible(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let all = String(decoding: text, as: UTF8.self)
        guard all.unicodeScalars.contains(where: { SearchScalars.isIgnored($0.value) }) else { return Array(text) }
        return Array(String(String.UnicodeScalarView(all.unicodeScalars.filter { !SearchScalars.isIgnored($0.value) })).utf8)
    }

    /// The last place at or before `limit` where a UTF-8 sequence may begin; `nil` if there is none near.
    private static func boundary(in text: UnsafeBufferPointer<UInt8>, atMost limit: Int) -> Int? {
        guard limit > 0 else { return limit == 0 ? 0 : nil }
        guard limit < text.count else {
            // The last sequence may be cut.
            var end = text.count
            while end > 0, text.count - end < 4 {
                end -= 1
                if text[end] & 0xc0 != 0x80 {
                    let width = text[end] < 0xc0 ? 1 : text[end] < 0xe0 ? 2 : text[end] < 0xf0 ? 3 : 4
                    return end + width <= text.count ? text.count : end
                }
            }
            return nil
        }
        var end = limit
        while end > 0, text[end] & 0xc0 == 0x80 {
            guard limit - end < 4 else { return nil }
            end -= 1
        }
        return end
    }

    /// How many Unicode scalar values UTF-8 holds.
    private static func scalars(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        text.reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
    }
}
