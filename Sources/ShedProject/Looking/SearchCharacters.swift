import ShedModel
import ShedSearch

/// What a search takes for the same.
package enum SearchFolding: Sendable {
    /// Case and normalisation aside, as names are compared (``FoldKey``): `e` is not in `é`.
    case names
    /// Accents aside too, as values are (``TextFolding``), and whether an apostrophe is the one of keyboards or of print.
    case accents
}

/// Text as characters without case: what searches compare.
///
/// A character is what a person sees as one (an extended grapheme cluster), folded as names are (``FoldKey``), or without
/// accents. Characters are equal if they are canonically equivalent, so `É` in one or in two scalars is the same, and `ß` is
/// `ss`.
enum SearchCharacters {
    static func folded(_ text: String, _ folding: SearchFolding) -> [Character] { text.flatMap { folded($0, folding) } }

    /// - Returns: none for what nobody sees (``SearchScalars/isIgnored(_:)``), and for a mark alone, where accents do not count.
    static func folded(_ character: Character, _ folding: SearchFolding) -> [Character] {
        guard !isIgnored(character) else { return [] }
        return switch folding {
        case .names: folded(character)
        // The index of words has no apostrophes: they part words there, of either form.
        case .accents: String(decoding: TextFolding.fold(String(character)), as: UTF8.self).map { $0 == "’" ? "'" : $0 }
        }
    }

    /// Each of them is a character of its own, whatever stands beside it.
    private static func isIgnored(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        return scalars.first.map { SearchScalars.isIgnored($0.value) } == true && scalars.dropFirst().isEmpty
    }

    static func folded(_ text: String) -> [Character] { text.flatMap(folded) }

    static func folded(_ character: Character) -> [Character] {
        // An ASCII character of two scalars is CR LF.
        if let ascii = character.asciiValue, character.utf8.count == 1 {
            let isUpper = ascii &- UInt8(ascii: "A") < 26
            return [Character(Unicode.Scalar(isUpper ? ascii | 0x20 : ascii))]
        }
        guard case .text(let text) = FoldKey(character.utf8) else { return [character] }
        return Array(text)
    }

    /// Bytes as text. A byte that is no part of valid UTF-8 becomes U+10FF00 + byte, a scalar that is in no real text.
    static func text(of bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        var rest = Array(bytes)[...]
        while let first = rest.first {
            var decoder = UTF8()
            var iterator = rest.prefix(4).makeIterator()
            if case .scalarValue(let scalar) = decoder.decode(&iterator) {
                text.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                if let scalar = Unicode.Scalar(0x10_ff00 + UInt32(first)) { text.append(scalar) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }
}
