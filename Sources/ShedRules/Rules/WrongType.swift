import ShedMessages
import ShedModel

/// A folder takes only what it accepts: files, folders, or both.
///
/// What a folder accepts is in its template, stored in the sidecar, and changed with `shed allow`. A folder that a
/// person made accepts files only. Source: seed 002_84e645baa86dc49e.txt, Goal 6, “selective nesting capabilities”.
///
/// To cure it: `mv Draft/Love Collections/`, or `shed allow Draft both`. What was refused is in Rejected: `mv
/// Rejected/Love Collections/`.
public enum WrongType: PlacementRule {
    public static let info = RuleInfo(
        "wrong-type", "PLC002", .error,
        summary: "A folder takes only what it accepts.",
        cure: "Move it where it is accepted, or change what the folder accepts with “shed allow”.")

    public static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        guard folder.accepts != .nothing, !folder.accepts.allows(candidate.type) else { return nil }
        guard !(folder.isRoot && !candidate.type.isDirectory) else { return nil }
        guard folder.filling.takes(candidate) == false, !folder.converts(candidate), !folder.holdsByTemplate(candidate) else { return nil }
        return .wrongType(isFolder: candidate.type.isDirectory, folder: folder.label)
    }
}
