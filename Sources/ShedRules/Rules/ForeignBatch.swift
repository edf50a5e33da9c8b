/// A file in the sidecar is not of this project.
///
/// It is ignored and left alone.
///
/// To cure it: remove the file that the finding names.
public enum ForeignBatch: Rule {
    public static let info = RuleInfo(
        "foreign-batch", "SID002", .warning,
        summary: "A file in the sidecar is not of this project.",
        cure: "Remove it if you know that it does not belong there.")
}
