import ShedRules

/// The rules of projects for writers.
enum WritingRules {
    static let rules: KindRules = {
        var rules = KindRules()
        rules.all = [UnreadableSubmission.self, SubmissionWithoutPiece.self]
        rules.manual = WritingRuleManual.entry
        return rules
    }()
}
