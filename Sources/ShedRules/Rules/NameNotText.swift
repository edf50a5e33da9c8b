import ShedModel

/// A name should be UTF-8.
///
/// Linux takes any bytes as a name; most other systems, sync services and web pages do not. shed shows such a name
/// with its bytes escaped, and keeps it as it is.
///
/// To cure it: `convmv -f latin1 -t utf8 -r --notest Draft` (convmv is a package of most distributions).
public enum NameNotText: Rule {
    public static let info = RuleInfo(
        "name-not-utf8", "NAM003", .warning,
        summary: "A name should be UTF-8.",
        cure: "Rename it; “convmv” can convert names from older encodings.")
}
