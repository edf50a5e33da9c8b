/// The protected copies are whole.
///
/// For what pages are made from, .shed/store keeps a copy that nobody works in. One that is missing or has other content could not help when the bundle is damaged.
/// Source: seed 004_874d967c4a34cac1.txt, PageVersion, rule 4: “Referenced PDFBundles must not be destructively altered”.
///
/// To cure it: `shed repair` makes it anew where the bundle still has that content.
public enum AlteredCopy: Rule {
    public static let info = RuleInfo(
        "altered-copy", "PAP011", .error,
        summary: "The protected copies are whole.",
        cure: "Run “shed repair”, or put the file back from a backup.")
}
