import ArgumentParser
import ShedCommand

struct TemplateVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Keep kinds of project of one's own, and apply them.",
        discussion: """
            A template says which folders and files a new project has. Those of one's own are files in shed/kinds of the folder for \
            settings (~/.config), and “shed new” takes them by their names. Documentation/Templates.md describes what stands in one.

            Example: shed template new essays --from blank
            """,
        subcommands: [
            TemplateListVerb.self, TemplateShowVerb.self, TemplateNewVerb.self, TemplateExportVerb.self, TemplateImportVerb.self, TemplateApplyVerb.self,
        ])
}

/// A verb of `shed template`, which the history names so.
protocol TemplateSubverb: Verb {}

extension TemplateSubverb {
    static var actor: String? { actor(in: "template") }
}
