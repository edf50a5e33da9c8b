import ShedModel
import ShedSearch

/// A word that a text must hold as a word.
public struct SearchTerm: Hashable, Sendable {
    public var text: String
    /// Whether words count that only begin with it.
    public var isPrefix: Bool

    public init(_ text: String, isPrefix: Bool = false) { (self.text, self.isPrefix) = (text, isPrefix) }

    /// As people write it: with `*` at its end, where that is not all, it begins words.
    init(written text: String) {
        let isPrefix = text.utf8.count > 1 && text.hasSuffix("*")
        self.init(isPrefix ? String(text.dropLast()) : text, isPrefix: isPrefix)
    }

    /// Only where it begins or ends with what words consist of does it matter what stands beside it.
    var bounds: SearchBounds {
        let scalars = text.unicodeScalars
        return SearchBounds(
            begins: scalars.first.map { SearchScalars.sort($0) == .word } ?? false,
            ends: !isPrefix && scalars.last.map { SearchScalars.sort($0) == .word } ?? false)
    }
}

/// At which of its ends a word may not be a part of a longer one.
struct SearchBounds: Hashable, Sendable {
    var begins = false
    var ends = false

    var isFree: Bool { !begins && !ends }

    /// Whether what stands before and behind a part of a text, which is UTF-8, lets it be a word.
    func allow(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        !(begins && SearchBounds.endsInWord(text[..<range.lowerBound])) && !(ends && SearchBounds.beginsInWord(text[range.upperBound...]))
    }

    private static func endsInWord(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let last = text.last else { return false }
        guard last >= 0x80 else { return isWord(Unicode.Scalar(last)) }
        guard let start = text.suffix(4).lastIndex(where: { $0 & 0xc0 != 0x80 }) else { return false }
        return String(decoding: text[start...], as: UTF8.self).unicodeScalars.last.map(isWord) ?? false
    }

    private static func beginsInWord(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = text.first else { return false }
        guard first >= 0x80 else { return isWord(Unicode.Scalar(first)) }
        let width = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        return String(decoding: text.prefix(width), as: UTF8.self).unicodeScalars.first.map(isWord) ?? false
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool { SearchScalars.sort(scalar) == .word }
}
