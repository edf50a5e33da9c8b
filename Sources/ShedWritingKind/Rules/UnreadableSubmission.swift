import ShedRules

/// The record of a submission can be read.
///
/// A record is a Markdown file in Submissions that begins with front matter: lines `key: value` between two lines `---`. One that
/// cannot be read is in no list of what is out, so nobody is told that the text is there already, or that an answer is due.
/// shed changes nothing of such a file.
///
/// To cure it: `nano "Submissions/Granta/2024-05-01 Ode.md"`, and mend the line that the finding names.
public enum UnreadableSubmission: Rule {
    public static let info = RuleInfo(
        "unreadable-submission", "WRT010", .warning,
        summary: "The record of a submission can be read.",
        cure: "Mend the line that is named, in any editor.")
}
