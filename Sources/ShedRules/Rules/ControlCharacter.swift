import ShedModel

/// A name should hold no control characters and none that steer the direction of text.
///
/// A newline in a name breaks scripts; a bidirectional control can make `gpj.exe` look like `exe.jpg`. Line and paragraph
/// separators and byte order marks count too. The finding says which it is, and how shed shows it: as `\n`, `\t`, `\r`,
/// or by its number, as `\u{202e}`. What shed prints for people never holds the character itself; JSON has the exact
/// name.
///
/// To cure it: rename it without the character. The shell completes the name from its first letters and the Tab key; a
/// pattern in the character's place does it too: `mv Draft/two*lines.txt 'Draft/two lines.txt'`
public enum ControlCharacter: Rule {
    public static let info = RuleInfo(
        "control-character", "NAM004", .warning,
        summary: "A name should hold no control characters and none that steer the direction of text.",
        cure: "Rename it without the character; in a shell “*” stands for it.")

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
        return text.unicodeScalars.contains(where: isControlled)
    }

    /// The name with a space in place of each character of those that ``isControlled(_:)`` looks for.
    public static func spaced(_ name: Name) -> Name {
        guard isControlled(name) else { return name }
        guard let text = name.text else { return Name(bytes: name.bytes.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }) }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isControlled(scalar) ? " " : scalar) }
        return Name(String(scalars))
    }

    private static func isControlled(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    /// What is wrong with a name that holds such a character: which it is, what it does, and how it is shown.
    static func complaint(about name: Name) -> String {
        guard let scalar = name.text?.unicodeScalars.first(where: EscapedText.isUnsafe) else { return "The name holds a control character." }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let shown = "it is shown as “\(EscapedText.escape(Array(String(scalar).utf8)))”"
        // Controls have no name in Unicode.
        guard let title = scalar.properties.name else {
            let title = controls[scalar.value].map { " \($0)" } ?? ""
            return "The name holds a control character, \(code)\(title); \(shown)."
        }
        return "The name holds \(code) \(title), \(effect(of: scalar)); \(shown)."
    }

    /// What the characters do that have a name. Source: Unicode Standard Annex 9, section 2.
    private static func effect(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x200e, 0x200f, 0x061c: "which nobody sees and which steers the direction of the text beside it"
        case 0x202a, 0x202b: "which sets the direction of the text after it"
        case 0x202c, 0x2069: "which nobody sees and which ends what steers the direction of text"
        case 0x202d: "which forces the text after it to run from left to right"
        case 0x202e: "which turns the text after it around"
        case 0x2066...0x2068: "which sets the text after it apart, with a direction of its own"
        case 0xfeff: "a byte order mark, which nobody sees"
        default: "which breaks lines"
        }
    }

    /// The names that people know some controls by.
    private static let controls: [UInt32: String] = [
        0x07: "BELL", 0x08: "BACKSPACE", 0x09: "TAB", 0x0a: "LINE FEED", 0x0b: "VERTICAL TAB", 0x0c: "FORM FEED",
        0x0d: "CARRIAGE RETURN", 0x1b: "ESCAPE", 0x7f: "DELETE", 0x85: "NEXT LINE",
    ]
}
