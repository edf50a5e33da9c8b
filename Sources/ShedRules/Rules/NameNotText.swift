import ShedModel

/// A name should be UTF-8.
///
/// Linux takes any bytes as a name; most other systems, sync services and web pages do not. shed shows such a name
/// with its bytes escaped, and keeps it as it is.
///
/// To cure it: one file: `mv Draft/caf?.txt Draft/café.txt`. Many: `sudo apt install convmv`, then `convmv -f latin1 -t
/// utf8 -r --notest Draft`, with the name of the old encoding behind `-f`.
public enum NameNotText: Rule {
    public static let info = RuleInfo(
        "name-not-utf8", "NAM003", .warning,
        summary: "A name should be UTF-8.",
        cure: "Rename it; “convmv” can convert names from older encodings.")
}
