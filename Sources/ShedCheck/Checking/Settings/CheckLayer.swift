import ShedModel
import ShedRules

/// What one file's `[check]` table, or the command line, says about a check.
public struct CheckLayer: Sendable {
    /// A rule or several, and how bad their findings are.
    public struct Grade: Sendable {
        public var word: RuleWord
        public var severity: Severity

        public init(word: RuleWord, severity: Severity) {
            self.word = word
            self.severity = severity
        }
    }

    /// The rules to ask; `nil`: what layers further out say, else all. What stands here starts anew: words further out, also
    /// those that leave rules out, no longer count.
    public var select: [RuleWord]?
    public var ignore: [RuleWord] = []
    public var severities: [Grade] = []
    /// What is less bad is neither shown nor counted.
    public var leastSeverity: Severity?
    public var maxWarnings: Int?
    public var suppressions: [Suppression] = []
    public var rules: [CustomRule] = []

    public init() {}
}
