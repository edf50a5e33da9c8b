import ShedModel

/// What each Unicode scalar is to a search by words. One thread's own: it keeps what it learnt.
///
/// Word characters are letters, digits, marks and what else Unicode calls alphabetic. Scripts that are written without spaces (Han, kana,
/// Thai, Lao, Khmer, Burmese) have no words that could be told apart here: of them two neighbours at a time are indexed.
public struct SearchScalars: Sendable {
    /// A separator, or what a word consists of.
    public enum Sort: UInt8, Sendable {
        case separator
        /// Stands within a word, and is no part of what is compared: an accent that stands for itself.
        case nothing
        case word
        /// Of a script without spaces.
        case unspaced
    }

    /// For each scalar below U+10000: 0 nothing yet, else where its form stands in `forms`, plus one.
    private var known = [UInt32](repeating: 0, count: 0x1_0000)
    private var forms: [Form] = []

    struct Form: Sendable {
        var sort: Sort
        /// The folded scalars, as UTF-8.
        var bytes: [UInt8]
        /// The same, each for itself.
        var scalars: [[UInt8]]
    }

    public init() {}

    /// What a scalar is, and how it is compared (``TextFolding``).
    mutating func form(_ value: UInt32) -> Form {
        guard value < 0x1_0000 else { return SearchScalars.make(value) }
        let place = known[Int(value)]
        if place > 0 { return forms[Int(place - 1)] }
        let form = SearchScalars.make(value)
        forms.append(form)
        known[Int(value)] = UInt32(forms.count)
        return form
    }

    private static func make(_ value: UInt32) -> Form {
        guard let scalar = Unicode.Scalar(value) else { return Form(sort: .separator, bytes: [], scalars: []) }
        let sort = sort(scalar)
        guard sort != .separator else { return Form(sort: sort, bytes: [], scalars: []) }
        let bytes = TextFolding.fold(String(scalar))
        guard !bytes.isEmpty else { return Form(sort: .nothing, bytes: [], scalars: []) }
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { Array(String($0).utf8) }
        return Form(sort: sort, bytes: bytes, scalars: scalars)
    }

    /// What a scalar is, whatever it is folded to.
    public static func sort(_ scalar: Unicode.Scalar) -> Sort {
        if scalar.value < 0x80 {
            return (0x30...0x39).contains(scalar.value) || (0x61...0x7a).contains(scalar.value | 0x20) ? .word : .separator
        }
        if isUnspaced(scalar.value) { return .unspaced }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber: return .word
        default: return scalar.properties.isAlphabetic ? .word : .separator
        }
    }

    /// Letters, signs of repetition and marks of the scripts that are written without spaces.
    private static func isUnspaced(_ value: UInt32) -> Bool {
        switch value {
        case 0x0e01...0x0e3a, 0x0e40...0x0e4e, 0x0e81...0x0ede, 0x1000...0x1049, 0x1780...0x17d3, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035,
            0x303b, 0x3041...0x3096, 0x3099...0x309a, 0x309d...0x309f, 0x30a1...0x30fa, 0x30fc...0x30ff, 0x31f0...0x31ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
            0xf900...0xfaff, 0xff66...0xff9f, 0x1b000...0x1b16f, 0x20000...0x323af:
            true
        default: false
        }
    }
}
