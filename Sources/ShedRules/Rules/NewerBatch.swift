/// A batch of the sidecar was written by a newer shed.
///
/// What it says is unknown to this version. Until shed is updated, it gives no ID to what the batch could explain, and
/// moves nothing.
///
/// To cure it: update shed on this machine, as it was installed; `shed --version` says what it is now, there and here.
public enum NewerBatch: Rule {
    public static let info = RuleInfo(
        "newer-batch", "SID007", .error,
        summary: "A batch of the sidecar was written by a newer shed.",
        cure: "Update shed.")
}
