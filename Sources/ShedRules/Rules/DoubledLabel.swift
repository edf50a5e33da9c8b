/// The names of tags are unique in their group, and those of variables in the project.
///
/// Two devices that had not heard of each other made the same name: the younger one counts as a second name of the older.
/// Source: seed 004_874d967c4a34cac1.txt, “Unique Constraints”.
///
/// To cure it: nothing has to be done; the next change of labels joins them for good.
public enum DoubledLabel: Rule {
    public static let info = RuleInfo(
        "doubled-label", "TAG003", .note,
        summary: "The names of tags are unique in their group, and those of variables in the project.",
        cure: "Rename one of the two with “shed tag rename” or “shed var rename” if they are to be two.")
}
