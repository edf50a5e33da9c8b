/// A batch of the sidecar is damaged or has not fully arrived.
///
/// Its checksum does not match. It is left alone. Until it is whole, shed gives no ID to what it could explain, and moves
/// nothing.
///
/// To cure it: copy the file from a backup or from another device; its name is its checksum, so any whole file of that
/// name is the right one. Where git has it whole in a commit of this repository, the finding names the commit and the
/// command that brings it back. Where there is none: `shed sync --lost` gives the batch up on every device, which it refuses
/// where git has it; then move the file that the finding names out of `.shed`. See [Recovery](../Recovery.md).
public enum TornBatch: Rule {
    public static let info = RuleInfo(
        "torn-batch", "SID001", .error,
        summary: "A batch of the sidecar is damaged or has not fully arrived.",
        cure: "Let the sync finish, or copy the file from another device or a backup, or out of git, where that has it (“shed doctor” tells). If it is lost for good: run “shed sync --lost”, then move the file out of .shed.")
}
