/// The characters that HTML, and with it Markdown, calls by names: `&uuml;`.
public enum HTMLCharacters {
    /// The longest name of HTML, in bytes: more need not be looked at.
    public static let longestName = 31

    /// What a name stands for: one or two scalars in UTF-8, none of them a control character.
    /// - Parameter name: without `&` and `;`; its case counts.
    /// - Returns: `nil` for what HTML does not know.
    public static func bytes(named name: some Collection<UInt8>) -> [UInt8]? {
        name.count <= longestName ? characters[Array(name)] : nil
    }

    /// What a name or a number stands for (`uuml`, `#252`, `#xfc`), in UTF-8: all that read HTML or Markdown here take it for the same.
    ///
    /// A number from 0x80 to 0x9f is the character that windows-1252 has there, as section 13.2.5.80 of the HTML Standard has it.
    /// - Parameter name: what stands between `&` and `;`.
    /// - Returns: `nil` where that is nothing, or a control character that is no white space.
    public static func bytes(ofReference name: some Collection<UInt8>) -> [UInt8]? {
        guard name.first == UInt8(ascii: "#") else { return bytes(named: name) }
        return scalar(numbered: name.dropFirst()).flatMap { UTF8.encode($0) }.map { Array($0) }
    }

    /// The same of a name that is text.
    public static func bytes(ofReference name: String) -> [UInt8]? { bytes(ofReference: name.utf8) }

    private static func scalar(numbered text: some Collection<UInt8>) -> Unicode.Scalar? {
        let isHex = text.first == UInt8(ascii: "x") || text.first == UInt8(ascii: "X")
        let base: UInt32 = isHex ? 16 : 10
        var number: UInt32 = 0
        // Without digits it stays 0, which is a control character.
        for digit in text.dropFirst(isHex ? 1 : 0) {
            guard let value = Hexadecimal.value(of: digit), value < base else { return nil }
            number = min(number * base + UInt32(value), beyond)
        }
        if (0x80..<0xa0).contains(number) { number = windows[Int(number - 0x80)] }
        guard number >= 0x20 && number != 0x7f || [0x09, 0x0a, 0x0d].contains(number) else { return nil }
        return Unicode.Scalar(number)
    }

    /// More than any character has.
    private static let beyond: UInt32 = 0x11_0000

    /// The characters of windows-1252 from 0x80 to 0x9f; 0 where it has none.
    private static let windows: [UInt32] = [
        0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
        0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
    ]

    private static let characters: [[UInt8]: [UInt8]] = {
        var characters: [[UInt8]: [UInt8]] = [:]
        for entry in table.utf8.split(separator: UInt8(ascii: " ")) {
            let parts = entry.split(separator: UInt8(ascii: "="))
            guard parts.count == 2 else { continue }
            characters[Array(parts[0])] = parts[1].split(separator: UInt8(ascii: "+")).flatMap { digits in
                let number = digits.reduce(UInt32(0)) { $0 << 4 | UInt32(Hexadecimal.value(of: $1) ?? 0) }
                return Unicode.Scalar(number).map { Array(UTF8.encode($0) ?? UTF8.encodedReplacementCharacter) } ?? []
            }
        }
        return characters
    }()
}
