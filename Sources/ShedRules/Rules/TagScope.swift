import ShedModel

/// A file or folder has a tag or a value that is for something else.
///
/// Tags and variables have a scope: folders, files, records, or everything. The verbs keep to it. What breaks it was given
/// before the scope changed, on another device that did not know of the change, or in another project.
///
/// To cure it: `shed tag remove urgent Draft/Ode.txt` takes the tag away, `shed tag change urgent --scope all` widens
/// its scope. For a variable: `shed var unset rating Draft/Ode.txt`, `shed var change rating --scope all`.
public enum TagScope: Rule {
    public static let info = RuleInfo(
        "tag-scope", "TAG001", .warning,
        summary: "A file or folder has a tag or a value that is for something else.",
        cure: "Take it away with “shed tag remove” or “shed var unset”, or widen its scope with “shed tag change” or “shed var change”.")

    /// What is wrong with the tags and values of one node, a sentence each.
    public static func complaints(about labels: NodeLabels, of type: NodeType, in book: LabelBook) -> [String] {
        let tags = book.tags(of: labels).filter { !$0.scope.covers(type) }.map { "The tag “\(shown($0.title))” is for “\(shown($0.scope.rawValue))”." }
        let values = book.values(of: labels).map(\.variable).filter { !$0.scope.covers(type) }
            .map { "The variable “\(shown($0.name))” is for “\(shown($0.scope.rawValue))”." }
        return tags + values
    }

    static func shown(_ text: String) -> String { EscapedText.escape(Array(text.utf8)) }
}
