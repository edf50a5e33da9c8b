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
        let sorts = text.unicodeScalars.map(SearchScalars.sort).filter { $0 != .nothing }
        return SearchBounds(begins: sorts.first == .word, ends: !isPrefix && sorts.last == .word)
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

    /// What nobody sees is looked past.
    private static func endsInWord(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var text = text
        while let last = text.last {
            guard last >= 0x80 else { return SearchScalars.sort(Unicode.Scalar(last)) == .word }
            guard let start = text.suffix(4).lastIndex(where: { $0 & 0xc0 != 0x80 }),
                let scalar = String(decoding: text[start...], as: UTF8.self).unicodeScalars.last
            else { return false }
            guard SearchScalars.sort(scalar) == .nothing else { return SearchScalars.sort(scalar) == .word }
            text = text[..<start]
        }
        return false
    }

    private static func beginsInWord(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var text = text
        while let first = text.first {
            guard first >= 0x80 else { return SearchScalars.sort(Unicode.Scalar(first)) == .word }
            let width = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
            guard let scalar = String(decoding: text.prefix(width), as: UTF8.self).unicodeScalars.first else { return false }
            guard SearchScalars.sort(scalar) == .nothing else { return SearchScalars.sort(scalar) == .word }
            text = text.dropFirst(width)
        }
        return false
    }
}
