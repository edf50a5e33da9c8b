import ShedRules

/// A key stands once in a record.
///
/// JSON allows a key twice, and programs differ on which value they believe. shed believes neither, changes nothing, and
/// keeps to what the record held before. Source: RFC 8259, section 4: “The names within an object SHOULD be unique”.
///
/// To cure it: open the file in an editor, for instance `nano Books/Ficciones.json`, and take out one of the two lines;
/// the finding names both.
public enum DoubledKey: Rule {
    public static let info = RuleInfo(
        "doubled-key", "REC002", .error,
        summary: "A key stands once in a record.",
        cure: "Take one of the two out.")
}
