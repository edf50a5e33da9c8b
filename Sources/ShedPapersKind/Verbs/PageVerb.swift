import ArgumentParser
import ShedCommand

struct PageVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Pages of docs: add, list, show, versions, text, move, repoint, restore, delete, image.",
        discussion: """
            A page shows one page of one bundle. It is named by its path, by DOC/GROUP and its number there \
            (Finals/Integration/2), or by its ID. Documentation/Papers.md says more.

            Example: shed page add Finals/Integration --from "Calculus 2023" --pages 3-5,9
            """,
        subcommands: [
            PageAddVerb.self, PageListVerb.self, PageShowVerb.self, PageVersionsVerb.self, PageTextVerb.self, PageMoveVerb.self,
            PageRepointVerb.self, PageRestoreVerb.self, PageDeleteVerb.self, PageImageVerb.self,
        ])
}

/// A verb of `shed page`, which the history names so.
protocol PageSubverb: Verb {}

extension PageSubverb {
    static var actor: String? { actor(in: "page") }
}
