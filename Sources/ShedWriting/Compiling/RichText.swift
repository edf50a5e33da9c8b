import ShedModel

/// RTF as pandoc of Debian 12 (2.17) reads it whole. It passes over a footnote as LibreOffice writes it, `{\*\footnote`, raises all of one
/// whose call is raised, and takes the sign that stands for an old program behind `\u233?` for what parts the two, so that the next one is
/// lost in its place.
package enum RichText {
    /// The same document, in which notes are as Word writes them and a space parts each number of a character from what follows.
    package static func mended(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 16)
        var position = 0
        while position < bytes.count {
            guard bytes[position] == backslash else {
                result.append(bytes[position])
                position += 1
                continue
            }
            if bytes[position...].starts(with: #"\*\footnote"#.utf8), result.last == UInt8(ascii: "{") { position += 2 }
            let end = endOfWord(bytes, at: position)
            let isNote = result.last == UInt8(ascii: "{") && bytes[position..<end].elementsEqual(#"\footnote"#.utf8)
            result += bytes[position..<end]
            // A note stands within the raised letters of its call, and is raised no further itself.
            if isNote { result += #"\plain"#.utf8 }
            if isCharacter(bytes[position..<end]), end < bytes.count, isSign(bytes[end]) { result.append(0x20) }
            position = end
        }
        return result
    }

    private static let backslash = UInt8(ascii: "\\")

    /// Where a control word with its number, or a backslash with its sign, ends.
    private static func endOfWord(_ bytes: [UInt8], at start: Int) -> Int {
        var position = start + 1
        while position < bytes.count, isLetter(bytes[position]) { position += 1 }
        guard position > start + 1 else { return min(start + 2, bytes.count) }
        if position + 1 < bytes.count, bytes[position] == UInt8(ascii: "-"), bytes[position + 1].isDigit { position += 1 }
        while position < bytes.count, bytes[position].isDigit { position += 1 }
        return position
    }

    /// Whether a control word is a character by its number: `\u233`, `\u-3913`.
    private static func isCharacter(_ word: ArraySlice<UInt8>) -> Bool {
        word.starts(with: #"\u"#.utf8) && word.count > 2 && !isLetter(word[word.startIndex + 2])
    }

    /// Whether a byte is text, and no blank that parts words already.
    private static func isSign(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != backslash && byte != UInt8(ascii: "{") && byte != UInt8(ascii: "}")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}
