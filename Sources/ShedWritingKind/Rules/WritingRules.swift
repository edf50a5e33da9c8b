import ShedRules

/// The rules of projects for writers.
public enum WritingRules {
    public static let rules: KindRules = {
        var rules = KindRules()
        rules.all = [OutdatedView.self, EditedView.self, UnreadableSubmission.self, SubmissionWithoutPiece.self, DraggedLink.self]
        rules.manual = WritingRuleManual.entry
        return rules
    }()
}
