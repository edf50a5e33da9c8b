import ShedMessages
import ShedModel
import ShedRules

/// A collection holds records, and no folders.
///
/// What lies in a folder in a collection is no record: it is in no search and in no export. Each folder at the root is a
/// collection of its own. Source: seed 003_6ce19f29fb5db44f.txt, “Collection”: `keyValueData: [KeyValueData]`.
///
/// To cure it: `mv Books/Essays .`, which makes it a collection beside the other, or `mv Books/Essays/*.json Books/`.
public enum NestedCollection: PlacementRule {
    public static let info = RuleInfo(
        "nested-collection", "REC007", .error,
        summary: "A collection holds records, and no folders.",
        cure: "Move the folder to the root, beside the collection.")

    public static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        folder.type == .collection && candidate.type.isDirectory ? .folderInCollection(folder: folder.label) : nil
    }
}
