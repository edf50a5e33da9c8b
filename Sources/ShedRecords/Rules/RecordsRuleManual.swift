// Made by “make rules” from the doc comments of the rules and from Fixtures/rules: not to be edited.

import ShedRules

/// What the manual says of each rule.
enum RecordsRuleManual {
    /// The entry of a rule; `nil` for a name that none has.
    static func entry(_ rule: String) -> RuleEntry? { entries[rule] }

    private static let entries = [
        "not-a-record": notARecord,
        "doubled-key": doubledKey,
        "schema-violation": schemaViolation,
        "doubled-value": doubledValue,
        "dangling-reference": danglingReference,
        "broken-schema": brokenSchema,
        "nested-collection": nestedCollection,
    ]

    private static let notARecord = RuleEntry(
        why: ["Every key and every value is a string; `{\"Year\": \"1944\"}` is a record, `{\"Year\": 1944}` is not. The file must be UTF-8 without a byte order mark and at most 1 MiB. shed never changes such a file: one that is added is refused, one that was a record before stays where it is, and shed keeps to what it last held."],
        cure: "Open the file in an editor, for instance `nano Books/Ficciones.json`, and mend the line that the finding names: here `\"Year\": \"1944\"`. Or move it out of the collection: `mv Books/Ficciones.json ~/`.",
        fails: "# The year stands without quotation marks.\nkind records\nfolder Books\nfile Books/Ficciones.json \"{\\\"Title\\\": \\\"Ficciones\\\",\\n \\\"Year\\\": 1944}\\n\"\n",
        says: ["Books/Ficciones.json:2: error: Line 2: The value of “Year” is a number, not a text. [REC001 not-a-record]"],
        passes: "# Every value is a text.\nkind records\nfolder Books\nfile Books/Ficciones.json \"{\\\"Title\\\": \\\"Ficciones\\\",\\n \\\"Year\\\": \\\"1944\\\"}\\n\"\n")

    private static let doubledKey = RuleEntry(
        why: ["JSON allows a key twice, and programs differ on which value they believe. shed believes neither, changes nothing, and keeps to what the record held before. Source: RFC 8259, section 4: “The names within an object SHOULD be unique”."],
        cure: "Open the file in an editor, for instance `nano Books/Ficciones.json`, and take out one of the two lines; the finding names both.",
        fails: "# The title stands twice.\nkind records\nfolder Books\nfile Books/Ficciones.json \"{\\\"Title\\\": \\\"Ficciones\\\",\\n \\\"Title\\\": \\\"Labyrinths\\\"}\\n\"\n",
        says: ["Books/Ficciones.json:2: error: Line 2: The key “Title” stands twice, first on line 1. [REC002 doubled-key]"],
        passes: "# Keys that differ in case are two keys.\nkind records\nfolder Books\nfile Books/Ficciones.json \"{\\\"Title\\\": \\\"Ficciones\\\",\\n \\\"title\\\": \\\"Labyrinths\\\"}\\n\"\n")

    private static let schemaViolation = RuleEntry(
        why: ["A schema (`.shed/schemas/`, `shed collection schema`) says which keys a record has, which of them it must have, and what their values look like: numbers, dates, one of a list, and so on. A record that breaks it is refused when it is added; one that was there before is reported."],
        cure: "`shed record set Books/Ficciones.json Year=1944`; or change what is asked for, `shed collection schema Books --edit`.",
        fails: "# The year is to be a whole number.\nkind records\nfolder Books\nsync\nfile Books/Ficciones.json \"{\\\"Year\\\": \\\"soon\\\"}\\n\"\nsync\nschema Books \"[key.Year]\\ntype = \\\"integer\\\"\\n\"\n",
        says: ["Books/Ficciones.json:1: error: “Year” is “soon”, not a whole number. Write digits only, at most …. [REC003 schema-violation]"],
        passes: "# It is one.\nkind records\nfolder Books\nsync\nfile Books/Ficciones.json \"{\\\"Year\\\": \\\"1944\\\"}\\n\"\nsync\nschema Books \"[key.Year]\\ntype = \\\"integer\\\"\\n\"\n")

