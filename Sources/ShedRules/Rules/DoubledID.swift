/// Two IDs claim one path.
///
/// Two devices can give an ID to the same file before they hear of each other. Where nothing speaks against it the younger
/// becomes a second name of the older. Where the two differ in type, role or content, one of them is missing.
///
/// To cure it: `shed sync`. If the finding stays, `shed status --all` lists the ID that is missing; say which file it
/// is: `shed relink Collections/Rain ID`.
public enum DoubledID: Rule {
    public static let info = RuleInfo(
        "doubled-id", "IDN001", .warning,
        summary: "Two IDs claim one path.",
        cure: "Run “shed sync”; if it stays, say which file is meant with “shed relink”.")
}
