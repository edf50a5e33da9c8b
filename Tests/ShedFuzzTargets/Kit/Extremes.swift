/// Values at the ends of what numbers and texts can be, and just beyond.
public enum Extremes {
    /// Of 64 bits: the ends, and beyond which times in other units, doubles, and years of four digits do not go.
    static let integers: [Int64] = {
        let ends: [Int64] = [
            0, 1, .max, 1 << 53, 1 << 48, 1 << 47, 1 << 32, 1 << 31, 1 << 16, 86_400_000, 1_700_000_000_000, 253_402_300_799_999,
            62_135_596_800_000, .max / 1_000, .max / 1_000_000, 1_000_000, 255, 65,
        ]
        return Array(Set(ends.flatMap { end in [end, -end, end &+ 1, end &- 1, -end &- 1] } + [.min])).sorted()
    }()

    /// Numbers as texts have them.
    private static let numbers: [String] = integers.map { "\($0)" } + [
        "9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "340282366920938463463374607431768211456",
        "-0", "-0.0", "0.0", "1e308", "-1e308", "1e309", "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072014e-308", "5e-324",
        "1e-400", "0.1", "NaN", "nan", "inf", "-inf", "Infinity", "9007199254740993", "9.223372036854775807e18", "1e19", "007", "+1", "0x7fffffffffffffff", "1_000",
    ]

    /// Texts that break what reads them line by line, character by character, or level by level.
    private static let texts: [String] = [
        "", "\0", "\n", "\r\n", "\r", "\t", " ", "\u{feff}", "\u{85}", "\u{2028}", "\u{202e}", "\u{200b}", "\u{e9}", "e\u{301}", "\u{df}", "\u{130}", "\u{1f600}",
        "\u{10ffff}", "\u{fffd}", "\\", "\"", "'", "`", "\\u0000", "\\ud800", "\\udfff", "\\ud83d\\ude00", "\\u00e9", "/", "..", ".", "../", "~", "-", "--", "#", "%", "$(a)",
        "{}", "[]", "{\"a\":", "null", "true", "false", "\"\"", ",", ":", "=", "[[a]]", "<a>", "</a>", "<!--", "-->", "<![CDATA[", "]]>", "&#x10ffff;", "&amp;", "(", ")", "*", "**", "?", "[!",
        "ffffffffffffffff", "0000000000000000", "ffffffffffffffff-ffffffffffffffff", "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff", "9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "2262-04-11T23:47:16.854Z", "1970-01-01T00:00:00Z",
    ]

    /// Bytes that are no UTF-8, or not all of a character.
    private static let bytes: [[UInt8]] = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0xf0, 0x9f], [0x80], [0xfe, 0xff]]

    /// What deep or long input is made of: each is repeated.
    private static let repeated: [String] = ["[", "{\"a\":", "(", "not ", "a.", "<a>", "*", "**/", "[[", "a", "0", "9", "\"", "\\", "\n", " ", "e\u{301}", "\u{301}", "[a", "{a=", ",", "-"]

    /// All of them as bytes, numbers also as they stand in binary formats.
    public static let words: [[UInt8]] = (numbers + texts).map { Array($0.utf8) } + bytes
        + integers.flatMap { number in [[UInt8](little: number), [UInt8](little: number).reversed(), [UInt8](varint: UInt64(bitPattern: number)), [UInt8](varint: UInt64(bitPattern: number << 1 ^ number >> 63))] }

    /// Depth and length.
    public static let runs: [[UInt8]] = repeated.map { Array($0.utf8) }
}

extension [UInt8] {
    fileprivate init(little number: Int64) { self = Swift.withUnsafeBytes(of: number.littleEndian) { Array($0) } }

    fileprivate init(varint number: UInt64) {
        self = []
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
