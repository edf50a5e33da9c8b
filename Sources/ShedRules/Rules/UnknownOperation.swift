/// The sidecar holds operations that this version does not know.
///
/// They were written by a newer shed. They are kept.
///
/// To cure it: update shed on this machine, as it was installed; `shed --version` says what it is now, there and here.
public enum UnknownOperation: Rule {
    public static let info = RuleInfo(
        "unknown-operation", "SID004", .warning,
        summary: "The sidecar holds operations that this version does not know.",
        cure: "Update shed.")
}
