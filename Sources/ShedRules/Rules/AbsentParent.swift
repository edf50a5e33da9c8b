/// A batch of the sidecar builds on one that is not there.
///
/// The other may still be on its way. Until it is here, shed gives no ID to what it could explain, and moves nothing.
///
/// To cure it: wait until the sync has finished, or copy the missing file from another device or a backup. Batches never
/// change, so one that is gone for good is missed for ever: `shed sync --now` goes on without it, and a suppression with a
/// reason ends the finding on every device. See [Recovery](../Recovery.md).
public enum AbsentParent: Rule {
    public static let info = RuleInfo(
        "absent-parent", "SID003", .warning,
        summary: "A batch of the sidecar builds on one that is not there.",
        cure: "Let the sync finish, or copy the file from another device or a backup. If it is lost for good: run “shed sync --now”, and suppress this finding with a reason in .shed/settings.toml.")
}
