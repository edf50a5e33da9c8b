import ShedMessages
import ShedModel
import ShedRules

/// A collection holds records only: files whose name ends in `.json`, each a flat JSON object of text.
///
/// Every key and every value is a string; `{"Year": "1944"}` is a record, `{"Year": 1944}` is not. The file must be
/// UTF-8 without a byte order mark and at most 1 MiB. shed never changes such a file: one that is added is refused, one
/// that was a record before stays where it is, and shed keeps to what it last held.
/// Source: seed 003_6ce19f29fb5db44f.txt, “Key-value attributes”: `keyValuePairs: [String: String]`.
///
/// To cure it: open the file in an editor, for instance `nano Books/Ficciones.json`, and mend the line that the finding
/// names: here `"Year": "1944"`. Or move it out of the collection: `mv Books/Ficciones.json ~/`.
public enum NotARecord: PlacementRule {
    public static let info = RuleInfo(
        "not-a-record", "REC001", .error,
        summary: "A collection holds records only: *.json files, each a flat JSON object of text.",
        cure: "Mend the file at the line that is named, or move it out of the collection.")

    public static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        guard folder.type == .collection, !candidate.type.isDirectory, !candidate.name.hasSuffix(".json") else { return nil }
        return .takesRecordsOnly(folder: folder.label)
    }
}
