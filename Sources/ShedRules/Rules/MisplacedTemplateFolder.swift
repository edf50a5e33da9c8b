import ShedMessages
import ShedModel

/// A template folder stands at the project's root, or in Trash.
///
/// It may be renamed, deleted and made again, but not put into another folder: only a folder that a person made can
/// move into a folder that accepts folders.
///
/// To cure it: `mv Collections/A/Magazines .`
public enum MisplacedTemplateFolder: PlacementRule {
    public static let info = RuleInfo(
        "misplaced-template-folder", "PLC005", .error,
        summary: "A template folder stands at the project's root, or in Trash.",
        cure: "Move it back to the project's root.")

    public static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        guard let role = candidate.role, !folder.isRoot, folder.filling != .anything, !folder.holdsByTemplate(candidate) else { return nil }
        return .misplacedTemplateFolder(role: "\(role)", folder: folder.label)
    }
}
