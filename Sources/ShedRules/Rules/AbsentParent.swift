/// A batch of the sidecar builds on one that is not there.
///
/// The other may still be on its way. Until it is here, shed gives no ID to what it could explain, and moves nothing.
///
/// To cure it: wait until the sync has finished, or copy the missing file from another device or a backup into a folder of
/// `.shed/ops`; its name ends with the digits that the finding shows. Where git has it in a commit of this repository, as
/// after a change of branches, the finding names the commit and the command that brings it back. If it is lost for good,
/// `shed sync --lost` gives it up: this ends the finding and the waiting on every device, and nothing is lost if the batch
/// comes later after all. What git has is not lost, so that is refused there, unless it is `shed sync --lost --now`. See
/// [Recovery](../Recovery.md).
public enum AbsentParent: Rule {
    public static let info = RuleInfo(
        "absent-parent", "SID003", .warning,
        summary: "A batch of the sidecar builds on one that is not there.",
        cure: "Let the sync finish, or copy the file from another device or a backup, or out of git, where that has it (“shed doctor” tells). If it is lost for good: run “shed sync --lost”, which gives it up on all devices, and refuses where git has it, unless “--now” is given too.")
}
