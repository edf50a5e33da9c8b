import ArgumentParser
import ShedCommand

struct DocVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doc",
        abstract: "Docs of pages in groups: list, new, show, order, delete, sheet, export.",
        discussion: """
            A doc is a folder of page groups, a group a folder of pages. Their order is that of the numbers before their \
            names. Documentation/Papers.md says more.

            Example: shed doc new Finals
            """,
        subcommands: [
            DocListVerb.self, DocNewVerb.self, DocShowVerb.self, DocOrderVerb.self, DocDeleteVerb.self, DocSheetVerb.self, DocExportVerb.self,
        ])
}

/// A verb of `shed doc`, which the history names so.
protocol DocSubverb: Verb {}

extension DocSubverb {
    static var actor: String? { actor(in: "doc") }
}
