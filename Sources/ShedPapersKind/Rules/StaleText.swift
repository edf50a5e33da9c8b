import ShedRules

/// The text of a bundle is that of its OCR variant as it is now.
///
/// Text is taken from the OCR variant alone; it can be searched once it was taken.
/// Source: seed 004_874d967c4a34cac1.txt, PDFBundle, rule 6: “OCR text extracted only from OCRPDF, stored per-page”.
///
/// To cure it: `shed ocr`; the daemon does it by itself.
public enum StaleText: Rule {
    public static let info = RuleInfo(
        "text-out-of-date", "PAP012", .note,
        summary: "The text of a bundle is that of its OCR variant as it is now.",
        cure: "Run “shed ocr”.")
}
