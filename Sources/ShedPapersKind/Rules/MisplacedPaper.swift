import ShedMessages
import ShedModel
import ShedPapers
import ShedRules

/// Bundles stay among bundles, docs among docs, page groups in docs, and pages in page groups.
///
/// A page may be moved to another page group and a page group to another doc: they keep their history. Anywhere else it
/// would be something else: a page group beside the docs would be a doc of pages, a page in a bundle an attachment.
/// Source: seed 004_874d967c4a34cac1.txt, Page, rule 2: “belongs to exactly one PageGroup”.
///
/// To cure it: move it into a folder of the right sort, here `mv Docs/Calculus Bundles/`. Trash takes all of them.
public enum MisplacedPaper: PlacementRule {
    public static let info = RuleInfo(
        "misplaced-paper", "PAP002", .error,
        summary: "Bundles stay among bundles, docs among docs, page groups in docs, and pages in page groups.",
        cure: "Move it into a folder of the right sort.")

    public static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        guard candidate.provenance == .moved, folder.filling != .anything, let known = candidate.known else { return nil }
        return switch known.type {
        case .bundle where folder.role != .bundles: .notForBundles(folder: folder.label)
        case .doc where folder.role != .docs: .notForDocs(folder: folder.label)
        case .pageGroup where folder.type != .doc: .notADoc(folder: folder.label)
        // What came into a page group is of a page's type before it is made one.
        case .page where folder.type != .pageGroup: known.pageReference == nil ? .notYetAPage(folder: folder.label) : .notAPageGroup(folder: folder.label)
        default: nil
        }
    }
}
