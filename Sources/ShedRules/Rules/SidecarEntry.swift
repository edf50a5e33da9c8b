/// Something in .shed is not what it should be.
///
/// A link, a folder or a special file stands where the sidecar keeps a file. It is not followed.
///
/// To cure it: remove the link or the folder that the finding names.
public enum SidecarEntry: Rule {
    public static let info = RuleInfo(
        "sidecar-entry", "SID006", .warning,
        summary: "Something in .shed is not what it should be.",
        cure: "Remove it, or restore the sidecar from another copy.")
}
