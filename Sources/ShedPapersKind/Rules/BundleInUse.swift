import ShedRules

/// What pages are made from stays.
///
/// A bundle that a page, or an older version of one, was made from is not deleted, and its display variant is replaced only by one that has all those pages. What is done to it all the same in a file manager is undone from the protected copy, and what stood in its place goes to Rejected.
/// Source: seed 004_874d967c4a34cac1.txt, PDFBundle, rule 7: “Cannot be deleted if referenced by any Page”.
///
/// To cure it: `shed sync` puts it back. To be rid of it, delete the pages that use it first: `shed bundle show
/// Calculus` lists them, `shed page delete Finals/Integration/1` deletes one.
public enum BundleInUse: Rule {
    public static let info = RuleInfo(
        "bundle-in-use", "PAP009", .error,
        summary: "What pages are made from stays.",
        cure: "Delete the pages that use it first (“shed bundle show” lists them), or let it stay.")
}
