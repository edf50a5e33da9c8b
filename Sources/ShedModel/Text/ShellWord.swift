/// A text or a path as one word of sh(1).
public enum ShellWord {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_".utf8)

    /// For a person who pastes it into a shell: quoted only where the shell would take it for something else. Bytes that
    /// cannot be shown become escapes of `$'…'`, which bash, zsh and POSIX 2024 know.
    public static func quote(_ bytes: [UInt8]) -> String {
        if !bytes.isEmpty, bytes.allSatisfy(plain.contains) { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self), EscapedText.escape(bytes) == text {
            return literal(text)
        }
        var text = "$'"
        for byte in bytes {
            if plain.contains(byte) || byte == UInt8(ascii: " ") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                // Three octal digits: a hexadecimal escape may go on for as long as digits follow.
                let octal = String(byte, radix: 8)
                text += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
            }
        }
        return text + "'"
    }

    public static func quote(_ text: String) -> String { quote(Array(text.utf8)) }

    /// A path as an argument: one that begins with a dash would be taken for an option.
    public static func path(_ path: RelativePath) -> String {
        quote(path.bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + path.bytes : path.bytes)
    }

    /// For a script: always in quotes, and just these characters to every shell, whatever they are.
    public static func literal(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
