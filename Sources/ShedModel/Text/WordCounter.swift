/// Counts words of a text, piece by piece, as LibreOffice Writer does.
///
/// Held against LibreOffice 7.4.7 (`Documentation/Words.md`): a word ends at white space, an em dash or an en dash, and behind two
/// hyphens; marks count as letters do. Each character of Chinese, Japanese or Korean is a word, and so is each of Thai and Lao
/// with its signs, and each that is neither letter, digit 0 to 9 of some script, mark nor symbol (½, ²).
public struct WordCounter: Sendable {
    /// How many words were begun.
    public private(set) var count = 0

    /// What the word that is being read ends with; `nil` between words.
    private var word: Part?
    /// Hyphens at the end of the word.
    private var hyphens = 0
    /// Whether these hyphens are all that the word is.
    private var isBare = false
    /// The beginning of a character whose end is in the next piece.
    private var rest: [UInt8] = []

    private enum Part {
        /// Letters, digits, marks, symbols.
        case letters
        case hyphens
        /// A character that is a word by itself, and takes signs with it.
        case single
        /// The same, and takes none.
        case ideograph
    }

    public init() {}

    /// The words of a whole text.
    public static func count(_ text: some Sequence<UInt8>) -> Int {
        var counter = WordCounter()
        Array(text).withUnsafeBufferPointer { counter.add($0) }
        counter.end()
        return counter.count
    }

    /// Takes the next piece. What is no UTF-8 is read as Windows-1252.
    public mutating func add(_ piece: UnsafeBufferPointer<UInt8>) {
        guard rest.isEmpty else {
            let joined = rest + piece
            rest = []
            return joined.withUnsafeBufferPointer { add($0) }
        }
        var position = 0
        while position < piece.count {
            if word == nil {
                position = addPlain(piece, from: position)
                guard position < piece.count else { return }
            }
            let byte = piece[position]
            if byte < 0x80 {
                add(ascii: byte)
                position += 1
                // Within a word nothing follows from more of its letters.
                if word == .letters { while position < piece.count, WordCounter.isLetter(piece[position]) { position += 1 } }
                continue
            }
            switch WordCounter.decode(piece, at: position) {
            case .scalar(let scalar, let width):
                add(scalar)
                position += width
            case .cut:
                rest = Array(piece[position...])
                return
            case .invalid:
                add(windows: byte)
                position += 1
            }
        }
    }

