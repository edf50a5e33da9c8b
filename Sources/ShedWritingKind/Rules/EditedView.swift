import ShedRules

/// A compiled file is made of its parts, and is not edited itself.
///
/// What is written into it would be lost when it is compiled again. shed keeps it: the edited file moves to Rejected by this rule before
/// the new one takes its place.
///
/// To cure it: make the change in the chapter that it belongs to, and then `shed compile`.
public enum EditedView: Rule {
    public static let info = RuleInfo(
        "edited-view", "WRT002", .warning,
        summary: "A compiled file is made of its parts, and is not edited itself.",
        cure: "Make the change in the chapter, and run “shed compile”; the edited file goes to Rejected.")

    static let message = "It was edited after it was compiled; the next “shed compile” moves it to Rejected."
}
