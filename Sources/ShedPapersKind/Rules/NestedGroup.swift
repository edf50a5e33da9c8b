import ShedMessages
import ShedModel
import ShedRules

/// A page group holds pages, and no page groups.
///
/// The pages of a doc stand in the order of its page groups, and in that of the pages in each: one inside another would have no place in it.
/// Source: seed 004_874d967c4a34cac1.txt, PageGroup, rule 2: “Cannot contain nested PageGroups”.
///
/// To cure it: `mv 'Docs/Finals/Integration/Hard' Docs/Finals/`.
public enum NestedGroup: PlacementRule {
    public static let info = RuleInfo(
        "nested-group", "PAP003", .error,
        summary: "A page group holds pages, and no page groups.",
        cure: "Move the folder into the doc, beside the page group.")

    public static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        folder.type == .pageGroup && candidate.type.isDirectory ? .groupInGroup(folder: folder.label) : nil
    }
}
