/// A batch of the sidecar is damaged or has not fully arrived.
///
/// Its checksum does not match. It is left alone. Until it is whole, shed gives no ID to what it could explain, and moves
/// nothing.
///
/// To cure it: copy the file from a backup or from another device. Where there is none, `shed sync --now` goes on
/// without it, and the file may be moved away. See [Recovery](../Recovery.md).
public enum TornBatch: Rule {
    public static let info = RuleInfo(
        "torn-batch", "SID001", .error,
        summary: "A batch of the sidecar is damaged or has not fully arrived.",
        cure: "Let the sync finish, or restore the file from another copy; “shed sync --now” goes on without it.")
}
