/// How often a term stands in a text, as the index keeps it: in one of 36 classes, which are a quarter apart where it stands there often.
///
/// FTS5 is given a term with its class behind it (`wind.1`: three or four times), so that it need keep neither places nor counts (`detail=none`) and
/// each term of a text is still one entry. No term holds a full stop, nor begins with one: what does counts the terms that begin with a
/// letter (`.w.5`).
enum TermFrequency {
    static let mark = UInt8(ascii: ".")

    /// With how many times each class begins. To tell once from twice would take FTS5 half as much time again, since most terms of a text
    /// stand there as seldom; what is frequent is told apart at no cost.
    private static let lowest = [
        1, 3, 5, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224,
        256, 320, 384, 448, 512, 640, 768, 896, 1_024, 1_536, 2_048, 3_072, 4_096,
    ]
    private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
    /// The digits of the counts below 16, which most are.
    private static let few: [UInt8] = (0..<16).map { digit(bySearching: UInt32($0)) }

    /// More than any text has that is indexed.
    static let unbounded: UInt32 = 1 << 30

    /// The class of a count that is not 0.
    @inline(__always)
    static func digit(of count: UInt32) -> UInt8 { count < 16 ? few[Int(count)] : digit(bySearching: count) }

    private static func digit(bySearching count: UInt32) -> UInt8 { digits[(lowest.lastIndex { $0 <= Int(count) }) ?? 0] }

    /// By digit.
    private static let most: [UInt32] = (0...255).map { byte in
        guard let position = digits.firstIndex(of: UInt8(byte)), position + 1 < lowest.count else { return unbounded }
        return UInt32(lowest[position + 1] - 1)
    }

    /// The most often that a term of a class stands in a text.
    static func most(ofDigit digit: UInt8) -> UInt32 { most[Int(digit)] }

    /// The first and the last class.
    static let ends = (first: digits[0], last: digits[digits.count - 1])
}
