import Glibc
import ShedModel

/// Finds words in one piece of text after another. One thread's own: it keeps what it learnt of characters.
package struct SearchFinder {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    package let words: SearchWords
    private var isASCII = true
    /// The text in units of the words' alphabet, and where in it the character of each unit begins.
    private var units: [UInt32] = []
    private var starts: [Int32] = []
    /// What is known of each scalar below U+10000: 0 nothing yet, ``notPlain``, a unit, or, with ``several`` set, the
    /// position of its units in `expansions`.
    private var codes = [UInt32](repeating: 0, count: 0x1_0000)
    private var expansions: [[UInt32]] = []

    private static let notPlain: UInt32 = 1
    private static let several: UInt32 = 0x8000_0000

    package init(_ words: SearchWords) { self.words = words }

    // MARK: Reading

    /// Reads a text in which ``first(_:in:)`` and ``all(in:)`` are then to look.
    /// - Parameter text: less than 2 GiB.
    /// - Returns: `false` if it is not UTF-8.
    package mutating func read(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        isASCII = SearchFinder.isASCII(text)
        return isASCII || readPlain(text) ?? readAny(text)
    }

    static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = text.baseAddress else { return true }
        let bytes = UnsafeRawPointer(start)
        var position = 0
        while position + 8 <= text.count {
            if bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            position += 8
        }
        while position < text.count {
            if text[position] >= 0x80 { return false }
            position += 1
        }
        return true
    }

    /// The quick way for text in which every scalar is a character of its own.
    /// - Returns: `nil` if it is not such a text; `false` if it is not UTF-8.
    private mutating func readPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        units.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        var position = 0
        while position < text.count {
            let byte = text[position]
            var scalar = UInt32(byte)
            var width = 1
            if byte >= 0x80 {
                guard byte >= 0xc2, byte < 0xf0 else { return byte < 0xc2 || byte > 0xf4 ? false : nil }
                width = byte < 0xe0 ? 2 : 3
                guard position + width <= text.count, text[position + 1] & 0xc0 == 0x80, text[position + width - 1] & 0xc0 == 0x80 else {
                    return false
                }
                scalar = UInt32(byte & (width == 2 ? 0x1f : 0x0f)) << 6 | UInt32(text[position + 1] & 0x3f)
                if width == 3 {
                    scalar = scalar << 6 | UInt32(text[position + 2] & 0x3f)
                    if scalar < 0x800 || scalar & 0xf800 == 0xd800 { return false }
                }
            }
            var code = codes[Int(scalar)]
            if code == 0 { code = learn(scalar) }
            if code == SearchFinder.notPlain { return nil }
            if code & SearchFinder.several == 0 {
                units.append(code)
                starts.append(Int32(truncatingIfNeeded: position))
            } else {
                for unit in expansions[Int(code ^ SearchFinder.several)] {
                    units.append(unit)
                    starts.append(Int32(truncatingIfNeeded: position))
                }
            }
            position += width
        }
        return true
    }

    private mutating func learn(_ value: UInt32) -> UInt32 {
        var code = SearchFinder.notPlain
        if let scalar = Unicode.Scalar(value), SearchFinder.isPlain(value) {
            let units = units(of: Character(scalar))
            if units.count == 1 {
                code = units[0]
            } else {
                code = SearchFinder.several | UInt32(expansions.count)
                expansions.append(units)
            }
        }
        codes[Int(value)] = code
        return code
    }

    private func units(of character: Character) -> [UInt32] {
        SearchCharacters.folded(character, words.folding).map { words.alphabet[$0] ?? SearchWords.other }
    }

    /// Whether a scalar is a character of its own between any two other plain ones (Unicode Standard Annex 29). Plain are
    /// the letters and signs of the scripts in which that is so; for the others ``readAny(_:)`` asks the standard library.
    private static func isPlain(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0a, 0x0d: false
        case 0..<0xad, 0xae..<0x300, 0x370..<0x483, 0x48a..<0x530, 0x5d0...0x5ea, 0x620...0x64a, 0x1e00..<0x2000, 0x2010..<0x2028,
            0x2030..<0x205f, 0x20a0..<0x20c0, 0x2100..<0x2bff, 0x3001..<0x302a, 0x3031..<0x303d, 0x3041...0x3096, 0x309b..<0x3100,
            0x3400..<0xa000, 0xac00...0xd7a3, 0xff01...0xff9d: true
        default: false
        }
    }

    private mutating func readAny(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let text = String(validating: text, as: UTF8.self) else { return false }
        units.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        var position = 0
        for character in text {
            for unit in units(of: character) {
                units.append(unit)
                starts.append(Int32(truncatingIfNeeded: position))
            }
            position += character.utf8.count
        }
        return true
    }

    // MARK: Finding

    /// Where a word stands first in the text that was read last.
    /// - Parameter isCut: whether more text comes before this one, so that what begins with it is left out.
    package func first(_ word: Int, in text: UnsafeBufferPointer<UInt8>, isCut: Bool = false) -> Range<Int>? {
        next(words.words[word], in: text, from: isCut ? 1 : 0)?.bytes
    }

    /// Where any of the words stand, in order; what overlaps is joined. At most 64.
    package func all(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        let most = 64
        var found: [Range<Int>] = []
        for word in words.words {
            var from = 0
            var count = 0
            while count < most, let next = next(word, in: text, from: from) {
                found.append(next.bytes)
                from = next.end
                count += 1
            }
        }
        found.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        var joined: [Range<Int>] = []
        for range in found {
            if let last = joined.last, range.lowerBound < last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return Array(joined.prefix(most))
    }

    /// How often a word stands in the text that was read last; a thousand times at most.
    func count(_ word: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var (count, from) = (0, 0)
        while count < 1_000, let next = next(words.words[word], in: text, from: from) { (count, from) = (count + 1, next.end) }
        return count
    }

    /// - Parameter from: a byte of ASCII text, else a unit; `end` is where to go on.
    private func next(_ word: SearchWords.Word, in text: UnsafeBufferPointer<UInt8>, from: Int) -> (bytes: Range<Int>, end: Int)? {
        guard !word.bounds.isFree else { return nextAnywhere(word, in: text, from: from).map { ($0.bytes, $0.end) } }
        var from = from
        while let found = nextAnywhere(word, in: text, from: from) {
            if word.bounds.allow(found.bytes, in: text) { return (found.bytes, found.end) }
            // What is longer than one may begin within what did not fit.
            from = isASCII ? found.bytes.lowerBound + 1 : found.start + 1
        }
        return nil
    }

    private func nextAnywhere(_ word: SearchWords.Word, in text: UnsafeBufferPointer<UInt8>, from: Int) -> (bytes: Range<Int>, start: Int, end: Int)? {
        if isASCII {
            guard let start = SearchFinder.find(word, inASCII: text, from: from) else { return nil }
            return (start..<start + word.masks.count, start, start + word.masks.count)
        }
        guard let start = find(word.units, from: from) else { return nil }
        var end = start + word.units.count
        let last = end - 1
        while end < starts.count, starts[end] == starts[last] { end += 1 }
        return (Int(starts[start])..<(end < starts.count ? Int(starts[end]) : text.count), start, end)
    }

    /// Where a word stands in ASCII text, as a word where it is to be one, without reading that first.
    static func first(_ word: SearchWords.Word, inASCII text: UnsafeBufferPointer<UInt8>) -> Int? {
        var from = 0
        while let start = find(word, inASCII: text, from: from) {
            if word.bounds.isFree || word.bounds.allow(start..<start + word.masks.count, in: text) { return start }
            from = start + 1
        }
        return nil
    }

    /// Where the letters of a word stand in ASCII text, without reading that first.
    private static func find(_ word: SearchWords.Word, inASCII text: UnsafeBufferPointer<UInt8>, from: Int = 0) -> Int? {
        guard let ascii = word.ascii, !ascii.isEmpty, text.count >= ascii.count else { return nil }
        let (head, mask) = (ascii[0], word.masks[0])
        let last = text.count - ascii.count
        var position = from
        return ascii.withUnsafeBufferPointer { ascii in
            word.masks.withUnsafeBufferPointer { masks in
                while position <= last {
                    if text[position] | mask == head {
                        var length = 1
                        while length < ascii.count, text[position + length] | masks[length] == ascii[length] { length += 1 }
                        if length == ascii.count { return position }
                    }
                    position += 1
                }
                return nil
            }
        }
    }

    private func find(_ word: [UInt32], from: Int) -> Int? {
        guard let head = word.first, units.count >= word.count else { return nil }
        let last = units.count - word.count
        var position = from
        return units.withUnsafeBufferPointer { units in
            word.withUnsafeBufferPointer { word in
                while position <= last {
                    if units[position] == head {
                        var length = 1
                        while length < word.count, units[position + length] == word[length] { length += 1 }
                        if length == word.count { return position }
                    }
                    position += 1
                }
                return nil
            }
        }
    }
}
