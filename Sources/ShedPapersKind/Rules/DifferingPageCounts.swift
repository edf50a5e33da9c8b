import ShedRules

/// The variants of a bundle have the same pages, or a page mapping says which belong together.
///
/// Page n of one variant belongs to page n of the others unless the bundle's mapping says otherwise. Extra pages are ignored.
/// Source: seed 004_874d967c4a34cac1.txt, PDFBundle, rule 5.
///
/// To cure it: say which pages belong together: `shed bundle map Calculus --original -,1,2`, where the first page of
/// display.pdf has none in original.pdf. Or put a PDF with the same pages there: `cp scan.pdf
/// Bundles/Calculus/original.pdf`.
public enum DifferingPageCounts: Rule {
    public static let info = RuleInfo(
        "page-counts-differ", "PAP005", .warning,
        summary: "The variants of a bundle have the same pages, or a page mapping says which belong together.",
        cure: "Give the bundle a page mapping with “shed bundle map”, or put a variant with the same pages there.")
}
