import ShedRules

/// A record holds what its collection's schema asks for.
///
/// A schema (`.shed/schemas/`, `shed collection schema`) says which keys a record has, which of them it must have, and
/// what their values look like: numbers, dates, one of a list, and so on. A record that breaks it is refused when it is
/// added; one that was there before is reported. Source: seed 003_6ce19f29fb5db44f.txt, “Data Validation”.
///
/// To cure it: `shed record set Books/Ficciones.json Year=1944`; or change what is asked for, `shed collection schema
/// Books --edit`.
public enum SchemaViolation: Rule {
    public static let info = RuleInfo(
        "schema-violation", "REC003", .error,
        summary: "A record holds what its collection's schema asks for.",
        cure: "Set the value right with “shed record set” or in an editor, or change the schema with “shed collection schema”.")
}