    private static let doubledValue = RuleEntry(
        why: ["Keys that the schema calls `unique` identify a record: an ISBN, a number on a shelf. The record that comes later by its file name is the one that is reported."],
        cure: "`shed record set Books/B.json ISBN=84-206-1310-2`, with the right value; or let values recur: `shed collection schema Books --edit`, and take `unique = true` out.",
        fails: "# Two books with one ISBN.\nkind records\nfolder Books\nsync\nfile Books/A.json \"{\\\"ISBN\\\": \\\"84-206-1309-9\\\"}\\n\"\nfile Books/B.json \"{\\\"ISBN\\\": \\\"84-206-1309-9\\\"}\\n\"\nsync\nschema Books \"[key.ISBN]\\nunique = true\\n\"\n",
        says: ["Books/B.json:1: error: “ISBN” is “84-206-1309-9”, as in Books/A.json, and is to be unique. [REC004 doubled-value]"],
        passes: "# Two books with two, and one without.\nkind records\nfolder Books\nsync\nfile Books/A.json \"{\\\"ISBN\\\": \\\"84-206-1309-9\\\"}\\n\"\nfile Books/B.json \"{\\\"ISBN\\\": \\\"84-206-1310-2\\\"}\\n\"\nfile Books/C.json \"{\\\"ISBN\\\": \\\"\\\"}\\n\"\nsync\nschema Books \"[key.ISBN]\\nunique = true\\n\"\n")

    private static let danglingReference = RuleEntry(
        why: ["A key of the type `record` names a record of another collection, by its ID, its title, or its file's name without `.json`. What shed writes itself must refer to something; what it referred to may go later, and other programs write what they like."],
        cure: "Make the record that is missing, `shed record new Authors Name=Borges`, under the name or title that the finding shows; or name another, `shed record set Books/A.json Author=Bioy`.",
        fails: "# Nobody made a record of the author.\nkind records\nfolder Authors\nfolder Books\nsync\nfile Books/A.json \"{\\\"Author\\\": \\\"Borges\\\"}\\n\"\nsync\nschema Books \"[key.Author]\\ntype = \\\"record\\\"\\ncollection = \\\"Authors\\\"\\n\"\n",
        says: ["Books/A.json:1: warning: “Author” is “Borges”, which is no record in “Authors”. [REC005 dangling-reference]"],
        passes: "# The author is there, by the name of the file.\nkind records\nfolder Authors\nfolder Books\nsync\nfile Authors/Borges.json \"{\\\"Born\\\": \\\"1899\\\"}\\n\"\nfile Books/A.json \"{\\\"Author\\\": \\\"Borges\\\"}\\n\"\nsync\nschema Books \"[key.Author]\\ntype = \\\"record\\\"\\ncollection = \\\"Authors\\\"\\n\"\n")

    private static let brokenSchema = RuleEntry(
        why: ["While it cannot, nothing is checked against it, and nothing is refused because of it."],
        cure: "`shed collection schema Books --edit` opens it in your editor; mend the line that the finding names. Or do without it: `rm .shed/schemas/…`, with the path that the finding names.",
        fails: "# There is no type “year”.\nkind records\nfolder Books\nsync\nschema Books \"[key.Year]\\ntype = \\\"year\\\"\\n\"\n",
        says: [".shed/schemas/….toml:2: error: “key.Year.type” is no type. [REC006 broken-schema]"],
        passes: "# Integers there are.\nkind records\nfolder Books\nsync\nschema Books \"[key.Year]\\ntype = \\\"integer\\\"\\n\"\n")

    private static let nestedCollection = RuleEntry(
        why: ["What lies in a folder in a collection is no record: it is in no search and in no export. Each folder at the root is a collection of its own."],
        cure: "`mv Books/Essays .`, which makes it a collection beside the other, or `mv Books/Essays/*.json Books/`.",
        fails: "# A folder in a collection.\nkind records\nfolder Books\nfile Books/Ficciones.json \"{\\\"Title\\\": \\\"Ficciones\\\"}\\n\"\nfolder Books/Essays\n",
        says: ["Books/Essays: error: “Books” is a collection, and holds records, no folders. [REC007 nested-collection]"],
        passes: "# The folder stands beside it, and is a collection.\nkind records\nfolder Books\nfile Books/Ficciones.json \"{\\\"Title\\\": \\\"Ficciones\\\"}\\n\"\nfolder Essays\n")
}
