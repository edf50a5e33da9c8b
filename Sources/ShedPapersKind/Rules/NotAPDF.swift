import ShedMessages
import ShedModel
import ShedRules

/// Bundles, page groups and the folder of bundles take PDFs only, and only PDFs that can be read.
///
/// A PDF that is put into `Bundles` becomes a bundle, one that is put into a page group becomes a bundle and pages. For
/// that all of it must be readable: without a password, not cut off, at least one page and at most 5,000, at most 1 GiB. One
/// that is encrypted without a password to type, has a wrong list of objects or zeros behind its end is taken as it is.
/// shed never changes such a file: one that is added and is none is refused.
/// Source: seed 004_874d967c4a34cac1.txt, “Import Process”.
///
/// To cure it: move what is no PDF elsewhere: `mv Bundles/Calculus/notes.txt ~/`, or convert it. Take the password off
/// an encrypted PDF, `qpdf --decrypt --password=SECRET IN.pdf OUT.pdf`; write a damaged one anew, `qpdf IN.pdf
/// OUT.pdf`; and put the result there.
public enum NotAPDF: PlacementRule {
    public static let info = RuleInfo(
        "not-a-pdf", "PAP001", .error,
        summary: "Bundles and page groups take PDFs only, and only PDFs that can be read.",
        cure: "Convert or mend it first (the message says what is wrong), or put it into another place.")

    public static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        guard folder.takesPDFs, !candidate.type.isDirectory, !candidate.name.hasSuffix(".pdf") else { return nil }
        return .takesPDFsOnly(folder: folder.label)
    }
}
