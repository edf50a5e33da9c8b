import ShedModel

/// A name should hold no control characters and none that steer the direction of text.
///
/// A newline in a name breaks scripts; a bidirectional control can make `gpj.exe` look like `exe.jpg`. Line and paragraph
/// separators and byte order marks count too. The finding says which it is.
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

    /// Whether the name holds a control character in the strict sense (Unicode's category Cc), or a line or paragraph separator.
    /// What steers the direction of text may be wanted.
    public static func isControlled(_ name: Name) -> Bool {
        guard let text = name.text else { return name.bytes.contains { $0 < 0x20 || $0 == 0x7f } }
        return text.unicodeScalars.contains { $0.properties.generalCategory == .control || $0.value == 0x2028 || $0.value == 0x2029 }
    }

    /// What is wrong with a name that holds such a character: which it is.
    static func complaint(about name: Name) -> String {
        guard let scalar = name.text?.unicodeScalars.first(where: EscapedText.isUnsafe) else { return "The name holds a control character." }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return switch scalar.value {
        case 0x2028: "The name holds a line separator (\(code))."
        case 0x2029: "The name holds a paragraph separator (\(code))."
        case 0xfeff: "The name holds a byte order mark (\(code)), which nobody sees."
        case 0x200e, 0x200f, 0x061c, 0x202a...0x202e, 0x2066...0x2069:
            "The name holds \(code), which steers the direction of text: it may not be what it looks like."
        default: "The name holds a control character."
        }
    }
}
