import ShedModel

/// A name should leave room for what programs put around it: at most 240 bytes.
///
/// A name can have 255 bytes on Linux. Programs that save safely write beside the file first, under its name with
/// something added: vim `.NAME.swp`, rsync `.NAME.XXXXXX`, Syncthing `.syncthing.NAME.tmp`, which is 15 bytes more. With
/// a longer name they fail. In UTF-8 an accented letter has two bytes, a Japanese character three, an emoji four.
///
/// To cure it: `shed mv Draft/aaa*.txt 'Draft/The first line.txt'`, and keep the whole title in the text. A pattern
/// saves typing the old name.
public enum LongName: Rule {
    public static let info = RuleInfo(
        "long-name", "NAM008", .warning,
        summary: "A name should leave room for what programs put around it: at most 240 bytes.",
        cure: "Give it a shorter name.")

    /// The longest name that is not complained of, in bytes.
    public static let longest = 240
}
