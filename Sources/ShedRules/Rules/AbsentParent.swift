/// A batch of the sidecar builds on one that is not there.
///
/// The other may still be on its way. Until it is here, shed gives no ID to what it could explain, and moves nothing.
///
/// To cure it: wait until the sync has finished, or copy the missing file from another device or a backup into a folder of
/// `.shed/ops`; its name ends with the digits that the finding shows. If it is lost for good, `shed sync --lost` gives it
/// up: this ends the finding and the waiting on every device, and nothing is lost if the batch comes later after all. See
/// [Recovery](../Recovery.md).
public enum AbsentParent: Rule {
    public static let info = RuleInfo(
        "absent-parent", "SID003", .warning,
        summary: "A batch of the sidecar builds on one that is not there.",
        cure: "Let the sync finish, or copy the file from another device or a backup. If it is lost for good: run “shed sync --lost”, which gives it up on all devices.")
}
