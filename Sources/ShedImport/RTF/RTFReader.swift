import ShedModel

/// Reads an RTF file of unknown origin: its characters with bold, italics and strike-through, footnotes, comments, links and lists. What
/// it does not know it passes over, as the specification says: destinations that begin with `\*`, and those that hold no text.
///
/// Takes time and memory in line with the file's length, and no recursion.
struct RTFReader {
    /// Where characters go.
    enum Target: Hashable {
        case text, skipped
        /// A note or a comment, by its place.
        case footnote(Int), comment(Int)
        case fonts, instruction
        /// What stands before an item of a list.
        case label
    }

    struct State {
        var target = Target.text
        var style: RTFPiece.Style = []
        var link: UInt32 = 0
        /// How many characters stand in for one of `\u`.
        var substitutes = 1
        var font: Int?
        var isHidden = false
        /// Whether the group began with `\*`, and its word is still to come.
        var isStarred = false
        /// Which field it belongs to.
        var field: Int?
    }

    /// How bytes are characters.
    private struct Encoding {
        /// Of the document.
        var page = 1_252
        /// Of fonts.
        var pages: [Int: Int] = [:]
    }

    /// What comes next of a character that is written by its number.
    private struct Pending {
        /// Substitutes that are still to be passed over.
        var substitutes = 0
        /// The first half of a character of two halves.
        var half: UInt32?
    }

    /// Groups within each other.
    static let deepest = 2_000
    /// Characters of a text.
    static let longest = 16_000_000
    /// Links, notes and comments.
    static let most = 100_000

    private var lexer: RTFLexer
    let path: RelativePath
    var state = State()
    private var states: [State] = []
    var document = RTFDocument()
    private var encoding = Encoding()
    var fields: [String] = []
    var label: [UInt32] = []
    private var pending = Pending()
    private var count = 0

    private init(_ bytes: [UInt8], _ path: RelativePath) { (lexer, self.path) = (RTFLexer(bytes), path) }

    /// - Throws: where it is no RTF, or nests too deeply, or is too long.
    static func read(_ bytes: [UInt8], _ path: RelativePath) throws(ForeignError) -> RTFDocument {
        guard bytes.starts(with: "{\\rtf".utf8) else { throw ForeignError(.malformed(line: 1), path) }
        var reader = RTFReader(bytes, path)
        try reader.run()
        return reader.document
    }

    private mutating func run() throws(ForeignError) {
        while let token = lexer.next() {
            switch token {
            case .open:
                pending.substitutes = 0
                guard states.count < RTFReader.deepest else { throw ForeignError(.tooDeep(most: RTFReader.deepest), path) }
                state.isStarred = false
                states.append(state)
            case .close:
                pending.substitutes = 0
                guard let outer = states.popLast() else { throw ForeignError(.malformed(line: nil), path) }
                leave(to: outer)
                // Bytes behind the last brace, such as NUL, are no text.
                if states.isEmpty { return }
            case .word(let word, let number): try take(word, number)
            case .symbol(let symbol): try take(symbol: symbol)
            case .byte(let byte): try take(byte)
            case .text(let byte): try take(byte)
            }
        }
        throw ForeignError(.malformed(line: nil), path)
    }

    /// Passes over a substitute.
    /// - Returns: whether there was one to be passed over.
    private mutating func passesSubstitute() -> Bool {
        guard pending.substitutes > 0 else { return false }
        pending.substitutes -= 1
        return true
    }

    private mutating func take(_ byte: UInt8) throws(ForeignError) {
        guard !passesSubstitute() else { return }
        guard byte >= 0x20 else {
            if byte == 0x09 { try put("\t") }
            return
        }
        state.isStarred = false
        if state.target == .skipped || state.target == .fonts { return }
        guard let scalar = CodePage.scalar(byte, page: state.font.flatMap { encoding.pages[$0] } ?? encoding.page) else {
            document.losses.add(.characters)
            return try put("\u{fffd}")
        }
        try put(scalar)
    }

