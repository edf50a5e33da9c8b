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
    /// How many there are; behind them stands what is left of texts before.
    private var count = 0
    /// What is known of each scalar below U+10000: 0 nothing yet, ``notPlain``, a unit, or, with ``several`` set, the
    /// position of its units in `expansions`.
    private var codes = [UInt32](repeating: 0, count: 0x1_0000)
    private var expansions: [[UInt32]] = []

    static let notPlain: UInt32 = 1
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
        begin(text)
        var position = 0
        while position < text.count {
            SearchFinder.readKnown(text, from: &position, codes, &units, &starts, &count)
            guard position < text.count else { break }
            let byte = text[position]
            guard byte < 0x80 || byte >= 0xc2 && byte < 0xf0 else { return byte < 0xc2 || byte > 0xf4 ? false : nil }
            guard let (scalar, width) = SearchFinder.scalar(text, position) else { return false }
            var code = codes[Int(scalar)]
            if code == 0 { code = learn(scalar) }
            if code == SearchFinder.notPlain { return nil }
            if code & SearchFinder.several == 0 {
                put(code, position)
            } else {
                for unit in expansions[Int(code ^ SearchFinder.several)] { put(unit, position) }
            }
            position += width
        }
        return true
    }

    /// Takes what is known to be one unit each, up to what is not, or where there is no room.
    private static func readKnown(
        _ text: UnsafeBufferPointer<UInt8>, from position: inout Int, _ codes: [UInt32], _ units: inout [UInt32], _ starts: inout [Int32], _ count: inout Int
    ) {
        let room = min(units.count, starts.count)
        units.withUnsafeMutableBufferPointer { units in
            starts.withUnsafeMutableBufferPointer { starts in
                codes.withUnsafeBufferPointer { codes in
                    while position < text.count, count < room {
                        var (scalar, width) = (UInt32(text[position]), 1)
                        if scalar >= 0x80 {
                            guard let wide = self.scalar(text, position) else { return }
                            (scalar, width) = wide
                        }
                        let code = codes[Int(scalar)]
                        guard code > notPlain, code & several == 0 else { return }
                        units[count] = code
                        starts[count] = Int32(truncatingIfNeeded: position)
                        count += 1
                        position += width
                    }
                }
            }
        }
    }

    /// A scalar below U+10000, and of how many bytes it is; `nil` if there is none.
    @inline(__always)
    static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> (UInt32, Int)? {
        let byte = text[position]
        if byte < 0x80 { return (UInt32(byte), 1) }
        guard byte >= 0xc2, byte < 0xf0 else { return nil }
        let width = byte < 0xe0 ? 2 : 3
        guard position + width <= text.count, text[position + 1] & 0xc0 == 0x80, text[position + width - 1] & 0xc0 == 0x80 else { return nil }
        let scalar = UInt32(byte & (width == 2 ? 0x1f : 0x0f)) << 6 | UInt32(text[position + 1] & 0x3f)
        guard width == 3 else { return (scalar, width) }
        let long = scalar << 6 | UInt32(text[position + 2] & 0x3f)
        return long < 0x800 || long & 0xf800 == 0xd800 ? nil : (long, width)
    }

    private mutating func begin(_ text: UnsafeBufferPointer<UInt8>) {
        count = 0
        grow(to: text.count)
    }

    private mutating func grow(to room: Int) {
        guard units.count < room else { return }
        units += [UInt32](repeating: 0, count: room - units.count)
        starts += [Int32](repeating: 0, count: room - starts.count)
    }

    private mutating func put(_ unit: UInt32, _ position: Int) {
        if count == units.count { grow(to: 2 * count + 16) }
        units[count] = unit
        starts[count] = Int32(truncatingIfNeeded: position)
        count += 1
    }

    /// What a scalar below U+10000 is in a text of plain ones: ``notPlain``, a unit, or what ``expansion(of:)`` has the units of.
    @inline(__always)
    mutating func code(of scalar: UInt32) -> UInt32 {
        let code = codes[Int(scalar)]
        return code != 0 ? code : learn(scalar)
    }

    /// - Returns: `nil` where it is one unit, or not plain.
    func expansion(of code: UInt32) -> [UInt32]? { code & SearchFinder.several != 0 ? expansions[Int(code ^ SearchFinder.several)] : nil }

    private mutating func learn(_ value: UInt32) -> UInt32 {
        var code = SearchFinder.notPlain
        if let scalar = Unicode.Scalar(value), SearchFinder.isPlain(value) {
            // Han has neither case nor marks, and there is much of it.
            let isHan = value &- 0x4e00 < 0x5200
            let units = isHan ? [words.alphabet[Character(scalar)] ?? SearchWords.other] : units(of: Character(scalar))
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
        case 0..<0x300, 0x370..<0x483, 0x48a..<0x530, 0x5d0...0x5ea, 0x620...0x64a, 0x1e00..<0x2000, 0x200b, 0x2010..<0x2028,
            0x2030..<0x205f, 0x2060, 0x20a0..<0x20c0, 0x2100..<0x2bff, 0x3001..<0x302a, 0x3031..<0x303d, 0x3041...0x3096, 0x309b..<0x3100,
            0x3400..<0xa000, 0xac00...0xd7a3, 0xfeff, 0xff01...0xff9d: true
        default: false
        }
    }

    private mutating func readAny(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let text = String(validating: text, as: UTF8.self) else { return false }
        count = 0
        var position = 0
        for character in text {
            put(character, position)
            position += character.utf8.count
        }
        return true
    }

    /// Most are one plain scalar, of which it is known already.
    private mutating func put(_ character: Character, _ position: Int) {
        let scalars = character.unicodeScalars
        guard let scalar = scalars.first, scalar.value < 0x1_0000, scalars.index(after: scalars.startIndex) == scalars.endIndex,
            case let code = code(of: scalar.value), code != SearchFinder.notPlain
        else {
            for unit in units(of: character) { put(unit, position) }
            return
        }
        guard let several = expansion(of: code) else { return put(code, position) }
        for unit in several { put(unit, position) }
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
            if word.bounds.allow(found.bytes, in: text), !isCut(word, found.start, found.end) { return (found.bytes, found.end) }
            // What is longer than one may begin within what did not fit.
            from = isASCII ? found.bytes.lowerBound + 1 : found.start + 1
        }
        return nil
    }

    /// Whether a character goes on where a word is to begin or to end: `s` is no word in `ß`, which is folded to two.
    private func isCut(_ word: SearchWords.Word, _ start: Int, _ end: Int) -> Bool {
        guard !isASCII else { return false }
        return word.bounds.ends && end > start + word.units.count || word.bounds.begins && start > 0 && starts[start - 1] == starts[start]
    }

    private func nextAnywhere(_ word: SearchWords.Word, in text: UnsafeBufferPointer<UInt8>, from: Int) -> (bytes: Range<Int>, start: Int, end: Int)? {
        if isASCII {
            guard let start = SearchFinder.find(word, inASCII: text, from: from) else { return nil }
            return (start..<start + word.masks.count, start, start + word.masks.count)
        }
        guard let start = find(word.units, from: from) else { return nil }
        var end = start + word.units.count
        let last = end - 1
        while end < count, starts[end] == starts[last] { end += 1 }
        return (Int(starts[start])..<(end < count ? Int(starts[end]) : text.count), start, end)
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
        guard let head = word.first, count >= word.count else { return nil }
        let last = count - word.count
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
