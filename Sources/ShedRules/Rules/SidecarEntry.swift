/// Something in .shed is not what it should be.
///
/// A link, a folder or a special file stands where the sidecar keeps a file: it is not followed. Or a file stands in .shed,
/// or among the schemas, that shed does not read, such as a copy that a sync engine made of the settings. Or a change of
/// several files was left in the middle in .shed/staging: where this machine did not begin it, or its journal was altered,
/// nothing of it is done.
///
/// To cure it: look into it, and move it out of .shed: `mv .shed/ops/stray ~/`, with the path that the finding names.
public enum SidecarEntry: Rule {
    public static let info = RuleInfo(
        "sidecar-entry", "SID006", .warning,
        summary: "Something in .shed is not what it should be.",
        cure: "Remove it, or restore the sidecar from another copy.")
}
