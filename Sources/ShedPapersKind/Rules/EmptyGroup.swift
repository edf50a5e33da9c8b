import ShedRules

/// A page group holds one or more pages.
///
/// It is what is left when its pages were moved or deleted, or before any were put in.
/// Source: seed 004_874d967c4a34cac1.txt, PageGroup, rule 1: “Contains one or more Pages”.
///
/// To cure it: `shed page add Docs/Finals/Integration --from Calculus --pages 1-2`, or `shed rm
/// Docs/Finals/Integration`.
public enum EmptyGroup: Rule {
    public static let info = RuleInfo(
        "empty-group", "PAP008", .warning,
        summary: "A page group holds one or more pages.",
        cure: "Put pages into it with “shed page add”, or delete it.")
}
