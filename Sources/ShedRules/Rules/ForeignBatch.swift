/// A file in the sidecar is not of this project.
///
/// It is ignored and left alone.
///
/// To cure it: look whose it is: the finding names the ID of its project, and `shed projects --json` shows those of
/// yours. Then remove it, `rm .shed/ops/…`, with the path that the finding names.
public enum ForeignBatch: Rule {
    public static let info = RuleInfo(
        "foreign-batch", "SID002", .warning,
        summary: "A file in the sidecar is not of this project.",
        cure: "Remove it if you know that it does not belong there.")
}
