import ShedRules

/// A page shows a page of a bundle that is there.
///
/// The bundle was deleted on another device, or its folder did not come along with the page.
/// Source: seed 004_874d967c4a34cac1.txt, PDFBundle, rule 7: “Cannot be deleted if referenced by any Page”.
///
/// To cure it: put the bundle's folder back from a backup: `cp -a BACKUP/Bundles/Calculus Bundles/`. Or point the page
/// at another one: `shed page repoint Finals/Integration/1 --bundle 'Calculus 2023'`. Or delete the page: `shed page
/// delete Finals/Integration/1`.
public enum DanglingBundle: Rule {
    public static let info = RuleInfo(
        "dangling-bundle", "PAP007", .error,
        summary: "A page shows a page of a bundle that is there.",
        cure: "Bring the bundle back, point the page at another one with “shed page repoint”, or delete the page.")
}
