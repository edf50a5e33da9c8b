import ShedMessages
import ShedModel

/// No file lives at a project's root.
///
/// The root holds the template's folders and folders that a person made. A file belongs into one of them.
/// Source: seed 000_2c496ac0bfb2bd17.txt, “Cannot be at project root (must be in a folder)”.
///
/// To cure it: `mv shopping.txt Research/`. Files whose names begin with a dot may stand at the root, and
/// `.shedignore` can name others, such as `README.md`.
public enum FileAtRoot: PlacementRule {
    public static let info = RuleInfo(
        "file-at-root", "PLC001", .error,
        summary: "No file lives at a project's root.",
        cure: "Move it into a folder that accepts files, or run “shed accept” to let it stand.")

    public static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        folder.isRoot && !candidate.type.isDirectory && !folder.accepts.allows(candidate.type)
            ? .fileAtRoot : nil
    }
}
