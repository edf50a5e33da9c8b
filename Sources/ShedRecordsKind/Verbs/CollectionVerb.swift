import ArgumentParser
import ShedCommand

struct CollectionVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collection",
        abstract: "Collections of records: list, make, rename, delete, export, import.",
        discussion: """
            A collection is a folder at the root of a records project; each *.json file in it is a record. \
            Documentation/Records.md says more.

            Example: shed collection new Books
            """,
        subcommands: [
            CollectionListVerb.self, CollectionNewVerb.self, CollectionShowVerb.self, CollectionRenameVerb.self,
            CollectionDeleteVerb.self, CollectionSchemaVerb.self, CollectionExportVerb.self, CollectionImportVerb.self,
        ])
}

/// A verb of `shed collection`, which the history names so.
protocol CollectionSubverb: Verb {}

extension CollectionSubverb {
    static var actor: String? { actor(in: "collection") }
}
