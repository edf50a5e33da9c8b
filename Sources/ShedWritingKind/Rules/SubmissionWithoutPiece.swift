import ShedRules

/// What a record says was submitted is a text of this project.
///
/// The text is known by its ID, `piece-id`, so it may be renamed and moved; where no such ID was ever known, as in a copy of the
/// project, by its path, `piece`, or by its name alone where only one text in Draft, Ready, Set Aside and Published has that. Where
/// there is none of these, the record still says what was sent and what came of it, and the copy beside
/// it is what was sent; but no warning comes before the text is sent elsewhere.
///
/// To cure it: do without the record, `shed rm "Submissions/Granta/2024-05-01 Ode.md"`; or name the text's path as `piece` in it, and
/// take the line `piece-id` out.
public enum SubmissionWithoutPiece: Rule {
    public static let info = RuleInfo(
        "submission-without-piece", "WRT011", .note,
        summary: "What a record says was submitted is a text of this project.",
        cure: "Name the text's path as “piece” in the record and take the line “piece-id” out, or remove the record.")
}
