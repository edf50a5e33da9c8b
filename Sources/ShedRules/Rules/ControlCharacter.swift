import ShedModel

/// A name should hold no control characters and none that steer the direction of text.
///
/// A newline in a name breaks scripts; a bidirectional control can make `gpj.exe` look like `exe.jpg`.
///
/// To cure it: `mv Draft/two*lines.txt 'Draft/two lines.txt'`
public enum ControlCharacter: Rule {
    public static let info = RuleInfo(
        "control-character", "NAM004", .warning,
        summary: "A name should hold no control characters and none that steer the direction of text.",
        cure: "Rename it without them.")

    /// Whether the name holds such a character. Bytes that are not UTF-8 are another rule's business.
    public static func isBroken(by bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var isASCII = true
        for byte in bytes {
            if byte < 0x20 || byte == 0x7f { return true }
            if byte >= 0x80 { isASCII = false }
        }
        guard !isASCII, let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.contains(where: EscapedText.isUnsafe)
    }
}
