import ShedSearch

/// A word of ASCII that is looked for in bytes, eight places at a time: two of its letters, those that are rarest in texts.
struct ASCIIPattern: Sendable {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// One letter of the word, eight times.
    private struct Anchor {
        var offset: Int
        var letters: UInt64
        var mask: UInt64

        /// A byte of zero for each of eight places that has the letter.
        @inline(__always)
        func differences(_ bytes: UnsafeRawPointer, _ position: Int) -> UInt64 {
            (UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position + offset, as: UInt64.self)) | mask) ^ letters
        }
    }

    private let letters: [UInt8]
    private let masks: [UInt8]
    private let bounds: SearchBounds
    private let first: Anchor
    private let second: Anchor

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    /// The most frequent first.
    private static let frequent = Array(" etaoinsrhdlucmfpgbwyvkzxqj".utf8)

    /// - Returns: `nil` for a word that is not ASCII, or is empty.
    init?(_ word: SearchWords.Word) {
        guard let ascii = word.ascii, !ascii.isEmpty else { return nil }
        (letters, masks, bounds) = (ascii, word.masks, word.bounds)
        func rarity(_ offset: Int) -> Int { ASCIIPattern.frequent.firstIndex(of: ascii[offset]) ?? ASCIIPattern.frequent.count }
        // Nearby, so that most of a text is looked at this way.
        let rarest = ascii.indices.prefix(64).sorted { (-rarity($0), $0) < (-rarity($1), $1) }
        func anchor(_ offset: Int) -> Anchor {
            Anchor(offset: offset, letters: UInt64(ascii[offset]) &* ASCIIPattern.ones, mask: UInt64(word.masks[offset]) &* ASCIIPattern.ones)
        }
        first = anchor(rarest[0])
        second = anchor(rarest.count > 1 ? rarest[1] : rarest[0])
    }

    /// Where it stands at or after a place: as a word where it is to be one, as far as ASCII beside it tells.
    func next(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let last = text.count - letters.count
        guard start <= last, let base = text.baseAddress else { return nil }
        let bytes = UnsafeRawPointer(base)
        let reach = max(first.offset, second.offset) + 8
        var position = start
        while position + reach <= text.count {
            let differences = first.differences(bytes, position) | second.differences(bytes, position)
            // Not zero where one of the bytes is.
            if (differences &- ASCIIPattern.ones) & ~differences & ASCIIPattern.highs != 0 {
                for place in position..<position + 8 where stands(in: text, at: place) { return place }
            }
            position += 8
        }
        while position <= last {
            if stands(in: text, at: position) { return position }
            position += 1
        }
        return nil
    }

    /// How often it stands in a text from a place on, in which every scalar that is not ASCII is a character of its own and of no word.
    func count(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var (count, position) = (0, start)
        while let place = next(in: text, from: position) {
            let range = place..<place + letters.count
            let isThere = bounds.isFree || bounds.allow(range, in: text)
            count += isThere ? 1 : 0
            position = isThere ? range.upperBound : place + 1
        }
        return count
    }

    private func stands(in text: Bytes, at place: Int) -> Bool {
        guard place + letters.count <= text.count else { return false }
        for offset in letters.indices where text[place + offset] | masks[offset] != letters[offset] { return false }
        if bounds.begins, place > 0, ASCIIPattern.isWord(text[place - 1]) { return false }
        let end = place + letters.count
        return !(bounds.ends && end < text.count && ASCIIPattern.isWord(text[end]))
    }

    private static func isWord(_ byte: UInt8) -> Bool { byte < 0x80 && SearchScalars.sort(Unicode.Scalar(byte)) == .word }
}
