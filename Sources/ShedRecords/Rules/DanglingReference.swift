import ShedRules

/// What a record refers to is there.
///
/// A key of the type `record` names a record of another collection, by its ID, its title, or its file's name without `.json`.
/// What shed writes itself must refer to something; what it referred to may go later, and other programs write what they
/// like.
///
/// To cure it: make the record that is missing, `shed record new Authors Name=Borges`, under the name or title that the
/// finding shows; or name another, `shed record set Books/A.json Author=Bioy`.
public enum DanglingReference: Rule {
    public static let info = RuleInfo(
        "dangling-reference", "REC005", .warning,
        summary: "What a record refers to is there.",
        cure: "Make the record that it names, or set the key to the name or ID of one that is there.")
}
