import ShedModel

/// A link in a Markdown, HTML or Org document leads nowhere.
///
/// What it led to was moved, renamed or deleted, or the document itself was moved. Only relative links are looked at, and only where
/// somebody asks for it, since that reads all documents: with `links = "check"` or `links = "mend"` in the settings, or with
/// `shed check --select broken-link`. `ALL` does not ask for it.
///
/// To cure it: `shed fix-links --yes` mends what is certain (without `--yes` it asks first); else mend it by hand, or remove the link.
public enum BrokenDocumentLink: Rule {
    public static let info = RuleInfo(
        "broken-link", "LNK001", .warning,
        summary: "A link in a Markdown, HTML or Org document leads nowhere.",
        cure: "Mend it with “shed fix-links”, or by hand.")

    /// Whether a check asks the rule.
    /// - Parameter mode: what the project's settings say of links.
    public static func isAsked(by selection: RuleSelection, _ mode: Settings.LinkMode) -> Bool {
        guard selection.contains(info) else { return false }
        return mode != .say || selection.selected?.contains { $0.exactness(for: info) ?? 0 > 0 } == true
    }
}
