import ShedModel

/// A value is not one that its variable can have.
///
/// A variable is an integer, or one of a list of options. The verbs give no other value. One that breaks this was given
/// before the options changed, or on another device that had other options or another variable of that name.
///
/// To cure it: `shed var set state=done Draft/Ode.txt` sets one that it can have, `shed var unset state Draft/Ode.txt`
/// takes it away, `shed var options state open,done,lent` makes the value an option.
public enum VariableValueRule: Rule {
    public static let info = RuleInfo(
        "variable-value", "TAG002", .warning,
        summary: "A value is not one that its variable can have.",
        cure: "Set another with “shed var set”, take it away with “shed var unset”, or make it an option with “shed var options”.")

    /// What is wrong with the values of one node, a sentence each.
    public static func complaints(about labels: NodeLabels, in book: LabelBook) -> [String] {
        book.values(of: labels).compactMap { variable, value in
            variable.complaint(about: value).map { "The value of “\(TagScope.shown(variable.name))”: \($0)" }
        }
    }
}
