/// The colour of a tag: eight bits each of red, green and blue (sRGB).
public struct Colour: Hashable, Sendable, CustomStringConvertible {
    /// Red in bits 16 to 23, green in 8 to 15, blue in 0 to 7.
    public let rawValue: UInt32

    private init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// Reads `#` and six hexadecimal digits, of either case.
    public init?(hexadecimal text: String) {
        guard text.utf8.count == 7, text.hasPrefix("#"), let value = Hexadecimal.read(Array(text.utf8.dropFirst())) else { return nil }
        self.init(UInt32(truncatingIfNeeded: value))
    }

    /// Reads what a person writes: a name of ``names``, case aside, or hexadecimal digits with or without `#`; three digits
    /// are doubled, as in CSS.
    public init?(_ text: String) {
        let text = text.lowercased()
        if let named = Colour.named.first(where: { $0.name == text }) {
            self.init(named.value)
            return
        }
        var digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
        if digits.utf8.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
        self.init(hexadecimal: "#" + digits)
    }

    private static let named: [(name: String, value: UInt32)] = [
        ("red", 0xff3b30), ("orange", 0xff9500), ("yellow", 0xffcc00), ("green", 0x34c759), ("mint", 0x00c7be), ("teal", 0x30b0c7),
        ("cyan", 0x32ade6), ("blue", 0x007aff), ("indigo", 0x5856d6), ("purple", 0xaf52de), ("pink", 0xff2d55), ("brown", 0xa2845e),
        ("grey", 0x8e8e93), ("gray", 0x8e8e93), ("black", 0x000000), ("white", 0xffffff),
    ]

    /// The names that ``init(_:)`` takes. They stand for the system colours of iOS in the light appearance.
    public static let names = named.map(\.name)

    /// `#` and six hexadecimal digits in lower case.
    public var description: String {
        var bytes = [UInt8(ascii: "#")]
        Hexadecimal.append(UInt64(rawValue), digits: 6, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
