import ShedModel

/// A sync engine kept a second version of a file beside it.
///
/// Two devices changed one file before they heard of each other. Both versions are there; a person has to look.
/// Such a copy is never refused.
public enum ConflictCopy: Rule {
    public static let info = RuleInfo(
        "conflict-copy", "SYN002", .warning,
        summary: "A sync engine kept a second version of a file beside it.",
        cure: "Compare the two, keep what you want in the file, and remove the copy.")

    /// Whether a name is one that Syncthing (`a.sync-conflict-20240131-120000-ABCDEFG.txt`), Nextcloud or Dropbox
    /// (`a (conflicted copy …).txt`) give to such a copy.
    public static func isConflictCopy(_ name: Name) -> Bool {
        guard let text = name.text else { return false }
        return text.contains(".sync-conflict-") || text.contains("(conflicted copy ") || text.contains("'s conflicted copy ")
    }
}
