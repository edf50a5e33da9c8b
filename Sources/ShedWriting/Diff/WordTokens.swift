/// A text as the tokens that a comparison by words looks at: words, white space, line ends, and single signs of punctuation. Together
/// they are the text, byte for byte. Of scripts without spaces each character is a word.
struct WordTokens {
    enum Sort: UInt8 {
        case word
        case space
        /// One line feed, with the carriage return before it.
        case lineEnd
        case sign
    }

    /// Where each token begins in the text, in bytes; behind the last the text's length.
    private(set) var starts: [Int32] = [0]
    private(set) var sorts: [Sort] = []
    /// Equal tokens have equal numbers, of all texts that were read by one ``Words``.
    private(set) var numbers: [Int32] = []

    var count: Int { sorts.count }

    func range(_ token: Int) -> Range<Int> { Int(starts[token])..<Int(starts[token + 1]) }

    /// The bytes of several tokens.
    func bytes(of tokens: Range<Int>) -> Range<Int> { Int(starts[tokens.lowerBound])..<Int(starts[tokens.upperBound]) }

    /// Which number each token has. One table for all texts that are compared.
    struct Words {
        fileprivate var numbers: [ArraySlice<UInt8>: Int32] = [:]

        var count: Int { numbers.count }
    }

    /// - Parameter text: of any bytes, of fewer than 2^31. What is no UTF-8 counts as words.
    init(_ text: [UInt8], _ words: inout Words) {
        var position = 0
        while position < text.count {
            let start = position
            let (sort, length, stands) = WordTokens.next(in: text, at: position)
            position += length
            if !stands {
                while position < text.count {
                    let (further, length, alone) = WordTokens.next(in: text, at: position)
                    guard further == sort, !alone else { break }
                    position += length
                }
            }
            let slice = text[start..<position]
            let number = words.numbers[slice] ?? Int32(truncatingIfNeeded: words.numbers.count)
            words.numbers[slice] = number
            starts.append(Int32(truncatingIfNeeded: position))
            sorts.append(sort)
            numbers.append(number)
        }
    }

    /// The character at a place: what it is, its length in bytes, and whether it is a token by itself.
    private static func next(in text: [UInt8], at position: Int) -> (sort: Sort, length: Int, standsAlone: Bool) {
        let byte = text[position]
        switch byte {
        case 0x0a: return (.lineEnd, 1, true)
        case 0x0d where position + 1 < text.count && text[position + 1] == 0x0a: return (.lineEnd, 2, true)
        case 0x09, 0x0b...0x0d, 0x20: return (.space, 1, false)
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: return (.word, 1, false)
        case 0x27: return (.word, 1, false)
        case ..<0x80: return (.sign, 1, true)
        default: break
        }
        let (scalar, length) = scalar(in: text, at: position)
        switch scalar {
        case 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000: return (.space, length, false)
        // The apostrophe is part of its word.
        case 0x2019: return (.word, length, false)
        case 0xa1...0xa9, 0xab...0xb1, 0xb4, 0xb6...0xb8, 0xbb, 0xbf, 0x2010...0x2027, 0x2030...0x205e, 0x3001...0x3004, 0x3008...0x3020,
            0xff01...0xff0f, 0xff1a...0xff20, 0xff3b...0xff40, 0xff5b...0xff65:
            return (.sign, length, true)
        case 0x0e00...0x0eff, 0x1780...0x17ff, 0x3041...0x30ff, 0x3400...0x9fff, 0xf900...0xfaff, 0x2_0000...0x3_ffff: return (.word, length, true)
        default: return (.word, length, false)
        }
    }

    /// A byte that begins no character is one by itself.
    private static func scalar(in text: [UInt8], at position: Int) -> (UInt32, Int) {
        let lead = text[position]
        let length = lead >= 0xf0 && lead < 0xf8 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc0 && lead < 0xe0 ? 2 : 1
        guard length > 1, position + length <= text.count else { return (0xfffd, 1) }
        var scalar = UInt32(lead) & (0x7f >> UInt32(length))
        for place in (position + 1)..<(position + length) {
            guard text[place] & 0xc0 == 0x80 else { return (0xfffd, 1) }
            scalar = scalar << 6 | UInt32(text[place] & 0x3f)
        }
        return (scalar, length)
    }
}
