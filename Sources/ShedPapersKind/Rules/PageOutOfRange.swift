import ShedRules

/// A page shows a page that its bundle has.
///
/// It can come about when another device, or a program while no daemon ran, put a shorter PDF in place.
/// Source: seed 004_874d967c4a34cac1.txt, Page: “exactly one page within one PDFBundle”.
///
/// To cure it: `shed page repoint Finals/Integration/1 --page 3`; or put back the longer PDF, `cp
/// BACKUP/Bundles/Calculus/display.pdf Bundles/Calculus/`.
public enum PageOutOfRange: Rule {
    public static let info = RuleInfo(
        "page-out-of-range", "PAP006", .error,
        summary: "A page shows a page that its bundle has.",
        cure: "Point the page at another page with “shed page repoint”, or put back the longer PDF.")
}
