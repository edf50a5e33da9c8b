import ShedRules

/// The schema of a collection can be read.
///
/// While it cannot, nothing is checked against it, and nothing is refused because of it.
///
/// To cure it: `shed collection schema Books --edit` opens it in your editor; mend the line that the finding names. Or
/// do without it: `rm .shed/schemas/…`, with the path that the finding names.
public enum BrokenSchema: Rule {
    public static let info = RuleInfo(
        "broken-schema", "REC006", .error,
        summary: "The schema of a collection can be read.",
        cure: "Mend the schema at the line that is named, or remove the file.")
}
