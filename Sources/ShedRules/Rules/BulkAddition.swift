/// More was added than shed will move at once.
///
/// So many disallowed additions at a time (settings.bulk, 100) are more likely a mistake or another program’s work than
/// files to be refused one by one. They are reported and left alone.
///
/// To cure it: look at them with `shed status`. If they are to go to Rejected: `shed sync --reject-all`. Else move them
/// where they are accepted: `mv IMG_* Research/`. `shed sync` and `shed status` report this rule; `shed check` lists
/// each of the items by the rule that it breaks. `bulk` in [settings.toml](../Settings.md) sets the number.
public enum BulkAddition: Rule {
    public static let info = RuleInfo(
        "bulk-addition", "PLC012", .warning,
        summary: "More was added than shed will move at once.",
        cure: "Look at them; “shed sync --reject-all” moves them to Rejected.")
}