    /// Between words takes eight bytes at a time, as long as they are letters of ASCII, spaces and line feeds: most of most texts.
    /// - Returns: where something else may stand.
    private mutating func addPlain(_ piece: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let (bytes, ones, highs) = (UnsafeRawBufferPointer(piece), 0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        var (position, isWithin) = (start, false)
        while position + 8 <= bytes.count {
            let group = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            guard group & highs == 0 else { break }
            // The highest bit of each byte that is another one; no sum is carried over, since all are below 0x80.
            func others(than byte: UInt64) -> UInt64 { (group ^ (byte &* ones)) &+ (0x7f &* ones) }
            let letters = others(than: 0x20) & others(than: 0x0a) & highs
            let isPlain = others(than: 0x2d) & others(than: 0x7f) & highs == highs
            guard isPlain, (group &+ (0x5f &* ones)) & highs == letters else { break }
            count += (letters & ~(letters << 8 | (isWithin ? 0x80 : 0))).nonzeroBitCount
            isWithin = letters >> 63 == 1
            position += 8
        }
        if position > start, isWithin { word = .letters }
        return position
    }

    /// Takes what is left when no further piece comes.
    public mutating func end() {
        for byte in rest { add(windows: byte) }
        rest = []
    }

    // MARK: Characters

    private mutating func add(ascii byte: UInt8) {
        switch byte {
        case 0x09, 0x0a, 0x0c, 0x0d, 0x20: word = nil
        case UInt8(ascii: "-"): addHyphen()
        // A word processor drops other controls when it opens a text.
        case 0x00..<0x20, 0x7f: break
        default: addLetter()
        }
    }

    /// Whether ``add(ascii:)`` takes a byte for a letter.
    private static func isLetter(_ byte: UInt8) -> Bool { (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "-") }

    private mutating func add(windows byte: UInt8) {
        switch byte {
        case 0x96, 0x97, 0xa0: word = nil
        case 0xb2, 0xb3, 0xb9, 0xbc, 0xbd, 0xbe: addSingle(.single)
        default: addLetter()
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        // Of the letters that most texts hold, without asking for their properties.
        if (0xc0...0x24f).contains(value) || (0x370...0x37d).contains(value) || (0x400...0x47f).contains(value) { return addLetter() }
        if value == 0x2013 || value == 0x2014 { return word = nil }
        if WordCounter.isIdeographic(value) {
            // The space of these scripts is one.
            return value == 0x3000 ? word = nil : addSingle(.ideograph)
        }
        let properties = scalar.properties
        if properties.isGraphemeExtend { return addSign() }
        switch properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: word = nil
        case .control: if value == 0x85 { word = nil }
        // Within a word it is part of that; elsewhere it is nothing that a person sees.
        case .format: break
        case _ where WordCounter.isThaiOrLao(value): addSingle(.single)
        case .otherNumber, .privateUse, .unassigned, .surrogate, .spacingMark, .nonspacingMark, .enclosingMark:
            if properties.isAlphabetic { addLetter() } else { addSingle(.single) }
        default: addLetter()
        }
    }

    private mutating func addLetter() {
        let goesOn = word == .letters || word == .hyphens && hyphens == 1
        if !goesOn { count += 1 }
        word = .letters
    }

    private mutating func addHyphen() {
        switch word {
        case .hyphens: hyphens += 1
        case .letters:
            hyphens = 1
            isBare = false
        case .single, .ideograph, nil:
            count += 1
            hyphens = 1
            isBare = true
        }
        word = .hyphens
    }

    private mutating func addSingle(_ part: Part) {
        count += 1
        word = part
    }

    /// A sign belongs to what stands before it.
    private mutating func addSign() {
        switch word {
        case .letters, .single: break
        case .hyphens where isBare && hyphens == 1: word = .single
        case .hyphens, .ideograph, nil: addSingle(.single)
        }
    }

    // MARK: Scripts

    /// Chinese, Japanese, Korean and Yi, with their marks and wide forms, by Unicode's blocks.
    private static func isIdeographic(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        switch value {
        case 0x1100...0x11ff, 0x2e80...0x31ff, 0x3200...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7ff, 0xf900...0xfaff, 0xfe30...0xfe4f,
            0xff00...0xffef, 0x1b000...0x1b16f, 0x1f200...0x1f2ff, 0x20000...0x3ffff:
            return true
        default: return false
        }
    }

    /// But for the sign of the baht.
    private static func isThaiOrLao(_ value: UInt32) -> Bool { (0xe00...0xeff).contains(value) && value != 0xe3f }

    // MARK: UTF-8

    private enum Decoded {
        case scalar(Unicode.Scalar, width: Int)
        /// The piece ends within it.
        case cut
        case invalid
    }

    private static func decode(_ piece: UnsafeBufferPointer<UInt8>, at start: Int) -> Decoded {
        let first = piece[start]
        let width = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
        guard width > 0 else { return .invalid }
        var value = UInt32(first) & (0x7f >> UInt32(width))
        for position in start + 1..<start + width {
            guard position < piece.count else { return .cut }
            guard piece[position] & 0xc0 == 0x80 else { return .invalid }
            value = value << 6 | UInt32(piece[position] & 0x3f)
        }
        let least: UInt32 = width == 2 ? 0x80 : width == 3 ? 0x800 : 0x10000
        guard value >= least, let scalar = Unicode.Scalar(value) else { return .invalid }
        return .scalar(scalar, width: width)
    }
}
