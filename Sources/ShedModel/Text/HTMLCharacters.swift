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
