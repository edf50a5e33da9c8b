import ArgumentParser
import ShedCommand
import ShedRecords

struct RecordVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records of a collection: find, make, show, set, rename, delete, edit, restore.",
        discussion: """
            A record is a file of a collection: Books/Ficciones.json, or Books/Ficciones, or its ID. \
            Documentation/Records.md says more, Documentation/Query.md what --where understands.

            Example: shed record find Books 'Year > 1940 and not tag:lent' --sort Author
            """,
        subcommands: [
            RecordListVerb.self, RecordFindVerb.self, RecordNewVerb.self, RecordShowVerb.self, RecordSetVerb.self,
            RecordUnsetVerb.self, RecordRenameVerb.self, RecordDeleteVerb.self, RecordEditVerb.self,
            RecordVersionsVerb.self, RecordRestoreVerb.self,
        ])
}

/// A verb of `shed record`, which the history names so.
protocol RecordSubverb: Verb {}

extension RecordSubverb {
    static var actor: String? { actor(in: "record") }
}
