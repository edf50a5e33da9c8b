import ShedRules

/// A bundle has a display variant.
///
/// The display variant is what pages are made from and counted by; without it the bundle shows nothing. A bundle with an OCR
/// variant and no page is there for its text, and needs none.
/// Source: seed 004_874d967c4a34cac1.txt, PDFBundle: “DisplayPDF: Final content for display (core, recommended)”.
///
/// To cure it: `cp scan.pdf Bundles/Calculus/display.pdf`. Where the original is what should be shown: `cp
/// Bundles/Calculus/original.pdf Bundles/Calculus/display.pdf`. Or delete the bundle: `shed rm Bundles/Calculus`.
public enum MissingDisplay: Rule {
    public static let info = RuleInfo(
        "missing-display", "PAP004", .error,
        summary: "A bundle has a display variant.",
        cure: "Put a PDF named display.pdf into the bundle, or delete the bundle.")
}
