import ShedModel

/// A name should not end in a dot or a space.
///
/// Windows takes both off when a program opens or makes such a file, so that it cannot be opened or deleted there, and
/// many sync services refuse it. A space at the end cannot be seen.
///
/// To cure it: `shed check --fix`, or `shed mv 'Collections/Spring ' Collections/Spring`.
public enum TrailingDotOrSpace: NameMending {
    public static let info = RuleInfo(
        "trailing-dot-or-space", "NAM005", .warning,
        summary: "A name should not end in a dot or a space.",
        cure: "Rename it without them; “shed check --fix” does.")

    /// Whether the last byte is a dot or a space. A name of spaces alone is another rule's business.
    public static func isBroken(by bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: ".") else { return false }
        return bytes.contains { $0 != UInt8(ascii: " ") }
    }

    /// The name without the dots and spaces at its end; `nil` where nothing would be left of it.
    public static func mended(_ name: Name) -> Name? {
        guard name.bytes.withUnsafeBufferPointer(isBroken) else { return nil }
        guard let kept = name.bytes.lastIndex(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ".") }) else { return nil }
        return Name(bytes: Array(name.bytes[...kept]))
    }
}
