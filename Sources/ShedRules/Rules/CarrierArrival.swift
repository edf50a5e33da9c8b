/// Something arrived that a sync engine or git may have brought before its metadata.
///
/// It is neither refused nor put back until settings.grace (10 minutes) has passed without a batch that explains it. `shed status`
/// says so too of what still stands where another device has moved something away: it gets an ID when that time has passed.
///
/// To cure it: `shed sync --now` judges it at once; `shed check` always does. `grace` in
/// [settings.toml](../Settings.md) sets how long shed waits.
public enum CarrierArrival: Rule {
    public static let info = RuleInfo(
        "carrier-arrival", "SYN001", .note,
        summary: "Something arrived that a sync engine or git may have brought before its metadata.",
        cure: "Wait for the rest to arrive, or run “shed sync --now” to judge it at once.")
}
