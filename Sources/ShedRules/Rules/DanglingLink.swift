/// A symbolic link leads nowhere.
///
/// What it points to was moved, renamed or deleted.
///
/// To cure it: `rm Research/old`, or `ln -sfn there.txt Research/old`.
public enum DanglingLink: Rule {
    public static let info = RuleInfo(
        "dangling-link", "PLC007", .warning,
        summary: "A symbolic link leads nowhere.",
        cure: "Remove the link, or set it anew.")
}
