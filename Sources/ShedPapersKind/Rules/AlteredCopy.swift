import ShedRules

/// The protected copies are whole.
///
/// For what pages are made from, .shed/store keeps a copy that nobody works in. One that is missing or has other content could not help when the bundle is damaged.
/// Source: seed 004_874d967c4a34cac1.txt, PageVersion, rule 4: “Referenced PDFBundles must not be destructively altered”.
///
/// To cure it: `shed repair` makes it anew where the bundle still has that content. Where it has not, copy the file
/// from a backup of the project: `cp BACKUP/.shed/store/f475258a43ed* .shed/store/`, with the digits that the finding
/// shows.
public enum AlteredCopy: Rule {
    public static let info = RuleInfo(
        "altered-copy", "PAP011", .error,
        summary: "The protected copies are whole.",
        cure: "Run “shed repair”; if the bundle lacks that content too, copy the file from the .shed/store of a backup.")
}
