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

    /// What a name or a number stands for (`uuml`, `#252`, `#xfc`), in UTF-8.
    /// - Returns: `nil` where that is nothing, or a control character.
    public static func bytes(ofReference name: String) -> [UInt8]? {
        if let bytes = bytes(named: name.utf8) { return bytes }
        guard name.hasPrefix("#"), case let digits = name.dropFirst() else { return nil }
        let isHex = digits.first == "x" || digits.first == "X"
        guard let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits), number >= 0x20, !(0x7f..<0xa0).contains(number),
            let scalar = Unicode.Scalar(number)
        else { return nil }
        return Array(String(Character(scalar)).utf8)
    }

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
