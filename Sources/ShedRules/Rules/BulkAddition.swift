/// More was added than shed will move at once.
///
/// So many disallowed additions at a time (settings.bulk, 100) are more likely a mistake or another program’s work than
/// files to be refused one by one. They are reported and left alone.
public enum BulkAddition: Rule {
    public static let info = RuleInfo(
        "bulk-addition", "PLC012", .warning,
        summary: "More was added than shed will move at once.",
        cure: "Look at them; “shed sync --reject-all” moves them to Rejected.")
}
