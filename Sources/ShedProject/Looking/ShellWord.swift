import ShedModel

/// A path as a word of a command that a person can paste into a shell.
public enum ShellWord {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_".utf8)

    /// Quoted only where the shell would take it for something else. Bytes that cannot be shown become escapes of
    /// `$'…'`, which bash, zsh and POSIX 2024 know.
    public static func quote(_ bytes: [UInt8]) -> String {
        if !bytes.isEmpty, bytes.allSatisfy(plain.contains) { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: EscapedText.isUnsafe) {
            return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
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

    package static func quote(_ text: String) -> String { quote(Array(text.utf8)) }
}
