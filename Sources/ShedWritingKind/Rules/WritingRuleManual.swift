// Made by “make rules” from the doc comments of the rules and from Fixtures/rules: not to be edited.

import ShedRules

/// What the manual says of each rule.
enum WritingRuleManual {
    /// The entry of a rule; `nil` for a name that none has.
    static func entry(_ rule: String) -> RuleEntry? { nil }
}