    private mutating func take(symbol: UInt8) throws(ForeignError) {
        guard !passesSubstitute() else { return }
        switch symbol {
        case UInt8(ascii: "*"): state.isStarred = true
        case UInt8(ascii: "~"): try put("\u{a0}")
        case UInt8(ascii: "_"): try put("\u{2011}")
        case UInt8(ascii: "-"): try put("\u{ad}")
        case 0x0a, 0x0d: try put(.paragraph)
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\"): try put(Unicode.Scalar(symbol))
        case 0x09: try put("\t")
        default: break
        }
    }

    private mutating func take(_ word: String, _ number: Int?) throws(ForeignError) {
        // Binary data stands behind its word whoever reads it.
        if word == "bin" { lexer.skip(number ?? 0) }
        guard !passesSubstitute() else { return }
        let isStarred = state.isStarred
        state.isStarred = false
        if try enters(word) { return }
        if isStarred { state.target = .skipped }
        switch word {
        case "u":
            try unicode(number ?? 0)
            pending.substitutes = state.substitutes
        case "uc": state.substitutes = min(max(number ?? 1, 0), 16)
        case "ansicpg": if let number { encoding.page = number == 0 ? 1_252 : number }
        case "mac": encoding.page = 10_000
        case "pc": encoding.page = 437
        case "pca": encoding.page = 850
        case "f":
            state.font = number
        case "fcharset":
            if state.target == .fonts, let font = state.font, let page = number.flatMap({ CodePage.page(charset: $0) }), encoding.pages.count < 10_000 {
                encoding.pages[font] = page
            }
        default:
            if try !looks(word, number) { try writes(word) }
        }
    }

    private mutating func unicode(_ number: Int) throws(ForeignError) {
        let value = UInt32(truncatingIfNeeded: number) & 0xffff
        switch value {
        case 0xd800...0xdbff: pending.half = value
        case 0xdc00...0xdfff:
            guard let first = pending.half, let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (value - 0xdc00)) else {
                document.losses.add(.characters)
                return try put("\u{fffd}")
            }
            pending.half = nil
            try put(scalar)
        default:
            pending.half = nil
            // Symbol fonts have theirs among what is private.
            guard let scalar = Unicode.Scalar(value), value >= 0x20 else { return }
            try put(scalar)
        }
    }

    // MARK: - What is written

    mutating func put(_ scalar: Unicode.Scalar) throws(ForeignError) { try put(RTFPiece(scalar, state.style, link: state.link)) }
    mutating func put(_ mark: RTFPiece.Mark) throws(ForeignError) { try put(RTFPiece(mark)) }

    private mutating func put(_ piece: RTFPiece) throws(ForeignError) {
        switch state.target {
        case .skipped, .fonts: return
        case .instruction:
            guard let field = state.field, let scalar = piece.scalar, fields[field].utf8.count < 8_192 else { return }
            return fields[field].unicodeScalars.append(scalar)
        case .label:
            if let scalar = piece.scalar, label.count < 64 { label.append(scalar.value) }
            return
        case .text, .footnote, .comment: break
        }
        if state.isHidden {
            if piece.scalar != nil { document.losses.add(.hidden) }
            return
        }
        count += 1
        guard count <= RTFReader.longest else { throw ForeignError(.tooLarge(most: RTFReader.longest), path) }
        switch state.target {
        case .footnote(let place): document.footnotes[place].append(piece)
        case .comment(let place): document.comments[place].append(piece)
        default: document.text.append(piece)
        }
    }

    /// At the end of a group.
    private mutating func leave(to outer: State) {
        let inner = state
        state = outer
        if inner.target == .label, outer.target != .label {
            let isNumber = label.contains { (0x30...0x39).contains($0) }
            label = []
            // A place among the pieces: what stands before an item stands at the beginning of its paragraph.
            if outer.target == .text { document.text.append(RTFPiece(isNumber ? .number : .bullet)) }
        }
        pending.half = nil
    }
}
