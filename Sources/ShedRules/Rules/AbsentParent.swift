/// A batch of the sidecar builds on one that is not there.
///
/// The other may still be on its way. Until it is here, shed gives no ID to what it could explain, and moves nothing.
///
/// To cure it: wait until the sync has finished. If the missing file is gone for good, `shed sync --now` goes on
/// without it.
public enum AbsentParent: Rule {
    public static let info = RuleInfo(
        "absent-parent", "SID003", .warning,
        summary: "A batch of the sidecar builds on one that is not there.",
        cure: "Let the sync finish; “shed sync --now” goes on without it.")
}
