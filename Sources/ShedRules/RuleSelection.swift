/// Which rules are asked: words that name rules, and words that leave rules out.
///
/// A word is a rule's name (`name-collision`), its code (`NAM002`), the beginning of codes (`NAM`), or `ALL`, in any case. Where a rule
/// is both selected and left out, the word that says it more exactly wins; of two that are as exact, the one that leaves
/// it out.
public struct RuleSelection: Hashable, Sendable {
    /// Every rule.
    public static let all = RuleSelection()

    /// `nil`: all rules.
    public var selected: [RuleWord]?
    public var ignored: [RuleWord]

    public init(selected: [RuleWord]? = nil, ignored: [RuleWord] = []) {
        self.selected = selected
        self.ignored = ignored
    }

    /// Whether the rule is asked.
    public func contains(_ rule: RuleInfo) -> Bool {
        let selection = if let selected { selected.compactMap { $0.exactness(for: rule) }.max() } else { Optional(0) }
        guard let selection else { return false }
        return (ignored.compactMap { $0.exactness(for: rule) }.max() ?? -1) < selection
    }

    /// The selection with more words that leave rules out.
    public func ignoring(_ words: [RuleWord]) -> RuleSelection { RuleSelection(selected: selected, ignored: ignored + words) }
}
