import ShedRules

/// A value that is to be unique in a collection stands in one record only.
///
/// Keys that the schema calls `unique` identify a record: an ISBN, a number on a shelf. The record that comes later by
/// its file name is the one that is reported.
///
/// To cure it: `shed record set Books/B.json ISBN=84-206-1310-2`, with the right value; or let values recur: `shed
/// collection schema Books --edit`, and take `unique = true` out.
public enum DoubledValue: Rule {
    public static let info = RuleInfo(
        "doubled-value", "REC004", .error,
        summary: "A value that is to be unique in a collection stands in one record only.",
        cure: "Change the value in one of the two records, or take “unique” out of the schema.")
}
