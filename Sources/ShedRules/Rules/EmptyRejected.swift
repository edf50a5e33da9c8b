/// The folder for what was refused is empty.
///
/// shed makes it when something is refused, and takes it away when “shed sync” or the daemon finds it empty. Until then
/// it is in the way, and nothing else.
///
/// To cure it: `shed sync`, `shed check --fix`, or `rmdir Rejected`.
public enum EmptyRejected: Rule {
    public static let info = RuleInfo(
        "empty-rejected", "PLC014", .note,
        summary: "The folder for what was refused is empty.",
        cure: "Remove it; “shed check --fix” or “shed sync” does.")
}
