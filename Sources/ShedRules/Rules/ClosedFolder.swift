import ShedMessages
import ShedModel

/// A folder that accepts nothing is filled by moves, or by shed itself.
///
/// Ready, Set Aside and Published take a known file that is moved there: that is the workflow. Trash takes anything
/// known. All, Novel and Script are views that shed keeps. A new file or folder is refused in all of them.
/// Source: seed 002_84e645baa86dc49e.txt, “Read-only folders (auto-populated)”.
///
/// To cure it: `mv All/New.txt Draft/`, or `mv Rejected/New.txt Draft/` where it was refused; and, when it is ready,
/// `mv Draft/New.txt Ready/`. To let it stand in Ready, Set Aside, Published or Trash as an exception: `shed accept
/// Rejected/New.txt` puts it back there.
public enum ClosedFolder: PlacementRule {
    public static let info = RuleInfo(
        "closed-folder", "PLC003", .error,
        summary: "A folder that accepts nothing is filled by moves, or by shed itself.",
        cure: "Put it into a folder that accepts it and move it from there, or run “shed accept”.")

    public static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        guard folder.accepts == .nothing, !folder.filling.takes(candidate), !folder.holdsByTemplate(candidate) else { return nil }
        return switch folder.filling {
        case .derived: .keptView(folder: folder.label)
        case .moves where candidate.provenance != .new: .takesFilesOnly(folder: folder.label)
        case .moves: .filledByMoves(folder: folder.label)
        case .anything: .takesWhatWasThere(folder: folder.label)
        case .people: .acceptsNothing(folder: folder.label)
        }
    }
}

extension Filling {
    /// Whether a folder that is filled this way takes the candidate, whatever it accepts from people.
    func takes(_ candidate: Candidate) -> Bool {
        guard candidate.provenance != .new else { return false }
        return switch self {
        case .anything: true
        case .moves: !candidate.type.isDirectory
        case .people, .derived: false
        }
    }
}
