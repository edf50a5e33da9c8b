import ShedModel

/// What each Unicode scalar is to a search by words. One thread's own: it keeps what it learnt.
///
/// Word characters are letters, digits, marks and what else Unicode calls alphabetic. Scripts that are written without spaces (Han, kana,
/// Thai, Lao, Khmer, Burmese) have no words that could be told apart here: of them two neighbours at a time are indexed.
public struct SearchScalars: Sendable {
    /// A separator, or what a word consists of.
    public enum Sort: UInt8, Sendable {
        case separator
        /// Stands within a word, and is no part of what is compared: an accent that stands for itself, or what nobody sees.
        case nothing
        case word
        /// Of a script without spaces.
        case unspaced
    }

    /// Of each scalar below U+10000 its form as one number; 0: nothing yet.
    private var known = [UInt64](repeating: 0, count: 0x1_0000)

    /// A form in one number, so that a scalar costs one look at a table: six bytes at most, and of scripts without spaces one scalar, or two of three bytes.
    struct Packed {
        fileprivate var value: UInt64

        /// Whether it is of a script without spaces, and two scalars of three bytes each: a syllable of kana and the mark of its voice.
        var isPair: Bool { value & 0x20 != 0 }
        /// Whether it is too long for that: then ``SearchScalars/form(_:)`` has it.
        var isLong: Bool { value & 0x40 != 0 }
        var sort: Sort { Sort(rawValue: UInt8(truncatingIfNeeded: value) & 0x03) ?? .separator }
        /// How many bytes it has.
        var count: Int { Int(value >> 8 & 0xff) }
        /// The first one in the lowest.
        var bytes: UInt64 { value >> 16 }
    }

    struct Form: Sendable {
        var sort: Sort
        /// The folded scalars, as UTF-8.
        var bytes: [UInt8]
        /// The same, each for itself.
        var scalars: [[UInt8]]
    }

    public init() {}

    /// What a scalar below U+10000 is, and how it is compared.
    @inline(__always)
    mutating func packed(_ value: UInt32) -> Packed {
        let packed = known[Int(value)]
        return Packed(value: packed != 0 ? packed : learn(value))
    }

    private mutating func learn(_ value: UInt32) -> UInt64 {
        let form = form(value)
        var packed = UInt64(form.sort.rawValue) | 0x80
        let isPair = form.sort == .unspaced && form.scalars.map(\.count) == [3, 3]
        if form.bytes.count > 6 || form.sort == .unspaced && form.scalars.count != 1 && !isPair {
            packed |= 0x40
        } else {
            if isPair { packed |= 0x20 }
            packed |= UInt64(form.bytes.count) << 8
            for (position, byte) in form.bytes.enumerated() { packed |= UInt64(byte) << UInt64(16 + 8 * position) }
        }
        known[Int(value)] = packed
        return packed
    }

    /// What a scalar is, and how it is compared (``TextFolding``). Works it out each time.
    func form(_ value: UInt32) -> Form { SearchScalars.make(value) }

    private static func make(_ value: UInt32) -> Form {
        guard let scalar = Unicode.Scalar(value) else { return Form(sort: .separator, bytes: [], scalars: []) }
        let sort = sort(scalar)
        guard sort == .word || sort == .unspaced else { return Form(sort: sort, bytes: [], scalars: []) }
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
        if isIgnored(scalar.value) { return .nothing }
        if isUnspaced(scalar.value) { return .unspaced }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber: return .word
        default: return scalar.properties.isAlphabetic ? .word : .separator
        }
    }

    /// Whether a scalar only says where a line may end or may not, and is not looked for: the soft hyphen, the space and the joiner without
    /// width, and the mark at the beginning of a file. The joiners of letters are none of them: in Persian and the scripts of India they
    /// tell words apart.
    public static func isIgnored(_ value: UInt32) -> Bool {
        switch value {
        case 0xad, 0x200b, 0x2060, 0xfeff: true
        default: false
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
