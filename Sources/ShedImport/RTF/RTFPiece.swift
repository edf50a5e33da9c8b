/// One character of a text with how it looks, or a mark between characters.
struct RTFPiece: Hashable, Sendable {
    struct Style: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let bold = Style(rawValue: 1)
        static let italic = Style(rawValue: 2)
        static let struck = Style(rawValue: 4)
        /// Italics that the source marks as Markdown may.
        static let underscored = Style(rawValue: 8)
    }

    /// A character below 110000 (hexadecimal); above it a mark and, in its lower bits, a number.
    private var value: UInt32
    var style: Style
    /// Where it leads, by its number among the links; 0: nowhere.
    var link: UInt32

    init(_ scalar: Unicode.Scalar, _ style: Style = [], link: UInt32 = 0) {
        (value, self.style, self.link) = (scalar.value, style, link)
    }

    init(_ mark: Mark, _ style: Style = [], link: UInt32 = 0) {
        (value, self.style, self.link) = (mark.value, style, link)
    }

    /// The character; `nil` of a mark.
    var scalar: Unicode.Scalar? { value < 0x11_0000 ? Unicode.Scalar(value) : nil }

    var mark: Mark? { Mark(value) }

    enum Mark: Hashable, Sendable {
        /// The end of a paragraph.
        case paragraph
        /// A new line within one.
        case line
        /// Where a note belongs, by its place among the notes.
        case footnote(Int)
        case comment(Int)
        /// What stands before an item of a list.
        case bullet
        case number
        /// The paragraph is a heading of a level.
        case heading(Int)

        fileprivate init?(_ value: UInt32) {
            let number = Int(value & 0xff_ffff)
            switch value >> 24 {
            case 1: self = .paragraph
            case 2: self = .line
            case 3: self = .footnote(number)
            case 4: self = .comment(number)
            case 5: self = .bullet
            case 6: self = .number
            case 7: self = .heading(number)
            default: return nil
            }
        }

        fileprivate var value: UInt32 {
            switch self {
            case .paragraph: 1 << 24
            case .line: 2 << 24
            case .footnote(let number): 3 << 24 | UInt32(number & 0xff_ffff)
            case .comment(let number): 4 << 24 | UInt32(number & 0xff_ffff)
            case .bullet: 5 << 24
            case .number: 6 << 24
            case .heading(let level): 7 << 24 | UInt32(level & 0xff_ffff)
            }
        }
    }
}

/// What an RTF text says, without how it looks on a page.
struct RTFDocument: Sendable {
    var text: [RTFPiece] = []
    var footnotes: [[RTFPiece]] = []
    var comments: [[RTFPiece]] = []
    /// Where links lead, from number 1 on.
    var links: [String] = []
    var losses = ForeignLosses()
}
