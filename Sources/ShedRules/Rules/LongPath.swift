import ShedModel

/// A path should have at most 259 characters, counted from the project's own folder.
///
/// Many programs on Windows open no path of 260 characters or more (MAX_PATH), the drive and the folders above the
/// project among them; Linux opens none of 4,096 bytes or more in one call (PATH_MAX). Characters are counted as Windows
/// does, in units of UTF-16, with three for the drive. What is first too long is reported, and not what is in it.
/// Source: Microsoft, “Maximum Path Length Limitation”.
///
/// To cure it: shorten the names of the folders above it: `shed mv Collections/A/aaa* Collections/A/Part1`.
public enum LongPath: Rule {
    public static let info = RuleInfo(
        "long-path", "PRT004", .note,
        summary: "A path should have at most 259 characters, counted from the project's own folder.",
        cure: "Shorten the names of the folders above it, or move it further up.")

    /// The longest path that is not complained of, in units of UTF-16: a drive (`C:\`), the project's folder, and the path
    /// in it.
    public static let longest = 259
    /// The drive, in units of UTF-16.
    public static let drive = 3

    /// The length of a name, in units of UTF-16; a byte that is not UTF-8 counts as one.
    public static func length(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        // Bytes that go on with a character count for nothing; the first of four stands for two units.
        bytes.reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : $1 >= 0xf0 ? 2 : 1) }
    }
}
