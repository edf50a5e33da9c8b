import ShedModel

/// A name should not begin with a space.
///
/// It sorts before everything else and looks like the name without the space; the file managers of Windows and some
/// sync services take it off.
///
/// To cure it: `shed mv 'Draft/ Rain.txt' Draft/Rain.txt`.
public enum LeadingSpace: Rule {
    public static let info = RuleInfo(
        "leading-space", "NAM006", .note,
        summary: "A name should not begin with a space.",
        cure: "Rename it without the space.")

    /// Whether the first byte is a space and something else follows.
    public static func isBroken(by bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: " ") && bytes.contains { $0 != UInt8(ascii: " ") }
    }
}
